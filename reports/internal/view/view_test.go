package view

import (
	"maps"
	"slices"
	"testing"

	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// Every number that a specification may show is one that views know, and the usual views show
// nothing else.
func TestNumbers(t *testing.T) {
	known := results.Measures()
	for _, name := range slices.Sorted(maps.Keys(measures)) {
		if !slices.Contains(known, name) {
			t.Errorf("no specification may show %q", name)
		}
	}
	for _, name := range known {
		if _, ok := measures[name]; !ok {
			if _, err := results.ValueName(name).Shape(); err != nil {
				t.Errorf("views do not know %q", name)
			}
		}
	}
	for _, kind := range results.FigureKinds("") {
		views := usual[kind]
		if len(views) == 0 {
			t.Errorf("%s has no views", kind)
		}
		for _, v := range views {
			for _, c := range v.Columns {
				if !slices.Contains(known, c.Show) {
					t.Errorf("%s shows %q", kind, c.Show)
				}
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
// it has the number of the paper's table.
func TestOwnView(t *testing.T) {
	summaries, err := summary.Load(fixture.Eliminations("enb", "jura", "wq", "air"))
	if err != nil {
		t.Fatal(err)
	}
	s := summaries[0]
	s.Experiment.Views = []results.View{{
		Picture: results.PictureTable, Number: "Table 6", Rows: []string{"data"}, Text: "Below.", Sorted: true,
		Select:  map[string]string{"variant": "published"},
		Columns: []results.ViewColumn{{Show: "cumulative", Select: map[string]string{"method": "coupled"}}, {Show: "gap", Select: map[string]string{"method": "coupled"}, Against: map[string]string{"method": "vimp-drf"}}},
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
	want := bare(summary.PairedDifference(theirs, ours, results.ValueCumulative, 0))
	if got := table.Rows[3].Cells[2]; got != want || want == "0.000" {
		t.Errorf("gap %s, expected %s", got, want)
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
