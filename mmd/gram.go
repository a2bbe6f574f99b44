package mmd

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
)

// Gram is the kernel matrix K of n responses as an operator.
type Gram interface {
	// Squares stores dᵀKd = ‖Σ_i d_i k(Y_i,·)‖² in dst for each row d of the
	// block, b×n. It may be called by several goroutines at once.
	Squares(dst []float64, block *mat.Dense)
	// Apply stores K·d in dst, both of length n. It may be called by several
	// goroutines at once.
	Apply(dst, d []float64)
}

// Dense is the kernel matrix with all its entries.
type Dense struct{ k *mat.Dense }

// NewDense returns the kernel matrix of the rows of y, n×d.
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
func (g *Dense) Apply(dst, d []float64) {
	n := len(d)
	mat.NewVecDense(n, dst).MulVec(g.k, mat.NewVecDense(n, d))
}

// Squares implements Gram by one blocked product.
func (g *Dense) Squares(dst []float64, block *mat.Dense) {
	var product mat.Dense
	product.Mul(block, g.k)
	for i := range dst {
		dst[i] = floats.Dot(product.RawRowView(i), block.RawRowView(i))
	}
}

// SparseTolerance is the size of the entries that Sparse leaves out. What that
// changes of dᵀKd is at most SparseTolerance·‖d‖₁².
const SparseTolerance = 1e-14

// Sparse is the kernel matrix without its negligible entries: for responses
// that are far apart on the kernel's scale it is almost the identity.
type Sparse struct {
	columns [][]int32   // of row i, the columns j < i kept
	values  [][]float64 // twice the entries, for both triangles
}

// NewSparse returns the kernel matrix of the rows of y, n×d, without entries
// below SparseTolerance.
func NewSparse(ctx context.Context, y *mat.Dense, k Kernel, workers int) (*Sparse, error) {
	n, _ := y.Dims()
	g := &Sparse{columns: make([][]int32, n), values: make([][]float64, n)}
	limit := sparseDistance(k)
	err := par.Do(ctx, workers, n, func(_, i int) {
		row := y.RawRowView(i)
		for j := range i {
			if r := squaredDistance(row, y.RawRowView(j)); r <= limit {
				g.columns[i] = append(g.columns[i], int32(j))
				g.values[i] = append(g.values[i], 2*math.Exp(-k.Gamma*r))
			}
		}
	})
	return g, err
}

// sparseDistance is the squared distance beyond which the kernel is below
// SparseTolerance.
func sparseDistance(k Kernel) float64 { return -math.Log(SparseTolerance) / k.Gamma }

// Squares implements Gram.
func (g *Sparse) Squares(dst []float64, block *mat.Dense) {
	for b := range dst {
		d, sum := block.RawRowView(b), 0.0
		for i, v := range d {
			if v == 0 {
				continue
			}
			inner, values := v, g.values[i]
			for c, j := range g.columns[i] {
				inner += values[c] * d[j]
			}
			sum += v * inner
		}
		dst[b] = sum
	}
}

// Apply implements Gram.
func (g *Sparse) Apply(dst, d []float64) {
	copy(dst, d)
	for i, columns := range g.columns {
		sum, v := 0.0, d[i]
		for c, j := range columns {
			entry := g.values[i][c] / 2
			sum += entry * d[j]
			dst[j] += entry * v
		}
		dst[i] += sum
	}
}

// SparseShare estimates the share of the pairs of rows of y whose kernel value
// Sparse would keep, from at most about 10⁶ pairs spread evenly.
func SparseShare(y *mat.Dense, k Kernel) float64 {
	n, _ := y.Dims()
	limit, step := sparseDistance(k), max(n/1000, 1)
	kept, seen := 0, 0
	for i := 0; i < n; i += step {
		for j := i % step; j < i; j += step {
			seen++
			if squaredDistance(y.RawRowView(i), y.RawRowView(j)) <= limit {
				kept++
			}
		}
	}
	return float64(kept) / float64(max(seen, 1))
}

// At returns k(a, b).
func (k Kernel) At(a, b []float64) float64 {
	return math.Exp(-k.Gamma * squaredDistance(a, b))
}
