package baselines

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/mmd"
)

// HSIC is the Hilbert-Schmidt independence criterion (Gretton et al. 2005) of an input and
// the responses, normalised like a squared correlation (Da Veiga 2015):
//
//	Raw_j = H(X_j, Y) / √( H(X_j, X_j) · H(Y, Y) ),
//
// each H by the unbiased estimator of Song et al. (2012). No forest is grown and the other
// inputs play no part: an input that predicts Y only through another counts like one with
// an effect. The kernel on the responses is the task's; the kernel on an input is Gaussian
// with the median distance, a group's columns being divided by their standard deviations.
// Kernel matrices are low-rank factors or, where the rank is high, random Fourier
// features, so that time is linear in n.
type HSIC struct{}

var _ importance.Estimator = HSIC{}

// hsicRank is the highest rank of a factor, hsicFeatures the number of random features
// that replace it.
const hsicRank, hsicFeatures = 256, 128

// Name returns "hsic".
func (HSIC) Name() string { return "hsic" }

// Estimate implements importance.Estimator. The result's Denominator is H(Y, Y). A
// constant input has importance 0.
func (h HSIC) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	if err := check(h.Name(), &task); err != nil {
		return importance.Result{}, err
	}
	n, p := task.X.Dims()
	if n < 4 {
		return importance.Result{}, fmt.Errorf("%s: %d rows, expected at least 4", h.Name(), n)
	}
	for j := range p {
		if task.Levels != nil && task.Levels[j] > 2 {
			return importance.Result{}, fmt.Errorf("%s: column %d holds %d levels, expected numbers: the kernel "+
				"takes an indicator column for each level", h.Name(), j+1, task.Levels[j])
		}
		for i := range n {
			if v := task.X.At(i, j); math.IsNaN(v) || math.IsInf(v, 0) {
				return importance.Result{}, fmt.Errorf(
					"%s: input in row %d, column %d is %v, expected a finite number", h.Name(), i+1, j+1, v,
				)
			}
		}
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return importance.Result{}, err
	}
	y, name := h.factor(task, task.Y, kernel)
	responseDependence := dependence(y, y)
	result := importance.Result{
		Gamma: kernel.Gamma, Denominator: responseDependence, Aggregation: name, Warnings: task.Doubts(),
	}
	for j, group := range task.Variables() {
		if ctx.Err() != nil {
			return importance.Result{}, ctx.Err()
		}
		x := scaled(task.X, group)
		value := 0.0
		if kernel, err := mmd.Median.Resolve(x); err == nil { // it varies
			inputFactor, _ := h.factor(task, x, kernel)
			if product := dependence(inputFactor, inputFactor) * responseDependence; product > 0 {
				value = dependence(inputFactor, y) / math.Sqrt(product)
			}
		}
		result.Raw = append(result.Raw, value)
		task.Report(float64(j+1) / float64(len(task.Variables())))
	}
	result.Clamped = slices.Clone(result.Raw)
	return result, nil
}

// factor returns the factor of the kernel matrix of the rows of y, and its name.
func (HSIC) factor(task importance.Task, y *mat.Dense, k mmd.Kernel) (mmd.Factor, string) {
	if f, ok := mmd.Cholesky(y, k, mmd.FactorTolerance, hsicRank); ok {
		return f, f.String()
	}
	return task.FourierFactor(y, k, hsicFeatures)
}

// scaled returns columns of x divided by their standard deviations where they vary.
func scaled(x *mat.Dense, columns []int) *mat.Dense {
	list := make([][]float64, len(columns))
	for k, j := range columns {
		list[k] = mat.Col(nil, j, x)
		linalg.Standardise(list[k])
	}
	return linalg.FromColumns(list)
}

// dependence returns the unbiased estimate of HSIC from the factors K = AAᵀ and L = BBᵀ.
// With K̃ and L̃ the matrices without their diagonals,
//
//	n(n − 3)·H = tr K̃L̃ + 1ᵀK̃1·1ᵀL̃1 / ((n − 1)(n − 2)) − 2·1ᵀK̃L̃1 / (n − 2).
//
// Shifted factors give the same: a shift adds to each entry a number for its row and one
// for its column, which cancel.
func dependence(a, b mmd.Factor) float64 {
	rows, _ := a.L.Dims()
	n := float64(rows)
	aDiagonal, bDiagonal := diagonal(a), diagonal(b)
	product := linalg.Times(mat.DenseCopyOf(a.L.T()), b.L).RawMatrix().Data
	aSums := rowSums(a.L, aDiagonal)
	bSums := rowSums(b.L, bDiagonal)
	return (linalg.Dot(product, product) - linalg.Dot(aDiagonal, bDiagonal) +
		linalg.Sum(aSums)*linalg.Sum(bSums)/((n-1)*(n-2)) -
		2*linalg.Dot(aSums, bSums)/(n-2)) / (n * (n - 3))
}

// diagonal returns the kernel matrix's diagonal: ones, unless its factor is shifted.
func diagonal(f mmd.Factor) []float64 {
	n, _ := f.L.Dims()
	values := make([]float64, n)
	for i := range values {
		if values[i] = 1; f.Shifted {
			values[i] = linalg.Dot(f.L.RawRowView(i), f.L.RawRowView(i))
		}
	}
	return values
}

// rowSums returns the row sums of AAᵀ without its diagonal.
func rowSums(a *mat.Dense, diagonal []float64) []float64 {
	n, r := a.Dims()
	total, sums := make([]float64, r), make([]float64, n)
	for i := range n {
		linalg.AddScaled(total, 1, a.RawRowView(i))
	}
	for i := range sums {
		sums[i] = linalg.Dot(a.RawRowView(i), total) - diagonal[i]
	}
	return sums
}

// Cost implements importance.Estimator.
func (HSIC) Cost(s importance.Size) importance.Cost {
	rows, rank := float64(s.Rows), float64(min(s.Width(), hsicRank))
	return importance.Cost{Work: rows * rank * float64(s.CountVariables()), Bytes: importance.FactorBytes(rows, rank)}
}
