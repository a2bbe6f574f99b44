package mmd

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// Gram is the kernel matrix K of n responses as an operator.
type Gram interface {
	// Apply stores the product of the block, b×n, with K in product, b×n; the inner
	// product of a row d with its image is dᵀKd = ‖Σ_i d_i k(Y_i,·)‖². It is safe for
	// concurrent use.
	Apply(product, block *mat.Dense)
}

// Dense is the full kernel matrix.
type Dense struct{ k *mat.Dense }

// NewDense returns the kernel matrix of the rows of y, n×d: n² numbers, in time O(n²·d).
// It returns ctx's error if cancelled.
func NewDense(ctx context.Context, y *mat.Dense, k Kernel, workers int) (*Dense, error) {
	n, _ := y.Dims()
	g := &Dense{k: mat.NewDense(n, n, nil)}
	err := par.Do(ctx, workers, n, func(_, i int) {
		g.k.Set(i, i, 1)
		for j := range i {
			v := k.At(y.RawRowView(i), y.RawRowView(j))
			g.k.Set(i, j, v)
			g.k.Set(j, i, v)
		}
	})
	return g, err
}

// Row returns row i. The caller must not change it.
func (g *Dense) Row(i int) []float64 { return g.k.RawRowView(i) }

// Apply implements Gram.
func (g *Dense) Apply(product, block *mat.Dense) { linalg.Multiply(product, block, g.k) }

// SparseTolerance is the size below which Sparse leaves out entries. It changes dᵀKd by
// at most SparseTolerance·‖d‖₁².
const SparseTolerance = 1e-14

// Sparse is the kernel matrix without its negligible entries: nearly the identity for
// responses far apart on the kernel's scale.
type Sparse struct {
	columns [][]int32 // of row i, those of the entries kept, ascending
	values  [][]float64
}

// NewSparse returns the kernel matrix of the rows of y, n×d, without entries
// below SparseTolerance, in time O(n²·d). It returns ctx's error if cancelled.
func NewSparse(ctx context.Context, y *mat.Dense, k Kernel, workers int) (*Sparse, error) {
	n, _ := y.Dims()
	g := &Sparse{columns: make([][]int32, n), values: make([][]float64, n)}
	limit := k.Radius(SparseTolerance)
	err := par.Do(ctx, workers, n, func(_, i int) {
		row := y.RawRowView(i)
		for j := range n {
			if r := squaredDistance(row, y.RawRowView(j)); r <= limit {
				g.columns[i] = append(g.columns[i], int32(j))
				g.values[i] = append(g.values[i], k.Of(r))
			}
		}
	})
	return g, err
}

// Apply implements Gram, eight rows of the block at a time, so that every entry of K is
// read once for all of them.
func (g *Sparse) Apply(product, block *mat.Dense) {
	const width = simd.SparseWidth
	rows, n := block.Dims()
	columns := make([]float64, n*width) // of the block, eight numbers each
	image, spare := make([]float64, width), make([]float64, n)
	for first := 0; first < rows; first += width {
		var from, to [width][]float64
		for l := range width {
			if from[l], to[l] = spare, spare; first+l < rows {
				from[l], to[l] = block.RawRowView(first+l), product.RawRowView(first+l)
			}
		}
		for i := range n {
			targets := columns[i*width:][:width]
			for l := range targets {
				targets[l] = from[l][i]
			}
		}
		for i := range n {
			simd.SparseRow(image, columns, g.columns[i], g.values[i])
			for l, v := range image {
				to[l][i] = v
			}
		}
	}
}

// SparseShare estimates the share of pairs of rows of y, n×d, whose kernel value Sparse
// would keep: over all pairs of distinct rows of up to 1999, otherwise of every ⌊n/1000⌋th
// row (at most two million pairs). It is 0 for a single row.
func SparseShare(y *mat.Dense, k Kernel) float64 {
	n, _ := y.Dims()
	limit, step := k.Radius(SparseTolerance), max(n/1000, 1)
	kept, pairs := 0, 0
	for i := 0; i < n; i += step {
		for j := 0; j < i; j += step {
			pairs++
			if squaredDistance(y.RawRowView(i), y.RawRowView(j)) <= limit {
				kept++
			}
		}
	}
	return float64(kept) / float64(max(pairs, 1))
}
