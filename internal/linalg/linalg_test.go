package linalg

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/internal/rng"
)

// exact reports whether gonum has the values that this package is held to.
const exact = runtime.GOARCH == "amd64"

// same compares a value with gonum's.
func same(t *testing.T, what string, got, want float64) {
	t.Helper()
	if exact && got != want || math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
}

func normals(src *rng.Source, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = src.Normal()
	}
	return x
}

// TestKernels compares with gonum for vectors of all lengths, and with what the values
// are on amd64.
func TestKernels(t *testing.T) {
	src, hash := rng.New(1).Source(), fnv.New64a()
	tell := func(values ...float64) {
		for _, v := range values {
			hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(v)))
		}
	}
	for n := range 100 {
		x, y := normals(src, n+1)[:n], normals(src, n)
		name := fmt.Sprint(n, " numbers")
		tell(Sum(x), Dot(x, y), dot(x, y), Norm(x))
		if n > 3 { // a few may lie anywhere, and gonum's sum depends on that
			same(t, name, Sum(x), floats.Sum(x))
			mean, variance := Variance(x)
			tell(mean, variance)
			want, _ := stat.MeanVariance(x, nil)
			same(t, name, mean, want)
			if want := stat.Variance(x, nil); math.Abs(variance/want-1) > 1e-14 {
				t.Errorf("%s: variance %v, want %v", name, variance, want)
			}
		}
		same(t, name, Dot(x, y), floats.Dot(x, y))
		same(t, name, dot(x, y), floats.Dot(x, y))
		same(t, name, Norm(x), floats.Norm(x, 2))
		own, want, to := make([]float64, n), make([]float64, n), make([]float64, n)
		copy(own, y)
		AddScaled(own, 0.3, x)
		AddScaledTo(to, y, 0.3, x)
		floats.AddScaledTo(want, y, 0.3, x)
		for i := range want {
			same(t, name, own[i], want[i])
			same(t, name, to[i], want[i])
		}
	}
	if got := hash.Sum64(); got != 0xd59844d6e44deba3 {
		t.Errorf("values hash to %#x, on amd64 to %#x", got, uint64(0xd59844d6e44deba3))
	}
}

// TestMultiply compares with gonum's product, which is made in blocks and in parallel.
func TestMultiply(t *testing.T) {
	src := rng.New(2).Source()
	for _, size := range [][3]int{{1, 1, 1}, {3, 5, 2}, {64, 200, 200}, {301, 130, 1}, {6, 300, 1}, {70, 130, 150}, {300, 7, 90}} {
		a := mat.NewDense(size[0], size[1], normals(src, size[0]*size[1]))
		b := mat.NewDense(size[1], size[2], normals(src, size[1]*size[2]))
		a.Set(0, 0, 0)
		var want mat.Dense
		want.Mul(a, b)
		own, slow := mat.NewDense(size[0], size[2], nil), mat.NewDense(size[0], size[2], nil)
		Multiply(own, a, b)
		multiply(slow, a, b)
		for i := range size[0] {
			for j := range size[2] {
				same(t, fmt.Sprint(size), own.At(i, j), want.At(i, j))
				same(t, fmt.Sprint(size), slow.At(i, j), want.At(i, j))
			}
		}
	}
}

// TestCholesky compares factor and solution with gonum's.
func TestCholesky(t *testing.T) {
	src := rng.New(3).Source()
	for n := 1; n < 33; n++ {
		root := mat.NewDense(n, n, normals(src, n*n))
		a := mat.NewSymDense(n, nil)
		a.SymOuterK(1, root)
		var want mat.Cholesky
		var own Cholesky
		if !want.Factorize(a) || !own.Factorize(n, a.At) {
			t.Fatalf("%d rows: not positive definite", n)
		}
		var lower mat.TriDense
		want.LTo(&lower)
		b := normals(src, n)
		var solution mat.VecDense
		if err := want.SolveVecTo(&solution, mat.NewVecDense(n, b)); err != nil {
			t.Fatal(err)
		}
		inverse, unit := own.Inverse(), make([]float64, n)
		unit[n/2] = 1
		own.Solve(unit)
		own.Solve(b)
		for i, want := range unit {
			same(t, fmt.Sprint(n, " rows at once"), inverse.At(i, n/2), want)
		}
		for i := range n {
			for j := range i + 1 {
				same(t, fmt.Sprint(n, " rows"), own.At(i, j), lower.At(i, j))
			}
			if got, want := b[i], solution.AtVec(i); exact && got != want || math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("%d rows: solution %v, want %v", n, got, want)
			}
		}
	}
	var c Cholesky
	if c.Factorize(2, func(i, j int) float64 { return 1 }) {
		t.Error("a singular matrix was factorised")
	}
}

func TestStandardise(t *testing.T) {
	z := []float64{1, 2, 3, 6} // mean 3, sum of squares 14
	Standardise(z)
	for i, want := range []float64{-2, -1, 0, 3} {
		if math.Abs(z[i]-want/math.Sqrt(14./3)) > 1e-15 {
			t.Errorf("standardised to %v", z)
		}
	}
	equal := []float64{4, 4}
	if Standardise(equal); equal[0] != 0 || equal[1] != 0 {
		t.Errorf("equal values standardised to %v", equal)
	}
}

// TestDeviation: the standard deviation of values of any size is as right as that of values
// near 1, and a power of two in the values is one in it, to the bit.
func TestDeviation(t *testing.T) {
	values := []float64{3, -1, 4, 1, -5, 9}
	_, variance := Variance(values)
	want := math.Sqrt(variance)
	for _, exponent := range []int{0, 5, -5, 249, 520, 1019, -520, -1018} {
		scaled := make([]float64, len(values))
		for i, v := range values {
			scaled[i] = math.Ldexp(v, exponent)
		}
		if got := Deviation(scaled); got != math.Ldexp(want, exponent) {
			t.Errorf("values times 2^%d have the deviation %v, want %v", exponent, got, math.Ldexp(want, exponent))
		}
		Standardise(scaled)
		if got := Deviation(scaled); math.Abs(got-1) > 1e-15 {
			t.Errorf("values times 2^%d, standardised, have the deviation %v", exponent, got)
		}
	}
	largest := []float64{math.MaxFloat64, -math.MaxFloat64, math.MaxFloat64, -math.MaxFloat64}
	if Standardise(largest); math.Abs(largest[0]-math.Sqrt(0.75)) > 1e-15 {
		t.Errorf("the largest numbers standardised are %v", largest)
	}
	if got := Deviation([]float64{7, 7, 7}); got != 0 {
		t.Errorf("equal values have the deviation %v", got)
	}
}

// TestIntoRange: ordinary columns stay as they are, others keep every digit of their values.
func TestIntoRange(t *testing.T) {
	for _, test := range []struct {
		x, want  []float64
		exponent int
	}{
		{[]float64{1, math.NaN(), -2}, []float64{1, math.NaN(), -2}, 0},
		{[]float64{0, 0}, []float64{0, 0}, 0},
		{[]float64{math.MaxFloat64, 0.1}, []float64{math.Ldexp(math.MaxFloat64, -774), math.Ldexp(0.1, -774)}, 774},
		{[]float64{5e-324, 0}, []float64{0x1p-251, 0}, -823},
		{[]float64{math.Inf(1), 1}, []float64{math.Inf(1), 1}, 0},
	} {
		got := slices.Clone(test.x)
		exponent := IntoRange(got)
		if exponent != test.exponent || !slices.EqualFunc(got, test.want, func(a, b float64) bool { return a == b || a != a && b != b }) {
			t.Errorf("%v became %v with exponent %d, want %v and %d", test.x, got, exponent, test.want, test.exponent)
		}
	}
}

// TestColumns takes a matrix apart by columns and puts it together again.
func TestColumns(t *testing.T) {
	m := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	last, first := Columns(m, []int{2}), Columns(m, []int{0, 1})
	if !mat.Equal(Beside(first, last), m) || !mat.Equal(Beside(last, first), Columns(m, []int{2, 0, 1})) {
		t.Errorf("%v beside %v", first, last)
	}
}

// TestRowProducts compares inner products of rows with products of matrices.
func TestRowProducts(t *testing.T) {
	src := rng.New(5).Source()
	for _, size := range [][3]int{{1, 1, 1}, {3, 5, 2}, {7, 200, 30}} {
		a := mat.NewDense(size[0], size[1], normals(src, size[0]*size[1]))
		b := mat.NewDense(size[1], size[2], normals(src, size[1]*size[2]))
		want, got := Times(a, b), RowProducts(Transposed(a.T()), Transposed(b))
		if !mat.EqualApprox(got, want, 1e-12) {
			t.Errorf("%v: products %v, want %v", size, mat.Formatted(got), mat.Formatted(want))
		}
	}
}
