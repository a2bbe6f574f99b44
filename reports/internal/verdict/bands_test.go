package verdict

import (
	"math"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func TestBands(t *testing.T) {
	stacked, coupled := map[string]string{results.KeyMethod: "stacked"}, map[string]string{results.KeyMethod: "coupled"}
	for name, c := range map[string]struct {
		claim results.Claim
		want  Verdict
		gap   float64
		pair  string
	}{
		"size":             {results.Claim{Cell: stacked, Kind: results.ClaimSize, Level: 0.05, Bound: 0.06}, Compatible, 0.01, "0.06 > tables with X2"},
		"size, too large":  {results.Claim{Cell: stacked, Kind: results.ClaimSize, Level: 0.2, Bound: 0.06}, Differs, -0.14, "0.06 > tables with X2"},
		"size, control":    {results.Claim{Cell: coupled, Kind: results.ClaimSize, Level: 0.05, Bound: 0.06, Fails: true}, Compatible, -0.94, "0.06 > tables with X2"},
		"size, no control": {results.Claim{Cell: stacked, Kind: results.ClaimSize, Level: 0.05, Bound: 0.06, Fails: true}, Differs, 0.01, "0.06 > tables with X2"},
		"size of X1":       {results.Claim{Cell: stacked, Kind: results.ClaimSize, Above: []string{"X1"}, Level: 0.05, Bound: 0.06}, Differs, -0.94, "0.06 > tables with X1"},
		"size of none":     {results.Claim{Cell: stacked, Kind: results.ClaimSize, Above: []string{"X9"}, Level: 0.05, Bound: 0.06}, Missing, math.NaN(), ""},
		"mean size":        {results.Claim{Cell: stacked, Kind: results.ClaimMeanSize, Level: 0.05, Low: 0.01, High: 0.07}, Compatible, 0.02, "0.07 > mean over cells"},
		"mean size, small": {results.Claim{Cell: stacked, Kind: results.ClaimMeanSize, Level: 0.05, Low: 0.06, High: 0.1}, Differs, -0.01, "mean over cells > 0.06"},
		"mean size, large": {results.Claim{Cell: coupled, Kind: results.ClaimMeanSize, Level: 0.05, Low: 0.01, High: 0.05}, Differs, -0.95, "0.05 > mean over cells"},
		"found":            {results.Claim{Cell: stacked, Kind: results.ClaimFound, Above: []string{"X1"}, Level: 0.05, Bound: 0.9}, Compatible, 0.1, "tables with X1 > 0.9"},
		"found, not all":   {results.Claim{Cell: stacked, Kind: results.ClaimFound, Above: []string{"X1", "X2"}, Level: 0.05, Bound: 0.9}, Differs, -0.85, "tables with X2 > 0.9"},
		"found, none":      {results.Claim{Cell: stacked, Kind: results.ClaimFound, Above: []string{"X9"}, Level: 0.05, Bound: 0.9}, Missing, math.NaN(), ""},
		"named":            {results.Claim{Cell: stacked, Kind: results.ClaimNamed, Above: []string{"X1", "X2"}, Bound: 0.3}, Compatible, -0.05, "tables that name them > 0.3"},
		"named, too few":   {results.Claim{Cell: stacked, Kind: results.ClaimNamed, Above: []string{"X2"}, Bound: 0.5}, Differs, -0.25, "tables that name them > 0.5"},
		"named, others":    {results.Claim{Cell: stacked, Kind: results.ClaimNamed, Above: []string{"X1"}, Bound: 0.5}, Differs, -0.5, "tables that name them > 0.5"},
		"named, not told":  {results.Claim{Cell: coupled, Kind: results.ClaimNamed, Above: []string{"X2"}, Bound: 0.5}, Missing, math.NaN(), ""},
		"warned":           {results.Claim{Cell: stacked, Kind: results.ClaimWarned, Says: "rows", Bound: 0.4}, Compatible, 0.1, "tables with such a warning > 0.4"},
		"warned, not of":   {results.Claim{Cell: stacked, Kind: results.ClaimWarned, Says: "columns", Bound: 0.4}, Differs, -0.4, "tables with such a warning > 0.4"},
		"near":             {results.Claim{Cell: stacked, Kind: results.ClaimNear, Above: []string{"X1", "X2"}, Bound: 0.06}, Compatible, 0.01, "0.06 > error of X1"},
		"near, too far":    {results.Claim{Cell: stacked, Kind: results.ClaimNear, Above: []string{"X2"}, Bound: 0.01}, Differs, -0.01, "0.01 > error of X2"},
		"near, none":       {results.Claim{Cell: stacked, Kind: results.ClaimNear, Above: []string{"X9"}, Bound: 0.01}, Missing, math.NaN(), ""},
		// X1 is found always, so that Holm leaves the p-value of X2 as it is.
		"family-wise":       {results.Claim{Cell: stacked, Kind: results.ClaimFamilyWise, Level: 0.05, Bound: 0.05}, Compatible, 0, "0.05 > tables with any"},
		"nothing":           {results.Claim{Cell: stacked, Kind: results.ClaimNothing, Level: 0.05, Bound: 0.9}, Compatible, 0.05, "tables that leave it open > 0.9"},
		"nothing, not told": {results.Claim{Cell: coupled, Kind: results.ClaimNothing, Level: 0.05, Bound: 0.9}, Missing, math.NaN(), ""},
		"coverage":          {results.Claim{Cell: stacked, Kind: results.ClaimCoverage, Low: 0.93, High: 0.97, Bound: 0.9}, Compatible, 0.1, "1 of 1 inputs > 0.9"},
		"coverage, control": {results.Claim{Cell: coupled, Kind: results.ClaimCoverage, Low: 0.93, High: 0.97, Bound: 0.9, Fails: true}, Compatible, -0.9, "0 of 1 inputs > 0.9"},
		// √(0.005/2) = 0.05, √((0.005 + 0.04)/2) = 0.15.
		"error ratio":       {results.Claim{Cell: stacked, Than: coupled, Kind: results.ClaimErrorRatio, Bound: 0.6, Worst: 1.1}, Compatible, 0.6 - 1.0/3, "0.6 > mean ratio"},
		"error ratio, no":   {results.Claim{Cell: stacked, Than: coupled, Kind: results.ClaimErrorRatio, Bound: 0.3, Worst: 1.1}, Differs, 0.3 - 1.0/3, "0.3 > mean ratio"},
		"error ratio worst": {results.Claim{Cell: stacked, Than: coupled, Kind: results.ClaimErrorRatio, Bound: 0.6, Worst: 0.2}, Differs, 0.2 - 1.0/3, "0.2 > 0.333 (linear, n = 50)"},
		// At this level stacked finds X1 in no table, coupled in all.
		"power":            {results.Claim{Cell: coupled, Than: stacked, Kind: results.ClaimPower, Level: 1e-12, Bound: 0.5}, Compatible, 0.5, "1 of 1 inputs > 0.5"},
		"power, less":      {results.Claim{Cell: stacked, Than: coupled, Kind: results.ClaimPower, Level: 1e-12, Bound: 0.5}, Differs, -0.5, "0 of 1 inputs > 0.5"},
		"power, all found": {results.Claim{Cell: stacked, Than: coupled, Kind: results.ClaimPower, Level: 0.05, Bound: 0.5}, Missing, math.NaN(), ""},
		"within":           {results.Claim{Cell: stacked, Kind: results.ClaimWithin, Bound: 0.7}, Compatible, 0.05, "150 of 200 values > 0.7"},
		"within, too few":  {results.Claim{Cell: stacked, Kind: results.ClaimWithin, Bound: 0.8}, Differs, -0.05, "150 of 200 values > 0.8"},
		"within another":   {results.Claim{Cell: stacked, Than: coupled, Kind: results.ClaimWithin, Bound: 0.4}, Compatible, 0.1, "100 of 200 values > 0.4"},
		"within, no error": {results.Claim{Cell: coupled, Kind: results.ClaimWithin, Bound: 0.4}, Missing, math.NaN(), ""},
		"no cell":          {results.Claim{Cell: map[string]string{results.KeyMethod: "mda"}, Kind: results.ClaimSize}, Missing, math.NaN(), ""},
	} {
		e, records := fixture.Calibration(c.claim)
		for i := range records { // of stacked, half with a warning, a quarter that name X2
			if records[i].Cell[results.KeyMethod] == "stacked" {
				records[i].Values[results.ValueStandsIn] = []float64{0, float64(max(records[i].Repetition%4, 2) - 2)}
				if i%2 == 0 {
					records[i].Warnings = []string{"other words", "of rows"}
				}
			}
		}
		s, err := summary.Summarise(e, records, nil)
		if err != nil {
			t.Fatal(err)
		}
		checks := checkClaim([]summary.Summary{s}, s, c.claim)
		if len(checks) != 1 {
			t.Fatalf("%s: %d checks", name, len(checks))
		}
		check := checks[0]
		if check.Verdict != c.want || c.want != Missing && (math.Abs(check.Gap.Mean-c.gap) > 1e-9 || check.pair() != c.pair) {
			t.Errorf("%s: %s (%s), gap %v, %s; expected %s, %v, %s", name, check.Verdict, check.Reason, check.Gap.Mean, check.pair(), c.want, c.gap, c.pair)
		}
	}
}

// A claim on cells that are not all run is missing.
func TestBandsHalfRun(t *testing.T) {
	claim := results.Claim{Cell: map[string]string{results.KeyMethod: "stacked"}, Kind: results.ClaimSize, Level: 0.05, Bound: 0.06}
	e, records := fixture.Calibration(claim)
	for left, want := range map[int]string{100: "not run", 150: "50 of 100 repetitions"} {
		s, err := summary.Summarise(e, records[:left], nil)
		if err != nil {
			t.Fatal(err)
		}
		if check := checkClaim(nil, s, claim)[0]; check.Verdict != Missing || check.Reason != want {
			t.Errorf("%d records: %s, %q, expected %q", left, check.Verdict, check.Reason, want)
		}
	}
}
