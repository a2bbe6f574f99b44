package verdict

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func TestBands(t *testing.T) {
	stacked, coupled := map[string]string{results.KeyMethod: "stacked"}, map[string]string{results.KeyMethod: "coupled"}
	for name, c := range map[string]struct {
		claim results.Claim
		want  Outcome
		gap   float64
		pair  string
	}{
		"size":             {results.Claim{Cell: stacked, Holds: "found(null, level: 0.05) < 0.06"}, Undecided, 0.01, "0.06 > tables with X2"},
		"size, too large":  {results.Claim{Cell: stacked, Holds: "found(null, level: 0.2) < 0.06"}, Fails, -0.14, "0.06 > tables with X2"},
		"size, control":    {results.Claim{Cell: coupled, Holds: "not found(null, level: 0.05) < 0.06"}, Holds, -0.94, "0.06 > tables with X2"},
		"size, no control": {results.Claim{Cell: stacked, Holds: "not found(null, level: 0.05) < 0.06"}, Undecided, 0.01, "0.06 > tables with X2"},
		"size of X1":       {results.Claim{Cell: stacked, Holds: "found(X1, level: 0.05) < 0.06"}, Fails, -0.94, "0.06 > tables with X1"},
		"size of none":     {results.Claim{Cell: stacked, Holds: "found(X9, level: 0.05) < 0.06"}, NotRun, math.NaN(), ""},
		"mean size":        {results.Claim{Cell: stacked, Holds: "mean_found(level: 0.05) > 0.01 and mean_found(level: 0.05) < 0.07"}, Undecided, 0.02, "0.07 > mean over cells"},
		"mean size, small": {results.Claim{Cell: stacked, Holds: "mean_found(level: 0.05) > 0.06 and mean_found(level: 0.05) < 0.1"}, Undecided, -0.01, "mean over cells > 0.06"},
		"mean size, large": {results.Claim{Cell: coupled, Holds: "mean_found(level: 0.05) > 0.01 and mean_found(level: 0.05) < 0.05"}, Undecided, -0.95, "0.05 > mean over cells"},
		"found":            {results.Claim{Cell: stacked, Holds: "found(X1, level: 0.05) > 0.9"}, Holds, 0.1, "tables with X1 > 0.9"},
		"found, not all":   {results.Claim{Cell: stacked, Holds: "found(X1, X2, level: 0.05) > 0.9"}, Fails, -0.85, "tables with X2 > 0.9"},
		"found, none":      {results.Claim{Cell: stacked, Holds: "found(X9, level: 0.05) > 0.9"}, NotRun, math.NaN(), ""},
		"named":            {results.Claim{Cell: stacked, Holds: "named(X1, X2) > 0.3"}, Undecided, -0.05, "tables that name them > 0.3"},
		"named, too few":   {results.Claim{Cell: stacked, Holds: "named(X2) > 0.5"}, Fails, -0.25, "tables that name them > 0.5"},
		"named, others":    {results.Claim{Cell: stacked, Holds: "named(X1) > 0.5"}, Fails, -0.5, "tables that name them > 0.5"},
		"named, not told":  {results.Claim{Cell: coupled, Holds: "named(X2) > 0.5"}, NotRun, math.NaN(), ""},
		"warned":           {results.Claim{Cell: stacked, Holds: `warned(says: "rows") > 0.4`}, Undecided, 0.1, "tables with such a warning > 0.4"},
		"warned, not of":   {results.Claim{Cell: stacked, Holds: `warned(says: "columns") > 0.4`}, Fails, -0.4, "tables with such a warning > 0.4"},
		"near":             {results.Claim{Cell: stacked, Holds: "error(X1, X2) < 0.06"}, Undecided, 0.01, "0.06 > error of X1"},
		"near, too far":    {results.Claim{Cell: stacked, Holds: "error(X2) < 0.01"}, Fails, -0.01, "0.01 > error of X2"},
		"near, none":       {results.Claim{Cell: stacked, Holds: "error(X9) < 0.01"}, NotRun, math.NaN(), ""},
		// X1 is found always, so that Holm leaves the p-value of X2 as it is.
		"family-wise":       {results.Claim{Cell: stacked, Holds: "any_found(level: 0.05) < 0.05"}, Undecided, 0, "0.05 > tables with any"},
		"nothing":           {results.Claim{Cell: stacked, Holds: "nothing_open(level: 0.05) > 0.9"}, Undecided, 0.05, "tables that leave it open > 0.9"},
		"nothing, not told": {results.Claim{Cell: coupled, Holds: "nothing_open(level: 0.05) > 0.9"}, NotRun, math.NaN(), ""},
		"coverage":          {results.Claim{Cell: stacked, Holds: "covered(low: 0.93, high: 0.97) > 0.9"}, Undecided, 0.1, "inputs not significantly outside > 0.9"},
		"coverage, control": {results.Claim{Cell: coupled, Holds: "not covered(low: 0.93, high: 0.97) > 0.9"}, Undecided, -0.9, "inputs not significantly outside > 0.9"},
		// √(0.005/2) = 0.05, √((0.005 + 0.04)/2) = 0.15.
		"error ratio":       {results.Claim{Cell: stacked, Holds: "error_ratio(method: coupled) < 0.6 and worst_error_ratio(method: coupled) < 1.1"}, Holds, 0.6 - 1.0/3, "0.6 > mean ratio"},
		"error ratio, no":   {results.Claim{Cell: stacked, Holds: "error_ratio(method: coupled) < 0.3 and worst_error_ratio(method: coupled) < 1.1"}, Undecided, 0.3 - 1.0/3, "0.3 > mean ratio"},
		"error ratio worst": {results.Claim{Cell: stacked, Holds: "error_ratio(method: coupled) < 0.6 and worst_error_ratio(method: coupled) < 0.2"}, Fails, 0.2 - 1.0/3, "0.2 > 0.333 (linear, n = 50)"},
		// At this level stacked finds X1 in no table, coupled in all.
		"power":             {results.Claim{Cell: coupled, Holds: "as_often_found(level: 1e-12, method: stacked) > 0.5"}, Undecided, 0.5, "inputs > 0.5"},
		"power, less":       {results.Claim{Cell: stacked, Holds: "as_often_found(level: 1e-12, method: coupled) > 0.5"}, Undecided, -0.5, "inputs > 0.5"},
		"power, all found":  {results.Claim{Cell: stacked, Holds: "as_often_found(level: 0.05, method: coupled) > 0.5"}, NotRun, math.NaN(), ""},
		"population":        {results.Claim{Cell: stacked, Holds: "population_covered > 0.7"}, Fails, -0.2, "intervals > 0.7"},
		"population, trees": {results.Claim{Cell: coupled, Holds: "population_covered > 0.4"}, Undecided, 0.1, "intervals > 0.4"}, // by errors over trees
		"within another":    {results.Claim{Cell: stacked, Holds: "within(method: coupled) > 0.4"}, Holds, 0.1, "values > 0.4"},
		"within, no error":  {results.Claim{Cell: coupled, Holds: "within(method: stacked) > 0.4"}, NotRun, math.NaN(), ""},
		"no cell":           {results.Claim{Cell: map[string]string{results.KeyMethod: "mda"}, Holds: "found(null, level: 0) < 0"}, NotRun, math.NaN(), ""},
	} {
		claim := c.claim
		e, records := fixture.Calibration(claim)
		for i := range records { // of stacked, half with a warning, a quarter that name X2
			if records[i].Cell[results.KeyMethod] == "stacked" {
				records[i].Values[results.ValueStandsIn] = []float64{0, float64(max(records[i].Repetition%4, 2) - 2)}
				if i%2 == 0 {
					records[i].Warnings = []string{"other words", "of rows"}
				}
			}
		}
		s := summary.Summarise(e, records, nil)
		check := find([]summary.Summary{s}, s, claim)
		if check.outcome != c.want || c.want != NotRun && (math.Abs(check.Gap.Mean-c.gap) > 1e-9 || check.pair.text() != c.pair) {
			t.Errorf("%s: %s (%s), gap %v, %s; expected %s, %v, %s", name, check.outcome, check.reason, check.Gap.Mean, check.pair.text(), c.want, c.gap, c.pair)
		}
	}
}

// A claim on cells that are not all run is missing.
func TestBandsHalfRun(t *testing.T) {
	claim := results.Claim{Cell: map[string]string{results.KeyMethod: "stacked"}, Holds: "found(null, level: 0.05) < 0.06"}
	e, records := fixture.Calibration(claim)
	for left, want := range map[int]string{100: "not run", 150: "50 of 100 repetitions"} {
		s := summary.Summarise(e, records[:left], nil)
		if check := checkClaim(nil, s, claim)[0]; check.side() != Missing || check.reason != want {
			t.Errorf("%d records: %s, %q, expected %q", left, check.side(), check.reason, want)
		}
	}
}

// A band that no count could fulfil is undecided for want of tables, and says so.
func TestTooFewToHold(t *testing.T) {
	for _, c := range []struct {
		count stat.Count
		bound float64
		below bool
		few   bool
	}{
		{stat.Count{K: 3, N: 60}, 0.06, true, true},    // 0.94^60 = 0.024
		{stat.Count{K: 3, N: 100}, 0.06, true, false},  // 0.94^100 = 0.002
		{stat.Count{K: 40, N: 40}, 0.9, false, true},   // 0.9^40 = 0.015
		{stat.Count{K: 40, N: 50}, 0.9, false, false},  // 0.9^50 = 0.005
		{stat.Count{K: 98, N: 100}, 0.9, false, false}, // holds
	} {
		outcome, nearest := judge([]pair{measured{name: "tables", count: c.count}.against(c.bound, c.below)})
		j := Judged{finding: finding{pair: nearest, outcome: outcome}}
		if j.TooFew() != c.few || strings.HasSuffix(j.Evidence(), "too few to hold") != c.few {
			t.Errorf("%v against %v: too few is %v, %q", c.count, c.bound, j.TooFew(), j.Evidence())
		}
	}
}

// TestErrorRatioOfDesigns compares estimators on each design of a claim about several: by a third of the error
// on one and by the same on the other.
func TestErrorRatioOfDesigns(t *testing.T) {
	claim := results.Claim{Cell: map[string]string{results.KeyMethod: "stacked", results.KeyScenario: "!nothing"}, Holds: "error_ratio(method: coupled) < 0.6"}
	e, records := fixture.Calibration(claim)
	s := summary.Summarise(e, records, nil)
	at := slices.IndexFunc(s.Cells, func(c summary.Cell) bool { return c.Cell[results.KeyMethod] == "stacked" })
	for _, c := range slices.Clone(s.Cells) {
		alike := s.Cells[at]
		alike.Slug, alike.Cell = c.Slug+"-tail", maps.Clone(c.Cell)
		alike.Cell[results.KeyScenario] = "tail"
		s.Cells = append(s.Cells, alike)
	}
	check := find([]summary.Summary{s}, s, claim)
	fixture.Near(t, "the mean ratio's distance", check.Gap.Mean, 0.6-math.Sqrt(1.0/3), 1e-9)
}

// TestNearestDesign names, of several designs that a band is undecided on, the one that comes nearest to failing.
func TestNearestDesign(t *testing.T) {
	claim := results.Claim{Cell: map[string]string{results.KeyMethod: "stacked"}, Holds: "found(X2, level: 0.05) < 0.06"}
	e, records := fixture.Calibration(claim)
	s := summary.Summarise(e, records, nil)
	at := slices.IndexFunc(s.Cells, func(c summary.Cell) bool { return c.Cell[results.KeyMethod] == "stacked" })
	worse := s.Cells[at]
	worse.Slug, worse.Cell, worse.Recorded = "worse", maps.Clone(worse.Cell), maps.Clone(worse.Recorded)
	worse.Cell[results.KeyScenario] = "tail"
	rows := slices.Clone(worse.Recorded[results.ValueP])
	for i := range 6 {
		rows[i] = []float64{0, 0}
	}
	worse.Recorded[results.ValueP] = rows
	s.Cells = append(s.Cells, worse)
	if check := find([]summary.Summary{s}, s, claim); check.outcome != Undecided || check.Info.Slug != "worse" {
		t.Errorf("%s by %s (%s), expected undecided by the design with more findings", check.outcome, check.Info.Slug, check.observed)
	}
}
