package forest

import (
	"context"
	"slices"

	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// FitNested returns the forests that Fit grows, without dropping inputs, under the configuration
// with each of the given minimum node sizes. They are grown once: from one seed the trees with
// larger leaves are those with the smallest, cut off. before, unless nil, are the forests of fewer
// trees that were grown like these, whose trees are not grown again.
func (g *Grower) FitNested(
	ctx context.Context, sizes []int, before []*Forest, seed uint64, workers int,
) ([]*Forest, error) {
	config := g.training.config
	config.MinNodeSize = slices.Min(sizes)
	finest, err := g.With(config)
	if err != nil {
		return nil, err
	}
	forests, first := make([]*Forest, len(sizes)), 0
	for k := range forests {
		forests[k] = &Forest{
			Trees: make([]Tree, config.Trees), Columns: g.training.columns, Config: config,
			RowWeights: finest.training.plan.counts,
		}
		forests[k].Config.MinNodeSize = sizes[k]
		if before != nil {
			first = copy(forests[k].Trees, before[k].Trees)
		}
	}
	growers := par.Scratch(workers, func() *grower { return newGrower(finest.training, finest.training.plan.largest) })
	whole, err := finest.training.growTrees(
		ctx, seed, first, workers,
		func(w, tree int, j1, j2 []int32, seed rng.Seed) Tree {
			grower := growers(w)
			grown := grower.tree(j1, j2, seed)
			for k, size := range sizes {
				to := &forests[k].Trees[tree]
				to.Root = to.cut(&grown, grown.Root, grower.sizes, size)
			}
			return Tree{}
		},
	)
	if err != nil {
		return nil, err
	}
	for _, f := range forests {
		for t := first; t < len(f.Trees); t++ {
			f.Trees[t].Drawn = whole.Trees[t].Drawn
		}
	}
	return forests, nil
}

// cut appends a copy of the subtree of from at the node to t, and returns the copy's index. A
// split of at most smallest rows of J1 becomes a leaf. sizes has the numbers of these rows, 0
// for leaves.
func (t *Tree) cut(from *Tree, top int32, sizes []int32, smallest int) int32 {
	return t.copySubtree(from, top, func(index int32) (int32, bool) {
		if int(sizes[index]) > smallest {
			return 0, false
		}
		first := len(t.Rows)
		t.Rows = from.appendRows(t.Rows, index)
		slices.Sort(t.Rows[first:]) // rows of J2 are divided in their order
		return t.appendLeaf(first), true
	})
}

// appendRows appends the estimation rows of the leaves below a node.
func (t *Tree) appendRows(dst []int32, top int32) []int32 {
	node := &t.Nodes[top]
	if node.Var == Leaf {
		return append(dst, t.LeafRows(top)...)
	}
	return t.appendRows(t.appendRows(dst, node.Left), node.Right)
}
