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
	c := twinCases(t)["not honest"]
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
	e := Stacked{Config: c, Halves: Halves{Splits: 2, Trees: 40, Tests: true}}
	r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(r.Inference.StandsIn, []bool{true, true, false}) {
		t.Errorf("named are %v, want the input and its ranks", r.Inference.StandsIn)
	}
}

// TestXhatInStack: without an altitude that follows its coordinates by a product of waves, its prediction
// explains what it does; without the altitude itself, of other tables, what it tells is lost.
func TestXhatInStack(t *testing.T) {
	for _, follows := range []bool{true, false} {
		src := rng.New(1).Named("foretold").Source()
		x, y := mat.NewDense(400, 3, nil), mat.NewDense(400, 1, nil)
		for i := range 400 {
			u, v := src.Float64(), src.Float64()
			f := math.Sin(2*math.Pi*u) * math.Cos(2*math.Pi*v)
			if !follows {
				f = src.Normal() / 2
			}
			x.SetRow(i, []float64{u, v, f + 0.1*src.Normal()})
			y.Set(i, 0, 2*f+0.5*src.Normal())
		}
		f, err := Learn(context.Background(), Stacked{Config: Config(60)}, importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if is := f.embedded.onXhat[2] != nil; is != follows {
			t.Errorf("follows %v: predicted %v, of which %.2f", follows, is, f.predictedInputs[2].share)
		}
		lost := f.measured.losses()[2] / f.measured.explained
		if follows && math.Abs(lost) > 0.05 || !follows && lost < 0.5 {
			t.Errorf("follows %v: %.3f of what is explained is lost without the altitude", follows, lost)
		}
	}
}

// TestBeside: an altitude that follows its coordinates by a product of waves adds nothing to them; as
// an input of its own, which they do not predict, it is found.
func TestBeside(t *testing.T) {
	if testing.Short() {
		t.Skip("grows forests on halves of several tables")
	}
	const tables = 4
	found, value, active := 0, 0.0, 0
	for seed := range uint64(tables) {
		for _, follows := range []bool{true, false} {
			src := rng.New(seed).Named("altitude").Source()
			x, y := mat.NewDense(400, 3, nil), mat.NewDense(400, 1, nil)
			for i := range 400 {
				u, v := src.Float64(), src.Float64()
				f := math.Sin(2*math.Pi*u) * math.Cos(2*math.Pi*v)
				if !follows {
					f = src.Normal() / 2
				}
				x.SetRow(i, []float64{u, v, f + 0.1*src.Normal()})
				y.Set(i, 0, 2*f+0.5*src.Normal())
			}
			r, err := Standard(100).Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			switch is := r.Inference.P[2] <= importance.Level; {
			case !follows && is:
				active++
			case follows:
				if is {
					found++
				}
				value += r.Clamped[2] / tables
				if !r.Inference.StandsIn[2] {
					t.Errorf("table %d: the altitude is not marked", seed)
				}
			}
		}
	}
	if found > 1 || value > 0.03 || active < tables {
		t.Errorf("of %d tables the altitude is found in %d, importance %.3f; as an input of its own in %d", tables, found, value, active)
	}
}

// TestStandsIn: of an input that a steep response follows and its near copy both are named, the
// input is found, and neither of independent ones is named. How often the copy is found too, which it should
// not be, is measured by the experiment proxies.
func TestStandsIn(t *testing.T) {
	if testing.Short() {
		t.Skip("grows forests on halves of several tables")
	}
	c := twinCases(t)["not honest"]
	c.Trees, c.MinNodeSize = 100, 5
	named, idle := 0, 0
	for seed := range uint64(6) {
		src := rng.New(seed).Named("steep").Source()
		x, y := mat.NewDense(200, 4, nil), mat.NewDense(200, 1, nil)
		for i := range 200 {
			a := src.Normal()
			x.SetRow(i, []float64{a, src.Normal(), 0.99*a + 0.141*src.Normal(), src.Normal()})
			y.Set(i, 0, 3*a+0.05*src.Normal())
		}
		e := Stacked{Config: c, Halves: Halves{Splits: 3, Trees: 60, Tests: true}}
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
		if r.Inference.StandsIn[1] || r.Inference.StandsIn[3] {
			idle++
		}
	}
	if named < 6 || idle > 0 {
		t.Errorf("of 6 tables the copies are named in %d, independent inputs are named in %d", named, idle)
	}
}
