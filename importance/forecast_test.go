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

// TestForecastGrowing compares growing on several tables with growing on a usual one, by the
// time that is foreseen and that the processor took: their ratio is foreseen to a factor of two.
func TestForecastGrowing(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	type table struct{ n, p, d, levels, node int }
	grow := func(shape table) (seconds, foreseen float64) {
		c := lawtest.Preset(t, "paper", 20)
		c.MTry = forest.MTryAll
		if shape.node > 0 {
			c.MinNodeSize = shape.node
		}
		src := rng.New(uint64(shape.levels)).Named("forecast").Source()
		x, y, of := mat.NewDense(shape.n, shape.p, nil), mat.NewDense(shape.n, shape.d, nil), []int(nil)
		if shape.levels > 0 {
			of = slices.Repeat([]int{shape.levels}, shape.p)
		}
		for i := range shape.n {
			for j := range shape.p {
				if x.Set(i, j, src.Normal()); shape.levels > 0 {
					x.Set(i, j, float64(src.IntN(shape.levels)))
				}
			}
			for k := range shape.d {
				y.Set(i, k, x.At(i, k%shape.p)/float64(max(shape.levels, 1))+src.Normal())
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
		size := importance.Size{Rows: shape.n, Inputs: shape.p, Responses: shape.d, Levels: importance.LevelsOf(of)}
		return seconds, importance.TreesCost(c, size, 1).Nanoseconds
	}
	usual, foreseen := grow(table{n: 4000, p: 4, d: 2})
	for _, shape := range []table{
		{4000, 4, 2, 3, 0}, {4000, 4, 2, 20, 0}, {4000, 4, 2, 100, 0}, {4000, 4, 2, 1000, 0},
		{4000, 4, 2, 0, 5}, {4000, 4, 2, 0, 40}, {4000, 40, 1, 0, 0}, {2000, 4, 20, 0, 0}, {400, 1000, 2, 0, 0}, {40000, 10, 1, 0, 0},
	} {
		took, costs := grow(shape)
		t.Logf("%+v takes %.1f times as long as a usual table, foreseen %.1f", shape, took/usual, costs/foreseen)
		if ratio := (costs / foreseen) / (took / usual); !(ratio > 0.5 && ratio < 2) {
			t.Errorf("%+v takes %.1f times as long as a usual table, foreseen %.1f", shape, took/usual, costs/foreseen)
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
