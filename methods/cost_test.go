package methods

import (
	"testing"

	"drfvi/importance"
)

// TestCosts checks that every method costs something, and more of everything
// costs more.
func TestCosts(t *testing.T) {
	// Halves of four times the rows or inputs still keep their predictions.
	base := importance.Size{Rows: 2000, Inputs: 20, Responses: 2, Kernel: importance.Spectrum{Rank: 64}}
	settings := Settings{Preset: "paper", Trees: 200}
	for _, m := range registry {
		settings := settings
		if m.Effects { // forests of many sets
			settings.Trees /= 10
		}
		cost := func(change func(*importance.Size, *Settings)) (work float64, bytes int64) {
			w, s := base, settings
			change(&w, &s)
			return m.Cost(s, w).Work, m.EstimationBytes(s, w)
		}
		least, bytes := cost(func(*importance.Size, *Settings) {})
		if !(least > 0) || bytes < 1<<20 || bytes > 1<<30 {
			t.Errorf("%s: work %v and %d bytes", m.Name, least, bytes)
		}
		for what, change := range map[string]func(*importance.Size, *Settings){
			"rows":   func(w *importance.Size, _ *Settings) { w.Rows *= 4 },
			"inputs": func(w *importance.Size, _ *Settings) { w.Inputs *= 4 },
			"trees":  func(_ *importance.Size, s *Settings) { s.Trees *= 4 },
		} {
			if m.Forestless && what == "trees" {
				continue
			}
			if more, size := cost(change); more < least*1.1 || more > least*40 || size < bytes {
				t.Errorf("%s: four times the %s is work %v and %d bytes instead of %v and %d", m.Name, what, more, size, least, bytes)
			}
		}
		if !m.UsesKernel || m.Forestless {
			continue
		}
		if less, _ := cost(func(_ *importance.Size, s *Settings) { s.SampleFraction = 0.05 }); less >= least {
			t.Errorf("%s: smaller trees are work %v instead of %v", m.Name, less, least)
		}
		for what, change := range map[string]func(*importance.Size, *Settings){
			"smaller trees":   func(_ *importance.Size, s *Settings) { s.SampleFraction = 0.05 },
			"a smaller rank":  func(w *importance.Size, _ *Settings) { w.Kernel.Rank = 20 },
			"random features": func(w *importance.Size, _ *Settings) { w.Fourier, w.Kernel = 20, importance.Spectrum{} },
		} {
			if _, less := cost(change); less >= bytes {
				t.Errorf("%s: %s take %v bytes instead of %v", m.Name, what, less, bytes)
			}
		}
	}
	for _, name := range Eliminating() {
		m, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		elimination, estimation := m.EliminationCost(settings, base).Work, m.Cost(settings, base).Work
		if bytes := m.SelectionBytes(settings, base); elimination < estimation || bytes < 1<<20 {
			t.Errorf("%s: an elimination is work %v, an estimation %v; %d bytes", name, elimination, estimation, bytes)
		}
	}
}
