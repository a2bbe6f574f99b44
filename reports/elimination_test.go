package reports

import (
	"slices"
	"strings"
	"testing"

	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// loadOne summarises the only experiment of a source.
func loadOne(t *testing.T, source Source) (Summary, Overview) {
	t.Helper()
	summaries, err := Load(source)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0], Verify(summaries)
}

// cellWith returns the first cell that agrees with a selector.
func cellWith(t *testing.T, s Summary, selector map[string]string) CellSummary {
	t.Helper()
	for _, c := range s.Cells {
		if matches(selector, c.Cell) {
			return c
		}
	}
	t.Fatalf("no cell %v", selector)
	return CellSummary{}
}

func TestKeptVariables(t *testing.T) {
	s, _ := loadOne(t, eliminations("enb"))
	c := cellWith(t, s, map[string]string{results.KeyMethod: "coupled"})
	all := c.keptVariables()
	// X1 stays to the end in all of the 8 repetitions but one, where X2 does.
	near(t, "place of X1", all[0].place.Mean, (7+2)/8., 1e-15)
	near(t, "place of X2", all[1].place.Mean, (14+1)/8., 1e-15)
	near(t, "place of X8", all[7].place.Mean, 8, 1e-15)
	near(t, "X1 is the last", all[0].last.Mean, 7/8., 1e-15)
	near(t, "X3 is among the last three", all[2].lastFew.Mean, 1, 1e-15)
	near(t, "X4 is not", all[3].lastFew.Mean, 0, 1e-15)
	if c.Loss[0].Mean < c.Loss[7].Mean {
		t.Error("losses are not by number of variables")
	}
	if vimp := (CellSummary{}).keptVariables(); vimp != nil {
		t.Error("variables kept of no records")
	}
}

func TestKeptRowsShowsEveryMethodsBest(t *testing.T) {
	places := func(means ...float64) []kept {
		all := make([]kept, len(means))
		for j, m := range means {
			all[j] = kept{variable: string(rune('a' + j)), place: stat.Stat{Mean: m, N: 2}}
		}
		return all
	}
	names := func(of ...[]kept) string {
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
	if rows := keptRows([][]kept{nil, nil}); rows != nil {
		t.Errorf("rows of nothing: %v", rows)
	}
}

// withAbsent adds a data set that cannot be run.
func withAbsent(m *memory) *memory {
	e := &m.experiments[0]
	for _, method := range []string{"coupled", "vimp-drf"} {
		cell := map[string]string{results.KeyVariant: "published", results.KeyData: "scm20d", results.KeyMethod: method, results.KeyPreset: "drf-1.1.0"}
		e.Cells = append(e.Cells, results.CellInfo{Slug: "published-scm20d-" + method, Cell: cell, NotRun: "data missing"})
		expect(e, cell, "", "loss:cumulative 0.289 0.001 3")
	}
	e.Claims = append(e.Claims, results.Claim{
		Text: "The importance loses less than vimp-drf", Cell: map[string]string{results.KeyVariant: "published", results.KeyData: "scm20d", results.KeyMethod: "coupled"},
		Kind: results.ClaimLowerLoss, Than: map[string]string{results.KeyMethod: "vimp-drf"}, Source: "Table 6",
	})
	return m
}

func TestAbsentDataAreMarked(t *testing.T) {
	m := withAbsent(eliminations("enb"))
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
		m := &memory{records: map[string][]results.Record{}}
		e := results.Experiment{Name: "rfe", Title: "RFE", Figure: "paths", Repetitions: 2}
		for k, method := range []string{"coupled", "vimp-drf"} {
			cell := map[string]string{results.KeyVariant: "published", results.KeyData: "set", results.KeyMethod: method}
			e.Cells = append(e.Cells, results.CellInfo{Slug: method, Cell: cell})
			se := 0.02
			e.Expected = append(e.Expected, results.Expected{Cell: cell, Statistic: results.StatisticCumulative, Value: []float64{c.printedA, c.printedB}[k], SE: &se, Digits: 3})
			for rep, loss := range [][]float64{c.importance, c.baseline}[k] {
				m.records["rfe"] = append(m.records["rfe"], results.Record{Experiment: "rfe", Cell: cell, Repetition: rep, Variables: []string{"x"}, Values: map[results.ValueName][]float64{"loss": {loss}}})
			}
		}
		m.experiments = []results.Experiment{e}
		s, o := loadOne(t, m)
		row := (experiment{s, o}).chapter().tables[0].Rows[0]
		if got := row.Cells[len(row.Cells)-1]; got != c.want || row.Mark != c.mark {
			t.Errorf("%s: %q with mark %d, want %q with %d", c.name, got, row.Mark, c.want, c.mark)
		}
	}
}

func TestContender(t *testing.T) {
	s, _ := loadOne(t, eliminations("enb"))
	if m, ok := sectionOf(s).(elimination).contender(s.Cells); !ok || m != "coupled" {
		t.Errorf("contender %q", m)
	}
	if m, ok := sectionOf(s).(elimination).contender(ofMethod(s.Cells, "coupled")); ok {
		t.Errorf("contender %q without a baseline", m)
	}
	if _, ok := sectionOf(s).(elimination).contender(ofMethod(s.Cells, baseline)); ok {
		t.Error("a contender where the baseline stands alone")
	}
}

func TestLossDifferences(t *testing.T) {
	s, _ := loadOne(t, eliminations("enb", "jura"))
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

func TestLowerLossClaims(t *testing.T) {
	m := withAbsent(eliminations("enb"))
	e := &m.experiments[0]
	cell := map[string]string{results.KeyVariant: "published", results.KeyData: "enb", results.KeyMethod: "vimp-drf"}
	e.Claims = append(e.Claims,
		results.Claim{Text: "reverse", Cell: cell, Kind: results.ClaimLowerLoss, Than: map[string]string{results.KeyMethod: "coupled"}},
		results.Claim{Text: "absent", Cell: cell, Kind: results.ClaimLowerLoss, Than: map[string]string{results.KeyMethod: "mda"}},
		results.Claim{Text: "twin", Cell: map[string]string{results.KeyVariant: "published", results.KeyData: "enb", results.KeyMethod: "retrain"}, Kind: results.ClaimLowerLoss, Than: map[string]string{results.KeyMethod: "vimp-drf", results.KeyVariant: "textbook", results.KeyPreset: "paper"}})
	_, o := loadOne(t, m)
	want := []struct {
		verdict Verdict
		reason  string
		n       int
	}{
		{Agrees, "", 8}, {Missing, "not run: data missing", 0}, {Differs, "", 8}, {Missing, "no cell MDA to compare with", 0}, {Agrees, "", 5},
	}
	for i, c := range o.Claims {
		if c.Verdict != want[i].verdict || c.Reason != want[i].reason || c.Gap.N != want[i].n {
			t.Errorf("claim %d: %s %q over %d, want %v", i, c.Verdict, c.Reason, c.Gap.N, want[i])
		}
	}
	if got := o.Claims[0].pair(); got != "vimp-drf > coupled" {
		t.Errorf("pair %q", got)
	}
	// Equal data add equal noise to all methods, which paired differences are
	// free of.
	if c := o.Claims[0]; c.Gap.SE > 0.3*o.Cells[0].Ours.SE {
		t.Errorf("the gap has standard error %v, the loss %v", c.Gap.SE, o.Cells[0].Ours.SE)
	}
}

func TestSummariseRefusesEliminations(t *testing.T) {
	for name, c := range map[string]struct {
		row  []float64
		want string
	}{
		"twice":    {[]float64{0, 1, 1}, `"eliminated" holds 1, expected every number from 0 to 2 once`},
		"fraction": {[]float64{0, 0.5, 2}, `"eliminated" holds 0.5, expected every number from 0 to 2 once`},
		"beyond":   {[]float64{0, 1, 3}, `"eliminated" holds 3, expected every number from 0 to 2 once`},
		"short":    {[]float64{0, 1}, `2 values of "eliminated" for 3 variables`},
	} {
		e := results.Experiment{Name: "rfe", Cells: []results.CellInfo{{Slug: "c", Cell: map[string]string{results.KeyData: "set"}}}}
		r := results.Record{ID: "rfe/c/r000", Experiment: "rfe", Cell: e.Cells[0].Cell, Variables: []string{"a", "b", "c"}, Values: map[results.ValueName][]float64{"eliminated": c.row}}
		_, err := Summarise(e, []results.Record{r}, nil)
		if err == nil || !strings.HasSuffix(err.Error(), c.want) && err.Error() != "rfe/c/r000: "+c.want {
			t.Errorf("%s: error %v, want %s", name, err, c.want)
		}
	}
}
