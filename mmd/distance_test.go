package mmd

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestDistance compares with the quadratic form dᵀKd of the weights' difference, and with
// what is known under a kernel that hardly varies: 2γ‖m − m'‖².
func TestDistance(t *testing.T) {
	const n, m, d = 30, 20, 3
	src := rng.New(1).Source()
	both := mat.NewDense(n+m, d, nil)
	both.Apply(func(i, _ int, _ float64) float64 { return src.Normal() + float64(i/n) }, both)
	a, b := mat.DenseCopyOf(both.Slice(0, n, 0, d)), mat.DenseCopyOf(both.Slice(n, n+m, 0, d))
	k := Kernel{Gamma: 0.4}
	want := 0.0
	weight := func(i int) float64 {
		if i < n {
			return 1.0 / n
		}
		return -1.0 / m
	}
	for i := range n + m {
		for j := range n + m {
			want += weight(i) * weight(j) * k.At(both.RawRowView(i), both.RawRowView(j))
		}
	}
	if got := Distance(a, b, k); math.Abs(got-want) > 1e-14 || got != Distance(b, a, k) && math.Abs(got-Distance(b, a, k)) > 1e-15 {
		t.Errorf("distance %v, by all pairs %v", got, want)
	}
	if got := Distance(a, a, k); got != 0 {
		t.Errorf("distance of a sample from itself %v", got)
	}
	between := 0.0
	for j := range d {
		difference := mat.Sum(a.ColView(j))/n - mat.Sum(b.ColView(j))/m
		between += difference * difference
	}
	const flat = 1e-12
	if got, want := Distance(a, b, Kernel{Gamma: flat}), 2*flat*between; math.Abs(got/want-1) > 1e-3 {
		t.Errorf("under a flat kernel the distance is %v, want about %v", got, want)
	}
	for want, do := range map[string]func(){
		"mmd: Distance of samples with different numbers of columns": func() { Distance(a, mat.NewDense(5, 2, nil), k) },
		"mmd: Distance of a sample without rows":                     func() { Distance(new(mat.Dense), b, k) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, want) {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			do()
		}()
	}
}
