package forest

import (
	"context"

	"drfvi/forest/internal/splits"
	"drfvi/internal/rng"
)

// Descent grows coupled forests one after the other, each without the inputs
// that the ones before have left out and some more, all from the same seed. Most
// nodes of such a forest have the rows and the random numbers of a node of the step
// before, with or without one of its groups. What
// their candidates gain is remembered, so that only candidates that have moved
// up are evaluated: a descent by one of many inputs costs a small part of
// coupling anew. The forests are the same, node for node.
type Descent struct {
	grower *Grower
	seed   uint64
	trees  []splits.Memory
	gone   []bool // inputs that the step leaves out
}

// memoryLimit is the largest number of gains that a descent remembers of a
// step, 256 MiB. What does not fit is evaluated again.
const memoryLimit = 1 << 24

// Descend begins a descent from the seed.
func (g *Grower) Descend(seed uint64) *Descent {
	t := g.training
	d := &Descent{
		grower: g, seed: seed, trees: make([]splits.Memory, t.config.Trees),
		gone: make([]bool, t.columns.Inputs()),
	}
	rows, hashes := rng.New(seed).Named("rows"), make([]uint64, t.columns.Rows())
	for i := range hashes {
		hashes[i] = uint64(rows.At(i))
	}
	for t := range d.trees {
		d.trees[t] = splits.Memory{Hashes: hashes, Gone: d.gone, Limit: memoryLimit / len(d.trees)}
	}
	return d
}

// Couple is Grower.Couple from the descent's seed. dropped contains those of
// the call before. Evaluations of the result does not count what is remembered.
func (d *Descent) Couple(ctx context.Context, dropped []int, groups [][]int, workers int) (*Coupled, error) {
	for _, j := range dropped {
		d.gone[j] = true
	}
	return d.grower.couple(ctx, dropped, groups, d.seed, workers, func(tree int) *splits.Memory {
		d.trees[tree].Turn()
		return &d.trees[tree]
	})
}
