package inference

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// hc3Score returns Student's t of a column in a regression of y on columns, by the inverse of their
// products, with the covariance HC3, and its degrees of freedom.
func hc3Score(column, y []float64, beside [][]float64) (score, freedom float64) {
	n := len(y)
	x := mat.NewDense(n, len(beside)+2, nil)
	for i := range n {
		x.Set(i, 0, column[i])
		x.Set(i, 1, 1)
		for k, z := range beside {
			x.Set(i, k+2, z[i])
		}
	}
	var products, inverse, slopes, hat mat.Dense
	products.Mul(x.T(), x)
	if err := inverse.Inverse(&products); err != nil {
		panic(err)
	}
	hat.Product(&inverse, x.T())
	slopes.Mul(&hat, mat.NewVecDense(n, y))
	variance := 0.0
	for i := range n {
		row := x.RowView(i)
		leverage, fitted := 0.0, mat.Dot(row, slopes.ColView(0))
		for k := range len(beside) + 2 {
			leverage += row.AtVec(k) * hat.At(k, i)
		}
		variance += math.Pow(hat.At(0, i)*(y[i]-fitted)/(1-leverage), 2)
	}
	return math.Abs(slopes.At(0, 0)) / math.Sqrt(variance), float64(n - len(beside) - 2)
}

// TestWald compares the test of a product with that of its slope in a regression, of effects from
// none to clear ones: with Bartlett's logarithm of the score, and with Student's law, which this and
// the cube root of QuadraticTail approximate.
func TestWald(t *testing.T) {
	const n = 40
	src := rng.New(3).Named("wald").Source()
	draw := func() []float64 {
		values := make([]float64, n)
		for i := range values {
			values[i] = src.Normal()
		}
		return values
	}
	rows := allRows(n)
	for _, effect := range []float64{0, 0.3, 0.6, 0.9} {
		f, z, other, r := draw(), draw(), draw(), draw()
		product := make([]float64, n)
		for i := range n {
			product[i] = f[i] * z[i]
			r[i] += effect * product[i]
		}
		beside := [][]float64{z, other}
		got := rows.waldTests(restsOf([][]float64{r}), rows.constantAnd(beside)).p(restsOf([][]float64{f}), z)
		score, freedom := hc3Score(product, r, beside)
		want := elementary.QuadraticTail((freedom-0.5)*math.Log1p(score*score/freedom), [3]float64{1, 1, 1})
		if math.Abs(math.Log(got/want)) > 1e-6 {
			t.Errorf("an effect of %g has p = %.6g, by a regression %.6g", effect, got, want)
		}
		law := 2 * distuv.StudentsT{Sigma: 1, Nu: freedom}.Survival(score)
		if law > 1e-3 && math.Abs(math.Log(got/law)) > 0.2 {
			t.Errorf("an effect of %g has p = %.3g, by Student's law %.3g", effect, got, law)
		}
		doubled := rows.waldTests(restsOf([][]float64{r}), rows.constantAnd(beside)).p(restsOf([][]float64{f, f}), z)
		if math.Abs(math.Log(got/doubled)) > 1e-6 {
			t.Errorf("an effect of %g has p = %.3g, of the same product twice %.3g", effect, got, doubled)
		}
	}
	z := draw()
	ones := make([]float64, n)
	for i := range ones {
		ones[i] = 1
	}
	if p := rows.waldTests(restsOf([][]float64{draw()}), rows.constantAnd([][]float64{z})).p(restsOf([][]float64{ones}), z); p != 1 {
		t.Errorf("a product that stands in the regression already has p = %g, want 1", p)
	}
}

// TestWaldLevel counts how often products with a skewed number are found where there is no effect.
// Of two functions and two responses they are found less often.
func TestWaldLevel(t *testing.T) {
	const n, tables = 60, 2000
	src := rng.New(4).Named("wald").Source()
	for _, count := range []int{1, 2} {
		found := 0.0
		for range tables {
			columns := make([][]float64, 2*count+1)
			for k := range columns {
				columns[k] = make([]float64, n)
				for i := range n {
					columns[k][i] = src.Normal()
					if k == 2*count {
						columns[k][i] = -math.Log(src.Float64()) - 1
					}
				}
			}
			rows, z := allRows(n), columns[2*count]
			p := rows.waldTests(restsOf(columns[count:2*count]), rows.constantAnd([][]float64{z})).p(restsOf(columns[:count]), z)
			if p <= 0.05 {
				found += 1. / tables
			}
		}
		t.Logf("%d functions and responses: %.4f", count, found)
		if found < 0.015 || found > 0.065 {
			t.Errorf("products of %d functions are found in %.4f of tables without any effect, want 0.05", count, found)
		}
	}
}

// TestFollowsLines: of an effect along lines they have more weight; of one along a wave not.
func TestFollowsLines(t *testing.T) {
	const n = 80
	for name, c := range map[string]struct {
		effect func(x []float64) float64
		want   bool
	}{
		"lines":    {func(x []float64) float64 { return x[0] + x[1] }, true},
		"a wave":   {func(x []float64) float64 { return 3 * math.Sin(3*x[0]) }, false},
		"products": {func(x []float64) float64 { return 2 * x[0] * x[1] }, false},
	} {
		src := rng.New(6).Named(name).Source()
		x, y := mat.NewDense(n, 4, nil), mat.NewDense(n, 1, nil)
		for i := range n {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = src.Normal()
			}
			y.Set(i, 0, c.effect(row)+src.Normal())
		}
		f, err := Learn(context.Background(), Standard(60), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 2, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		tests := newRowTests(f.problem.sample, f.groups, nil, f.predictedInputs, make([]float64, 4), f.problem.factor.L)
		stack, err := f.learnt.stackOf(context.Background(), scoresOf(y), 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := tests.followsLines(stack); got != c.want {
			t.Errorf("%s: responses follow lines: %v, want %v", name, got, c.want)
		}
	}
}
