package chart

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// Marks have the name of their row; error bars and values that marks are compared with widen the axis.
func TestMarksOfRows(t *testing.T) {
	rows := NewRows("", "axis", []string{"first", "second"}, 3)
	round := draw.GlyphStyle{Color: Blue, Radius: 2, Shape: draw.CircleGlyph{}}
	rows.Dots(Below(1, []Dot{{Series: "a", At: WithSE(1, 0.75), Style: round}, {Series: "a", Text: "two", At: Number(2), Style: round}})...)
	rows.Dots(Dot{Series: "none", At: Number(math.NaN())})
	rows.Box(0, "box", []float64{3, 1, math.NaN(), 2, 1, 2}, Blue)
	rows.Box(0, "none", []float64{math.NaN()}, Blue)
	if rows.X.Min != -0.5 || rows.X.Max != 3 {
		t.Errorf("rows reach from %v to %v, expected −0.5 to 3", rows.X.Min, rows.X.Max)
	}
	_, marks := Figure{Width: 200, Height: 100, Plots: [][]*plot.Plot{{rows.Plot}}}.svg("f", "A < B", pixels)
	if want := []Mark{{"axis", "a", "second", "1.00 ± 1.5"}, {"axis", "a", "second", "two"}, {"axis", "box", "first", "2.00; half of 5 between 1.00 and 2.00, all between 1.00 and 3.00"}}; !slices.Equal(marks, want) {
		t.Fatalf("marks %+v, want %+v", marks, want)
	}
}
