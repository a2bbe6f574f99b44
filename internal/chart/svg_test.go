package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// elements counts the elements of an SVG text by name and class, and fails where it is
// no XML or has a style attribute.
func elements(t *testing.T, svg string) map[string]int {
	t.Helper()
	count := make(map[string]int)
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count
		}
		if err != nil {
			t.Fatal(err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		name := start.Name.Local
		for _, a := range start.Attr {
			switch a.Name.Local {
			case "style":
				t.Errorf("%s has a style of its own", name)
			case "class":
				name += "." + a.Value
			}
		}
		count[name]++
	}
}

func TestMarksAreNoted(t *testing.T) {
	bars := DotChart{Title: "A < B", Axis: "importance", Names: []string{"x2", "x1"}, IntervalName: "95 %", Series: []DotSeries{
		{Name: "of", Values: []float64{0.5, 0.2}, Intervals: []Interval{{0.4, 0.7}, {0.1, 0.3}}, Shape: Shapes[0]},
	}}
	svg, marks := bars.Figure().svg("f1", "A < B", pixels)
	if n := elements(t, svg)["circle.mark"]; n != 2 || len(marks) != 2 {
		t.Fatalf("%d groups, marks %v", n, marks)
	}
	if want := (Mark{Panel: "importance", Series: "of", Name: "x2", Value: "0.500 (0.400 to 0.700)"}); marks[0] != want {
		t.Errorf("first mark %+v, want %+v", marks[0], want)
	}
	if !strings.Contains(svg, `<title id="f1-title">A &lt; B</title>`) || !strings.Contains(svg, `role="img" aria-labelledby="f1-title"`) {
		t.Error("the figure has no role or title")
	}
	if again, _ := bars.Figure().svg("f1", "A < B", pixels); again != svg {
		t.Error("the same figure is drawn differently")
	}

	one := []Estimate{{Value: 1, SE: 0.5}, {Value: 2}}
	p := LinesPanel{}.Draw("here", "n", "error", Lines{{Series: "a", X: []float64{1, 2}, Y: one, Shape: Shapes[0]}, {Series: "b", X: []float64{1, 2}, Y: one, Shape: Shapes[1]}})
	line := Line{Series: "retrain", Colour: MethodColour("retrain"), Shape: MethodShape("retrain"), Radius: 2.2}
	line.X, line.Y = []float64{10, 100}, []Estimate{{Value: 2, SE: 0.5}, {Value: 3}}
	logs := LinesPanel{Sizes: true, Logs: true, Across: 1}.Draw("", "n", "work", Lines{line})
	f := Figure{Width: 200, Height: 100, Plots: [][]*plot.Plot{{p, logs}}}
	svg, marks = f.svg("f2", "A < B", pixels)
	count := elements(t, svg)
	if len(marks) != 6 || count["circle.mark"] != 6 {
		t.Fatalf("%v, marks %v", count, marks)
	}
	if want := (Mark{"here, error, n", "b", "1", "1.00 ± 1.0"}); marks[2] != want {
		t.Errorf("third mark %+v, want %+v", marks[2], want)
	}
	if want := (Mark{"work, n", "retrain", "10", "100 (10.0 to 1000)"}); marks[4] != want {
		t.Errorf("fifth mark %+v, want %+v", marks[4], want)
	}
}

// A legend of a page is as many samples and texts, each text once, whatever the width.
func TestPartsOfPages(t *testing.T) {
	d := dotted().Figure().Parts("f")
	seen := map[string]bool{}
	for _, of := range d.Legend {
		if elements(t, of.SVG)["path"] == 0 || seen[of.Text] {
			t.Errorf("legend %+v", of)
		}
		seen[of.Text] = true
	}
	if len(d.Panels) != 1 || len(d.Legend) != len(dotted().legend()) || strings.Contains(d.Panels[0], "kept") {
		t.Errorf("%d panels with a legend of %d", len(d.Panels), len(d.Legend))
	}
	two := studied()["planes"].Figure().Parts("p")
	if len(two.Panels) != 3 || !strings.Contains(two.Panels[2], `id="p-3"`) {
		t.Errorf("%d panels stand apart", len(two.Panels))
	}
}

// The legend has its columns side by side as far as there is room, and all of its entries.
func TestLegendColumns(t *testing.T) {
	var f Figure
	for _, text := range []string{"a", "b", "c", "d", "e"} {
		f.Legend.Add(Swatch(text, Blue))
		f.Legend.Add(Swatch(text, Vermilion))
	}
	for room, want := range map[vg.Length]int{10: 1, 90: 2, 1000: 5} {
		if columns, _ := f.columns(room); len(columns) != want {
			t.Errorf("%d columns in %v points, expected %d", len(columns), room, want)
		}
	}
	if got := f.legendHeight(90 + 2*figureMargin); got != 3*legendRow+6 {
		t.Errorf("three rows are %v high", got)
	}
}
