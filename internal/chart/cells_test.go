package chart

import (
	"image/color"
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
	want := []Mark{{"here", "moves", "mean, X1", "all"}, {"here", "moves", "tails, X1", "none"}, {"here", "still", "tails, X2", "half"}}
	if len(marks) != len(want) || elements(t, svg)["g.mark"] != len(want) {
		t.Fatalf("marks %+v", marks)
	}
	for i, m := range marks {
		if m != want[i] {
			t.Errorf("mark %+v, want %+v", m, want[i])
		}
	}
	if tint(Blue, 0) != Band || tint(Blue, 1) != Blue || tint(Vermilion, 0.5) != (color.NRGBA{R: 0xE1, G: 0xA8, B: 0x7A, A: 0xFF}) {
		t.Errorf("tints %v, %v and %v", tint(Blue, 0), tint(Blue, 1), tint(Vermilion, 0.5))
	}
	if n := len(f.Legend[1].Colours); n != 5 || f.Legend[1].Colours[4] != Blue || len(f.Legend[2].Colours) != 4 || f.Legend[2].Colours[3] != Vermilion {
		t.Errorf("legend %+v", f.Legend)
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
