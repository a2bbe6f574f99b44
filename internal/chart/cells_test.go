package chart

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// Cells of which something is said are noted with their row and column; colours are those of
// amounts.
func TestCells(t *testing.T) {
	p := CellsPanel("here", "input", "aspect", []string{"mean", "tails"}, []string{"X1", "X2"}, [][]Cell{
		{{Amount: 1, Framed: true, Series: "moves", Said: "all", Text: "100"}, {}},
		{{Framed: true, Series: "moves", Said: "none"}, {Amount: -0.5, Series: "still", Said: "half"}},
	})
	f := Figure{Width: 200, Height: 120, Plots: [][]*plot.Plot{{p}}, Legend: Legend{Framed("framed"), Swatch("wrong", Vermilion)}}
	svg, marks := f.svg("f", "A < B", pixels)
	panel := "here, aspect, input"
	want := []Mark{{panel, "moves", "mean, X1", "all"}, {panel, "moves", "tails, X1", "none"}, {panel, "still", "tails, X2", "half"}}
	if !slices.Equal(marks, want) || elements(t, svg)["circle.mark"] != len(want) || !strings.Contains(svg, ">100<") {
		t.Fatalf("marks %+v", marks)
	}
	grid := cellGrid{{{Amount: 1}, {}}, {{}, {Amount: -0.5}}}
	colours := grid.Colors()
	if grid.Z(0, 1) != 1 || grid.Z(1, 0) != -0.5 || grid.Y(1) != 0 || grid.Y(0) != -1 || colours[shades] != Band || colours[2*shades] != Blue || colours[0] != Vermilion {
		t.Errorf("grid %v with colours %v", grid, colours)
	}
	if _, err := f.Encode(".png"); err != nil {
		t.Error(err)
	}
}

// Rows are named once, by the first of panels side by side, where a row has holes too.
func TestNameOnce(t *testing.T) {
	of := func(names ...string) *plot.Plot { return NewRows("", "", names).Plot }
	rows := InRows([]*plot.Plot{of("a", "b"), of("a", "b"), of("a", "b"), of("a", "b")}, 3)
	for i, row := range rows {
		NameOnce(row)
		for k, p := range row {
			if (p == nil) != (i == 1 && k > 0) {
				t.Errorf("row %v", row)
			} else if p != nil && (len(p.Y.Tick.Marker.Ticks(-2, 1)) == 2) != (k == 0) {
				t.Errorf("panel %d of row %d names %v", k, i, p.Y.Tick.Marker)
			}
		}
	}
}
