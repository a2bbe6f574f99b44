package mmd

import (
	"context"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

func normals(n, d int, seed uint64) *mat.Dense {
	src := rng.New(seed).Named("principal").Source()
	y := mat.NewDense(n, d, nil)
	for i := range n {
		for k := range d {
			y.Set(i, k, src.Normal())
		}
	}
	return y
}

func principal(t *testing.T, y *mat.Dense, k Kernel, tolerance float64, rank, workers int) Factor {
	t.Helper()
	f, err := Principal(context.Background(), y, k, tolerance, rank, workers)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// TestPrincipal compares with the kernel matrix and with its eigenvalues: few components
// hold nearly as much as any so many can, and enough of them all.
func TestPrincipal(t *testing.T) {
	const n = 300
	y := normals(n, 4, 1)
	k, err := Median.Resolve(y)
	if err != nil {
		t.Fatal(err)
	}
	gram := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			gram.SetSym(i, j, k.At(y.RawRowView(i), y.RawRowView(j)))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(gram, false) {
		t.Fatal("no eigenvalues")
	}
	values := eigen.Values(nil)
	for _, rank := range []int{4, 16, 64} {
		least := 1.0 // residual of the best
		for _, v := range values[n-rank:] {
			least -= v / n
		}
		f := principal(t, y, k, 1e-9, rank, 2)
		pivoted, _ := Cholesky(y, k, 1e-9, rank)
		if f.Residual > least+0.1*(pivoted.Residual-least) || f.Residual < least-1e-9 {
			t.Errorf("%d components leave %.5f, the best %.5f, pivots %.5f", rank, f.Residual, least, pivoted.Residual)
		}
		// The first of them hold the most.
		first, best := 0.0, 0.0
		for c := range rank / 2 {
			column := f.L.ColView(c)
			first, best = first+mat.Dot(column, column), best+values[n-1-c]
		}
		if first < 0.97*best {
			t.Errorf("the first half of %d components holds %.4f, the best %.4f", rank, first/n, best/n)
		}
	}
	for _, tolerance := range []float64{1e-2, 1e-6} {
		f := principal(t, y, k, tolerance, n, 2)
		if f.Residual > tolerance*1.01 {
			t.Errorf("the residual is %g, expected %g", f.Residual, tolerance)
		}
		left := 0.0
		for i := range n {
			for j := range n {
				product := mat.Dot(f.L.RowView(i), f.L.RowView(j))
				// What is left is positive semidefinite: no entry exceeds the roots of its diagonal.
				if i == j {
					left += 1 - product
				} else if d := math.Abs(gram.At(i, j) - product); d > n*f.Residual+1e-9 {
					t.Fatalf("entry %d, %d is off by %g", i, j, d)
				}
			}
		}
		if math.Abs(left/n-f.Residual) > 1e-9 {
			t.Errorf("the residual is %g, said to be %g", left/n, f.Residual)
		}
	}
}

// TestPrincipalOfMany has more rows than components are taken from, few different
// responses, and responses that a kernel hardly tells apart.
func TestPrincipalOfMany(t *testing.T) {
	y := normals(SampledRows+700, 2, 2)
	k, err := Median.Resolve(y)
	if err != nil {
		t.Fatal(err)
	}
	f := principal(t, y, k, 1e-4, 64, 1)
	for i := range 50 {
		for j := range 50 {
			if d := math.Abs(mat.Dot(f.L.RowView(i), f.L.RowView(j)) - k.At(y.RawRowView(i), y.RawRowView(j))); d > 0.05 {
				t.Fatalf("entry %d, %d is off by %g", i, j, d)
			}
		}
	}
	if f.Residual > 2e-4 {
		t.Errorf("the residual is %g", f.Residual)
	}
	for _, workers := range []int{2, 7} {
		if g := principal(t, y, k, 1e-4, 64, workers); !reflect.DeepEqual(f, g) {
			t.Errorf("%d workers give other coordinates", workers)
		}
	}
	for i := range SampledRows + 700 {
		y.SetRow(i, []float64{float64(i % 3), 0})
	}
	if f = principal(t, y, Kernel{Gamma: 0.5}, 1e-9, 64, 2); f.L.RawMatrix().Cols != 4 || math.Abs(f.Residual) > 1e-9 {
		t.Errorf("three responses have %d coordinates and leave %g", f.L.RawMatrix().Cols, f.Residual)
	}
	y = normals(200, 2, 3)
	k = Kernel{Gamma: 1e-12}
	exact, _ := Cholesky(y, k, 1e-6, 64)
	if f = principal(t, y, k, 1e-6, 64, 2); !reflect.DeepEqual(f, exact) {
		t.Error("a kernel that hardly varies is not factorised with care")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Principal(ctx, y, Kernel{Gamma: 1}, 1e-6, 64, 2); err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}
