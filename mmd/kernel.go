// Package mmd holds the Gaussian kernel, its median heuristics, squared distances between
// kernel mean embeddings, and the MMD loss.
//
//  1. A KernelChoice, such as Median or Gamma(0.5), resolves to a Kernel for given
//     responses.
//  2. A distribution is a row of weights w of n responses. The squared distance of
//     two is dᵀKd, d their difference and K the kernel matrix.
//  3. Cholesky gives a factor L with K = LLᵀ, where the rank is low: then Lᵀw are
//     coordinates of the kernel mean embedding. NewDense and NewSparse give K as an
//     operator, and Fourier approximates L.
//
// The distance of two samples with equal means (errors ignored):
//
//	narrow := mat.NewDense(5, 1, []float64{-1, -0.5, 0, 0.5, 1})
//	wide := mat.NewDense(5, 1, []float64{-4, -2, 0, 2, 4})
//	for _, choice := range []mmd.KernelChoice{mmd.Median, mmd.Gamma(0.5)} {
//		kernel, err := choice.Resolve(wide)
//		fmt.Printf("%v: γ = %.4f, MMD² = %.4f\n", choice, kernel.Gamma, mmd.Distance(narrow, wide, kernel))
//	}
package mmd

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// Kernel is the Gaussian kernel k(y, y') = exp(−Gamma·‖y − y'‖²). Everything computed
// with it relies only on Of, Radius, frequency and k(y, y) = 1.
type Kernel struct{ Gamma float64 }

// Of returns the kernel of two responses at a squared distance.
func (k Kernel) Of(squared float64) float64 { return elementary.Exp(-k.Gamma * squared) }

// less1 returns the kernel at a squared distance less 1, to all its digits.
func (k Kernel) less1(squared float64) float64 { return elementary.Expm1(-k.Gamma * squared) }

// variationPairs bounds, approximately, the number of pairs that Variation uses.
const variationPairs = 2000

// Variation returns the mean of 1 − k(Y_i, Y_j) over the rows of y, n×d: over all pairs
// i < j if there are at most 2000, as in up to 63 rows, otherwise over about as many spread
// evenly; 0 if all rows are equal. Only its order of magnitude, where small, has an effect.
func (k Kernel) Variation(y *mat.Dense) float64 {
	n, _ := y.Dims()
	sum, pairs := 0.0, 0
	add := func(i, j int) {
		sum -= k.less1(squaredDistance(y.RawRowView(i), y.RawRowView(j)))
		pairs++
	}
	if n*(n-1)/2 <= variationPairs {
		for i := range n {
			for j := range i {
				add(i, j)
			}
		}
	} else {
		for lag := range max(variationPairs/n, 1) {
			for i := range n {
				add(i, (i+n/2+lag)%n)
			}
		}
	}
	return sum / float64(max(pairs, 1))
}

// FaintestVariation is the least variation of a kernel whose squares, such as variances of
// distances, keep all their digits.
const FaintestVariation = 1e-100

// FaintestLoss is the least variation of a kernel under which losses of forests, then near
// −1, differ in eight digits.
const FaintestLoss = 1e-8

// Check returns an error that suggests a gamma if the kernel varies less than least over
// the rows of y although these differ.
func (k Kernel) Check(y *mat.Dense, least float64) error {
	if k.Variation(y) >= least {
		return nil
	}
	m := MedianDistance(y)
	if m == 0 {
		return nil // there is nothing to tell apart
	}
	return fmt.Errorf("kernel: gamma %.3g hardly distinguishes responses: at their median distance, %.3g, "+
		"the kernel is 1 − %.1g, expected 1 − %.0e or less, that is a gamma of at least about %.1g; the kernel "+
		"\"median\" takes %.3g",
		k.Gamma, m, -k.less1(m*m), least, 10*least/(m*m), 1/(2*m*m))
}

// Radius returns the squared distance beyond which the kernel is below value.
func (k Kernel) Radius(value float64) float64 { return -elementary.Log(value) / k.Gamma }

// frequency draws from the kernel's spectral law, ω ~ N(0, 2·Gamma·I), whose
// characteristic function is k.
func (k Kernel) frequency(omega []float64, src *rng.Source) {
	for j := range omega {
		omega[j] = math.Sqrt(2*k.Gamma) * src.Normal()
	}
}

// At returns k(a, b) for two responses of equal length.
func (k Kernel) At(a, b []float64) float64 { return k.Of(squaredDistance(a, b)) }

// squaredDistance returns ‖a − b‖².
func squaredDistance(a, b []float64) float64 {
	sum := 0.0
	for k, v := range a {
		d := v - b[k]
		sum += float64(d * d)
	}
	return sum
}

// LossKernel returns the kernel of the published MMD losses, exp(−‖y−y'‖²/mh(Y)²), for
// training responses y, n×d, or an error if they give no scale. It is not the kernel of
// the importances.
func LossKernel(y *mat.Dense) (Kernel, error) {
	h := MedianHeuristic(y)
	if h == 0 {
		return Kernel{}, fmt.Errorf("loss kernel: all responses are equal, which gives no scale; expected " +
			"responses that vary")
	}
	return Kernel{Gamma: 1 / (h * h)}, nil
}

// Version names the algorithms of this package. It is raised when the same
// data and settings no longer give the same values.
const Version = "1"
