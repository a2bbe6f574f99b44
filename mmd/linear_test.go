package mmd

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestLinearFactor: distances of coordinates are those of the responses, but for one factor that
// brings the sum of variances to 1, whatever the unit.
func TestLinearFactor(t *testing.T) {
	for _, unit := range []float64{1, 1e200, 1e-200} {
		y := mat.NewDense(4, 2, []float64{1, 5, 2, 5, 4, 7, 1, 3})
		y.Scale(unit, y)
		l := LinearFactor(y).L
		first, second := mat.Col(nil, 0, l), mat.Col(nil, 1, l)
		squares, factor := 0.0, (first[1]-first[0])/(y.At(1, 0)-y.At(0, 0))
		for i := range 4 {
			squares += (first[i]*first[i] + second[i]*second[i]) / 4
			for k, column := range [][]float64{first, second} {
				if got, want := column[i]-column[0], factor*(y.At(i, k)-y.At(0, k)); math.Abs(got-want) > 1e-12 {
					t.Errorf("unit %g: coordinate %d of row %d is %v from the first, expected %v", unit, k, i, got, want)
				}
			}
		}
		if math.Abs(squares-1) > 1e-12 {
			t.Errorf("unit %g: the variances add up to %v", unit, squares)
		}
	}
	if l := LinearFactor(mat.NewDense(3, 1, []float64{7, 7, 7})).L; mat.Norm(l, 1) != 0 {
		t.Errorf("equal responses have coordinates %v", l)
	}
}
