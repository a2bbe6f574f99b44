package chart

import (
	"math"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"
)

// Lines that marks are compared with widen the range of marks, and of none there is none;
// bars of shares may go beyond.
func TestReachOfRows(t *testing.T) {
	rows := Rows{Lines: []float64{3}}
	if r := rows.Reach(); r.Set {
		t.Errorf("no marks reach from %v to %v", r.Low, r.High)
	}
	rows.Add(Dot{At: Estimate{Value: 0.5, SE: 1}}, Dot{At: Estimate{Value: math.NaN()}})
	if r := rows.Reach(); r.Low != -1.5 || r.High != 3 {
		t.Errorf("rows reach from %v to %v, expected −1.5 to 3", r.Low, r.High)
	}
	rows.Share = true
	if r := rows.Reach(); r.Low != 0 || r.High != 1 {
		t.Errorf("shares reach from %v to %v", r.Low, r.High)
	}
}

// Marks have the name of their row.
func TestMarksOfRows(t *testing.T) {
	var rows Rows
	round := draw.GlyphStyle{Color: Blue, Radius: 2, Shape: draw.CircleGlyph{}}
	rows.Add(Below(1, []Dot{{Series: "a", At: Estimate{Value: 1}, Style: round}, {Series: "a", Text: "two", At: Estimate{Value: 2}, Style: round}})...)
	rows.Add(Dot{Series: "none", At: Estimate{Value: math.NaN()}})
	rows.Add(Heap{Row: 0, Series: "heap", Values: []float64{1}, Style: round})
	_, marks := Figure{Width: 200, Height: 100, Plots: [][]*plot.Plot{{ListPanel("", []string{"first", "second"}, rows)}}}.svg("f", "A < B", pixels)
	want := []Mark{{"", "a", "second", "1.00"}, {"", "a", "second", "two"}, {"", "heap", "first", "1.00"}}
	if len(marks) != len(want) {
		t.Fatalf("marks %+v", marks)
	}
	for i, m := range marks {
		if m != want[i] {
			t.Errorf("mark %+v, want %+v", m, want[i])
		}
	}
}
