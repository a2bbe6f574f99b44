package importance

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// leafEmbeddings holds the kernel mean embeddings of the leaves of a forest's
// trees, in the coordinates of the kernel's factor. Those of the estimation rows
// without a group, several times as many, are computed when they are asked for.
type leafEmbeddings struct {
	factor *mat.Dense
	rank   int
	places leafPlaces
	means  []float64 // one after the other, in the leaves' places
}

// leafPlaces are, by tree and node, the number of leaves that come before: for
// leaves, their places among those of all trees, tree after tree.
type leafPlaces [][]int32

// placeLeaves returns the places of a forest's leaves, and their number.
func placeLeaves(f *forest.Forest) (places leafPlaces, leaves int) {
	places = make(leafPlaces, len(f.Trees))
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

func newLeafEmbeddings(ctx context.Context, f *forest.Forest, factor *mat.Dense, workers int) (*leafEmbeddings, error) {
	places, leaves := placeLeaves(f)
	return embedLeaves(ctx, f, places, leaves, factor, workers)
}

// embedLeaves embeds leaves whose places and number are known.
func embedLeaves(ctx context.Context, f *forest.Forest, places leafPlaces, leaves int,
	factor *mat.Dense, workers int) (*leafEmbeddings, error) {
	_, r := factor.Dims()
	l := &leafEmbeddings{factor, r, places, make([]float64, leaves*r)}
	err := par.Do(ctx, workers, len(f.Trees), func(_, t int) {
		tree := &f.Trees[t]
		for at := range int32(len(tree.Nodes)) {
			if tree.Nodes[at].Var == forest.Leaf {
				embedMean(l.mean(t, at), tree.LeafRows(at), factor)
			}
		}
	})
	return l, err
}

// mean returns the embedding of a leaf.
func (l *leafEmbeddings) mean(tree int, leaf int32) []float64 {
	at := int(l.places[tree][leaf])
	return l.means[at*l.rank : (at+1)*l.rank]
}

// embedMean stores the embedding of the mean over the rows in dst.
func embedMean(dst []float64, rows []int32, factor *mat.Dense) {
	clear(dst)
	raw := factor.RawMatrix()
	simd.AddRows(dst, raw.Data, raw.Stride, rows)
	floats.Scale(1/float64(len(rows)), dst)
}
