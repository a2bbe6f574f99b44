package reports

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// beyondCell adds records of a cell that is not of the paper: errors are those of
// the repetitions against the population values (0.5, 0.3, 0), alike in all
// three variables.
func (m *memory) beyondCell(e *results.Experiment, scenario string, n, p int, method string, errors ...float64) {
	cell := map[string]string{results.KeyVariant: "textbook", results.KeyScenario: scenario, results.KeyN: fmt.Sprint(n), results.KeyP: fmt.Sprint(p), results.KeyMethod: method}
	info := results.CellInfo{Slug: fmt.Sprintf("%s-n%d-p%d-%s", scenario, n, p, method), Cell: cell}
	e.Cells = append(e.Cells, info)
	for rep, off := range errors {
		r := results.Record{
			ID: fmt.Sprintf("%s/%s/r%03d", e.Name, info.Slug, rep), Experiment: e.Name, Cell: cell, Repetition: rep, Variables: []string{"X1", "X2", "X3"},
			Values: map[results.ValueName][]float64{"raw": {0.5 + off, 0.3 - off, off}, "forests": {float64(len(method))}, results.ValuePopulation: {0.5, 0.3, 0}},
		}
		m.records[e.Name] = append(m.records[e.Name], r)
		m.timings[e.Name] = append(m.timings[e.Name], results.Timing{ID: r.ID, Finished: "2026-05-01T10:00:00Z", Seconds: float64(n*p) / 1000, Workers: 2})
	}
	for rep := range e.Repetitions {
		e.Units = append(e.Units, results.Unit{ID: fmt.Sprintf("%s/%s/r%03d", e.Name, info.Slug, rep)})
	}
}

// consistencyRun has errors that fall like n^−½ with little scatter (coupled), with
// more (retrain) and not at all (projected, on one of two designs).
func consistencyRun() *memory {
	m := &memory{records: map[string][]results.Record{}, timings: map[string][]results.Timing{}}
	e := results.Experiment{Name: "consistency", Title: "Errors", Source: "Theorem 0", Order: 1, Profile: "paper", Repetitions: 2, Figure: "convergence", Description: "Three."}
	for _, scenario := range []string{"first", "second"} {
		for _, n := range []int{100, 400, 1600} {
			root := math.Sqrt(float64(n))
			m.beyondCell(&e, scenario, n, 3, "coupled", 0.99/root, 1.01/root)
			m.beyondCell(&e, scenario, n, 3, "retrain", 0.9/root, 1.2/root)
			still := 0.08
			if scenario == "second" {
				still = 1 / root
			}
			m.beyondCell(&e, scenario, n, 3, "projected", still*0.9, still*1.1)
		}
	}
	claim := results.Claim{Text: "The error falls", Source: "Theorem 0", Kind: results.ClaimConverges}
	for _, method := range []string{"coupled", "retrain", "projected"} {
		claim.Cell = map[string]string{results.KeyMethod: method}
		e.Claims = append(e.Claims, claim)
	}
	m.experiments = []results.Experiment{e}
	return m
}

// costRun has work, times and errors against n and p.
func costRun() *memory {
	m := &memory{records: map[string][]results.Record{}, timings: map[string][]results.Timing{}}
	e := results.Experiment{Name: "cost", Title: "Costs", Source: "Section 0", Order: 2, Profile: "paper", Repetitions: 2, Figure: "cost", Description: "Four."}
	for _, size := range [][2]int{{100, 3}, {200, 3}, {400, 3}, {100, 30}} {
		m.beyondCell(&e, "first", size[0], size[1], "retrain", 0.1, 0.2)
		m.beyondCell(&e, "first", size[0], size[1], "projected-unbiased", 0.2, 0.3)
	}
	m.beyondCell(&e, "first", 100, 300, "projected-unbiased", 0.2, 0.3)
	m.experiments = []results.Experiment{e}
	return m
}

// designsRun has two designs and a method without population values.
func designsRun() *memory {
	m := &memory{records: map[string][]results.Record{}, timings: map[string][]results.Timing{}}
	e := results.Experiment{Name: "multivariate", Title: "Designs", Source: "beyond the paper", Order: 3, Profile: "paper", Repetitions: 2, Figure: "designs", Relevant: []string{"X1", "X2"}, Description: "Five.",
		Notes: []string{"A note."}}
	for _, scenario := range []string{"copula", "tail"} {
		m.beyondCell(&e, scenario, 100, 3, "coupled", 0.01, 0.02)
		m.beyondCell(&e, scenario, 100, 3, "mda-per-output", -0.01, -0.02)
	}
	for i, r := range m.records[e.Name] {
		if r.Cell[results.KeyMethod] == "mda-per-output" {
			delete(m.records[e.Name][i].Values, results.ValuePopulation)
		}
	}
	e.Claims = []results.Claim{{Text: "X1 stands out", Source: "beyond the paper", Cell: map[string]string{results.KeyMethod: "coupled"}, Kind: results.ClaimGreater, Above: []string{"X1"}, Below: []string{results.Noise}}}
	m.experiments = []results.Experiment{e}
	return m
}

// summaryOf returns the summary of the one experiment of a source.
func summaryOf(t *testing.T, m *memory) Summary {
	t.Helper()
	summaries, err := Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0]
}

func TestPopulationErrors(t *testing.T) {
	m := consistencyRun()
	m.records["consistency"][0].Values["raw"] = []float64{0.5, -0.1, 0.3} // clamped it would be (0.5, 0, 0.3)
	s := summaryOf(t, m)
	c := s.Cells[0]
	near(t, "error", c.populationErrors()[0], math.Sqrt((0.16+0.09)/3), 1e-15)
	near(t, "error", c.populationErrors()[1], 0.101, 1e-15)
	near(t, "excess", c.excess(1).Mean, (-0.4-0.101)/2, 1e-15)
	if e := summaryOf(t, tinySource()).Cells[0].populationErrors(); e != nil {
		t.Errorf("errors %v without population values", e)
	}
	if logs := stat.Logs([]float64{100, 0, 1}); logs.N != 2 || logs.Mean != 1 {
		t.Errorf("logarithms %+v", logs)
	}
}

func TestConvergences(t *testing.T) {
	s := summaryOf(t, consistencyRun())
	slopes := make(map[string]stat.Line)
	for _, v := range s.convergences() {
		slopes[v.common[results.KeyMethod]+" "+v.common[results.KeyScenario]] = v.fit
	}
	if len(slopes) != 6 {
		t.Fatalf("%d slopes, want 6", len(slopes))
	}
	near(t, "coupled", slopes["coupled first"].Slope, -0.5, 1e-12)
	// Errors are 0.9 and 1.2 times n^−½: residuals ± log₁₀(4/3)/2, Σ(x − mean)² = 2·2·log₁₀(4)².
	near(t, "retrain", slopes["retrain first"].Slope, -0.5, 1e-12)
	near(t, "retrain, se", slopes["retrain first"].SE, math.Sqrt(6./4)*math.Log10(4./3)/2/2/math.Log10(4), 1e-12)
	near(t, "projected", slopes["projected first"].Slope, 0, 1e-12)

	text := wordsOf(sectionOf(s).text())
	for _, want := range []string{
		"coupled: The error falls with n (first, p = 3, slope −0.5",
		"projected: The error falls with n (second, p = 3, slope −0.500 (0.044)). The error does not fall by more than two standard errors of the slope (first, p = 3, slope 0.000 (0.044), and at n = 1600 the value of X1 is 0.080 too much).",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q:\n%s", want, text)
		}
	}
	// An error that falls at first and rises again does not fall, whatever the
	// slope.
	turning := consistencyRun()
	for _, r := range turning.records["consistency"] {
		if r.Cell[results.KeyMethod] == "coupled" && r.Cell[results.KeyScenario] == "first" && r.Cell[results.KeyN] == "1600" {
			r.Values["raw"] = []float64{0.63, 0.3, 0}
		}
	}
	text = wordsOf(sectionOf(summaryOf(t, turning)).text())
	if want := ", least at n = 400, and at n = 1600 the value of X1 is 0.13 too much)"; !strings.Contains(text, want) {
		t.Errorf("the text lacks %q:\n%s", want, text)
	}

	csv := sectionOf(s).(convergence).chapter().csv
	for _, want := range []string{
		"consistency,first,textbook,,3,projected,slope,,false,6,",
		"consistency,first,textbook,100,3,retrain,error,,false,2,0.105",
	} {
		if !strings.Contains(csv, want) {
			t.Errorf("the CSV lacks %q:\n%s", want, csv)
		}
	}
}

func TestDesignTitle(t *testing.T) {
	half := map[string]string{results.KeyVariant: "textbook", results.KeyScenario: "first", results.KeyP: "3"}
	part := map[string]string{results.KeyVariant: "subsampled", results.KeyScenario: "first", results.KeyP: "3"}
	s := Summary{Cells: []CellSummary{{CellInfo: results.CellInfo{Cell: half}}}}
	if title := (experiment{Summary: s}).designTitle(half); title != "first, p = 3" {
		t.Errorf("title %q of the only variant", title)
	}
	s.Cells = append(s.Cells, CellSummary{CellInfo: results.CellInfo{Cell: part}})
	s.Experiment.Variants = []results.Variant{{Name: "subsampled", Title: "some rows"}}
	if title := (experiment{Summary: s}).designTitle(part); title != "first, p = 3, some rows" {
		t.Errorf("title %q of one of two variants", title)
	}
}

func TestConvergenceClaims(t *testing.T) {
	verdicts := func(m *memory) []ClaimCheck {
		t.Helper()
		return Verify([]Summary{summaryOf(t, m)}).Claims
	}
	checks := verdicts(consistencyRun())
	if len(checks) != 6 {
		t.Fatalf("%d checks, want one for each method and design", len(checks))
	}
	for i, want := range []Verdict{Agrees, Agrees, Agrees, Agrees, Differs, Agrees} {
		if c := checks[i]; i != 4 && c.Verdict != want || i == 4 && math.Abs(c.Gap.Mean) > 1e-12 {
			t.Errorf("%s %s: %s, want %s", c.Claim.Cell[results.KeyMethod], c.where, c.Verdict, want)
		}
	}
	retrain := checks[2]
	near(t, "gap", retrain.Gap.Mean, 0.5, 1e-12)
	near(t, "t", retrain.T, 0.5/retrain.Gap.SE, 1e-9)
	if retrain.pair() != "slope < 0" || !strings.Contains(retrain.heading(), "first") {
		t.Errorf("pair %q under %q", retrain.pair(), retrain.heading())
	}

	rising := consistencyRun()
	for i, r := range rising.records["consistency"] {
		r.Values["raw"] = []float64{0.5 + float64(len(r.Cell[results.KeyN]))/10, 0.3, 0}
		rising.records["consistency"][i] = r
	}
	if c := verdicts(rising)[0]; c.Verdict != Differs || c.Gap.Mean > 0 {
		t.Errorf("an error that grows: %s, gap %v", c.Verdict, c.Gap.Mean)
	}

	partial := consistencyRun()
	partial.records["consistency"] = partial.records["consistency"][1:]
	if c := verdicts(partial)[0]; c.Verdict != Missing || c.Reason != "5 of 6 repetitions" {
		t.Errorf("partly run: %s, %s", c.Verdict, c.Reason)
	}
	blind := consistencyRun()
	for _, r := range blind.records["consistency"] {
		delete(r.Values, results.ValuePopulation)
	}
	if c := verdicts(blind)[0]; c.Verdict != Missing || c.Reason != "no errors against population values at two numbers of rows" {
		t.Errorf("without population values: %s, %s", c.Verdict, c.Reason)
	}
	none := consistencyRun()
	none.records["consistency"] = nil
	if c := verdicts(none)[0]; c.Verdict != Missing || c.Reason != "not run" {
		t.Errorf("not run: %s, %s", c.Verdict, c.Reason)
	}
	other := consistencyRun()
	other.experiments[0].Claims[0].Cell = map[string]string{results.KeyMethod: "mda"}
	if c := verdicts(other)[0]; c.Verdict != Missing || c.Reason != "no such cell in the run" {
		t.Errorf("no such cell: %s, %s", c.Verdict, c.Reason)
	}
}

func TestGoldenBeyond(t *testing.T) {
	text := ""
	for _, m := range []*memory{consistencyRun(), costRun(), designsRun()} {
		s := summaryOf(t, m)
		for _, table := range sectionOf(s).tables() {
			text += table.Text() + "\n"
		}
		text += wordsOf(sectionOf(s).text()) + "\n\n"
	}
	checkGolden(t, "beyond.txt", text)
}

func TestCostCurves(t *testing.T) {
	s := summaryOf(t, costRun())
	curves := sectionOf(s).(cost).curves()
	if len(curves) != 2 || curves[0].name() != "against n, p = 3" || curves[1].name() != "against p, n = 100" {
		t.Fatalf("%d curves", len(curves))
	}
	if !slices.Equal(curves[1].sizes, []string{"3", "30", "300"}) {
		t.Errorf("sizes %v", curves[1].sizes)
	}
	c, ok := curves[0].cell("200", "retrain")
	if !ok || len(c.coreSeconds) != 2 || c.coreSeconds[0] != 2*0.6 {
		t.Errorf("seconds on one core %v, want twice those of two", c.coreSeconds)
	}
	if _, ok := curves[1].cell("300", "retrain"); ok {
		t.Error("a cell that there is not")
	}
}

func TestFiguresBeyond(t *testing.T) {
	for name, m := range map[string]*memory{"consistency": consistencyRun(), "cost": costRun(), "multivariate": designsRun()} {
		s := summaryOf(t, m)
		figures := sectionOf(s).figures()
		if len(figures) != 1 || figures[0].Name != name {
			t.Fatalf("%s: %d figures", name, len(figures))
		}
		for _, row := range figures[0].Plots {
			if name == "multivariate" {
				continue
			}
			for _, p := range row {
				if p.Y.Min != row[0].Y.Min || p.Y.Max != row[0].Y.Max {
					t.Errorf("%s: scales differ within a row", name)
				}
			}
		}
		if rows, columns := len(figures[0].Plots), len(figures[0].Plots[0]); [2]int{rows, columns} != map[string][2]int{"consistency": {1, 2}, "cost": {3, 2}, "multivariate": {2, 2}}[name] {
			t.Errorf("%s: %d rows of %d panels", name, rows, columns)
		}
		if _, err := figures[0].Encode(".png"); err != nil {
			t.Error(err)
		}
		// Nothing run, and a single record.
		m.records[name] = m.records[name][:1]
		if _, err := sectionOf(summaryOf(t, m)).figures()[0].Encode(".pdf"); err != nil {
			t.Errorf("%s, one record: %v", name, err)
		}
		m.records[name] = nil
		if _, err := sectionOf(summaryOf(t, m)).figures()[0].Encode(".pdf"); err != nil {
			t.Errorf("%s, no record: %v", name, err)
		}
	}
}

// Experiments beyond the paper have notes, not disagreements; their estimators are not
// compared again under "Retrained and coupled"; what only they use is explained.
func TestDocumentBeyond(t *testing.T) {
	m, designs := consistencyRun(), designsRun()
	m.experiments = append(m.experiments, designs.experiments[0])
	m.records["multivariate"] = designs.records["multivariate"]
	report := string(written(t, m)["report.md"])
	for _, want := range []string{"### Notes\n\n- A note.", "Design copula, value of X1 against", "| **MDA per output** | that of each response alone", "Claims of the paper, and of experiments beyond it", "![Designs (beyond the paper)](multivariate.png)"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, not := range []string{"Retrained and coupled", "Where text, code"} {
		if strings.Contains(report, not) {
			t.Errorf("the report has %q", not)
		}
	}
	if plain := string(written(t, tinySource())["report.md"]); strings.Contains(plain, "per output") || strings.Contains(plain, "beyond it") {
		t.Error("a report on the paper alone speaks of what is beyond it")
	}
}
