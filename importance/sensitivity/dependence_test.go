package sensitivity

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// Hardly more than the level of tables of independent inputs are found to be dependent.
func TestDependenceLevel(t *testing.T) {
	found := 0
	for seed := range 200 {
		src, x := rng.New(uint64(seed)).Named("level").Source(), mat.NewDense(200, 5, nil)
		for i := range x.RawMatrix().Data {
			x.RawMatrix().Data[i] = src.Float64()
		}
		if d, _ := dependenceOf(x, [][]int{{0}, {1}, {2}, {3}, {4}}); d != Independent {
			found++
		}
	}
	if found > 2 {
		t.Errorf("%d of 200 tables of independent inputs are found to be dependent", found)
	}
}

// Independent, jointly normal in their scores, or otherwise dependent inputs are told apart.
func TestDependence(t *testing.T) {
	const n = 1000
	for name, c := range map[string]struct {
		second func(a, e float64) float64
		want   Dependence
	}{
		"independent":      {func(_, e float64) float64 { return e }, Independent},
		"normal":           {func(a, e float64) float64 { return a + e }, Copula},
		"monotone":         {func(a, e float64) float64 { return math.Exp(e - a) }, Copula},
		"a square":         {func(a, e float64) float64 { return a*a + e }, General},
		"of equal spreads": {func(a, e float64) float64 { return a * e }, General},
	} {
		count := 0
		for seed := range 10 {
			src, x := rng.New(uint64(seed)).Named(name).Source(), mat.NewDense(n, 4, nil)
			for i := range n {
				a := src.Normal()
				x.SetRow(i, []float64{a, c.second(a, src.Normal()), src.Float64(), float64(src.IntN(3))})
			}
			found, correlations := dependenceOf(x, [][]int{{0}, {1}, {2}, {3}})
			if found == c.want {
				count++
			}
			if r := correlations.At(0, 1); name == "normal" && math.Abs(r-math.Sqrt(0.5)) > 0.08 {
				t.Errorf("correlation %.3f", r)
			}
		}
		if count < 9 {
			t.Errorf("%s: %d of 10 tables are found %s", name, count, c.want)
		}
	}
}
