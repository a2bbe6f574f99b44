package reports

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"

	"drfvi/results"
)

// twoEstimators is an experiment whose spreads can be checked by hand: of A,
// B, C only A is relevant.
func twoEstimators() *memory {
	m := &memory{records: map[string][]results.Record{}, timings: map[string][]results.Timing{}}
	retrain, coupled := cellOf("published", 50, 3, "retrain"), cellOf("published", 50, 3, "coupled")
	e := results.Experiment{Name: "two", Title: "Two", Order: 1, Repetitions: 3, Figure: "bars", Relevant: []string{"A"},
		Cells: []results.CellInfo{{Slug: "r", Cell: retrain}, {Slug: "c", Cell: coupled}}}
	add := func(slug string, cell map[string]string, rep int, forests float64, raw ...float64) {
		r := results.Record{ID: fmt.Sprintf("two/%s/r%03d", slug, rep), Experiment: "two", Cell: cell, Repetition: rep, Variables: []string{"A", "B", "C"},
			Values: map[results.ValueName][]float64{"raw": raw, "forests": {forests}}}
		if slug == "c" {
			r.Values["se"] = []float64{0.5, 0.1, 0.7}
		}
		m.records["two"] = append(m.records["two"], r)
	}
	add("r", retrain, 0, 5, 1, -3, 0)
	add("r", retrain, 1, 5, 2, 0, 4)
	add("r", retrain, 2, 5, 3, 3, 8)
	add("c", coupled, 0, 2, 1, -1, 1)
	add("c", coupled, 1, 3, 3, 0, 1)
	add("c", coupled, 2, 4, 5, 1, 1)
	m.experiments = []results.Experiment{e}
	return m
}

func TestSpreadPairs(t *testing.T) {
	summaries, err := Load(twoEstimators())
	if err != nil {
		t.Fatal(err)
	}
	all := spreadPairs(summaries)
	if len(all) != 1 {
		t.Fatalf("%d pairs, want 1", len(all))
	}
	p := all[0]
	// Raw values, not clamped: sd of B is 3 and 1, of C 4 and 0.
	near(t, "irrelevant, retrain", p.irrelevant.retrain, math.Sqrt((9+16)/2.), 1e-14)
	near(t, "irrelevant, coupled", p.irrelevant.coupled, math.Sqrt(1/2.), 1e-14)
	near(t, "irrelevant, ratio", p.irrelevant.ratio(), 5, 1e-14)
	near(t, "irrelevant, reported", p.irrelevant.reported, 0.5, 1e-14)
	near(t, "relevant, retrain", p.relevant.retrain, 1, 1e-14)
	near(t, "relevant, coupled", p.relevant.coupled, 2, 1e-14)
	near(t, "relevant, reported", p.relevant.reported, 0.5, 1e-14)
	near(t, "ratio of work", p.workRatio(), 5./3, 1e-14)
	// Differences: A 0, 1, 2 (t = √3), B 2, 0, −2 (t = 0), C 1, −3, −7 (t = −3√3/4).
	if p.difference.variable != "A" {
		t.Errorf("largest difference of %s, want A", p.difference.variable)
	}
	near(t, "t", p.difference.t, math.Sqrt(3), 1e-14)
	near(t, "p", p.difference.p, 3*pairedP(p.difference.paired), 1e-14)
	text := spreadText(all)
	for _, want := range []string{"1.7 times less work", "irrelevant variables scatter 5.0 times less", "0.50 times", "A differs by +1.7 standard errors"} {
		if !strings.Contains(text, want) {
			t.Errorf("the text lacks %q: %s", want, text)
		}
	}
}

// Pairs need both estimators with two repetitions each, of the same cell.
func TestSpreadPairsLeaveOut(t *testing.T) {
	for name, spoil := range map[string]func(m *memory){
		"no coupled cell": func(m *memory) { m.experiments[0].Cells = m.experiments[0].Cells[:1] },
		"one repetition":  func(m *memory) { m.records["two"] = m.records["two"][:4] },
		"another cell":    func(m *memory) { relabel(m, keyN, "60") },
		"no work": func(m *memory) {
			delete(m.records["two"][3].Values, "forests")
			m.records["two"] = m.records["two"][:5]
		},
	} {
		m := twoEstimators()
		spoil(m)
		summaries, err := Load(m)
		if err != nil {
			t.Fatal(err)
		}
		if name == "no work" {
			// One of two repetitions still says what it cost.
			if len(spreadPairs(summaries)) != 1 {
				t.Errorf("%s: the pair is left out", name)
			}
			continue
		}
		if n := len(spreadPairs(summaries)); n != 0 {
			t.Errorf("%s: %d pairs", name, n)
		}
		files := written(t, m)
		if _, ok := files[spreadName+".csv"]; ok || strings.Contains(string(files["report.md"]), "Retrained and coupled") {
			t.Errorf("%s: the comparison was written", name)
		}
	}
}

// relabel gives the coupled cell another value of a key.
func relabel(m *memory, key, value string) {
	cell := m.experiments[0].Cells[1].Cell
	cell[key] = value // the records share the map
}

func TestGoldenSpread(t *testing.T) {
	summaries, err := Load(paperLike(), "motivating", "bivariate", "high-dimensional")
	if err != nil {
		t.Fatal(err)
	}
	all := spreadPairs(summaries)
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
	summaries, err := Load(paperLike())
	if err != nil {
		t.Fatal(err)
	}
	f := spreadFigure(spreadPairs(summaries))
	if len(f.plots) != 2 || len(f.plots[0]) != 2 {
		t.Fatalf("%d rows of panels, want 2 of 2", len(f.plots))
	}
	for _, row := range f.plots {
		for j, p := range row {
			if p.X.Min != f.plots[0][0].X.Min || p.Y.Max != f.plots[0][j].Y.Max {
				t.Error("scales differ between panels of a kind")
			}
			if !(p.X.Min > 1 && p.X.Max > 1002 && p.Y.Min > 0) {
				t.Errorf("ranges [%v, %v] and from %v", p.X.Min, p.X.Max, p.Y.Min)
			}
		}
	}
	for _, format := range []string{".png", ".pdf"} {
		if _, err := f.encode(format); err != nil {
			t.Error(err)
		}
	}
	// Cells without relevant variables leave a panel empty.
	summaries[0].Experiment.Relevant = nil
	if _, err := spreadFigure(spreadPairs(summaries[:1])).encode(".png"); err != nil {
		t.Error(err)
	}
}

func TestApart(t *testing.T) {
	for _, c := range []struct {
		heights   []vg.Length
		low, high vg.Length
		want      []vg.Length
	}{
		{[]vg.Length{10, 30}, 0, 100, []vg.Length{10, 30}},
		{[]vg.Length{50, 50}, 0, 100, []vg.Length{45, 55}},
		{[]vg.Length{50, 50, 58}, 0, 100, []vg.Length{42.6666667, 52.6666667, 62.6666667}},
		{[]vg.Length{0, 1, 2}, 0, 100, []vg.Length{0, 10, 20}},
		{[]vg.Length{99, 99}, 0, 100, []vg.Length{90, 100}},
		{[]vg.Length{5, 12, 40, 41}, 0, 100, []vg.Length{3.5, 13.5, 35.5, 45.5}},
		{nil, 0, 100, nil},
	} {
		got := append([]vg.Length(nil), c.heights...)
		apart(got, 10, c.low, c.high)
		for i := range c.want {
			if math.Abs(float64(got[i]-c.want[i])) > 1e-6 {
				t.Errorf("%v moved to %v, want %v", c.heights, got, c.want)
				break
			}
		}
	}
}

// A label that starts beside its point must end on the panel.
func TestWithLabels(t *testing.T) {
	lines := []spreadLine{{label: "high-dimensional, n = 500", x: [2]float64{1002, 5}}, {label: "bivariate", x: [2]float64{12, 3}}}
	const low, width = 2.0, vg.Length(188)
	high := withLabels(lines, low, 1200, width)
	style := textStyle(spreadLabelSize, false, ink)
	at := width * vg.Length(math.Log(1002/low)/math.Log(high/low))
	if end := at + spreadLabelOffset + style.Width(lines[0].label); math.Abs(float64(end-width)) > 1e-9 {
		t.Errorf("the label ends at %v of %v", end, width)
	}
	if got := withLabels(lines[1:], low, 1200, width); got != 1200 {
		t.Errorf("the axis grew to %v without need", got)
	}
}

func TestPowerTicks(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		want      string
	}{
		{3, 1100, "5 10 20 50 100 200 500 1000"},
		{0.0004, 0.003, "0.0004 0.0005 0.0007 0.001 0.0015 0.002 0.003"},
		{3, 25000, "10 100 1000 10000"},
		{1.2, 30, "2 5 10 20"},
		{4, 30, "4 5 7 10 15 20 30"},
		{0.001, 10, "0.001 0.01 0.1 1 10"},
	} {
		var labels []string
		for _, tick := range powersOfTen.Ticks(c.low, c.high) {
			labels = append(labels, tick.Label)
		}
		if got := strings.Join(labels, " "); got != c.want {
			t.Errorf("[%v, %v]: %s, want %s", c.low, c.high, got, c.want)
		}
	}
}
