package reports

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drfvi/results"
)

// losses makes up an experiment on one data set with two methods and a textbook
// twin, in which losses are those given, by method and repetition.
func losses(of map[string][]float64) (results.Experiment, []results.Record) {
	e := results.Experiment{Name: "rfe", Title: "Elimination", Source: "Table 6", Order: 1, Profile: "paper", Repetitions: 3, Figure: "paths"}
	var records []results.Record
	for _, slug := range []string{"published-a-coupled", "published-a-vimp-drf", "textbook-a-coupled"} {
		part := strings.SplitN(slug, "-", 3)
		cell := map[string]string{keyVariant: part[0], keyData: part[1], keyMethod: part[2], keyPreset: part[0]}
		if part[2] == "coupled" {
			cell[keyKernel] = "k"
		}
		e.Cells = append(e.Cells, results.CellInfo{Slug: slug, Cell: cell})
		for r, loss := range of[slug] {
			records = append(records, results.Record{
				ID: "rfe/" + slug + "/r00" + string(rune('0'+r)), Experiment: "rfe", Cell: cell, Repetition: r, Variables: []string{"u", "v", "w"},
				Values: map[string][]float64{"loss": {loss / 2, loss / 4, loss / 4}, "eliminated": {1, float64(r % 2 * 2), float64((r + 1) % 2 * 2)}},
			})
		}
	}
	e.Claims = []results.Claim{{
		Text: "Lower", Kind: "lower-loss", Source: "here",
		Cell: map[string]string{keyVariant: "published", keyMethod: "coupled"}, Than: map[string]string{keyMethod: "vimp-drf"},
	}}
	return e, records
}

func TestLossClaims(t *testing.T) {
	for name, c := range map[string]struct {
		of     map[string][]float64
		change func(e *results.Experiment)
		want   Verdict
		reason string
	}{
		"lower":    {map[string][]float64{"published-a-coupled": {-4, -5, -7}, "published-a-vimp-drf": {-3, -5, -5}}, nil, Agrees, ""},
		"higher":   {map[string][]float64{"published-a-coupled": {-3, -5, -5}, "published-a-vimp-drf": {-4, -5, -7}}, nil, Differs, ""},
		"partly":   {map[string][]float64{"published-a-coupled": {-4, -5, -7}, "published-a-vimp-drf": {-3, -5}}, nil, Missing, "vimp-drf: 2 of 3 repetitions"},
		"half run": {map[string][]float64{"published-a-coupled": {-4, -5, -7}}, nil, Missing, "not run"},
		"not run": {nil, func(e *results.Experiment) { e.Cells[0].NotRun, e.Cells[1].NotRun = "data missing", "data missing" }, Missing,
			"not run: data missing"},
		"no partner": {map[string][]float64{"published-a-coupled": {-4, -5, -7}}, func(e *results.Experiment) { e.Claims[0].Than[keyMethod] = "mda" },
			Missing, "no cell to compare with in the run"},
	} {
		e, records := losses(c.of)
		if c.change != nil {
			c.change(&e)
		}
		o := overviewOf(t, e, records)
		if len(o.Claims) != 1 {
			t.Fatalf("%s: %d claims checked", name, len(o.Claims))
		}
		check := o.Claims[0]
		if check.Verdict != c.want || check.Reason != c.reason {
			t.Errorf("%s: %s, %q, want %s, %q", name, check.Verdict, check.Reason, c.want, c.reason)
		}
		if name == "lower" {
			// Differences 1, 0, 2: mean 1, sd 1.
			near(t, "gap", check.Gap.Mean, 1, 1e-12)
			near(t, "t", check.T, 1.7320508075688772, 1e-12)
			if check.pair() != "vimp-drf > coupled" {
				t.Errorf("pair %q", check.pair())
			}
		}
		_, unavailable := o.Unavailable()
		if (unavailable == 1) != (name == "not run") {
			t.Errorf("%s: %d claims without data", name, unavailable)
		}
	}
}

func TestLossTable(t *testing.T) {
	e, records := losses(map[string][]float64{
		"published-a-coupled": {-4, -5, -7}, "published-a-vimp-drf": {-3, -5, -5}, "textbook-a-coupled": {-4.5, -6},
	})
	s, err := Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables := s.Tables(Overview{})
	if len(tables) != 4 {
		t.Fatalf("%d tables, want two of losses and two of variables", len(tables))
	}
	for i, want := range [][]string{
		{"a", "3", "-5.33 (0.88)", "-4.33 (0.67)", "-1.00 (0.58)"},
		{"a", "3", "-5.25 (0.75)", "-0.75 (0.25)"},
		{"a", "coupled", "w 1.3 (100%), u 1.7 (100%), v 3.0 (100%)"},
	} {
		if got := tables[i].Rows[0].Cells; !slices.Equal(got, want) {
			t.Errorf("table %d begins with %q, want %q", i, got, want)
		}
	}
	if got := tables[1].Columns[3].head(); got != "coupled less published" {
		t.Errorf("column %q", got)
	}
	if tables[0].Rows[0].Mark == Relevant {
		t.Error("a gap of 1 with standard errors 0.88 and 0.67 is in bold")
	}
	e, records = losses(map[string][]float64{"published-a-coupled": {-4, -4.1, -4.2}, "published-a-vimp-drf": {-3, -3.1, -3.2}})
	e.Cells[2].NotRun = "data missing"
	if s, err = Summarise(e, records, nil); err != nil {
		t.Fatal(err)
	}
	tables = s.Tables(Overview{})
	if tables[0].Rows[0].Mark != Relevant {
		t.Error("a gap of 1 with standard errors 0.06 is not in bold")
	}
	if got, want := tables[1].Rows[0].Cells, []string{"a", none, "not run: data missing", none}; !slices.Equal(got, want) {
		t.Errorf("a data set that was not run: %q, want %q", got, want)
	}
	if csv := s.CSV(); !strings.Contains(csv, "rfe,a,published,coupled,published,k,left_when_eliminated,v,false,3,3,0,0,") {
		t.Errorf("CSV\n%s", csv)
	}
}

func TestLossCurve(t *testing.T) {
	dir := t.TempDir()
	chart := LossChart{Title: "Elimination", Loss: []float64{-0.2, -0.4, -0.41}, SE: []float64{0.01, 0.02, math.NaN()}, Keep: 2, Method: "coupled"}
	for extension, magic := range map[string]string{".png": "\x89PNG", ".pdf": "%PDF-", ".svg": "<?xml"} {
		path := filepath.Join(dir, "chart"+extension)
		if err := LossCurve(path, chart); err != nil {
			t.Fatal(err)
		}
		if data, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(data), magic) {
			t.Errorf("%s: %v", extension, err)
		}
	}
	chart.Loss, chart.SE, chart.Keep = chart.Loss[:1], chart.SE[:1], 1
	if err := LossCurve(filepath.Join(dir, "single.png"), chart); err != nil {
		t.Errorf("a single variable: %v", err)
	}
	if err := LossCurve(filepath.Join(dir, "chart.gif"), chart); err == nil || !strings.Contains(err.Error(), "figures cannot be written as .gif") {
		t.Errorf("a .gif: %v", err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a number of variables that there are not does not panic")
		}
	}()
	chart.Keep = 2
	chart.figure()
}

func TestShortened(t *testing.T) {
	if got := shortened("education_level"); got != "education_level" {
		t.Errorf("got %q", got)
	}
	if got := shortened(strings.Repeat("ä", 31)); got != strings.Repeat("ä", 29)+"…" {
		t.Errorf("got %q", got)
	}
}
