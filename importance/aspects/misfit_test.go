package aspects

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
)

// TestMisfit marks the inputs of what residuals keep of the mean: of a wave, and of a product. Of noise
// it marks an input in a twentieth of the tables at most.
func TestMisfit(t *testing.T) {
	const n, tables = 200, 200
	for name, c := range map[string]struct {
		kept func(x []float64) float64
		want []bool
	}{
		"wave":    {func(x []float64) float64 { return math.Sin(4 * x[0]) }, []bool{true, false, false}},
		"product": {func(x []float64) float64 { return x[0] * x[1] }, []bool{true, true, false}},
		"nothing": {func([]float64) float64 { return 0 }, []bool{false, false, false}},
	} {
		src := rng.New(5).Named(name).Source()
		marked := make([]float64, 3)
		for range tables {
			x, residuals := mat.NewDense(n, 3, nil), make([]float64, n)
			for i := range n {
				row := x.RawRowView(i)
				for j := range row {
					row[j] = 2*src.Float64() - 1
				}
				residuals[i] = c.kept(row) + 0.3*src.Normal()
				if i%10 == 0 {
					row[2] = math.NaN()
				}
			}
			for j, is := range misfit(importance.Task{X: x, Y: mat.NewDense(n, 1, residuals)}, residuals) {
				if is {
					marked[j] += 1. / tables
				}
			}
		}
		t.Logf("%s: %v", name, marked)
		for j, share := range marked {
			if c.want[j] && share < 0.9 || !c.want[j] && share > 0.1 {
				t.Errorf("%s: input %d is marked in %.2f of the tables", name, j+1, share)
			}
		}
	}
}

// TestPolynomials have mean 0 over known numbers, 0 for missing ones, and are those of Legendre.
func TestPolynomials(t *testing.T) {
	values := []float64{3, math.NaN(), 1, 2, 4, 5}
	all := polynomials(values)
	for k, polynomial := range all {
		sum := 0.0
		for i, v := range polynomial {
			if sum += v; math.IsNaN(values[i]) && v != 0 {
				t.Errorf("degree %d of a missing number is %v", k+1, v)
			}
		}
		if math.Abs(sum) > 1e-12 {
			t.Errorf("degree %d adds up to %v", k+1, sum)
		}
	}
	if want := []float64{0, 0, -0.8, -0.4, 0.4, 0.8}; !slices.EqualFunc(all[0], want, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
		t.Errorf("degree 1 is %v, want %v", all[0], want)
	}
	if step := all[1][2] - all[1][0]; math.Abs(step-1.5*0.64) > 1e-12 {
		t.Errorf("degree 2 rises by %v from the middle to the end, want %v", step, 1.5*0.64)
	}
}
