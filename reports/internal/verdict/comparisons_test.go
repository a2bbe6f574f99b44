package verdict

import (
	"math"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func TestConvergenceClaims(t *testing.T) {
	verdicts := func(m *fixture.Memory) []finding {
		t.Helper()
		var checks []finding
		s := summaryOf(t, m)
		for _, claim := range s.Experiment.Claims {
			checks = append(checks, checkClaim([]summary.Summary{s}, s, claim)...)
		}
		return checks
	}
	checks := verdicts(fixture.ConsistencyRun())
	if len(checks) != 6 {
		t.Fatalf("%d checks, want one for each method and design", len(checks))
	}
	for i, want := range []Verdict{Compatible, Compatible, Compatible, Compatible, Differs, Compatible} {
		if c := checks[i]; i != 4 && c.side() != want || i == 4 && math.Abs(c.Gap.Mean) > 1e-12 {
			t.Errorf("%s %s: %s, want %s", c.Info.Cell[results.KeyMethod], summary.Describe(c.Info.Cell), c.side(), want)
		}
	}
	retrain := checks[2]
	fixture.Near(t, "gap", retrain.Gap.Mean, 0.5, 1e-12)
	fixture.Near(t, "t", retrain.T, 0.5/retrain.Gap.SE, 1e-9)
	if retrain.pair.text() != "slope < 0" || !strings.Contains(summary.Describe(retrain.Info.Cell), "first") {
		t.Errorf("pair %q under %q", retrain.pair.text(), retrain.Info.Cell)
	}

	rising := fixture.ConsistencyRun()
	for i, r := range rising.ByName["consistency"] {
		r.Values["raw"] = []float64{0.5 + float64(len(r.Cell[results.KeyN]))/10, 0.3, 0}
		rising.ByName["consistency"][i] = r
	}
	if c := verdicts(rising)[0]; c.side() != Differs || c.Gap.Mean > 0 {
		t.Errorf("an error that grows: %s, gap %v", c.side(), c.Gap.Mean)
	}

	partial := fixture.ConsistencyRun()
	partial.ByName["consistency"] = partial.ByName["consistency"][1:]
	if c := verdicts(partial)[0]; c.side() != Missing || c.reason != "5 of 6 repetitions" {
		t.Errorf("partly run: %s, %s", c.side(), c.reason)
	}
	blind := fixture.ConsistencyRun()
	for _, r := range blind.ByName["consistency"] {
		delete(r.Values, results.ValuePopulation)
	}
	if c := verdicts(blind)[0]; c.side() != Missing || c.reason != "no errors against population values at two numbers of rows" {
		t.Errorf("without population values: %s, %s", c.side(), c.reason)
	}
	none := fixture.ConsistencyRun()
	none.ByName["consistency"] = nil
	if c := verdicts(none)[0]; c.side() != Missing || c.reason != "not run" {
		t.Errorf("not run: %s, %s", c.side(), c.reason)
	}
	other := fixture.ConsistencyRun()
	other.List[0].Claims[0].Cell = map[string]string{results.KeyMethod: "mda"}
	if c := verdicts(other)[0]; c.side() != Missing || c.reason != "no such cell in the run" {
		t.Errorf("no such cell: %s, %s", c.side(), c.reason)
	}
}
