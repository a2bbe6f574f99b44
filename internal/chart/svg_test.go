package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
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
	if n := elements(t, svg)["g.mark"]; n != 2 || len(marks) != 2 {
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
	if len(marks) != 6 || count["g.mark"] != 6 || count["g.series"] != 6 {
		t.Fatalf("%v, marks %v", count, marks)
	}
	if want := (Mark{"here, error, n", "b", "1", "1.00 ± 1.0"}); marks[2] != want {
		t.Errorf("third mark %+v, want %+v", marks[2], want)
	}
	if want := (Mark{"work, n", "retrain", "10", "100 (10.0 to 1000)"}); marks[4] != want {
		t.Errorf("fifth mark %+v, want %+v", marks[4], want)
	}
}

func TestSVGPaths(t *testing.T) {
	c := newSVG(100, 50)
	c.Translate(vg.Point{X: 10, Y: 5})
	var p vg.Path
	p.Move(vg.Point{X: 2, Y: 0})
	p.Arc(vg.Point{}, 2, 0, 2*math.Pi)
	p.Close()
	if got, want := c.path(p), "M12 45A2 2 0 0 0 8 45A2 2 0 0 0 12 45Z"; got != want {
		t.Errorf("circle %s, want %s", got, want)
	}
	c.Scale(0.5, 0.5)
	if got, want := c.path(vg.Path{{Type: vg.MoveComp, Pos: vg.Point{X: 1, Y: 1}}, {Type: vg.LineComp, Pos: vg.Point{X: -20.2, Y: 90}}}), "M10.5 44.5L-.1 0"; got != want {
		t.Errorf("line %s, want %s", got, want)
	}
}

// A reader's font may be wider than that of the layout: texts keep the width that was measured.
func TestSVGTextsKeepTheirWidth(t *testing.T) {
	c := newSVG(100, 50)
	style := TextStyle(8, false, Ink)
	c.FillString(style.Handler.Cache().Lookup(style.Font, style.Font.Size), vg.Point{}, "lost without it")
	if want := `textLength="` + brief(float64(style.Width("lost without it"))) + `" lengthAdjust="spacingAndGlyphs"`; !strings.Contains(c.b.String(), want) {
		t.Errorf("%s, want %s", c.b.String(), want)
	}
}
