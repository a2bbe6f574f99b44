package chart

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
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

// Ratios have a logarithmic scale, on which 1 and its multiples are named; one that has 0 is linear.
func TestShareRatios(t *testing.T) {
	of := func(values ...float64) *plot.Plot {
		p := Panel("", "", "")
		for _, v := range values {
			p.Add(&plotter.Line{XYs: points([]float64{v}, 0)})
		}
		return p
	}
	for name, c := range map[string]struct {
		panels []*plot.Plot
		want   string
	}{
		"logarithmic": {[]*plot.Plot{of(0.04, 1), of(1, 12)}, "0.1 1 10"}, "with 0": {[]*plot.Plot{of(0, 1), of(1, 12)}, "0 4 8 12"},
	} {
		ShareRatios(c.panels)
		for _, p := range c.panels {
			if got := labelled(p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max)); got != c.want {
				t.Errorf("%s: %s, want %s", name, got, c.want)
			}
			_, _ = Figure{Width: 200, Height: 100, Plots: [][]*plot.Plot{{p}}}.svg("f", "title", pixels) // without a panic
		}
	}
}
