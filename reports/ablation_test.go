package reports

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drfvi/reports/internal/page"
	"drfvi/results"
)

// ablated makes up an ablation on a simulated set and two data sets, of which
// the last is not there. Fresh frequencies exchange X1 and X2; balance changes
// nothing at all.
func ablated() *memory {
	e := results.Experiment{
		Name: "ablation", Title: "Choices", Source: "Table 9", Order: 8, Profile: "paper", Repetitions: 6, Figure: "switches", Description: "One at a time.",
		Variants: []results.Variant{{Name: "drf", Title: "drf-1.1.0"}, {Name: "frequencies", Title: "fresh", About: "Drawn afresh."}, {Name: "balance", About: "Not lopsided."}},
	}
	m := &memory{records: map[string][]results.Record{}, timings: map[string][]results.Timing{}}
	for _, variant := range []string{"drf", "frequencies", "balance"} {
		for _, set := range []string{"bivariate", "enb", "jura"} {
			cell := map[string]string{results.KeyVariant: variant, results.KeyData: set, results.KeyMethod: "coupled", results.KeyPreset: "drf-1.1.0", results.KeyKernel: "authors"}
			info := results.CellInfo{Slug: variant + "-" + set, Cell: cell}
			switch set {
			case "bivariate":
				info.Relevant = []string{"X1", "X2"}
			case "jura":
				info.NotRun = "data missing"
			}
			e.Cells = append(e.Cells, info)
			for rep := range e.Repetitions {
				id := fmt.Sprintf("ablation/%s/r%03d", info.Slug, rep)
				e.Units = append(e.Units, results.Unit{ID: id, Key: "k"})
				if set == "jura" {
					continue
				}
				m.records[e.Name] = append(m.records[e.Name], ablatedRecord(id, cell, rep, variant == "frequencies"))
			}
		}
	}
	m.experiments = []results.Experiment{e}
	return m
}

// ablatedRecord makes up a record of an ablation: what the data add is common to
// all variants.
func ablatedRecord(id string, cell map[string]string, rep int, exchanged bool) results.Record {
	data, own := rand.New(rand.NewPCG(uint64(rep), 1)), rand.New(rand.NewPCG(uint64(rep), 2))
	raw, splits := []float64{0.6, 0.4, 0.01, -0.01, 0.02, 0.3}, []float64{0.2, 0.7, 0.02, 0.02, 0.03, 0.03}
	loss := -0.5 + 0.01*data.NormFloat64()
	for j := range raw {
		raw[j] += 0.05 * data.NormFloat64()
	}
	if exchanged {
		raw[0], raw[1] = raw[0]+0.2+0.005*own.NormFloat64(), raw[1]-0.2+0.005*own.NormFloat64()
		splits[0], splits[1], loss = 0.45, 0.44, loss-0.01
	}
	r := results.Record{
		ID: id, Experiment: "ablation", Cell: cell, Repetition: rep, Variables: []string{"X1", "X2", "X3", "X4", "X5", "X6"},
		Values: map[results.ValueName][]float64{"raw": raw, "vimp_drf": splits, "test_loss": {loss}, "forests": {4}},
	}
	if cell[results.KeyData] == "bivariate" {
		r.Values["population"], r.Values["population_se"] = []float64{0.8, 0.2, 0, 0, 0, 0}, make([]float64, 6)
	}
	return r
}

func TestEffects(t *testing.T) {
	s, _ := loadOne(t, ablated())
	sets := s.ablatedSets()
	if len(sets) != 3 || !slices.Equal(sets[0].shown, []int{0, 1}) || len(sets[1].shown) != 4 || sets[1].shown[0] != 0 || sets[1].shown[2] != 5 || sets[2].shown != nil {
		t.Fatalf("sets %+v", sets)
	}
	all := effects(sets)
	tested := 0
	for _, e := range all {
		if e.change.N >= 2 {
			tested++
		}
	}
	// Of bivariate two importances, two frequencies, error and loss; of enb four,
	// four and the loss; by two variants.
	if tested != 2*(6+9) {
		t.Errorf("%d changes tested", tested)
	}
	find := func(set, variant, kind, label string) effect {
		for _, e := range all {
			if e.set == set && e.cell.Cell[results.KeyVariant] == variant && e.measure.kind == kind && e.measure.label == label {
				return e
			}
		}
		t.Fatalf("no effect of %s on %s %s of %s", variant, kind, label, set)
		return effect{}
	}
	if e := find("bivariate", "frequencies", kindImportance, "X1"); math.Abs(e.change.Mean-0.2) > 0.01 || e.change.SE > 0.01 || !e.sure() {
		t.Errorf("X1 changes by %+v, adjusted p %v", e.change, e.adjusted)
	}
	if e := find("bivariate", "balance", kindImportance, "X1"); e.change.Mean != 0 || e.sure() {
		t.Errorf("balance changes X1 by %+v", e.change)
	}
	if e := find("bivariate", "frequencies", kindError, kindError); e.change.Mean > -0.1 || !e.sure() {
		t.Errorf("the error changes by %+v", e.change)
	}
	near(t, "loss", find("enb", "frequencies", kindLoss, kindLoss).change.Mean, -0.01, 1e-12)
	if e := find("jura", "frequencies", kindLoss, kindLoss); e.change.N != 0 || e.sure() {
		t.Errorf("a set without records changes by %+v", e.change)
	}

	list := sectionOf(s).text()[0].(page.Facts)
	if len(list) != 2 || list[0][0] != "fresh" || list[1][0] != "balance" {
		t.Fatalf("choices %q", list)
	}
	if text := list[0][1]; !strings.HasPrefix(text, "Drawn afresh. It changes, by more than chance and with standard errors, on bivariate: importance X1 +0.2") ||
		!strings.Contains(text, "error -0.") || !strings.Contains(text, "vimp-drf X1 +0.25") || !strings.HasSuffix(text, "Not run on jura.") {
		t.Errorf("fresh: %s", text)
	}
	if text := list[1][1]; text != "Not lopsided. No change beyond chance on bivariate, enb. Not run on jura." {
		t.Errorf("balance: %s", text)
	}
}

func TestErrorsAreRootMeanSquares(t *testing.T) {
	s, _ := loadOne(t, ablated())
	a := s.ablatedSets()[0]
	c := a.cells[0]
	for i, e := range a.errors(c) {
		d, f := c.repetitions[i][0]-0.8, c.repetitions[i][1]-0.2
		near(t, "error", e, math.Sqrt((d*d+f*f)/2), 1e-12)
	}
}

func TestAblationTables(t *testing.T) {
	s, o := loadOne(t, ablated())
	tables := (experiment{s, o}).chapter().tables
	if len(tables) != 3 || tables[0].Label != "ablation-a" {
		t.Fatalf("%d tables", len(tables))
	}
	checkGolden(t, "ablation.txt", tables[0].Text()+"\n"+tables[1].Text()+"\n"+tables[2].Text())
	files := written(t, ablated())
	for _, name := range []string{"ablation.csv", "ablation.md", "ablation.png", "ablation.pdf"} {
		if len(files[name]) == 0 {
			t.Errorf("no %s", name)
		}
	}
	report := string(files["report.md"])
	for _, want := range []string{"Not run: jura (data missing).", "Drawn afresh.", "changes from drf-1.1.0"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if csv := string(files["ablation.csv"]); !strings.Contains(csv, ",importance,X2,true,") || !strings.Contains(csv, ",importance,X3,false,") || !strings.Contains(csv, ",vimp_drf,X1,true,") {
		t.Error("the CSV file does not tell relevant variables")
	}
}

// TestAblationWithoutRecords checks what is said of an ablation that is not
// stored.
func TestAblationWithoutRecords(t *testing.T) {
	for _, m := range []*memory{ablated(), frozenRun(t)} {
		m.records = nil
		s, o := loadOne(t, m)
		if tables := (experiment{s, o}).chapter().tables; tables != nil {
			t.Errorf("tables of nothing: %v", tables)
		}
		files := written(t, m)
		if report := string(files["report.md"]); !strings.Contains(report, "Not run. Printed numbers") || files[s.Experiment.Name+".png"] != nil {
			t.Error(report)
		}
	}
}

func TestAblationFigures(t *testing.T) {
	s, _ := loadOne(t, ablated())
	figures := sectionOf(s).figures()
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
	figures = sectionOf(s).figures()
	if len(figures) != 2 || figures[1].Name != "ablation-enb0" || len(figures[0].Plots) != 4 {
		t.Errorf("%d figures of %d sets", len(figures), len(s.ablatedSets()))
	}
	for _, f := range figures {
		if f.Height > 740 {
			t.Errorf("figure %s is %v points high, too much for a page", f.Name, f.Height)
		}
	}
}

// frozen makes up an ablation of frozen sets: set k moves X1 by k/100, and drf's
// own lies below all but one.
func frozenRun(t *testing.T) *memory {
	t.Helper()
	e := results.Experiment{
		Name: "frozen-sets", Title: "Other sets", Source: "Table 9", Order: 9, Profile: "paper", Repetitions: 4, Figure: "frozen-sets", Description: "Sets.",
		Variants: []results.Variant{{Name: "drf", Title: "drf's own set"}, {Name: "fresh", Title: "fresh frequencies"}},
	}
	m := &memory{records: map[string][]results.Record{}, timings: map[string][]results.Timing{}}
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
			m.records[e.Name] = append(m.records[e.Name], results.Record{
				ID: id, Experiment: e.Name, Cell: cell, Repetition: rep, Variables: []string{"X1", "X2"},
				Values: map[results.ValueName][]float64{
					"raw":      {first + shared + 0.002*own.NormFloat64(), second - shared + 0.002*own.NormFloat64()},
					"vimp_drf": {first + 0.002*own.NormFloat64(), second + 0.002*own.NormFloat64()}, "test_loss": {-0.5 - first/100},
					"population": {0.8, 0.2},
				},
			})
			m.timings[e.Name] = append(m.timings[e.Name], results.Timing{ID: id, Finished: "2026-03-01T10:00:00Z", Seconds: 2, Workers: 1})
		}
	}
	add("drf", 0, 0.315, 0.7)
	for k := range 10 {
		add("frozen", k+1, 0.3+0.05*float64(k), 0.52)
	}
	add("fresh", 0, 0.6, 0.45)
	m.experiments = []results.Experiment{e}
	return m
}

func TestFrozenSpread(t *testing.T) {
	s, o := loadOne(t, frozenRun(t))
	spreads := s.frozenSpreads()
	if len(spreads) != 1 || len(spreads[0].others) != 10 || len(spreads[0].beside) != 1 {
		t.Fatalf("%d spreads", len(spreads))
	}
	spread, ok := spreads[0].spreadOf(spreads[0].measures()[0])
	if !ok || spread.rankText() != "2 of 11" || spread.extreme() != 4./11 {
		t.Errorf("drf's own set is %s, p %v", spread.rankText(), spread.extreme())
	}
	// Sets differ by 0.05 each; the noise is 0.002 over four repetitions, what
	// the data add being common to all sets.
	near(t, "sd over sets", spread.sd, 0.05*math.Sqrt(110./12), 0.005)
	if spread.noise < 0.0005 || spread.noise > 0.0015 {
		t.Errorf("noise %v, expected about 0.001", spread.noise)
	}
	text := wordsOf(sectionOf(s).text())
	for _, want := range []string{
		"vimp-drf of X2 less that of X1 is +0.38", "with drf's own set.", "With fresh frequencies, all else being the same, it is -0.15",
		"The frozen set alone turns the order round.", "Of 10 other sets, 5 give the same order, 5 of them beyond chance. The importance of X2 less that of X1 is +0.4", "importance of X1 2 of 11 (p = 0.36)",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q: %s", want, text)
		}
	}
	table := (experiment{s, o}).chapter().tables[0]
	if len(table.Rows) != 6 || table.Rows[0].Cells[2] != "2 of 11" || len(table.Columns) != 10 {
		t.Errorf("table %s", table.Text())
	}
	merged := mergeFrozen(s.Cells)
	if len(merged) != 3 || merged[1].Repetitions != 40 || merged[1].Planned != 40 || merged[1].TotalSeconds != 80 || merged[1].Seconds.Mean != 2 || merged[1].Cell[results.KeyFrozenSet] != "" {
		t.Errorf("merged %+v", merged)
	}
	if rows := workTable([]Summary{s}).Rows; len(rows) != 4 || !slices.Contains(rows[2].Cells, "40 of 40") {
		t.Errorf("rows of work %+v", rows)
	}
	files := written(t, frozenRun(t))
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
		m := frozenRun(t)
		for i, r := range m.records["frozen-sets"] {
			if r.Cell[results.KeyVariant] == "fresh" {
				m.records["frozen-sets"][i].Values["vimp_drf"] = []float64{first + 0.002*float64(r.Repetition%2), 0.45}
			}
		}
		s, _ := loadOne(t, m)
		if text := wordsOf(sectionOf(s).text()); !strings.Contains(text, want) {
			t.Errorf("X1 is %v with fresh frequencies: %s", first, text)
		}
	}
}
