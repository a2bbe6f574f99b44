package summary

import (
	"math"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
)

func TestPopulationErrors(t *testing.T) {
	m := fixture.ConsistencyRun()
	m.ByName["consistency"][0].Values["raw"] = []float64{0.5, -0.1, 0.3} // clamped it would be (0.5, 0, 0.3)
	s := summaryOf(t, m)
	c := s.Cells[0]
	fixture.Near(t, "error", c.Column(Error, 0)[0], math.Sqrt((0.16+0.09)/3), 1e-15)
	fixture.Near(t, "error", c.Column(Error, 0)[1], 0.101, 1e-15)
	if e := summaryOf(t, fixture.TinySource()).Cells[0].Column(Error, 0); e != nil {
		t.Errorf("errors %v without population values", e)
	}
	if logs := stat.Logs([]float64{100, 0, 1}); logs.N != 2 || logs.Mean != 1 {
		t.Errorf("logarithms %+v", logs)
	}
}
