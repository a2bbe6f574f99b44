package linalg

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// A⁻¹ and log |A| are those of gonum, for sizes around the block's; a matrix that is not
// positive definite is left as it is.
func TestInvert(t *testing.T) {
	src := rng.New(1).Source()
	var v Inverter
	for _, n := range []int{1, 2, 3, 4, 5, 15, 16, 17, 31, 33, 64, 70, 3} {
		b := mat.NewDense(n, n+3, nil)
		b.Apply(func(int, int, float64) float64 { return src.Normal() }, b)
		var product mat.Dense
		product.Mul(b, b.T())
		stride := simd.Pad(n)
		a := make([]float64, n*stride)
		symmetric := mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				a[i*stride+j] = product.At(i, j) // the lower triangle is all it reads
				symmetric.SetSym(i, j, product.At(i, j))
			}
		}
		var reference mat.Cholesky
		if !reference.Factorize(symmetric) {
			t.Fatal("the test's own matrix is not positive definite")
		}
		var want mat.SymDense
		if err := reference.InverseTo(&want); err != nil {
			t.Fatal(err)
		}
		logDeterminant, ok := v.Invert(a, n)
		if !ok || math.Abs(logDeterminant-reference.LogDet()) > 1e-10*float64(n) {
			t.Fatalf("n = %d: %v, log |A| = %v, expected %v", n, ok, logDeterminant, reference.LogDet())
		}
		scale := mat.Norm(&want, math.Inf(1))
		for i := range n {
			for j := range stride {
				expected := 0.0
				if j < n {
					expected = want.At(i, j)
				}
				if math.Abs(a[i*stride+j]-expected) > 1e-10*scale {
					t.Fatalf("n = %d: A⁻¹(%d, %d) = %v, expected %v", n, i, j, a[i*stride+j], expected)
				}
			}
		}
	}
	a := []float64{1, 0, 0, 0, 2, 1, 0, 0}
	if _, ok := v.Invert(a, 2); ok || a[0] != 1 || a[4] != 2 || a[1] != 0 {
		t.Errorf("an indefinite matrix became %v", a)
	}
}

func BenchmarkInvert(b *testing.B) {
	for _, n := range []int{200, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			stride := simd.Pad(n)
			a := make([]float64, n*stride)
			var v Inverter
			for b.Loop() {
				for i := range n {
					for j := range i + 1 {
						a[i*stride+j] = 1 / float64(1+i-j)
					}
					a[i*stride+i] = 3
				}
				if _, ok := v.Invert(a, n); !ok {
					b.Fatal("not positive definite")
				}
			}
		})
	}
}
