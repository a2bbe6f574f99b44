package importance

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// embeddedDifferences represents differences by coordinates in the factor of
// the kernel matrix.
type embeddedDifferences struct {
	leaves  *leafEmbeddings
	sums    []float64 // S_i, one after the other
	slots   []float64 // D, one after the other
	used    int
	squares []float64 // ‖D‖² of each slot, negative before it is asked for
	// Cells come with the same estimation rows one after the other, so the last ones'
	// embedding is kept.
	estimation []int32
	mean       []float64
}

func newEmbeddedDifferences(leaves *leafEmbeddings) *embeddedDifferences {
	return &embeddedDifferences{leaves: leaves, mean: make([]float64, leaves.rank)}
}

var _ differenceSpace = (*embeddedDifferences)(nil)

func (d *embeddedDifferences) reset(rows int) {
	if need := rows * d.leaves.rank; len(d.sums) < need {
		d.sums = make([]float64, need)
		return
	}
	clear(d.sums)
}

func (d *embeddedDifferences) forget() { d.used, d.squares = 0, d.squares[:0] }

func (d *embeddedDifferences) slot(tree int, estimation []int32, base int32) {
	d.used++
	if need := d.used * d.leaves.rank; len(d.slots) < need {
		d.slots = append(d.slots, make([]float64, need)...)
	}
	if !slices.Equal(d.estimation, estimation) {
		embedMean(d.mean, estimation, d.leaves.factor)
		d.estimation = estimation
	}
	difference := d.difference(d.used - 1)
	simd.Subtract(difference, d.mean, d.leaves.trees[tree].mean(base, d.leaves.rank))
	d.squares = append(d.squares, -1)
}

func (d *embeddedDifferences) square(slot int) float64 {
	if d.squares[slot] < 0 {
		d.squares[slot] = d.inner(slot, slot)
	}
	return d.squares[slot]
}

func (d *embeddedDifferences) difference(slot int) []float64 {
	r := d.leaves.rank
	return d.slots[slot*r : (slot+1)*r]
}

func (d *embeddedDifferences) sum(i int32) []float64 {
	r := d.leaves.rank
	return d.sums[int(i)*r : int(i+1)*r]
}

func (d *embeddedDifferences) inner(a, b int) float64 {
	return simd.Dot(d.difference(a), d.difference(b))
}

func (d *embeddedDifferences) add(slot int, rows []int32) {
	simd.AddTo(d.sums, d.leaves.rank, rows, d.difference(slot))
}

func (d *embeddedDifferences) close(squares []float64, rows []int32) {
	for _, i := range rows {
		squares[i] = simd.Dot(d.sum(i), d.sum(i))
	}
}

func (d *embeddedDifferences) along(products []float64, slot int, rows []int32) {
	simd.Dots(products, d.sums, d.leaves.rank, rows, d.difference(slot))
}

// leafEmbeddings holds the kernel mean embeddings of the leaves of a forest's
// trees, in the coordinates of the kernel's factor. Those of the estimation rows
// without a group, several times as many, are computed when they are asked for.
type leafEmbeddings struct {
	factor *mat.Dense
	rank   int
	trees  []treeEmbeddings
}

// treeEmbeddings are the embeddings of one tree's leaves.
type treeEmbeddings struct {
	of    []int32 // index of each leaf's embedding
	means []float64
}

func newLeafEmbeddings(ctx context.Context, f *forest.Forest, factor *mat.Dense, workers int) (*leafEmbeddings, error) {
	_, r := factor.Dims()
	l := &leafEmbeddings{factor: factor, rank: r, trees: make([]treeEmbeddings, len(f.Trees))}
	err := par.Do(ctx, workers, len(l.trees), func(_, t int) {
		l.trees[t] = embedLeaves(&f.Trees[t], factor)
	})
	return l, err
}

func embedLeaves(tree *forest.Tree, factor *mat.Dense) treeEmbeddings {
	_, r := factor.Dims()
	e := treeEmbeddings{of: make([]int32, len(tree.Nodes))}
	leaves := 0
	for at := range tree.Nodes {
		if tree.Nodes[at].Var == forest.Leaf {
			e.of[at] = int32(leaves)
			leaves++
		}
	}
	e.means = make([]float64, leaves*r)
	for at := range int32(len(tree.Nodes)) {
		if tree.Nodes[at].Var == forest.Leaf {
			embedMean(e.mean(at, r), tree.LeafRows(at), factor)
		}
	}
	return e
}

// embedMean stores the embedding of the mean over the rows in dst.
func embedMean(dst []float64, rows []int32, factor *mat.Dense) {
	clear(dst)
	raw := factor.RawMatrix()
	simd.AddRows(dst, raw.Data, raw.Stride, rows)
	floats.Scale(1/float64(len(rows)), dst)
}

// mean returns the embedding of a leaf.
func (e *treeEmbeddings) mean(leaf int32, r int) []float64 {
	at := int(e.of[leaf])
	return e.means[at*r : (at+1)*r]
}
