package chart

import (
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

// What is written in the corner of a panel stands on a white ground, after the grid.
func TestBesideHasGround(t *testing.T) {
	p := Panel("", "", "")
	p.Add(Grid(), Lines{{X: []float64{1, 2}, Y: []Estimate{{Value: 1}, {Value: 2}}, Colour: Blue, Radius: 2, Shape: Shapes[0], Beside: "bent"}})
	drawn, _ := Figure{Name: "f", Width: 200, Height: 100, Plots: [][]*plot.Plot{{p}}}.SVG("f")
	text := strings.Index(drawn, ">bent<")
	if text < 0 || !strings.Contains(drawn[text-400:text], `fill="#ffffff"`) {
		t.Errorf("no ground before the text in %s", drawn)
	}
}
