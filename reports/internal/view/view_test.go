package view

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// Every value and figure that a specification may name is one that views know, and the usual
// views name nothing else.
func TestNames(t *testing.T) {
	for name := range measures {
		if strings.HasPrefix(name, "log10_") {
			continue // of figures
		}
		if !slices.Contains(results.Measures(), name) {
			t.Errorf("no specification may show %q", name)
		}
	}
	for _, name := range results.Measures() {
		if _, ok := measures[name]; !ok {
			if _, err := results.ValueName(name).Shape(); err != nil {
				t.Errorf("views do not know %q", name)
			}
		}
	}
	if named := slices.Sorted(maps.Keys(figures)); !slices.Equal(named, slices.Sorted(slices.Values(results.Figures()))) {
		t.Errorf("figures %v, and specifications may name %v", named, results.Figures())
	}
	for name, f := range figures {
		if (f.draw == nil) == (f.table == nil) {
			t.Errorf("%s is not one of a figure and a table", name)
		}
		for _, value := range f.values {
			if _, ok := measures[value]; !ok && !slices.Contains(results.Measures(), value) {
				t.Errorf("%s shows %q", name, value)
			}
		}
	}
	for _, kind := range results.FigureKinds("") {
		if len(usual[kind]) == 0 {
			t.Errorf("%s has no views", kind)
		}
		for _, v := range usual[kind] {
			_, ok := figures[v.Figure]
			for _, value := range v.Table.Values {
				ok = ok || slices.Contains(results.Measures(), value)
			}
			if !ok {
				t.Errorf("%s has a view of nothing: %+v", kind, v)
			}
		}
	}
}

// cells are those of a letter and a number each.
func cells(names ...string) (list []summary.Cell) {
	for _, name := range names {
		list = append(list, summary.Cell{CellInfo: results.CellInfo{Slug: name, Cell: map[string]string{"data": name[:1], "n": name[1:]}}})
	}
	return list
}

func TestSelected(t *testing.T) {
	all := cells("a1", "a2", "b1", "c2")
	for _, c := range []struct {
		selector map[string]string
		want     []string
	}{
		{nil, []string{"a1", "a2", "b1", "c2"}},
		{map[string]string{"data": "a|c"}, []string{"a1", "a2", "c2"}},
		{map[string]string{"data": "!a"}, []string{"b1", "c2"}},
		{map[string]string{"data": "!a|b", "n": "2"}, []string{"c2"}},
		{map[string]string{"data": "first"}, []string{"a1", "a2"}},
		{map[string]string{"data": "d"}, nil},
		{map[string]string{"method": ""}, []string{"a1", "a2", "b1", "c2"}},
	} {
		var got []string
		for _, cell := range summary.Selected(all, c.selector) {
			got = append(got, cell.Slug)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v selects %v, expected %v", c.selector, got, c.want)
		}
	}
	if summary.Selected(nil, map[string]string{"data": "first"}) != nil {
		t.Error("cells among none")
	}
}

// A view of a specification's own replaces the usual ones; its rows ascend if it says so, and
// it has the number of the paper's table. Views of an earlier version, which name nothing, do
// not.
func TestOwnView(t *testing.T) {
	summaries, err := summary.Load(fixture.Eliminations("enb", "jura", "wq", "air"))
	if err != nil {
		t.Fatal(err)
	}
	s := summaries[0]
	s.Experiment.Views = []results.View{{
		Number: "Table 6", Text: "Below.", Select: map[string]string{"variant": "published", "method": "coupled"},
		Table: results.Pivot{Rows: []string{"data"}, Values: []string{"cumulative", "gap"}, Sorted: true},
	}}
	c := Of(s, verdict.Verify(summaries))
	if len(c.Tables) != 1 || len(c.Blocks) != 1 || len(c.Figures) != 0 {
		t.Fatalf("%d tables, %d blocks, %d figures", len(c.Tables), len(c.Blocks), len(c.Figures))
	}
	table := c.Blocks[0].(document.Table)
	if table.Number != "Table 6" || !slices.Contains(table.Notes, "Below.") || len(table.Columns) != 3 {
		t.Errorf("%+v", table)
	}
	var sets, losses []string
	for _, row := range table.Rows {
		sets, losses = append(sets, row.Cells[0]), append(losses, row.Cells[1])
	}
	// The losses of the fixture fall with the number of inputs.
	if want := []string{"air", "wq", "jura", "enb"}; !slices.Equal(sets, want) {
		t.Errorf("rows %v (%v), expected %v", sets, losses, want)
	}
	enb := summary.Selected(s.Cells, map[string]string{"variant": "published", "data": "enb"})
	ours, _ := summary.Find(enb, map[string]string{"method": "coupled"})
	theirs, _ := summary.Find(enb, map[string]string{"method": "vimp-drf"})
	want := threeDigits(summary.PairedDifference(theirs, ours, results.ValueCumulative, 0))
	if got := table.Rows[3].Cells[2]; got != want || want == "0.000" {
		t.Errorf("gap %s, expected %s", got, want)
	}
	s.Experiment.Views = []results.View{{Title: "of version 2"}}
	if views := Views(s.Experiment); len(views) != len(usual[s.Experiment.Figure]) {
		t.Errorf("%d views where none is known", len(views))
	}
}

// The frame has the numbers of cells, and is what the CSV file has; those of several cells
// together are pooled: shares as counts, and scores as means.
func TestPooled(t *testing.T) {
	e, records := fixture.Board()
	s := summary.Summarise(e, records, nil)
	f := newFrame(s, []string{"score", "power"})
	cells := summary.Selected(s.Cells, map[string]string{"method": s.Cells[0].Cell["method"]})
	sum, scored, found, all := 0.0, 0, 0.0, 0
	for _, c := range cells {
		if score := f.value("score", "", c); score.N > 0 {
			sum, scored = sum+score.Mean, scored+1
		}
		power := f.value("power", "", c)
		found, all = found+power.Mean*float64(power.N), all+power.N
	}
	if got, want := f.value("score", "", cells...).Mean, sum/float64(scored); scored < 2 || math.Abs(got-want) > 1e-12 {
		t.Errorf("a score of %v over %d cells, expected %v", got, scored, want)
	}
	if got := f.value("power", "", cells...); got.N != all || all > 0 && (math.Abs(got.Mean-found/float64(all)) > 1e-12 || got.High <= got.Low) {
		t.Errorf("power %+v, expected %v of %d", got, found, all)
	}
	each := summary.Having(s.Cells, func(c summary.Cell) bool { return f.value("score", "", c).N > 0 })
	if rows := strings.Count(f.csv(), ",score,"); rows != len(each)+1 {
		t.Errorf("the CSV file has %d scores, of %d cells and of some together", rows, len(each))
	}
}

// Inputs matter that the experiment or the cell names, and those with a population importance.
func TestActive(t *testing.T) {
	population := map[results.ValueName][][]float64{results.ValuePopulation: {{0.2, 0}}}
	s := summary.Summary{Experiment: results.Experiment{Relevant: []string{"C"}}}
	c := summary.Cell{CellInfo: results.CellInfo{Relevant: []string{"D"}}, Variables: []string{"A", "B"}, Recorded: population}
	for input, want := range map[string]bool{"A": true, "B": false, "C": true, "D": true, "E": false, "": false} {
		if s.Active(c, input) != want {
			t.Errorf("%q is active: %v", input, !want)
		}
	}
}
