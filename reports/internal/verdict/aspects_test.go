package verdict

import (
	"math"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// TestAspects judges claims about what moves: in the fixture X1 moves the mean of y1 and
// is found in all tables, and the dependence, which is found in a quarter; areas of X2
// are 0.015 in the mean, and it is found in 2 of 8 tables.
func TestAspects(t *testing.T) {
	stacked := map[string]string{results.KeyMethod: "stacked"}
	for name, c := range map[string]struct {
		claim results.Claim
		want  Outcome
		gap   float64
		pair  string
	}{
		"leak":            {results.Claim{Cell: stacked, Holds: "area < 0.02"}, Undecided, 0.005, "0.02 > mean of y1 with X2"},
		"leak, too large": {results.Claim{Cell: stacked, Holds: "area < 0.01"}, Undecided, -0.005, "0.01 > mean of y1 with X2"},
		"moved":           {results.Claim{Cell: stacked, Holds: "moved > 0.5"}, Undecided, 0, "that move > 0.5"},
		"moved, too few":  {results.Claim{Cell: stacked, Holds: "moved > 0.8"}, Undecided, -0.3, "that move > 0.8"},
		"unmoved":         {results.Claim{Cell: stacked, Holds: "unmoved < 0.05"}, Undecided, -0.2, "0.05 > tables with any"},
		"unmoved, many":   {results.Claim{Cell: stacked, Holds: "unmoved < 0.001"}, Fails, -0.249, "0.001 > tables with any"},
	} {
		claim := c.claim
		e, records := fixture.Aspects(claim)
		s := summary.Summarise(e, records, nil)
		check := find([]summary.Summary{s}, s, claim)
		if check.outcome != c.want || math.Abs(check.Gap.Mean-c.gap) > 1e-9 || check.pair.text() != c.pair {
			t.Errorf("%s: %s (%s), gap %v, %s; expected %s, %v, %s", name, check.outcome, check.reason, check.Gap.Mean, check.pair.text(), c.want, c.gap, c.pair)
		}
	}
	claim := results.Claim{Cell: map[string]string{results.KeyMethod: "stacked"}, Holds: "area < 0.02"}
	e, records := fixture.Calibration(claim)
	s := summary.Summarise(e, records, nil)
	if check := checkClaim(nil, s, claim)[0]; check.side() != Missing || check.reason != noAspects {
		t.Errorf("records without aspects: %s, %q", check.side(), check.reason)
	}
}
