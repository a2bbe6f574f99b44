package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Figures that are drawn as close as may be keep names of rows apart and the names of axes whole;
// those with few of both keep three quarters of their height.
func TestLeastHeight(t *testing.T) {
	named := func(rows int) *plot.Plot { return NewRows("heading", "axis", slices.Repeat([]string{"x"}, rows)).Plot }
	const axis, besides = "seconds on one core, of 16", panelHeads + 2*figureMargin
	for name, c := range map[string]struct {
		p            *plot.Plot
		height, want vg.Length
	}{
		"rows": {named(30), 400, 30*namePitch + besides}, "few": {named(3), 400, 300}, "close": {named(30), 250, 250},
		"axis": {Panel("", "", axis), 160, labelStyle.Width(axis) + besides},
	} {
		if got := (Figure{Width: 300, Height: c.height, Plots: [][]*plot.Plot{{c.p}}}).LeastHeight(); math.Abs(float64(got-c.want)) > 0.1 {
			t.Errorf("%s: %v of %v, want %v", name, got, c.height, c.want)
		}
	}
}

func TestBroken(t *testing.T) {
	style := TextStyle(titleSize, true, Ink)
	text := "Recursive feature elimination on real data (Table 6): enb, n = 10"
	lines := broken(text, style, 150)
	if strings.Join(lines, " ") != text {
		t.Errorf("lines %q lose text", lines)
	}
	for _, line := range lines {
		if style.Width(line) > 150 {
			t.Errorf("line %q is too wide", line)
		}
	}
	if len(lines) < 2 || !strings.HasSuffix(lines[len(lines)-1], "n = 10") {
		t.Errorf("lines %q", lines)
	}
}

// A figure is the same whenever it is drawn, in whichever format before: headings that are too wide
// for their panels are broken once.
func TestDrawnAgain(t *testing.T) {
	p := NewRows("a heading that is much wider than its panel", "", []string{"x"})
	f := Figure{Width: 150, Height: 100, Plots: [][]*plot.Plot{{p.Plot}}}
	first, _ := f.svg("f", "title", pixels)
	if _, err := f.Encode(".pdf"); err != nil {
		t.Fatal(err)
	}
	if second, _ := f.svg("f", "title", pixels); second != first || strings.Count(first, ">much wider<") > 1 {
		t.Error("drawn a second time the figure is another")
	}
}
