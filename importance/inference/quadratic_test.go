package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestQuadratic counts how often products of independent numbers are found, in rows and in clusters
// whose rows are alike, and compares a single product with its normal law.
func TestQuadratic(t *testing.T) {
	const tables = 4000
	src := rng.New(7).Named("quadratic").Source()
	for _, c := range []struct {
		of             string
		units, each    int
		f, r           int
		z              bool
		within, shared bool
	}{
		{of: "lines", units: 100, each: 1, f: 1, r: 1},
		{of: "curves of two responses", units: 100, each: 1, f: 2, r: 2},
		{of: "products", units: 200, each: 1, f: 1, r: 1, z: true},
		{of: "products of levels", units: 200, each: 1, f: 3, r: 2, z: true},
		{of: "lines in clusters", units: 60, each: 4, f: 1, r: 1, shared: true},
		{of: "lines within clusters", units: 60, each: 4, f: 1, r: 1, within: true, shared: true},
	} {
		n := c.units * c.each
		d := design.Design{}
		if c.each > 1 {
			for i := range n {
				d.Clusters = append(d.Clusters, int32(i/c.each))
			}
		}
		draw := func(count int) [][]float64 {
			columns := make([][]float64, count)
			for k := range columns {
				columns[k] = make([]float64, n)
				common := 0.0
				for i := range n {
					if i%c.each == 0 {
						common = src.Normal()
					}
					columns[k][i] = src.Normal()
					if c.shared {
						columns[k][i] += common
					}
				}
			}
			return columns
		}
		found := 0.0
		for range tables {
			f, r := restsOf(draw(c.f)), restsOf(draw(c.r))
			var z []float64
			if c.z {
				z = draw(1)[0]
			}
			rows := newTarget(mat.NewDense(n, 1, nil), slices.Repeat([]bool{true}, n), d)
			if c.within {
				f, r = rows.centreResiduals(f), rows.centreResiduals(r)
			}
			if rows.covarianceTest(f, r, z) <= 0.05 {
				found += 1. / tables
			}
		}
		t.Logf("%s: %.4f", c.of, found)
		least := 0.038 // 0.05 less three standard errors, and 0.002 for the law's approximation
		if c.z {
			least = 0.03 // the estimated moments of products are too large
		}
		if found < least || found > 0.062 {
			t.Errorf("%s are found in %.4f of tables without any, want 0.05", c.of, found)
		}
	}
}

func restsOf(columns [][]float64) (all []residual) {
	for _, c := range columns {
		all = append(all, residual{values: c})
	}
	return all
}

// allRows is a target of so many rows without coordinates.
func allRows(n int) *target {
	return newTarget(mat.NewDense(n, 1, nil), slices.Repeat([]bool{true}, n), design.Design{})
}

// TestRareEvents counts how often two rare events are found in tables where they are independent, and
// compares the p-value of a table of two values with Fisher's exact test.
func TestRareEvents(t *testing.T) {
	centred := func(of *target, values []float64) []residual {
		left := make([]float64, len(values))
		for i, v := range values {
			left[i] = v - linalg.Mean(values)
		}
		return []residual{of.residual(values, left)}
	}
	const n, tables = 1000, 300
	src, of := rng.New(9).Named("rare").Source(), allRows(n)
	for _, share := range []float64{0.01, 0.1} {
		found := 0.0
		for range tables {
			x, y := make([]float64, n), make([]float64, n)
			for i := range n {
				if src.Float64() < share {
					x[i] = 1
				}
				if src.Float64() < 0.02 {
					y[i] = 1
				}
			}
			if of.covarianceTest(centred(of, x), centred(of, y), nil) <= 0.05 {
				found += 1. / tables
			}
		}
		t.Logf("events of %g: %.3f", share, found)
		if found > 0.07 {
			t.Errorf("an event of probability %g is found in %.3f of tables, want at most 0.05", share, found)
		}
	}
	var x, y []float64
	for _, cell := range []struct {
		x, y  float64
		count int
	}{{0, 0, 5379}, {1, 0, 593}, {0, 1, 17}, {1, 1, 11}} {
		x, y = append(x, slices.Repeat([]float64{cell.x}, cell.count)...), append(y, slices.Repeat([]float64{cell.y}, cell.count)...)
	}
	of = allRows(len(x))
	if p := of.covarianceTest(centred(of, x), centred(of, y), nil); p < 2e-5 || p > 8e-5 {
		t.Errorf("the p-value of a rare event is %.2g, want about 4.3e-5, that of Fisher's test", p)
	}
}

// TestQuadraticSees a line of known size as often as a normal test does.
func TestQuadraticSees(t *testing.T) {
	const n, tables, slope = 100, 2000, 0.25
	src := rng.New(8).Named("quadratic").Source()
	found := 0.0
	for range tables {
		f, r := make([]float64, n), make([]float64, n)
		for i := range f {
			f[i] = src.Normal()
			r[i] = slope*f[i] + src.Normal()
		}
		if allRows(n).covarianceTest(restsOf([][]float64{f}), restsOf([][]float64{r}), nil) <= 0.05 {
			found += 1. / tables
		}
	}
	const want = 0.69 // of a t-test
	if math.Abs(found-want) > 0.04 {
		t.Errorf("a line is found in %.3f of tables, want %.2f", found, want)
	}
}

// TestSurePredictions has sixteen rows of a response of two values, some of which are predicted without
// doubt, so that no product of residuals is to be expected: p-values are numbers.
func TestSurePredictions(t *testing.T) {
	x, y := mat.NewDense(16, 2, nil), mat.NewDense(16, 1, nil)
	for i := range 16 {
		x.SetRow(i, [][]float64{{1, 3}, {2, 1}, {3, 3}, {4, 1}}[i/4])
		y.Set(i, 0, float64(1+i/4%2))
	}
	for seed := range uint64(12) {
		r, err := Standard(5).Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for j, p := range r.Inference.P {
			if !(p >= 0 && p <= 1) {
				t.Errorf("seed %d: p of X%d is %v", seed, j+1, p)
			}
		}
	}
}

// TestProductsOfFewRows has an input that the others fix but for errors of a regression, a rare event and, as the other
// input, a level of three rows: three products can tell little, however small their squares were expected to be.
// Three equal products have z² = 3, p = .08; the other rows, of little weight, may lower that a little.
func TestProductsOfFewRows(t *testing.T) {
	const n, tables = 400, 300
	src, of := rng.New(10).Named("few").Source(), allRows(n)
	column := func(share, sure float64) residual {
		values, left := make([]float64, n), make([]float64, n)
		for i := range n {
			if src.Float64() < share {
				values[i] = 1
			}
			left[i] = (1 - sure) * (values[i] - share) * math.Exp(src.Normal())
		}
		return of.residual(values, left)
	}
	level := make([]float64, n)
	for i := range n {
		level[i] = -math.Sqrt(3. / (n - 3))
		if i < 3 {
			level[i] = math.Sqrt((n - 3) / 3.)
		}
	}
	for range tables {
		if p := of.covarianceTest([]residual{column(1./3, 0.99)}, []residual{column(0.04, 0)}, level); p < 0.02 {
			t.Fatalf("three rows have a p-value of %.2g", p)
		}
	}
}
