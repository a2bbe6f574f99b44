//go:build unix

package importance_test

import (
	"context"
	"math"
	"slices"
	"syscall"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
)

// TestForecastLevels compares growing on inputs of levels with growing on numbers, by the
// time that is foreseen and that the processor took: their ratio is foreseen to a factor of two.
func TestForecastLevels(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const n, p = 4000, 4
	c := lawtest.Preset(t, "paper", 20)
	grow := func(levels int) (seconds, foreseen float64) {
		src := rng.New(uint64(levels)).Named("forecast").Source()
		x, y, of := mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil), []int(nil)
		if levels > 0 {
			of = slices.Repeat([]int{levels}, p)
		}
		for i := range n {
			for j := range p {
				if x.Set(i, j, src.Normal()); levels > 0 {
					x.Set(i, j, float64(src.IntN(levels)))
				}
			}
			for k := range 2 {
				y.Set(i, k, x.At(i, k)/float64(max(levels, 1))+src.Normal())
			}
		}
		columns, err := forest.NewColumns(x, of)
		if err != nil {
			t.Fatal(err)
		}
		grower, err := forest.NewGrower(columns, y, c)
		if err != nil {
			t.Fatal(err)
		}
		seconds = math.Inf(1)
		for range 5 {
			begun := processor(t)
			if _, err := grower.Fit(context.Background(), nil, 1, 1); err != nil {
				t.Fatal(err)
			}
			seconds = min(seconds, processor(t)-begun)
		}
		size := importance.Size{Rows: n, Inputs: p, Responses: 2, Ordering: importance.OrderingOf(of)}
		return seconds, importance.TreesCost(c, size, 1).Nanoseconds
	}
	numbers, foreseen := grow(0)
	for _, levels := range []int{3, 20, 100, 1000} {
		took, costs := grow(levels)
		t.Logf("%d levels take %.1f times as long as numbers, foreseen %.1f", levels, took/numbers, costs/foreseen)
		if ratio := (costs / foreseen) / (took / numbers); !(ratio > 0.5 && ratio < 2) {
			t.Errorf("%d levels take %.1f times as long as numbers, foreseen %.1f", levels, took/numbers, costs/foreseen)
		}
	}
}

// processor is the processor's time that the test has taken, in seconds: others on the
// machine do not change it much.
func processor(t *testing.T) float64 {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
