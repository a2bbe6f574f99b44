package inference

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
)

// Beside the directions of forests, a test has a direction of the group of inputs alone. With f
// functions of the group's inputs, and r_k the residuals of predictions without the group on the
// half that teaches,
//
//	A(x) = Σ_k w_k ⟨f(x), f(x_k)⟩ r_k / Σ_k w_k,
//
// the generalised covariance measure (Shah and Peters 2020) in the Hilbert space. It finds weak
// effects of single inputs, which forests divide among many trees and leaves. It does not see
// interactions without main effects; forests do. Loco does without: it has no index to predict
// f by, and its forests step along copies of the input.

// degrees is the number of functions of a number: Legendre polynomials of its midranks, of
// variance 1, 1/4, 1/16, …. Like forests, they do not depend on the unit or scale of the input.
const degrees = 3

// functionsOf returns f for the rows of a sample: polynomials of numbers, and indicators of
// levels and of missing values as in encodings.
func functionsOf(s importance.Sample, group []int) *mat.Dense {
	var columns [][]float64
	for _, j := range group {
		levels := 0
		if s.Levels != nil {
			levels = s.Levels[j]
		}
		values := mat.Col(nil, j, s.X)
		for _, c := range encode(s, j, levels, 0) {
			if c.kind == number {
				columns = append(columns, polynomials(values)...)
				continue
			}
			column := make([]float64, len(values))
			for i, v := range values {
				column[i] = c.of(v)
			}
			columns = append(columns, column)
		}
	}
	f := mat.NewDense(s.Rows(), len(columns), nil)
	for k, column := range columns {
		f.SetCol(k, column)
	}
	return padded(f)
}

// polynomials returns the polynomials of numbers, 0 for missing ones.
func polynomials(values []float64) [][]float64 {
	ranks, known := rank.Of(values), float64(rank.Known(values))
	columns := make([][]float64, degrees)
	for d := range columns {
		columns[d] = make([]float64, len(values))
	}
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		u := (ranks[i]+ranks[i]-1)/known - 1 // between −1 and 1
		before, legendre, weight := 1.0, u, 1.0
		for d := range columns {
			columns[d][i] = weight * math.Sqrt(float64(2*d+3)) * legendre
			next := (float64(float64(2*d+3)*u*legendre) - float64(float64(d+1)*before)) / float64(d+2)
			before, legendre, weight = legendre, next, weight/2
		}
	}
	return columns
}

// teach returns the covariances of functions of a group with the residuals of predictions
// without it.
func (e *ensemble) teach(f *mat.Dense, without submodel) *mat.Dense {
	left := e.phi.residuals(without.stacked, without.predictions)
	for i := range e.phi.use {
		floats.Scale(e.phi.design.Weight(i)/e.phi.total, left.RawRowView(i))
	}
	return linalg.Times(mat.DenseCopyOf(f.T()), left)
}

// directions is the number of directions that are tested.
func (g growing) directions() int {
	if g.calibrate {
		return directions
	}
	return ofItself
}
