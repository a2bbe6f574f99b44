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
		{Name: "of", Values: []Estimate{{0.5, Interval{0.4, 0.7}}, {0.2, Interval{0.1, 0.3}}}, Shape: Shapes[0]},
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

	one := []Estimate{WithSE(1, 0.5), Number(2)}
	p := Plane{Heading: "here", X: "n", Y: "error", Lines: []Line{{Name: "a", X: []float64{1, 2}, Y: one, Shape: Shapes[0]}, {Name: "b", X: []float64{1, 2}, Y: one, Shape: Shapes[1]}}}.Draw(1)
	line := Line{Name: "retrain", Colour: MethodColour("retrain"), Shape: MethodShape("retrain")}
	line.X, line.Y = []float64{10, 100}, []Estimate{WithSE(2, 0.5), Number(3)}
	logs := Plane{X: "n", Y: "work", Sizes: true, Logs: true, Lines: []Line{line}}.Draw(1)
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
	if len(d.Legend) != len(dotted().legend()) || strings.Contains(d.Panels, "kept") || !strings.Contains(d.Panels, `id="f"`) {
		t.Errorf("%s with a legend of %d", d.Panels, len(d.Legend))
	}
}

// The legend has as many entries in a row as there is room for, and all of them.
func TestLegendRows(t *testing.T) {
	var f Figure
	for _, text := range []string{"a", "b", "c", "d", "e"} {
		f.Legend.Add(Swatch(text, Blue))
		f.Legend.Add(Swatch(text, Vermilion))
	}
	for room, want := range map[vg.Length]int{10: 5, 90: 3, 1000: 1} {
		if rows := f.Legend.rows(room); len(rows) != want {
			t.Errorf("%d rows in %v points, expected %d", len(rows), room, want)
		}
	}
	if got := f.legendHeight(90 + 2*figureMargin); got != 3*legendRow+6 {
		t.Errorf("three rows are %v high", got)
	}
}
