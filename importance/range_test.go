package importance

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestResponsesOutOfRange checks what is said of responses whose squares are no numbers,
// and of values that are none.
func TestResponsesOutOfRange(t *testing.T) {
	x := mat.NewDense(2, 1, []float64{1, 2})
	for _, c := range []struct {
		y    []float64
		want string
	}{
		{[]float64{1, 1e155}, "test: response 1 in row 2 is 1e+155, out of range, expected numbers below 2^400"},
		{[]float64{1e-200, 1e-201}, "test: the largest response is 1e-200, out of range, expected numbers above 2^-400"},
		{[]float64{1e100, -1e100}, ""},
	} {
		task := Task{X: x, Y: mat.NewDense(2, 1, c.y), Workers: 1}
		err := task.Prepare("test")
		if got := message(err); got != c.want {
			t.Errorf("%v: %q, want %q", c.y, got, c.want)
		}
	}
	if got := message(Result{Raw: []float64{0.5, math.NaN()}}.Finite()); !strings.HasPrefix(got, "importance: the importance of input 2 is NaN, expected a finite number") {
		t.Error(got)
	}
	if err := (Result{Raw: []float64{0.5}}).Finite(); err != nil {
		t.Error(err)
	}
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
