package forest

import (
	"context"

	"drfvi/internal/rng"
)

// Descent grows coupled forests one after the other, each without the variables
// that the ones before have left out and some more, all from the same seed. Most
// nodes of such a forest have the same rows and the same random numbers as a node
// of the forests of the step before, with or without one of its groups. What
// their candidates gain is remembered, so that only candidates that have moved
// up are evaluated: a descent by one of many variables costs a small part of
// coupling anew. The forests are the same, node for node.
type Descent struct {
	grower *Grower
	seed   uint64
	trees  []memory
	hashes []uint64 // of the rows
	gone   []bool   // variables that the step leaves out
}

// memoryLimit is the largest number of gains that a descent remembers of a
// step, 256 MiB. What does not fit is evaluated again.
const memoryLimit = 1 << 24

// Descend begins a descent from the seed.
func (g *Grower) Descend(seed uint64) *Descent {
	t := g.training
	d := &Descent{
		grower: g, seed: seed, trees: make([]memory, t.config.Trees),
		hashes: make([]uint64, t.columns.Rows()), gone: make([]bool, t.columns.Inputs()),
	}
	rows := rng.New(seed).Named("rows")
	for i := range d.hashes {
		d.hashes[i] = uint64(rows.At(i))
	}
	for t := range d.trees {
		d.trees[t] = memory{hashes: d.hashes, gone: d.gone, limit: memoryLimit / len(d.trees)}
	}
	return d
}

// Couple is Grower.Couple from the descent's seed. dropped contains those of
// the call before. Evaluations of the result does not count what is remembered.
func (d *Descent) Couple(ctx context.Context, dropped []int, groups [][]int, workers int) (*Coupled, error) {
	for _, j := range dropped {
		d.gone[j] = true
	}
	return d.grower.couple(ctx, dropped, groups, d.seed, workers, func(tree int) *memory {
		d.trees[tree].turn()
		return &d.trees[tree]
	})
}

// memory holds what candidates gained at the nodes of one tree, and of the same
// tree without groups of variables: of the step before, and of this one.
type memory struct {
	before, now generation
	limit       int // of the gains of a generation
	hashes      []uint64
	gone        []bool

	// Of the node that is open:
	key      nodeKey
	dropped  []bool // variables that take no part: those gone, and a group's
	known    []gain // earlier evaluations, in the node's random order
	next     int    // the first of known that the candidates have not come to
	passed   []gain // those before it and new ones, in the same order
	complete bool   // whether this step's generation has them all
}

// generation is what is remembered of one step.
type generation struct {
	nodes map[nodeKey]stretch
	gains []gain
}

// stretch is a part [first, end) of the gains.
type stretch struct{ first, end int32 }

// nodeKey names a node: the seed of its random numbers, which says where it is
// in which tree, and a fingerprint of its rows. That two different sets of rows
// at the same place have equal fingerprints has a probability of 2⁻⁶⁴.
type nodeKey struct {
	seed rng.Seed
	rows uint64
}

// gain is a candidateSplit in little space.
type gain struct {
	gain           float64
	variable, left int32
}

// turn begins a new step.
func (m *memory) turn() {
	m.before, m.now = m.now, m.before
	if m.now.nodes == nil {
		m.now.nodes = make(map[nodeKey]stretch)
	}
	clear(m.now.nodes)
	m.now.gains = m.now.gains[:0]
}

// open begins to recall the node of the seed with the given rows.
func (m *memory) open(seed rng.Seed, rows []int32, dropped []bool) {
	m.key, m.dropped = nodeKey{seed: seed}, dropped
	for _, row := range rows {
		m.key.rows += m.hashes[row]
	}
	m.next, m.passed = 0, m.passed[:0]
	of, now := m.now.nodes[m.key]
	m.known, m.complete = m.now.gains[of.first:of.end], now
	if !now {
		of = m.before.nodes[m.key]
		m.known = m.before.gains[of.first:of.end]
	}
}

// recall returns what the node's next candidate gained, if that is known.
//
// Candidates come in the node's random order without those that are dropped. So
// do the known ones, but others were dropped when they were evaluated: those
// that are dropped now are passed over, and a candidate that is not the next of
// the rest is one that was dropped then.
func (m *memory) recall(variable int32) (candidateSplit, bool) {
	for ; m.next < len(m.known); m.next++ {
		g := m.known[m.next]
		if !m.dropped[g.variable] {
			if g.variable != variable {
				break
			}
			m.next++
			m.passed = append(m.passed, g)
			return candidateSplit{g.variable, g.gain, g.left}, true
		}
		m.pass(g)
	}
	return candidateSplit{}, false
}

// pass keeps a known gain unless it will never be asked for again.
func (m *memory) pass(g gain) {
	if !m.gone[g.variable] {
		m.passed = append(m.passed, g)
	}
}

// note remembers what the node's next candidate gained, which recall did not
// know.
func (m *memory) note(s candidateSplit) {
	m.passed = append(m.passed, gain{s.gain, s.variable, s.left})
	m.complete = false
}

// close keeps what is known of the node for this step and the next.
func (m *memory) close() {
	if m.complete {
		return
	}
	for _, g := range m.known[m.next:] {
		m.pass(g)
	}
	first := len(m.now.gains)
	if first+len(m.passed) > m.limit {
		return
	}
	m.now.gains = append(m.now.gains, m.passed...)
	m.now.nodes[m.key] = stretch{int32(first), int32(len(m.now.gains))}
}
