package mmd

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// linear is the KernelChoice of Linear.
type linear struct{}

// Linear is the kernel ⟨y, y'⟩, under which the mean of a law is all that counts. Responses
// are their own coordinates (LinearFactor). Resolve returns the zero Kernel, which is none of
// this package's Gaussian family.
var Linear KernelChoice = linear{}

// Resolve implements KernelChoice.
func (linear) Resolve(*mat.Dense) (Kernel, error) { return Kernel{}, nil }

// String implements KernelChoice.
func (linear) String() string { return "linear" }

// LinearFactor returns the coordinates of responses, n×d, under Linear: their columns less the
// means, all divided by one number, so that variances add up to 1. No share of variation depends
// on these changes, after which no product of coordinates leaves the range of numbers.
func LinearFactor(y *mat.Dense) Factor {
	n, d := y.Dims()
	centred, largest := mat.NewDense(n, d, nil), 0.0
	for k := range d {
		column := mat.Col(nil, k, y)
		floats.AddConst(-linalg.Mean(column), column)
		centred.SetCol(k, column)
		largest = max(largest, slices.Max(column), -slices.Min(column))
	}
	wide := mat.NewDense(n, simd.Pad(d), nil)
	if largest > 0 {
		centred.Scale(1/largest, centred)
		values := centred.RawMatrix().Data
		wide.Slice(0, n, 0, d).(*mat.Dense).Scale(math.Sqrt(float64(n)/linalg.Dot(values, values)), centred)
	}
	return Factor{L: wide}
}
