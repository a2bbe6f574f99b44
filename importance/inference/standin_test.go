package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestStandsInByOrder: an input with heavy tails and its ranks are named, each a function of the
// other, though a few rows are nearly all of the former's variance.
func TestStandsInByOrder(t *testing.T) {
	c := twinCases(t)["not honest"][0]
	c.Trees = 60
	src := rng.New(2).Named("order").Source()
	values, y := make([]float64, 150), mat.NewDense(150, 1, nil)
	for i := range values {
		values[i] = src.Normal() / src.Normal() // Cauchy's law
		y.Set(i, 0, values[i]/(1+math.Abs(values[i]))+float64(0.5*src.Normal()))
	}
	x := mat.NewDense(150, 3, nil)
	for i, r := range rank.Of(values) {
		x.SetRow(i, []float64{values[i], r, src.Normal()})
	}
	e := Stacked{Config: c, Smooth: Smooth(c), Halves: Halves{Splits: 2, Trees: 40, Tests: true}}
	r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Inference.StandsIn, []bool{true, true, false}) {
		t.Errorf("named are %v, want the input and its ranks", r.Inference.StandsIn)
	}
}

// TestSuspects: of few inputs all are looked at; of many those nearly found, and only as long as
// they are few those further off.
func TestSuspects(t *testing.T) {
	ramp := func(n int, step float64) []float64 {
		p := make([]float64, n)
		for j := range p {
			p[j] = step * float64(n-j) // the last is the smallest
		}
		return p
	}
	for _, c := range []struct {
		name string
		p    []float64
		want []int
	}{
		{"few", ramp(20, 0.05), without(20, nil)},
		{"many, few of them nearly found", ramp(30, 0.03), []int{17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29}}, // up to 0.4
		{"many nearly found", ramp(60, 0.004), without(60, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})},                      // up to 0.2
	} {
		if got := suspects(c.p); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestStandsIn: of an input that a steep response follows and its near copy both are named, the
// input is found and the copy is not, and neither of independent ones is named.
func TestStandsIn(t *testing.T) {
	if testing.Short() {
		t.Skip("grows forests on halves of several tables")
	}
	c := twinCases(t)["not honest"][0]
	c.Trees, c.MinNodeSize = 100, 5
	named, found, idle := 0, 0, 0
	for seed := range uint64(6) {
		src := rng.New(seed).Named("steep").Source()
		x, y := mat.NewDense(200, 4, nil), mat.NewDense(200, 1, nil)
		for i := range 200 {
			a := src.Normal()
			x.SetRow(i, []float64{a, src.Normal(), 0.99*a + 0.141*src.Normal(), src.Normal()})
			y.Set(i, 0, 3*a+0.05*src.Normal())
		}
		e := Stacked{Config: c, Smooth: Smooth(c), Halves: Halves{Splits: 3, Trees: 60, Tests: true}}
		r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if r.Inference.P[0] > 0.05 {
			t.Errorf("table %d: the input that acts has p-value %v", seed, r.Inference.P[0])
		}
		if r.Inference.StandsIn[0] && r.Inference.StandsIn[2] {
			named++
		}
		if r.Inference.P[2] <= 0.05 {
			found++
		}
		if r.Inference.StandsIn[1] || r.Inference.StandsIn[3] {
			idle++
		}
	}
	if named < 6 || found > 1 || idle > 0 {
		t.Errorf("of 6 tables the copies are named in %d and the idle one is found in %d, independent inputs are named in %d", named, found, idle)
	}
}
