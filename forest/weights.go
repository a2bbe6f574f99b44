package forest

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// Weights returns the weights of the forest on the evaluation rows, m×n: row i
// is the estimated conditional distribution at that row, as weights of the
// training rows that sum to 1. A tree gives 1/|leaf| to the rows of J2 in the
// leaf, or shares by RowWeights; the forest averages over the trees that predict the row. A row on
// which none has (out-of-bag in no tree) gets zeros.
//
// The matrix has m·n entries. SparseWeights, AddWeights and Embed work without
// it.
func (f *Forest) Weights(ctx context.Context, e Evaluation, workers int) (*mat.Dense, error) {
	leaves, err := f.Leaves(ctx, e, workers)
	if err != nil {
		return nil, err
	}
	w := mat.NewDense(e.rows, f.Columns.Rows(), nil)
	err = par.Do(ctx, workers, e.rows, func(_, i int) {
		f.AddWeights(w.RawRowView(i), leaves, i, 1)
	})
	return w, err
}

// WeightRow is one row of a forest's weights without its zeros.
type WeightRow struct {
	Rows   []int32 // training rows, ascending
	Values []float64
}

// SparseWeights returns Weights as sparse rows. Memory is that of the weights
// that are not zero: about the number of trees times the rows in a leaf for
// each evaluation row.
func (f *Forest) SparseWeights(ctx context.Context, e Evaluation, workers int) ([]WeightRow, error) {
	leaves, err := f.Leaves(ctx, e, workers)
	if err != nil {
		return nil, err
	}
	rows, weights := make([]WeightRow, e.rows), par.Scratch(
		workers, func() []float64 { return make([]float64, f.Columns.Rows()) },
	)
	err = par.Do(ctx, workers, e.rows, func(w, i int) {
		dense := weights(w)
		f.AddWeights(dense, leaves, i, 1)
		for row, v := range dense {
			if v != 0 {
				rows[i].Rows = append(rows[i].Rows, int32(row))
				rows[i].Values = append(rows[i].Values, v)
			}
		}
		clear(dense)
	})
	return rows, err
}

// AddWeights adds factor times the weights on evaluation row i to dst, of
// length n, given the forest's Leaves. It returns the number of trees that
// predict the row; if none does, dst is unchanged.
func (f *Forest) AddWeights(dst []float64, leaves [][]int32, i int, factor float64) int {
	count := 0
	for _, treeLeaves := range leaves {
		if treeLeaves[i] >= 0 {
			count++
		}
	}
	for t, treeLeaves := range leaves {
		if treeLeaves[i] < 0 {
			continue
		}
		rows := f.Trees[t].LeafRows(treeLeaves[i])
		share := factor / (float64(count) * f.Mass(rows))
		for _, row := range rows {
			dst[row] += float64(share * f.RowWeight(row))
		}
	}
	return count
}

// RowWeight returns how much a training row counts in the mean over its leaf.
func (f *Forest) RowWeight(row int32) float64 {
	if f.RowWeights == nil {
		return 1
	}
	return f.RowWeights[row]
}

// Mass returns the sum of the weights of rows in the mean over their leaf.
func (f *Forest) Mass(rows []int32) float64 {
	if f.RowWeights == nil {
		return float64(len(rows))
	}
	sum := 0.0
	for _, row := range rows {
		sum += f.RowWeights[row]
	}
	return sum
}

// Mean stores the mean over estimation rows, weighted by RowWeights, of their rows of
// factor in dst.
func (f *Forest) Mean(dst []float64, rows []int32, factor *mat.Dense) {
	clear(dst)
	if f.RowWeights == nil {
		raw := factor.RawMatrix()
		simd.AddRows(dst, raw.Data, raw.Stride, rows)
	} else {
		for _, row := range rows {
			linalg.AddScaled(dst, f.RowWeights[row], factor.RawRowView(int(row)))
		}
	}
	floats.Scale(1/f.Mass(rows), dst)
}
