package reports

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func TestEffects(t *testing.T) {
	s, _ := loadOne(t, fixture.Ablated())
	sets := s.AblatedSets()
	if len(sets) != 3 || !slices.Equal(sets[0].Shown, []int{0, 1}) || len(sets[1].Shown) != 4 || sets[1].Shown[0] != 0 || sets[1].Shown[2] != 5 || sets[2].Shown != nil {
		t.Fatalf("sets %+v", sets)
	}
	all := summary.Effects(sets)
	tested := 0
	for _, e := range all {
		if e.Change.N >= 2 {
			tested++
		}
	}
	// Of bivariate two importances, two frequencies, error and loss; of enb four,
	// four and the loss; by two variants.
	if tested != 2*(6+9) {
		t.Errorf("%d changes tested", tested)
	}
	find := func(set, variant, kind, label string) summary.Effect {
		for _, e := range all {
			if e.Set == set && e.Cell.Cell[results.KeyVariant] == variant && e.Measure.Kind == kind && e.Measure.Label == label {
				return e
			}
		}
		t.Fatalf("no effect of %s on %s %s of %s", variant, kind, label, set)
		return summary.Effect{}
	}
	if e := find("bivariate", "frequencies", summary.KindImportance, "X1"); math.Abs(e.Change.Mean-0.2) > 0.01 || e.Change.SE > 0.01 || !e.Sure() {
		t.Errorf("X1 changes by %+v, adjusted p %v", e.Change, e.Adjusted)
	}
	if e := find("bivariate", "balance", summary.KindImportance, "X1"); e.Change.Mean != 0 || e.Sure() {
		t.Errorf("balance changes X1 by %+v", e.Change)
	}
	if e := find("bivariate", "frequencies", summary.KindError, summary.KindError); e.Change.Mean > -0.1 || !e.Sure() {
		t.Errorf("the error changes by %+v", e.Change)
	}
	fixture.Near(t, "loss", find("enb", "frequencies", summary.KindLoss, summary.KindLoss).Change.Mean, -0.01, 1e-12)
	if e := find("jura", "frequencies", summary.KindLoss, summary.KindLoss); e.Change.N != 0 || e.Sure() {
		t.Errorf("a set without records changes by %+v", e.Change)
	}

	list := alone(s).Text()[0].(document.Facts)
	if len(list) != 2 || list[0][0] != "fresh" || list[1][0] != "balance" {
		t.Fatalf("choices %q", list)
	}
	if list[0][1] != "Drawn afresh." || alone(s).Finding() != "of single choices, “fresh” changes most" {
		t.Errorf("fresh: %s; %s", list[0][1], alone(s).Finding())
	}
}

func TestAblationFiles(t *testing.T) {
	files := written(t, fixture.Ablated())
	for _, name := range []string{"ablation.csv", "ablation.png", "ablation.pdf"} {
		if len(files[name]) == 0 {
			t.Errorf("no %s", name)
		}
	}
	report := string(files["report.md"])
	for _, want := range []string{"Not run: jura (data missing).", "Drawn afresh."} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if csv := string(files["ablation.csv"]); !strings.Contains(csv, ",importance,X2,true,") || !strings.Contains(csv, ",importance,X3,false,") || !strings.Contains(csv, ",vimp_drf,X1,true,") || !strings.Contains(csv, ",change of importance of X1,") {
		t.Error("the CSV file does not tell relevant variables")
	}
}

// TestAblationWithoutRecords checks what is said of an ablation that is not
// stored.
func TestAblationWithoutRecords(t *testing.T) {
	for _, m := range []*fixture.Memory{fixture.Ablated(), frozenRun()} {
		m.ByName = nil
		s, o := loadOne(t, m)
		if tables := experiment(s, o).tables; tables != nil {
			t.Errorf("tables of nothing: %v", tables)
		}
		files := written(t, m)
		if report := string(files["report.md"]); !strings.Contains(report, "There are no records of "+s.Experiment.Name+". Printed numbers") || strings.Contains(report, "## "+s.Experiment.Title) || files[s.Experiment.Name+".png"] != nil {
			t.Error(report)
		}
	}
}

func TestAblationFigures(t *testing.T) {
	s, _ := loadOne(t, fixture.Ablated())
	figures := alone(s).Figures()
	if len(figures) != 1 || len(figures[0].Plots) != 3 || len(figures[0].Plots[0]) != 3 {
		t.Fatalf("figures %+v", figures)
	}
	for i := range 4 {
		for _, c := range s.Cells {
			c.Cell = map[string]string{results.KeyVariant: c.Cell[results.KeyVariant], results.KeyData: c.Cell[results.KeyData] + strconv.Itoa(i)}
			s.Cells = append(s.Cells, c)
		}
		if i == 0 {
			break
		}
	}
	figures = alone(s).Figures()
	if len(figures) != 2 || figures[1].Name == figures[0].Name || len(figures[0].Plots) != 3 {
		t.Errorf("%d figures of %d sets", len(figures), len(s.AblatedSets()))
	}
	for _, f := range figures {
		if f.Height > 740 {
			t.Errorf("figure %s is %v points high, too much for a page", f.Name, f.Height)
		}
	}
}

// frozenRun makes up an ablation of frozen sets: set k moves X1 by k/100, and drf's
// own lies below all but one.
func frozenRun() *fixture.Memory {
	e := results.Experiment{
		Name: "frozen-sets", Title: "Other sets", Source: "Table 9", Order: 9, Profile: "paper", Repetitions: 4, Figure: "frozen-sets", Description: "Sets.",
		Variants: []results.Variant{{Name: "drf", Title: "drf's own set"}, {Name: "fresh", Title: "fresh frequencies"}},
	}
	m := &fixture.Memory{ByName: map[string][]results.Record{}, Times: map[string][]results.Timing{}}
	add := func(variant string, set int, first, second float64) {
		cell := map[string]string{results.KeyVariant: variant, results.KeyData: "bivariate", results.KeyMethod: "coupled", results.KeyPreset: "drf-1.1.0", results.KeyKernel: "authors"}
		slug := variant
		if set > 0 {
			cell[results.KeyFrozenSet] = strconv.Itoa(set)
			slug += "-" + strconv.Itoa(set)
		}
		e.Cells = append(e.Cells, results.CellInfo{Slug: slug, Cell: cell, Relevant: []string{"X1", "X2"}})
		for rep := range e.Repetitions {
			data, own := rand.New(rand.NewPCG(uint64(rep), 1)), rand.New(rand.NewPCG(uint64(rep), uint64(100+set)))
			id := fmt.Sprintf("frozen-sets/%s/r%03d", slug, rep)
			e.Units = append(e.Units, results.Unit{ID: id, Key: "k"})
			shared := 0.05 * data.NormFloat64()
			m.ByName[e.Name] = append(m.ByName[e.Name], results.Record{
				ID: id, Experiment: e.Name, Cell: cell, Repetition: rep, Variables: []string{"X1", "X2"},
				Values: map[results.ValueName][]float64{
					"raw":      {first + shared + 0.002*own.NormFloat64(), second - shared + 0.002*own.NormFloat64()},
					"vimp_drf": {first + 0.002*own.NormFloat64(), second + 0.002*own.NormFloat64()}, "test_loss": {-0.5 - first/100},
					"population": {0.8, 0.2},
				},
			})
			m.Times[e.Name] = append(m.Times[e.Name], results.Timing{ID: id, Finished: "2026-03-01T10:00:00Z", Seconds: 2, Workers: 1})
		}
	}
	add("drf", 0, 0.315, 0.7)
	for k := range 10 {
		add("frozen", k+1, 0.3+0.05*float64(k), 0.52)
	}
	add("fresh", 0, 0.6, 0.45)
	m.List = []results.Experiment{e}
	return m
}

func TestFrozenSpread(t *testing.T) {
	s, o := loadOne(t, frozenRun())
	spreads := s.AblatedSets()
	if len(spreads) != 1 || len(spreads[0].Others()) != 10 || len(spreads[0].Beside()) != 1 {
		t.Fatalf("%d spreads", len(spreads))
	}
	spread, ok := spreads[0].SpreadOf(spreads[0].Measures()[0])
	if !ok || spread.RankText() != "2 of 11" || spread.Extreme() != 4./11 {
		t.Errorf("drf's own set is %s, p %v", spread.RankText(), spread.Extreme())
	}
	// Sets differ by 0.05 each; the noise is 0.002 over four repetitions, what
	// the data add being common to all sets.
	fixture.Near(t, "sd over sets", spread.SD, 0.05*math.Sqrt(110./12), 0.005)
	if spread.Noise < 0.0005 || spread.Noise > 0.0015 {
		t.Errorf("noise %v, expected about 0.001", spread.Noise)
	}
	text := wordsOf(alone(s).Text())
	for _, want := range []string{
		"vimp-drf of X2 less that of X1 is +0.38", "with drf's own set.", "With fresh frequencies, all else being the same, it is -0.15",
		"The frozen set alone turns the order round.", "Of 10 other sets, 5 give the same order, 5 of them beyond chance. The importance of X2 less that of X1 is +0.4", "importance of X1 2 of 11 (p = 0.36)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q: %s", want, text)
		}
	}
	table := experiment(s, o).tables[0]
	if len(table.Rows) != 6 || table.Rows[0].Cells[2] != "2 of 11" || len(table.Columns) != 10 {
		t.Errorf("table %s", table.Text())
	}
	if csv := workCSV([]summary.Summary{s}); strings.Count(csv, "\n") != 1+len(s.Cells) || !strings.Contains(csv, ",4,4,0,") {
		t.Errorf("work %s", csv)
	}
	files := written(t, frozenRun())
	if len(files["frozen-sets.png"]) == 0 || !strings.Contains(string(files["report.md"]), "The frozen set alone turns the order round.") {
		t.Error("no figure or no text in the report")
	}
}

// TestFrozenVerdicts checks the sentences for other orders.
func TestFrozenVerdicts(t *testing.T) {
	for first, want := range map[float64]string{
		0.2:    "The order is not the frozen set's doing.",
		0.4499: "The frozen set alone makes the order: without it there is none beyond chance.",
	} {
		m := frozenRun()
		for i, r := range m.ByName["frozen-sets"] {
			if r.Cell[results.KeyVariant] == "fresh" {
				m.ByName["frozen-sets"][i].Values["vimp_drf"] = []float64{first + 0.002*float64(r.Repetition%2), 0.45}
			}
		}
		s, _ := loadOne(t, m)
		if text := wordsOf(alone(s).Text()); !strings.Contains(text, want) {
			t.Errorf("X1 is %v with fresh frequencies: %s", first, text)
		}
	}
}
