package verdict

import (
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// lossRun makes up an experiment on one data set with two methods and a textbook
// twin, in which losses are those given, by method and repetition.
func lossRun(of map[string][]float64) (results.Experiment, []results.Record) {
	e := results.Experiment{Name: "rfe", Title: "Elimination", Source: "Table 6", Order: 1, Profile: "paper", Repetitions: 3, Figure: "paths"}
	var records []results.Record
	for _, slug := range []string{"published-a-coupled", "published-a-vimp-drf", "textbook-a-coupled"} {
		part := strings.SplitN(slug, "-", 3)
		cell := map[string]string{results.KeyVariant: part[0], results.KeyData: part[1], results.KeyMethod: part[2], results.KeyPreset: part[0]}
		if part[2] == "coupled" {
			cell[results.KeyKernel] = "k"
		}
		e.Cells = append(e.Cells, results.CellInfo{Slug: slug, Cell: cell})
		for r, loss := range of[slug] {
			records = append(records, results.Record{
				ID: "rfe/" + slug + "/r00" + string(rune('0'+r)), Experiment: "rfe", Cell: cell, Repetition: r, Variables: []string{"u", "v", "w"},
				Values: map[results.ValueName][]float64{"loss": {loss / 2, loss / 4, loss / 4}, "eliminated": {1, float64(r % 2 * 2), float64((r + 1) % 2 * 2)}},
			})
		}
	}
	e.Claims = []results.Claim{{Text: "Lower", Cell: map[string]string{results.KeyVariant: "published", results.KeyMethod: "coupled"}, Holds: "loss < loss(method: vimp-drf)", Source: "here"}}
	return e, records
}

func TestLossClaims(t *testing.T) {
	for name, c := range map[string]struct {
		of     map[string][]float64
		change func(e *results.Experiment)
		want   Verdict
		reason string
	}{
		"lower":    {map[string][]float64{"published-a-coupled": {-4, -5, -7}, "published-a-vimp-drf": {-3, -5, -5}}, nil, Compatible, ""},
		"higher":   {map[string][]float64{"published-a-coupled": {-3, -5, -5}, "published-a-vimp-drf": {-4, -5, -7}}, nil, Differs, ""},
		"partly":   {map[string][]float64{"published-a-coupled": {-4, -5, -7}, "published-a-vimp-drf": {-3, -5}}, nil, Missing, "vimp-drf: 2 of 3 repetitions"},
		"half run": {map[string][]float64{"published-a-coupled": {-4, -5, -7}}, nil, Missing, "vimp-drf: not run"},
		"not run": {nil, func(e *results.Experiment) { e.Cells[0].NotRun, e.Cells[1].NotRun = "data missing", "data missing" }, Missing,
			"not run: data missing"},
		"no partner": {map[string][]float64{"published-a-coupled": {-4, -5, -7}}, func(e *results.Experiment) { e.Claims[0].Holds = "loss < loss(method: mda)" },
			Missing, "no cell MDA to compare with"},
	} {
		e, records := lossRun(c.of)
		if c.change != nil {
			c.change(&e)
		}
		o := overviewOf(t, e, records)
		if len(o.Claims) != 1 {
			t.Fatalf("%s: %d claims checked", name, len(o.Claims))
		}
		check := o.Claims[0]
		if check.side() != c.want || check.reason != c.reason {
			t.Errorf("%s: %s, %q, want %s, %q", name, check.side(), check.reason, c.want, c.reason)
		}
		if name == "lower" {
			// Differences 1, 0, 2: mean 1, sd 1.
			fixture.Near(t, "gap", check.Gap.Mean, 1, 1e-12)
			fixture.Near(t, "t", check.T, 1.7320508075688772, 1e-12)
			if check.pair.text() != "vimp-drf > coupled" {
				t.Errorf("pair %q", check.pair.text())
			}
		}
		_, unavailable, _ := o.Unavailable()
		if (unavailable == 1) != (name == "not run") {
			t.Errorf("%s: %d claims without data", name, unavailable)
		}
	}
}

func TestLowerLossClaims(t *testing.T) {
	m := fixture.WithAbsent()
	e := &m.List[0]
	cell := map[string]string{results.KeyVariant: "published", results.KeyData: "enb", results.KeyMethod: "vimp-drf"}
	e.Claims = append(e.Claims,
		results.Claim{Text: "reverse", Cell: cell, Holds: "loss < loss(method: coupled)"},
		results.Claim{Text: "absent", Cell: cell, Holds: "loss < loss(method: mda)"},
		results.Claim{Text: "twin", Cell: map[string]string{results.KeyVariant: "published", results.KeyData: "enb", results.KeyMethod: "retrain"}, Holds: "loss < loss(method: vimp-drf, preset: paper, variant: textbook)"})
	o := Verify([]summary.Summary{summaryOf(t, m)})
	want := []struct {
		verdict Verdict
		reason  string
		n       int
	}{
		{Compatible, "", 8}, {Missing, "not run: data missing", 0}, {Differs, "", 8}, {Missing, "no cell MDA to compare with", 0}, {Compatible, "", 5},
	}
	for i, c := range o.Claims {
		if c.side() != want[i].verdict || c.reason != want[i].reason || c.Gap.N != want[i].n {
			t.Errorf("claim %d: %s %q over %d, want %v", i, c.side(), c.reason, c.Gap.N, want[i])
		}
	}
	if got := o.Claims[0].pair.text(); got != "vimp-drf > coupled" {
		t.Errorf("pair %q", got)
	}
	// Equal data add equal noise to all methods, which paired differences are
	// free of.
	if c := o.Claims[0]; c.Gap.SE > 0.3*o.Cells[0].Ours.SE {
		t.Errorf("the gap has standard error %v, the loss %v", c.Gap.SE, o.Cells[0].Ours.SE)
	}
}
