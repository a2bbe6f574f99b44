package forest

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// embedBatch is the number of trees whose leaf means are kept at a time, and
// embedRows the number of evaluation rows that one piece of work sums up.
// Neither changes the result: every row adds up its trees in their order.
const (
	embedBatch = 16
	embedRows  = 128
)

// Embed returns the kernel mean embeddings of the forest's predictions at the
// evaluation rows, m×r, in the coordinates of factor, n×r, whose row i stands
// for k(Y_i,·) and r is a multiple of four: what Weights·factor would give, at the cost of one leaf mean
// per leaf and one addition of r numbers per tree and row. trees[i] is the
// number of trees that have a say on row i; where it is 0 the embedding is 0.
func (f *Forest) Embed(ctx context.Context, factor *mat.Dense, e Evaluation, workers int) (embedding *mat.Dense, trees []int32, err error) {
	_, r := factor.Dims()
	embedding, trees = mat.NewDense(e.rows, r, nil), make([]int32, e.rows)
	routers := make([]router, workers)
	batch := make([]leafMeans, embedBatch)
	blocks := (e.rows + embedRows - 1) / embedRows
	for first := 0; first < len(f.Trees); first += embedBatch {
		count := min(embedBatch, len(f.Trees)-first)
		err := par.Do(ctx, workers, count, func(w, t int) {
			batch[t].set(f, first+t, factor, &routers[w], e)
		})
		if err != nil {
			return nil, nil, err
		}
		err = par.Do(ctx, workers, blocks, func(_, block int) {
			for i := block * embedRows; i < min((block+1)*embedRows, e.rows); i++ {
				dst := embedding.RawRowView(i)
				for t := range count {
					if mean := batch[t].of(i, r); mean != nil {
						simd.Add(dst, mean)
						trees[i]++
					}
				}
			}
		})
		if err != nil {
			return nil, nil, err
		}
	}
	for i, count := range trees {
		if count > 0 {
			floats.Scale(1/float64(count), embedding.RawRowView(i))
		}
	}
	return embedding, trees, nil
}

// leafMeans holds the embeddings of one tree's leaves.
type leafMeans struct {
	leaf  []int32   // of each evaluation row, as an index into means, or −1
	means []float64 // row-major
}

// of returns the embedding at evaluation row i, or nil.
func (l *leafMeans) of(i, r int) []float64 {
	at := int(l.leaf[i])
	if at < 0 {
		return nil
	}
	return l.means[at*r : (at+1)*r]
}

// set computes the embeddings of tree t's leaves that evaluation rows reach.
func (l *leafMeans) set(f *Forest, t int, factor *mat.Dense, router *router, e Evaluation) {
	if l.leaf == nil {
		l.leaf = make([]int32, e.rows)
	}
	for i := range l.leaf {
		l.leaf[i] = -1
	}
	_, r := factor.Dims()
	l.means = l.means[:0]
	tree, leaves := &f.Trees[t], 0
	router.visit(tree, e, func(leaf int32, rows []int32) {
		answers := tree.LeafRows(leaf)
		if len(answers) == 0 {
			return
		}
		for range r {
			l.means = append(l.means, 0)
		}
		mean := l.means[leaves*r:]
		for _, row := range answers {
			simd.Add(mean, factor.RawRowView(int(row)))
		}
		floats.Scale(1/float64(len(answers)), mean)
		for _, row := range rows {
			l.leaf[row] = int32(leaves)
		}
		leaves++
	})
}
