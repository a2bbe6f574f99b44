package inference

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/rng"
)

// TestQuadratic counts how often products of independent numbers are found, in rows and in clusters
// whose rows are alike, and compares a single product with its normal law.
func TestQuadratic(t *testing.T) {
	const tables = 4000
	src := rng.New(7).Named("quadratic").Source()
	for _, c := range []struct {
		of             string
		units, each    int
		f, r, z        int
		within, shared bool
	}{
		{of: "lines", units: 100, each: 1, f: 1, r: 1},
		{of: "curves of two responses", units: 100, each: 1, f: 2, r: 2},
		{of: "products", units: 200, each: 1, f: 2, r: 1, z: 6},
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
			var z [][]float64
			if c.z > 0 {
				z = draw(c.z)
			}
			target := newTarget(r, slices.Repeat([]bool{true}, n), d)
			if target.quadratic(f, r, z, c.within) <= 0.05 {
				found += 1. / tables
			}
		}
		t.Logf("%s: %.4f", c.of, found)
		least := 0.038 // 0.05 less three standard errors, and 0.002 for the law's approximation
		if c.z > 0 {
			least = 0.015 // the estimated moments of many products are too large
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
