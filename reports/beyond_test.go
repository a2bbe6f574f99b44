package reports

import (
	"math"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// summaryOf returns the summary of the one experiment of a source.
func summaryOf(t *testing.T, m *fixture.Memory) summary.Summary {
	t.Helper()
	summaries, err := summary.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0]
}

func TestConvergences(t *testing.T) {
	s := summaryOf(t, fixture.ConsistencyRun())
	slopes := make(map[string]stat.Line)
	for _, v := range s.Trends() {
		slopes[v.Common[results.KeyMethod]+" "+v.Common[results.KeyScenario]] = v.Fit
	}
	if len(slopes) != 6 {
		t.Fatalf("%d slopes, want 6", len(slopes))
	}
	fixture.Near(t, "coupled", slopes["coupled first"].Slope, -0.5, 1e-12)
	// Errors are 0.9 and 1.2 times n^−½: residuals ± log₁₀(4/3)/2, Σ(x − mean)² = 2·2·log₁₀(4)².
	fixture.Near(t, "retrain", slopes["retrain first"].Slope, -0.5, 1e-12)
	fixture.Near(t, "retrain, se", slopes["retrain first"].SE, math.Sqrt(6./4)*math.Log10(4./3)/2/2/math.Log10(4), 1e-12)
	fixture.Near(t, "projected", slopes["projected first"].Slope, 0, 1e-12)

	if got := alone(s).Finding(); got != "5 of 6 errors fall with n" {
		t.Error(got)
	}
	// An error that falls at first and rises again does not fall, whatever the
	// slope.
	turning := fixture.ConsistencyRun()
	for _, r := range turning.ByName["consistency"] {
		if r.Cell[results.KeyMethod] == "coupled" && r.Cell[results.KeyScenario] == "first" && r.Cell[results.KeyN] == "1600" {
			r.Values["raw"] = []float64{0.63, 0.3, 0}
		}
	}
	again := alone(summaryOf(t, turning))
	if got := again.Finding(); got != "4 of 6 errors fall with n" {
		t.Error(got)
	}
	if text := again.Tables()[0].Text(); !strings.Contains(text, "bent") {
		t.Errorf("no error is bent:\n%s", text)
	}

	csv := experiment(s, verdict.Overview{}).csv
	for _, want := range []string{
		"consistency,first,textbook,,3,projected,slope,,false,6,",
		"consistency,first,textbook,100,3,retrain,error,,false,2,0.105",
	} {
		if !strings.Contains(csv, want) {
			t.Errorf("the CSV lacks %q:\n%s", want, csv)
		}
	}
}

func TestGoldenBeyond(t *testing.T) {
	text := ""
	for _, m := range []*fixture.Memory{fixture.ConsistencyRun(), fixture.CostRun(), fixture.DesignsRun()} {
		s := summaryOf(t, m)
		for _, table := range alone(s).Tables() {
			text += table.Text() + "\n"
		}
		text += wordsOf(alone(s).Text()) + "\n\n"
	}
	checkGolden(t, "beyond.txt", text)
}

func TestFiguresBeyond(t *testing.T) {
	for name, m := range map[string]*fixture.Memory{"consistency": fixture.ConsistencyRun(), "cost": fixture.CostRun(), "multivariate": fixture.DesignsRun()} {
		s := summaryOf(t, m)
		figures := alone(s).Figures()
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
		m.ByName[name] = m.ByName[name][:1]
		if _, err := alone(summaryOf(t, m)).Figures()[0].Encode(".pdf"); err != nil {
			t.Errorf("%s, one record: %v", name, err)
		}
		m.ByName[name] = nil
		if _, err := alone(summaryOf(t, m)).Figures()[0].Encode(".pdf"); err != nil {
			t.Errorf("%s, no record: %v", name, err)
		}
	}
}

// Experiments beyond the paper have notes, not disagreements; their estimators are not
// compared again under "Retrained and coupled"; what only they use is explained.
func TestDocumentBeyond(t *testing.T) {
	m, designs := fixture.ConsistencyRun(), fixture.DesignsRun()
	m.List = append(m.List, designs.List[0])
	m.ByName["multivariate"] = designs.ByName["multivariate"]
	report := string(written(t, m)["report.md"])
	for _, want := range []string{"## Notes\n\n### Designs (beyond the paper)\n\n- A note.", "| **MDA per output** | that of each response alone", "Claims of the paper, and of experiments beyond it", "![Designs (beyond the paper)](multivariate.png)"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, not := range []string{"Retrained and coupled", "Where text, code"} {
		if strings.Contains(report, not) {
			t.Errorf("the report has %q", not)
		}
	}
	if plain := string(written(t, fixture.TinySource())["report.md"]); strings.Contains(plain, "per output") || strings.Contains(plain, "beyond it") {
		t.Error("a report on the paper alone speaks of what is beyond it")
	}
}
