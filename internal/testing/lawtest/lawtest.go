// Package lawtest has what tests of several packages check and draw. Its own test holds every
// estimator to the laws that all of them obey.
package lawtest

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
)

// Sound checks that a result has finite values for the given number of inputs,
// and intervals and p-values between 0 and 1.
func Sound(t *testing.T, r importance.Result, variables int) {
	t.Helper()
	finite := func(what string, values ...float64) {
		t.Helper()
		for k, v := range values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s %d is %v", what, k+1, v)
			}
		}
	}
	share := func(what string, values ...float64) {
		t.Helper()
		for k, v := range values {
			if !(v >= 0 && v <= 1) {
				t.Errorf("%s %d is %v, expected in [0, 1]", what, k+1, v)
			}
		}
	}
	many := func(what string, count int) {
		t.Helper()
		if count != variables {
			t.Errorf("%d values of %s for %d variables", count, what, variables)
		}
	}
	interval := func(what string, i importance.Interval) {
		t.Helper()
		if share(what, i.Low, i.High); i.Low > i.High || i.Coverage != importance.UsualCoverage {
			t.Errorf("%s from %v to %v of coverage %v", what, i.Low, i.High, float64(i.Coverage))
		}
	}
	many("raw", len(r.Raw))
	many("clamped", len(r.Clamped))
	finite("raw value", r.Raw...)
	finite("clamped value", r.Clamped...)
	finite("standard error", r.SE...)
	finite("denominator, forests", r.Denominator, r.Forests)
	in := r.Inference
	if in == nil {
		return
	}
	many("standard errors", len(in.SE))
	many("intervals", len(in.Intervals))
	finite("standard error", in.SE...)
	finite("explained share", in.Explained.Value, in.Explained.SE)
	if in.P != nil {
		share("p-value of the explained share", in.Explained.P)
	}
	interval("interval of the explained share", in.Explained.Interval)
	for _, i := range in.Intervals {
		interval("interval", i)
	}
	if in.P == nil && in.Adjusted == nil {
		return
	}
	many("p-values", len(in.P))
	many("adjusted p-values", len(in.Adjusted))
	share("p-value", in.P...)
	share("adjusted p-value", in.Adjusted...)
}

// Preset returns a preset of the forest with the given number of trees.
func Preset(t testing.TB, name string, trees int) forest.Config {
	t.Helper()
	c, err := forest.Preset(name, trees)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Bivariate draws a table whose first response moves with input 1 and whose second is
// scaled by input 2.
func Bivariate(n, p int, seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("bivariate").Source()
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		for j := range p {
			x.Set(i, j, src.Float64())
		}
		y.Set(i, 0, x.At(i, 0)+src.Float64())
		y.Set(i, 1, x.At(i, 1)*src.Float64())
	}
	return x, y
}
