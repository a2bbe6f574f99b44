// Package embedding gives the leaves of a forest's trees coordinates, and tells how predictions
// move in them when values of inputs are replaced.
package embedding

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// Leaves holds the kernel mean embeddings of the leaves of a forest's trees in the
// coordinates of the kernel's factor. Those of estimation rows without a group, several
// times as many, are computed on demand.
type Leaves struct {
	Factor *mat.Dense
	Rank   int
	Means  []float64 // concatenated in the order of Places
	places Places
	forest *forest.Forest
}

// Places are, by tree and node, the number of leaves before it: for leaves their place among
// those of all trees, tree after tree.
type Places [][]int32

// PlacesOf returns the places of a forest's leaves, and their number.
func PlacesOf(f *forest.Forest) (places Places, leaves int) {
	places = make(Places, len(f.Trees))
	for t := range f.Trees {
		nodes := f.Trees[t].Nodes
		places[t] = make([]int32, len(nodes))
		for at := range nodes {
			places[t][at] = int32(leaves)
			if nodes[at].Var == forest.Leaf {
				leaves++
			}
		}
	}
	return places, leaves
}

// New returns the embeddings of a forest's leaves; factor has a row for each of its training
// rows.
func New(ctx context.Context, f *forest.Forest, factor *mat.Dense, workers int) (*Leaves, error) {
	places, leaves := PlacesOf(f)
	return At(ctx, f, places, leaves, factor, workers)
}

// At is New for a forest with known places of the leaves.
func At(
	ctx context.Context, f *forest.Forest, places Places, leaves int, factor *mat.Dense, workers int,
) (*Leaves, error) {
	_, r := factor.Dims()
	l := &Leaves{factor, r, make([]float64, leaves*r), places, f}
	err := par.Do(ctx, workers, len(f.Trees), func(_, t int) {
		tree := &f.Trees[t]
		for at := range int32(len(tree.Nodes)) {
			if tree.Nodes[at].Var == forest.Leaf {
				l.Mean(l.Of(t, at), tree.LeafRows(at))
			}
		}
	})
	return l, err
}

// Of returns the embedding of a leaf.
func (l *Leaves) Of(tree int, leaf int32) []float64 {
	at := int(l.places[tree][leaf])
	return l.Means[at*l.Rank : (at+1)*l.Rank]
}

// Mean stores the embedding of the mean over estimation rows in dst.
func (l *Leaves) Mean(dst []float64, rows []int32) { l.forest.Mean(dst, rows, l.Factor) }

// Difference finds differences of cells from their leaves. Cells with the same estimation rows
// follow each other, so that the last mean is kept.
type Difference struct {
	leaves     *Leaves
	estimation []int32
	mean       []float64
}

// Difference returns what finds differences from these leaves.
func (l *Leaves) Difference() *Difference {
	return &Difference{leaves: l, mean: make([]float64, l.Rank)}
}

// Store stores in dst the mean over estimation rows less that of a leaf of a tree, and returns the
// latter.
func (d *Difference) Store(dst []float64, estimation []int32, tree int, leaf int32) (base []float64) {
	base = d.leaves.Of(tree, leaf)
	if !slices.Equal(d.estimation, estimation) {
		simd.Prefetch(base)
		d.leaves.Mean(d.mean, estimation)
		d.estimation = estimation
	}
	floats.SubTo(dst, d.mean, base)
	return base
}
