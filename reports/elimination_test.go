package reports

import (
	"slices"
	"strings"
	"testing"

	"drfvi/internal/page"
	"drfvi/reports/internal/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// loadOne summarises the only experiment of a source.
func loadOne(t *testing.T, source summary.Source) (summary.Summary, verdict.Overview) {
	t.Helper()
	summaries, err := summary.Load(source)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0], verdict.Verify(summaries)
}

func TestKeptRowsShowsEveryMethodsBest(t *testing.T) {
	places := func(means ...float64) []summary.Kept {
		all := make([]summary.Kept, len(means))
		for j, m := range means {
			all[j] = summary.Kept{Variable: string(rune('a' + j)), Place: stat.Stat{Mean: m, N: 2}}
		}
		return all
	}
	names := func(of ...[]summary.Kept) string {
		var list []string
		for _, row := range keptRows(of) {
			list = append(list, row.Cells[0])
		}
		return strings.Join(list, "")
	}
	// The second method's best are g, h and i, the first one's last.
	if got := names(places(1, 2, 3, 4, 5, 6, 7, 8, 9), places(9, 8, 7, 6, 5, 4, 3, 2, 1)); got != "abcghi" {
		t.Errorf("shown %s, want abcghi", got)
	}
	if got := names(nil, places(3, 1, 2)); got != "bca" {
		t.Errorf("shown %s, want bca", got)
	}
	if got := names(places(8, 7, 6, 5, 4, 3, 2, 1), places(8, 7, 6, 5, 4, 3, 2, 1)); got != "hgfedc" {
		t.Errorf("shown %s, want hgfedc", got)
	}
	if rows := keptRows([][]summary.Kept{nil, nil}); rows != nil {
		t.Errorf("rows of nothing: %v", rows)
	}
}

func TestAbsentDataAreMarked(t *testing.T) {
	m := fixture.WithAbsent(fixture.Eliminations("enb"))
	s, o := loadOne(t, m)
	table := (experiment{s, o}).chapter().tables[0]
	last := table.Rows[len(table.Rows)-1]
	if last.Mark != page.Alarm || last.Cells[0] != "scm20d" || last.Cells[len(last.Cells)-1] != "not run: data missing" {
		t.Errorf("row %+v", last)
	}
	if !slices.Contains(last.Cells, "0.289 (0.001)") {
		t.Errorf("the row of missing data lacks the printed number: %v", last.Cells)
	}
	files := written(t, m)
	for name, want := range map[string]string{
		"rfe.md":       "*scm20d: not run: data missing*",
		"report.md":    "Not run: scm20d (data missing).",
		"overview.txt": "not run: data missing",
		"overview.csv": "not run: data missing",
		"rfe.tex":      "not run: data missing",
	} {
		if !strings.Contains(string(files[name]), want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}
	if _, ok := files["rfe-scm20d.png"]; !ok {
		t.Error("the set has no figure that says so")
	}
}

func TestBoldRule(t *testing.T) {
	for _, c := range []struct {
		name                 string
		importance, baseline []float64 // cumulative losses by repetition
		printedA, printedB   float64   // with standard errors of 0.02
		want                 string
		mark                 page.Mark
	}{
		{"both", []float64{-3, -3.2}, []float64{-2, -2.2}, -3, -2, "printed and ours", page.Relevant},
		{"print alone", []float64{-3, -1}, []float64{-2, -2.2}, -3, -2.95, "printed", page.Plain},
		{"exactly the sum of the errors", []float64{-3, -3}, []float64{-3, -3}, -3.25, -3.25, "–", page.Plain},
		{"ours alone", []float64{-3, -3.2}, []float64{-2, -2.2}, -3, -2.99, "ours", page.Relevant},
		{"the other way round", []float64{-2, -2.2}, []float64{-3, -3.2}, -3, -2.99, "ours, for vimp-drf", page.Relevant},
	} {
		m := &fixture.Memory{ByName: map[string][]results.Record{}}
		e := results.Experiment{Name: "rfe", Title: "RFE", Source: "Table 6", Figure: "paths", Repetitions: 2}
		for k, method := range []string{"coupled", "vimp-drf"} {
			cell := map[string]string{results.KeyVariant: "published", results.KeyData: "set", results.KeyMethod: method}
			e.Cells = append(e.Cells, results.CellInfo{Slug: method, Cell: cell})
			se := 0.02
			e.Expected = append(e.Expected, results.Expected{Cell: cell, Statistic: results.StatisticCumulative, Value: []float64{c.printedA, c.printedB}[k], SE: &se, Digits: 3})
			for rep, loss := range [][]float64{c.importance, c.baseline}[k] {
				m.ByName["rfe"] = append(m.ByName["rfe"], results.Record{Experiment: "rfe", Cell: cell, Repetition: rep, Variables: []string{"x"}, Values: map[results.ValueName][]float64{"loss": {loss}}})
			}
		}
		m.List = []results.Experiment{e}
		s, o := loadOne(t, m)
		row := (experiment{s, o}).chapter().tables[0].Rows[0]
		if got := row.Cells[len(row.Cells)-1]; got != c.want || row.Mark != c.mark {
			t.Errorf("%s: %q with mark %d, want %q with %d", c.name, got, row.Mark, c.want, c.mark)
		}
	}
}

func TestContender(t *testing.T) {
	s, _ := loadOne(t, fixture.Eliminations("enb"))
	if m, ok := sectionOf(s).(elimination).contender(s.Cells); !ok || m != "coupled" {
		t.Errorf("contender %q", m)
	}
	if m, ok := sectionOf(s).(elimination).contender(summary.CellsOf(s.Cells, "coupled")); ok {
		t.Errorf("contender %q without a baseline", m)
	}
	if _, ok := sectionOf(s).(elimination).contender(summary.CellsOf(s.Cells, baseline)); ok {
		t.Error("a contender where the baseline stands alone")
	}
}

func TestLossDifferences(t *testing.T) {
	s, _ := loadOne(t, fixture.Eliminations("enb", "jura"))
	table := sectionOf(s).(elimination).lossDifferences()
	var got []string
	for _, row := range table.Rows {
		if row.Heading != "" {
			got = append(got, row.Heading)
			continue
		}
		got = append(got, strings.Join(row.Cells[:2], " "))
	}
	// The twin has 5 of the 8 repetitions.
	want := []string{
		"coupled − retrain, published convention", "enb 8", "coupled − retrain, textbook twin", "enb 5",
		"textbook twin − published convention, coupled", "enb 5", "jura 5",
		"textbook twin − published convention, vimp-drf", "enb 5", "jura 5",
		"textbook twin − published convention, retrain", "enb 5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}
