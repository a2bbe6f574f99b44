package inference

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestUnits checks that importances, intervals and p-values do
// not depend on the unit of the responses, under a kernel without one: to the bit for
// powers of two.
func TestUnits(t *testing.T) {
	x, y := linear(150, 1)
	for _, a := range []importance.Estimator{
		importance.Coupled{Config: Config(40)}, Stacked{Config: Config(40), Halves: Halves{Splits: 2, Trees: 20, Tests: true}},
	} {
		one := numbersOf(t, a, x, y, nil, 1)
		for _, factor := range []float64{1e-6, 0.1, 0.125, 3, 10, 1024, 1e6} {
			bound := 1e-9
			if fraction, _ := math.Frexp(factor); fraction == 0.5 {
				bound = 0
			}
			for k, v := range numbersOf(t, a, x, y, nil, factor) {
				if math.Abs(v-one[k]) > bound {
					t.Errorf("%s: responses times %v: value %d is %v, want %v", a.Name(), factor, k+1, v, one[k])
				}
			}
		}
	}
}

// TestUnitsOfTables: nor do they on twenty random tables, of responses with ties and heavy tails
// too, nor on tables with inputs of levels, of which two often have as many rows in a node.
func TestUnitsOfTables(t *testing.T) {
	tables := 20
	if testing.Short() {
		tables = 6
	}
	for table := range tables {
		unitOf(t, table, []int{0, 0, 0}, 1e-6, 0.1, 3, 10, 1e6)
	}
	for _, table := range []int{0, 1, 2, 12} {
		unitOf(t, table, []int{3, 5, 0}, 0.1, 3, 1e6)
	}
}

// unitOf multiplies the responses of a random table, of inputs with so many levels, by factors.
func unitOf(t *testing.T, table int, levels []int, factors ...float64) {
	t.Helper()
	a := Stacked{Config: Config(20), Halves: Halves{Splits: 1, Trees: 15, Tests: true}}
	src := rng.New(uint64(table)).Named("units").Source()
	x, y := mat.NewDense(80, 3, nil), mat.NewDense(80, 1+table%2, nil)
	x.Apply(func(_, j int, _ float64) float64 {
		if levels[j] > 0 {
			return float64(src.IntN(levels[j]))
		}
		return src.Normal()
	}, x)
	y.Apply(func(i, k int, _ float64) float64 {
		v := x.At(i, k) + src.Normal()/(0.1+math.Abs(src.Normal()))
		if table%3 == 0 {
			v = math.Round(v)
		}
		return v
	}, y)
	one := numbersOf(t, a, x, y, levels, 1)
	for _, factor := range factors {
		for k, v := range numbersOf(t, a, x, y, levels, factor) {
			if math.Abs(v-one[k]) > 1e-9 {
				t.Errorf("table %d of levels %v, responses times %v: value %d is %v, want %v", table, levels, factor, k+1, v, one[k])
			}
		}
	}
}

// numbersOf returns importances, intervals and p-values of responses times a factor.
func numbersOf(t *testing.T, a importance.Estimator, x, y *mat.Dense, levels []int, factor float64) []float64 {
	t.Helper()
	var scaled mat.Dense
	scaled.Scale(factor, y)
	r, err := a.Estimate(context.Background(), importance.Task{X: x, Y: &scaled, Levels: levels, Kernel: mmd.Median, Seed: 3, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	all := append([]float64{}, r.Raw...)
	if i := r.Inference; i != nil {
		for j := range i.P {
			all = append(all, i.Intervals[j].Low, i.Intervals[j].High, i.P[j])
		}
	}
	return all
}
