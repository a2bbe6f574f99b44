package process

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestLead checks that responses beside those that lead change nothing of their predictions, and are
// predicted by the kernel of these.
func TestLead(t *testing.T) {
	const n = 120
	x, y, folds := table(n, 3, 4)
	beside := mat.NewDense(n, 3, nil) // the first, the second, and a multiple of the first
	for i := range n {
		beside.SetRow(i, []float64{y.At(i, 0), y.At(i, 1), 1 - 3*y.At(i, 0)})
	}
	alone := Fit(x, mat.DenseCopyOf(y.Slice(0, n, 0, 1)), folds, nil, Options{}, rng.New(1)).OutOfFold()
	led := Fit(x, beside, folds, nil, Options{Lead: 1}, rng.New(1)).OutOfFold()
	together := Fit(x, beside, folds, nil, Options{}, rng.New(1)).OutOfFold()
	differ := false
	for i := range n {
		v := alone.At(i, 0)
		if led.At(i, 0) != v || math.Abs(led.At(i, 2)-(1-3*v)) > 1e-9 {
			t.Fatalf("row %d: %v and %v, want %v and %v", i+1, led.At(i, 0), led.At(i, 2), v, 1-3*v)
		}
		differ = differ || math.Abs(together.At(i, 0)-v) > 1e-3
	}
	if !differ {
		t.Error("without a lead the other responses change nothing either")
	}
}
