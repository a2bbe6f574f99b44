package methods

import (
	"testing"
	"time"

	"drfvi/importance"
)

// TestCosts checks that every method costs something, and more of everything
// costs more.
func TestCosts(t *testing.T) {
	// Halves of four times the rows or inputs still keep their predictions.
	base := importance.Size{Rows: 2000, Inputs: 20, Responses: 2, Kernel: importance.Spectrum{Rank: 64, Share: 1}}
	settings := Settings{Preset: "paper", Trees: 200}
	for _, m := range registry {
		settings := settings
		if m.Effects { // forests of many sets
			settings.Trees /= 10
		}
		cost := func(change func(*importance.Size, *Settings)) (time.Duration, int64) {
			w, s := base, settings
			change(&w, &s)
			return time.Duration(m.Cost(s, w).Nanoseconds), m.EstimationBytes(s, w)
		}
		least, bytes := cost(func(*importance.Size, *Settings) {})
		if least < time.Millisecond || least > time.Minute || bytes < 1<<20 || bytes > 1<<30 {
			t.Errorf("%s: %v and %d bytes", m.Name, least, bytes)
		}
		for what, change := range map[string]func(*importance.Size, *Settings){
			"rows":   func(w *importance.Size, _ *Settings) { w.Rows *= 4 },
			"inputs": func(w *importance.Size, _ *Settings) { w.Inputs *= 4 },
			"trees":  func(_ *importance.Size, s *Settings) { s.Trees *= 4 },
		} {
			if m.Forestless && what == "trees" {
				continue
			}
			// Factors that outgrow the caches take up to 2.5 times as long for each row.
			if more, size := cost(change); more < least*11/10 || more > least*40 || size < bytes {
				t.Errorf("%s: four times the %s takes %v and %d bytes instead of %v and %d", m.Name, what, more, size, least, bytes)
			}
		}
		if !m.UsesKernel || m.Forestless {
			continue
		}
		for what, change := range map[string]func(*importance.Size, *Settings){
			"fewer rows evaluated": func(w *importance.Size, _ *Settings) { w.Evaluated = 200 },
			"smaller trees":        func(_ *importance.Size, s *Settings) { s.SampleFraction = 0.05 },
			"a smaller rank":       func(w *importance.Size, _ *Settings) { w.Kernel.Rank = 20 },
		} {
			if less, _ := cost(change); less >= least {
				t.Errorf("%s: %s take %v instead of %v", m.Name, what, less, least)
			}
		}
		exact, huge := cost(func(w *importance.Size, _ *Settings) { w.Kernel.Rank = 2000 })
		if fourier, size := cost(func(w *importance.Size, _ *Settings) { w.Fourier, w.Kernel = 64, importance.Spectrum{} }); fourier >= exact || size >= huge {
			t.Errorf("%s: random features take %v and %d bytes, a full rank %v and %d", m.Name, fourier, size, exact, huge)
		}
		if sparse, _ := cost(func(w *importance.Size, _ *Settings) { w.Kernel = importance.Spectrum{Rank: 2000, Share: 1e-4} }); !m.Infers && !m.Effects && sparse >= exact { // the others always have a factor
			t.Errorf("%s: a sparse kernel takes %v, a full one %v", m.Name, sparse, exact)
		}
	}
	for _, name := range Eliminating() {
		m, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		elimination, estimation := m.EliminationCost(settings, base).Nanoseconds, m.Cost(settings, base).Nanoseconds
		if bytes := m.SelectionBytes(settings, base); elimination < estimation || bytes < 1<<20 {
			t.Errorf("%s: an elimination takes %v ns, an estimation %v; %d bytes", name, elimination, estimation, bytes)
		}
	}
}
