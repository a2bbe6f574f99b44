package chart

import (
	"fmt"
	"image/color"
	"math"
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
	if grid.Z(0, 1) != 1 || grid.Z(1, 0) != -0.5 || grid.Y(1) != 0 || grid.Y(0) != -1 || colours[shades] != cellGround || colours[2*shades] != CellBlue || colours[0] != CellRed {
		t.Errorf("grid %v with colours %v", grid, colours)
	}
	if _, err := f.Encode(".png"); err != nil {
		t.Error(err)
	}
}

// luminance is the relative luminance of a colour as WCAG 2 defines it, from 0 to 1.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		if s := float64(v) / 0xFF; s > 0.04045 {
			return math.Pow((s+0.055)/1.055, 2.4)
		}
		return float64(v) / 0xFF / 12.92
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// contrast is the ratio of contrast of two colours as WCAG 2 defines it, from 1 to 21.
func contrast(a, b color.NRGBA) float64 {
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

// Texts of cells can be read on each colour, with the contrast of 4.5 that WCAG 2 asks for; deeper
// colours are darker.
func TestTextsOfCells(t *testing.T) {
	for _, sign := range []float64{-1, 1} {
		last := 1.0
		for k := range shades + 1 {
			amount := sign * float64(k) / shades
			ground := shade(amount)
			if got := contrast(cellDark, ground); got < 4.5 {
				t.Errorf("contrast %.2f at %v", got, amount)
			}
			if now := luminance(ground); now >= last {
				t.Errorf("luminance %v at %v, %v before", now, amount, last)
			} else {
				last = now
			}
		}
	}
}

// Names of columns that are many are turned, numbers too wide for cells left out; what they are is
// noted.
func TestHeatMapOfManyColumns(t *testing.T) {
	for _, c := range []struct {
		columns         int
		turned, numbers bool
	}{{2, false, true}, {8, true, true}, {16, true, true}, {20, true, false}, {30, true, false}} {
		m := HeatMap{Rows: []string{"x1"}, Amounts: [][]float64{nil}, Amount: "lost"}
		for k := range c.columns {
			m.Columns, m.Amounts[0] = append(m.Columns, fmt.Sprint("mean of y", k+1)), append(m.Amounts[0], 0.0067)
		}
		f := m.Figure()
		svg, marks := f.svg("f", "A < B", pixels)
		if turned := f.Plots[0][0].X.Tick.Label.Rotation != 0; turned != c.turned || strings.Contains(svg, ">0.0067<") != c.numbers || len(marks) != c.columns {
			t.Errorf("%d columns: turned %v, %d marks", c.columns, turned, len(marks))
		}
		if f.Width > PageWidth || f.Least != f.Width {
			t.Errorf("%d columns are %v wide, at least %v", c.columns, f.Width, f.Least)
		}
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
