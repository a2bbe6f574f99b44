package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
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
			f, columns := draw(c.f), draw(c.r)
			r := mat.NewDense(n, c.r, nil)
			for k, column := range columns {
				r.SetCol(k, column)
			}
			var z []float64
			if c.z {
				z = draw(1)[0]
			}
			target := newTarget(r, slices.Repeat([]bool{true}, n), d)
			if target.quadratic(f, r, z, c.within) <= 0.05 {
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

// TestQuadraticSees a line of known size as often as a normal test does.
func TestQuadraticSees(t *testing.T) {
	const n, tables, slope = 100, 2000, 0.25
	src := rng.New(8).Named("quadratic").Source()
	found := 0.0
	for range tables {
		f, r := make([]float64, n), mat.NewDense(n, 1, nil)
		for i := range f {
			f[i] = src.Normal()
			r.Set(i, 0, slope*f[i]+src.Normal())
		}
		if newTarget(r, slices.Repeat([]bool{true}, n), design.Design{}).quadratic([][]float64{f}, r, nil, false) <= 0.05 {
			found += 1. / tables
		}
	}
	const want = 0.69 // of a t-test
	if math.Abs(found-want) > 0.04 {
		t.Errorf("a line is found in %.3f of tables, want %.2f", found, want)
	}
}

// TestKinds checks that each kind of test on all rows sees the effects that it is for and no others, and
// that the tests of a kind have its weight together.
func TestKinds(t *testing.T) {
	const n = 500
	for name, c := range map[string]struct {
		effect func(x []float64, src *rng.Source) float64
		see    []string
	}{
		"a line":    {func(x []float64, src *rng.Source) float64 { return 0.4*x[0] + src.Normal() }, []string{"lines"}},
		"a curve":   {func(x []float64, src *rng.Source) float64 { return 0.4*x[0]*x[0] + src.Normal() }, []string{"curves"}},
		"a product": {func(x []float64, src *rng.Source) float64 { return 0.4*x[0]*x[1] + src.Normal() }, []string{"products"}},
		"a spread":  {func(x []float64, src *rng.Source) float64 { return math.Exp(0.4*x[0]) * src.Normal() }, []string{"spreads"}},
		"nothing":   {func(_ []float64, src *rng.Source) float64 { return src.Normal() }, nil},
	} {
		src := rng.New(6).Named(name).Source()
		x, y := mat.NewDense(n, 4, nil), mat.NewDense(n, 1, nil)
		for i := range n {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = src.Normal()
			}
			y.Set(i, 0, c.effect(row, src)+0.3*row[2])
		}
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 2, Workers: 1}
		f, err := Learn(context.Background(), Standard(60), task)
		if err != nil {
			t.Fatal(err)
		}
		d := newDirect(f.problem.sample, f.groups, nil, f.own, make([]float64, 4), f.problem.factor.L)
		scores, err := f.learnt.on(context.Background(), scoresOf(y), 1)
		if err != nil {
			t.Fatal(err)
		}
		r := d.seen(0, scores)
		proofs, err := d.ofResponses(context.Background(), f.learnt, y, 1)
		if err != nil {
			t.Fatal(err)
		}
		weight, at := 0.0, 0
		for k, of := range []string{"lines", "curves", "products", "spreads"} {
			count, least := 1, 1.0
			if of == "products" {
				count = len(products(r))
			}
			for _, p := range proofs[0][at : at+count] {
				least, weight = min(least, p.p), weight+p.weight
			}
			if at += count; math.Abs(weight-kinds[k].weight) > 1e-12 {
				t.Errorf("%s: %s weigh %v, want %v", name, of, weight, kinds[k].weight)
			}
			if weight = 0; slices.Contains(c.see, of) && least > 1e-4 || !slices.Contains(c.see, of) && least < 1e-4 {
				t.Errorf("%s: the least p-value of %s is %.2g", name, of, least)
			}
		}
	}
}
