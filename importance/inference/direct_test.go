package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestKinds checks that each kind of test on all rows sees the effects that it is for and no others, and
// that the tests of a kind have its weight together.
func TestKinds(t *testing.T) {
	const n = 500
	names := []string{"lines", "curves", "products", "spreads", "tails", "pairs"}
	for name, c := range map[string]struct {
		effect func(x []float64, src *rng.Source) (a, b float64)
		see    []string
	}{
		"a line":    {func(x []float64, src *rng.Source) (a, b float64) { return 0.4*x[0] + src.Normal(), src.Normal() }, names[:1]},
		"a curve":   {func(x []float64, src *rng.Source) (a, b float64) { return 0.4*x[0]*x[0] + src.Normal(), src.Normal() }, names[1:2]},
		"a product": {func(x []float64, src *rng.Source) (a, b float64) { return 0.4*x[0]*x[1] + src.Normal(), src.Normal() }, names[2:3]},
		"a spread": {func(x []float64, src *rng.Source) (a, b float64) {
			return math.Exp(0.4*x[0]) * src.Normal(), src.Normal()
		}, names[3:5]},
		"tails": {func(x []float64, src *rng.Source) (a, b float64) { // of the same variance
			if x[0] < 0 {
				return math.Copysign(1, src.Normal()), src.Normal()
			}
			return math.Copysign(math.Sqrt(1-math.Log(src.Float64()))-0.3, src.Normal()), src.Normal()
		}, names[4:5]},
		"a pair": {func(x []float64, src *rng.Source) (a, b float64) {
			a, b = src.Normal(), src.Normal()
			return a, math.Copysign(0.6, x[0])*a + 0.8*b
		}, names[5:]},
		"nothing": {func(_ []float64, src *rng.Source) (a, b float64) { return src.Normal(), src.Normal() }, nil},
	} {
		src := rng.New(6).Named(name).Source()
		x, y := mat.NewDense(n, 4, nil), mat.NewDense(n, 2, nil)
		for i := range n {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = src.Normal()
			}
			a, b := c.effect(row, src)
			y.SetRow(i, []float64{a + 0.3*row[2], b})
		}
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 2, Workers: 1}
		f, err := Learn(context.Background(), Standard(60), task)
		if err != nil {
			t.Fatal(err)
		}
		d := newRowTests(f.problem.sample, f.groups, nil, f.predictedInputs, make([]float64, 4), f.problem.factor.L)
		proofs, err := d.responses(context.Background(), f.learnt, y, 1)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		for k, of := range names {
			count, weight, least := 1, 0.0, 1.0
			if of == "products" {
				count = 6 // lines and curves with each other input
			}
			for _, p := range proofs[0][at : at+count] {
				least, weight = min(least, p.p), weight+p.weight
			}
			want := testKinds(linesWeight)[k].weight
			if of == "lines" && weight > want { // the other input's effect is a line
				want = followedLinesWeight
			}
			if at += count; math.Abs(weight-want) > 1e-12 {
				t.Errorf("%s: %s weigh %v, want %v", name, of, weight, want)
			}
			t.Logf("%s: %s %.2g", name, of, least)
			if slices.Contains(c.see, of) && least > 1e-4 || !slices.Contains(c.see, of) && least < 1e-4 {
				t.Errorf("%s: the least p-value of %s is %.2g", name, of, least)
			}
		}
	}
}
