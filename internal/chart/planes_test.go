package chart

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// A line without marks is noted at a few of its places, or at the level that it is drawn for.
func TestMarksOfLines(t *testing.T) {
	many := make([]float64, 60)
	for i := range many {
		many[i] = float64(i)
	}
	p := Plane{X: "x", Y: "y", Levels: []string{"North", "South"}, Lines: []Line{{Name: "mean", X: []float64{0.64, 1.36}, Y: Numbers([]float64{0.125, 0.125})}}}
	q := Plane{X: "x", Y: "y", Lines: []Line{{Name: "mean", X: many, Y: Numbers(many)}, {Name: "none"}}}
	_, marks := Planes{Panels: []Plane{p, q}}.Figure().svg("f", "A < B", 1)
	if want := (Mark{"y, x", "mean", "South", "0.125"}); len(marks) != 6 || marks[0] != want || marks[2].Name != "12" {
		t.Errorf("marks %+v", marks)
	}
}

// A line along a single value is seen: a mark with an error bar in the place of its band, and one note.
func TestLineOfOneValue(t *testing.T) {
	at := []Estimate{{2, Interval{1, 3}}}
	panel := Plane{X: "x", Y: "y", Lines: []Line{
		{Name: "median", Colour: Blue, X: []float64{0, 5}, Y: slices.Repeat(at, 2)}, {Name: "median", Colour: Blue, Band: "10 to 90 %", X: []float64{10}, Y: at},
	}}
	if legend := (Planes{Panels: []Plane{panel}}).Figure().Legend; len(legend) != 2 || legend[1].Text != "median and 10 to 90 % at a single value" {
		t.Errorf("legend %+v", legend)
	}
	svg, marks := Figure{Width: 200, Height: 100, Plots: [][]*plot.Plot{{panel.Draw(1)}}}.svg("f", "A < B", 1)
	if want := (Mark{"y, x", "median", "10", "2.00 ± 1.0"}); len(marks) != 3 || marks[2] != want || strings.Contains(svg, `fill-opacity="0.25`) || !strings.Contains(svg, "A2.2,2.2") {
		t.Errorf("marks %+v in %s", marks, svg)
	}
}

// TestLevelsDoNotCollide: names of levels that are wider than their places are turned.
func TestLevelsDoNotCollide(t *testing.T) {
	for _, c := range []struct {
		levels []string
		turned bool
	}{
		{[]string{"no", "yes"}, false},
		{[]string{"management", "office", "sales", "services", "technical", "worker"}, true},
	} {
		p := Plane{Levels: c.levels, Dots: []PlaneDot{{X: 0, Y: 0}, {X: 1, Y: 1}}}.Draw(2)
		if turned := p.X.Tick.Label.Rotation != 0; turned != c.turned {
			t.Errorf("%q: turned %v", c.levels, turned)
		}
		for k, tick := range p.X.Tick.Marker.Ticks(0, 1) {
			if tick.Label != c.levels[k] {
				t.Errorf("label %q, expected %q", tick.Label, c.levels[k])
			}
		}
	}
}
