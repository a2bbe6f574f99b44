package chart

import (
	"slices"
	"testing"

	"gonum.org/v1/plot"
)

// Cells that are as they should be without a share are not noted; all others are, with
// their row and column.
func TestCells(t *testing.T) {
	p := CellsPanel("here", []string{"mean", "tails"}, []string{"X1", "X2"}, [][]Cell{
		{{Share: 1, Expected: true, Series: "moves", Text: "all"}, {}},
		{{Expected: true, Series: "moves", Text: "none"}, {Share: 0.5, Series: "still", Text: "half"}},
	})
	f := Figure{Width: 200, Height: 120, Plots: [][]*plot.Plot{{p}}, Legend: CellsLegend("framed", "shares", "wrong")}
	svg, marks := f.svg("f", "A < B", pixels)
	want := []Mark{{"here, input", "moves", "mean, X1", "all"}, {"here, input", "moves", "tails, X1", "none"}, {"here, input", "still", "tails, X2", "half"}}
	if !slices.Equal(marks, want) || elements(t, svg)["circle.mark"] != len(want) {
		t.Fatalf("marks %+v", marks)
	}
	grid := cellGrid{{{Share: 1, Expected: true}, {}}, {{Expected: true}, {Share: 0.5}}}
	colours := grid.Colors()
	if grid.Z(0, 1) != 1 || grid.Z(1, 0) != -0.5 || grid.Y(1) != 0 || grid.Y(0) != -1 || colours[shades] != Band || colours[2*shades] != Blue || colours[0] != Vermilion {
		t.Errorf("grid %v with colours %v", grid, colours)
	}
	if _, err := f.Encode(".png"); err != nil {
		t.Error(err)
	}
}

// Holes in a row of panels have no names.
func TestNameOnce(t *testing.T) {
	row := InRows([]*plot.Plot{Panel("", "", ""), Panel("", "", ""), Panel("", "", ""), Panel("", "", "")}, 3)[1]
	NameOnce(row)
	if row[0] == nil || row[1] != nil {
		t.Errorf("row %v", row)
	}
}

// Panels whose rows are others name them; those with the same names name them once.
func TestNameOthers(t *testing.T) {
	of := func(names ...string) *plot.Plot { return ListPanel("", names, Rows{}) }
	row := []*plot.Plot{of("a", "b"), of("a", "b"), of("c"), of("c"), nil}
	NameOnce(row)
	for i, want := range map[int]int{0: 2, 1: 0, 2: 1, 3: 0} {
		if got := len(row[i].Y.Tick.Marker.Ticks(-2, 1)); got != want {
			t.Errorf("panel %d names %d rows, expected %d", i, got, want)
		}
	}
}
