package experiments

import (
	"math"
	"slices"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
	"drfvi/mmd"
)

// normal draws an n×d matrix of independent normal numbers.
func normal(n, d int) *mat.Dense {
	y, src := mat.NewDense(n, d, nil), rng.New(3).Named("normal").Source()
	for i := range n {
		for j := range d {
			y.Set(i, j, src.Normal())
		}
	}
	return y
}

// TestLookAt compares the rank seen from some rows with that of all, and looks
// at responses that are far apart.
func TestLookAt(t *testing.T) {
	for _, d := range []int{1, 2, 3} {
		const n = 3000
		y := normal(n, d)
		kernel, err := mmd.Median.Resolve(y)
		if err != nil {
			t.Fatal(err)
		}
		factor, _ := mmd.Cholesky(y, kernel, mmd.FactorTolerance, n)
		_, rank := factor.L.Dims()
		got := LookAt(y, mmd.Median)
		if ratio := float64(got.Rank) / float64(rank); ratio < 0.6 || ratio > 1.7 {
			t.Errorf("%d responses: rank %d, found %d", d, rank, got.Rank)
		}
		if got.Share < 0.9 {
			t.Errorf("%d responses: share %v of the kernel is not negligible", d, got.Share)
		}
	}
	if got := LookAt(normal(2000, 5), "1000"); got.Rank != 2000 || got.Share > 0.1 {
		t.Errorf("scattered responses: %+v", got)
	}
	if got := LookAt(normal(50, 1), mmd.Median); got.Rank < 8 || got.Rank > 50 {
		t.Errorf("few responses: %+v", got)
	}
	if got := LookAt(mat.NewDense(50, 1, nil), mmd.Median); got != (Spectrum{}) {
		t.Errorf("constant responses: %+v", got)
	}
}

// TestCosts checks that every method costs something, and more of everything
// costs more.
func TestCosts(t *testing.T) {
	base := Workload{Rows: 2000, Inputs: 20, Responses: 2, Kernel: Spectrum{Rank: 90, Share: 1}}
	settings := Settings{Preset: "paper", Trees: 200}
	for _, m := range registry {
		if m.versions["fake"] != "" {
			continue
		}
		cost := func(change func(*Workload, *Settings)) (time.Duration, int64) {
			w, s := base, settings
			change(&w, &s)
			return EstimationCost(m, s, w)
		}
		least, bytes := cost(func(*Workload, *Settings) {})
		if least < time.Millisecond || least > time.Minute || bytes < 1<<20 || bytes > 1<<30 {
			t.Errorf("%s: %v and %d bytes", m.Name, least, bytes)
		}
		for what, change := range map[string]func(*Workload, *Settings){
			"rows":   func(w *Workload, _ *Settings) { w.Rows *= 4 },
			"inputs": func(w *Workload, _ *Settings) { w.Inputs *= 4 },
			"trees":  func(_ *Workload, s *Settings) { s.Trees *= 4 },
		} {
			if more, size := cost(change); more < least*11/10 || more > least*30 || size < bytes {
				t.Errorf("%s: four times the %s takes %v and %d bytes instead of %v and %d", m.Name, what, more, size, least, bytes)
			}
		}
		if !m.UsesKernel {
			continue
		}
		for what, change := range map[string]func(*Workload, *Settings){
			"fewer rows evaluated": func(w *Workload, _ *Settings) { w.Evaluated = 200 },
			"smaller trees":        func(_ *Workload, s *Settings) { s.SampleFraction = 0.05 },
			"a smaller rank":       func(w *Workload, _ *Settings) { w.Kernel.Rank = 20 },
		} {
			if less, _ := cost(change); less >= least {
				t.Errorf("%s: %s take %v instead of %v", m.Name, what, less, least)
			}
		}
		exact, huge := cost(func(w *Workload, _ *Settings) { w.Kernel.Rank = 2000 })
		if fourier, size := cost(func(w *Workload, _ *Settings) { w.Fourier, w.Kernel = 64, Spectrum{} }); fourier >= exact || size >= huge {
			t.Errorf("%s: random features take %v and %d bytes, a full rank %v and %d", m.Name, fourier, size, exact, huge)
		}
		if sparse, _ := cost(func(w *Workload, _ *Settings) { w.Kernel = Spectrum{Rank: 2000, Share: 1e-4} }); sparse >= exact {
			t.Errorf("%s: a sparse kernel takes %v, a full one %v", m.Name, sparse, exact)
		}
	}
	for _, name := range EliminationMethods() {
		m, err := MethodNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		few, bytes := EliminationCost(m, settings, 2, base)
		many, _ := EliminationCost(m, settings, 20, base)
		single, _ := EstimationCost(m, settings, base)
		if few < single || many < 4*few || bytes < 1<<20 {
			t.Errorf("%s: eliminations take %v and %v, a single estimation %v; %d bytes", name, few, many, single, bytes)
		}
	}
}

// TestWidth checks what embeddings are taken to be where little is known.
func TestWidth(t *testing.T) {
	var got []float64
	for _, s := range []size{{n: 50}, {n: 5000}, {n: 5000, rank: 7}, {n: 5000, rank: 7, fourier: 64}} {
		got = append(got, s.width(), s.rows())
	}
	got = append(got, size{n: 50, evaluated: 20}.rows(), size{n: 50, evaluated: 200}.rows())
	if want := []float64{50, 50, typicalRank, 5000, 7, 5000, 128, 5000, 20, 50}; !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
	if math.IsNaN(depth(0, 15)) || depth(1e6, 15) < 10 {
		t.Error("depths of trees")
	}
}
