package reports

import (
	"math"
	"strings"
	"testing"

	"drfvi/reports/internal/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func TestSpreadPairs(t *testing.T) {
	summaries, err := summary.Load(fixture.TwoEstimators())
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
	text := spreadText(all)
	for _, want := range []string{"1.7 times less work", "irrelevant variables scatter 5.0 times less", "0.50 times", "A differs by +1.7 standard errors"} {
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
		m := fixture.TwoEstimators()
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
		if _, ok := files[spreadName+".csv"]; ok || strings.Contains(string(files["report.md"]), "Retrained and coupled") {
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
	text := spreadText(all) + "\n"
	for _, table := range spreadTables(all) {
		text += "\n" + table.Text()
	}
	checkGolden(t, "spread.txt", text)
	checkGoldenCSV(t, "spread.csv", spreadCSV(all))
}

func TestSpreadFigure(t *testing.T) {
	summaries, err := summary.Load(fixture.PaperLike())
	if err != nil {
		t.Fatal(err)
	}
	f := spreadFigure(summary.EstimatorPairs(summaries))
	if len(f.Plots) != 2 || len(f.Plots[0]) != 2 {
		t.Fatalf("%d rows of panels, want 2 of 2", len(f.Plots))
	}
	for _, row := range f.Plots {
		for j, p := range row {
			if p.X.Min != f.Plots[0][0].X.Min || p.Y.Max != f.Plots[0][j].Y.Max {
				t.Error("scales differ between panels of a kind")
			}
			if !(p.X.Min > 1 && p.X.Max > 1002 && p.Y.Min > 0) {
				t.Errorf("ranges [%v, %v] and from %v", p.X.Min, p.X.Max, p.Y.Min)
			}
		}
	}
	for _, format := range []string{".png", ".pdf"} {
		if _, err := f.Encode(format); err != nil {
			t.Error(err)
		}
	}
	// Cells without relevant variables leave a panel empty.
	summaries[0].Experiment.Relevant = nil
	if _, err := spreadFigure(summary.EstimatorPairs(summaries[:1])).Encode(".png"); err != nil {
		t.Error(err)
	}
}
