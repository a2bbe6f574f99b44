package ridge

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestRidgeEnds: the penalty rises until columns that are equal have an inverse, and not for
// ever where there is none.
func TestRidgeEnds(t *testing.T) {
	r := newRidge(mat.NewDense(2, 2, []float64{1e18, 1e18, 1e18, 1e18}), 1e-3)
	if !(r.penalty > 1e-3) || math.IsInf(r.penalty, 0) {
		t.Errorf("penalty %v of equal columns", r.penalty)
	}
	for _, none := range []float64{math.NaN(), math.Inf(1), -math.MaxFloat64} {
		func() {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, "not numbers") {
					t.Errorf("products of %v: %q", none, said)
				}
			}()
			newRidge(mat.NewDense(2, 2, []float64{none, none, none, none}), 0.5)
		}()
	}
}
