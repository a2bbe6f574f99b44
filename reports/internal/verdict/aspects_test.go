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
		want  Verdict
		gap   float64
		pair  string
	}{
		"leak":            {results.Claim{Cell: stacked, Kind: results.ClaimLeak, Bound: 0.02}, Compatible, 0.005, "0.02 > mean of y1 with X2"},
		"leak, too large": {results.Claim{Cell: stacked, Kind: results.ClaimLeak, Bound: 0.01}, Differs, -0.005, "0.01 > mean of y1 with X2"},
		"moved":           {results.Claim{Cell: stacked, Kind: results.ClaimMoved, Bound: 0.5}, Compatible, 0, "1 of 2 that move > 0.5"},
		"moved, too few":  {results.Claim{Cell: stacked, Kind: results.ClaimMoved, Bound: 0.8}, Differs, -0.3, "1 of 2 that move > 0.8"},
		"unmoved":         {results.Claim{Cell: stacked, Kind: results.ClaimUnmoved, Bound: 0.05}, Compatible, -0.2, "0.05 > tables with any"},
		"unmoved, many":   {results.Claim{Cell: stacked, Kind: results.ClaimUnmoved, Bound: 0.001}, Differs, -0.249, "0.001 > tables with any"},
	} {
		e, records := fixture.Aspects(c.claim)
		s, err := summary.Summarise(e, records, nil)
		if err != nil {
			t.Fatal(err)
		}
		checks := checkClaim([]summary.Summary{s}, s, c.claim)
		if len(checks) != 1 {
			t.Fatalf("%s: %d checks", name, len(checks))
		}
		if check := checks[0]; check.Verdict != c.want || math.Abs(check.Gap.Mean-c.gap) > 1e-9 || check.pair() != c.pair {
			t.Errorf("%s: %s (%s), gap %v, %s; expected %s, %v, %s", name, check.Verdict, check.Reason, check.Gap.Mean, check.pair(), c.want, c.gap, c.pair)
		}
	}
	claim := results.Claim{Cell: map[string]string{results.KeyMethod: "stacked"}, Kind: results.ClaimLeak, Bound: 0.02}
	e, records := fixture.Calibration(claim)
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	if check := checkClaim(nil, s, claim)[0]; check.Verdict != Missing || check.Reason != noAspects {
		t.Errorf("records without aspects: %s, %q", check.Verdict, check.Reason)
	}
}
