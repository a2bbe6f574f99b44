package reports

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// twoEstimators is an experiment whose spreads can be checked by hand: of A,
// B, C only A is relevant.
func twoEstimators() *fixture.Memory {
	m := &fixture.Memory{ByName: map[string][]results.Record{}, Times: map[string][]results.Timing{}}
	retrain, coupled := fixture.CellOf("published", 50, 3, "retrain"), fixture.CellOf("published", 50, 3, "coupled")
	e := results.Experiment{Name: "two", Title: "Two", Order: 1, Repetitions: 3, Figure: "bars", Relevant: []string{"A"},
		Cells: []results.CellInfo{{Slug: "r", Cell: retrain}, {Slug: "c", Cell: coupled}}}
	add := func(slug string, cell map[string]string, rep int, forests float64, raw ...float64) {
		r := results.Record{ID: fmt.Sprintf("two/%s/r%03d", slug, rep), Experiment: "two", Cell: cell, Repetition: rep, Variables: []string{"A", "B", "C"},
			Values: map[results.ValueName][]float64{"raw": raw, "forests": {forests}}}
		if slug == "c" {
			r.Values["se"] = []float64{0.5, 0.1, 0.7}
		}
		m.ByName["two"] = append(m.ByName["two"], r)
	}
	add("r", retrain, 0, 5, 1, -3, 0)
	add("r", retrain, 1, 5, 2, 0, 4)
	add("r", retrain, 2, 5, 3, 3, 8)
	add("c", coupled, 0, 2, 1, -1, 1)
	add("c", coupled, 1, 3, 3, 0, 1)
	add("c", coupled, 2, 4, 5, 1, 1)
	m.List = []results.Experiment{e}
	return m
}

func TestSpreadPairs(t *testing.T) {
	summaries, err := summary.Load(twoEstimators())
	if err != nil {
		t.Fatal(err)
	}
	all := summary.EstimatorPairs(summaries)
	if len(all) != 1 {
		t.Fatalf("%d pairs, want 1", len(all))
	}
	p := all[0]
	// Raw values, not clamped: sd of B is 3 and 1, of C 4 and 0.
	fixture.Near(t, "irrelevant, retrain", p.Irrelevant.Retrain, math.Sqrt((9+16)/2.), 1e-14)
	fixture.Near(t, "irrelevant, coupled", p.Irrelevant.Coupled, math.Sqrt(1/2.), 1e-14)
	fixture.Near(t, "irrelevant, ratio", p.Irrelevant.Ratio(), 5, 1e-14)
	fixture.Near(t, "irrelevant, reported", p.Irrelevant.Reported, 0.5, 1e-14)
	fixture.Near(t, "relevant, retrain", p.Relevant.Retrain, 1, 1e-14)
	fixture.Near(t, "relevant, coupled", p.Relevant.Coupled, 2, 1e-14)
	fixture.Near(t, "relevant, reported", p.Relevant.Reported, 0.5, 1e-14)
	fixture.Near(t, "ratio of work", p.WorkRatio(), 5./3, 1e-14)
	// Differences: A 0, 1, 2 (t = √3), B 2, 0, −2 (t = 0), C 1, −3, −7 (t = −3√3/4).
	if p.Difference.Variable != "A" {
		t.Errorf("largest difference of %s, want A", p.Difference.Variable)
	}
	fixture.Near(t, "t", p.Difference.T, math.Sqrt(3), 1e-14)
	fixture.Near(t, "p", p.Difference.P, 3*stat.PairedP(p.Difference.Paired), 1e-14)
	text := section.Spread(all).Text()
	for _, want := range []string{"1.7 times less work", "null inputs scatter 5.0 times less", "0.50 times", "A differs by +1.7 standard errors"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q: %s", want, text)
		}
	}
}

// Pairs need both estimators with two repetitions each, of the same cell.
func TestSpreadPairsLeaveOut(t *testing.T) {
	for name, spoil := range map[string]func(m *fixture.Memory){
		"no coupled cell": func(m *fixture.Memory) { m.List[0].Cells = m.List[0].Cells[:1] },
		"one repetition":  func(m *fixture.Memory) { m.ByName["two"] = m.ByName["two"][:4] },
		"another cell":    func(m *fixture.Memory) { relabel(m, results.KeyN, "60") },
		"no work": func(m *fixture.Memory) {
			delete(m.ByName["two"][3].Values, "forests")
			m.ByName["two"] = m.ByName["two"][:5]
		},
	} {
		m := twoEstimators()
		spoil(m)
		summaries, err := summary.Load(m)
		if err != nil {
			t.Fatal(err)
		}
		if name == "no work" {
			// One of two repetitions still says what it cost.
			if len(summary.EstimatorPairs(summaries)) != 1 {
				t.Errorf("%s: the pair is left out", name)
			}
			continue
		}
		if n := len(summary.EstimatorPairs(summaries)); n != 0 {
			t.Errorf("%s: %d pairs", name, n)
		}
		files := written(t, m)
		if _, ok := files[section.SpreadName+".csv"]; ok || strings.Contains(string(files["report.md"]), "Retrained and coupled") {
			t.Errorf("%s: the comparison was written", name)
		}
	}
}

// relabel gives the coupled cell another value of a key.
func relabel(m *fixture.Memory, key, value string) {
	cell := m.List[0].Cells[1].Cell
	cell[key] = value // the records share the map
}

func TestGoldenSpread(t *testing.T) {
	summaries, err := summary.Load(fixture.PaperLike().Only("motivating", "bivariate", "high-dimensional"))
	if err != nil {
		t.Fatal(err)
	}
	all := summary.EstimatorPairs(summaries)
	if len(all) != 8 {
		t.Fatalf("%d pairs, want 8", len(all))
	}
	text := section.Spread(all).Text() + "\n"
	checkGolden(t, "spread.txt", text)
	checkGoldenCSV(t, "spread.csv", section.Spread(all).CSV())
}

func TestSpreadFigure(t *testing.T) {
	summaries, err := summary.Load(fixture.PaperLike())
	if err != nil {
		t.Fatal(err)
	}
	f := section.Spread(summary.EstimatorPairs(summaries)).Figure()
	if len(f.Plots) != 1 || len(f.Plots[0]) != 3 {
		t.Fatalf("%d rows of panels, want 1 of 3", len(f.Plots))
	}
	if p := f.Plots[0][0]; !(p.X.Min > 1 && p.X.Max > 1002) {
		t.Errorf("work from %v to %v", p.X.Min, p.X.Max)
	}
	for _, format := range []string{".png", ".pdf"} {
		if _, err := f.Encode(format); err != nil {
			t.Error(err)
		}
	}
	// Cells without relevant variables leave a panel empty.
	summaries[0].Experiment.Relevant = nil
	if _, err := section.Spread(summary.EstimatorPairs(summaries[:1])).Figure().Encode(".png"); err != nil {
		t.Error(err)
	}
}
