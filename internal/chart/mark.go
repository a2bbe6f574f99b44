package chart

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"
)

// Mark is what a mark of a figure shows, for those who point at it and for the table
// beside the figure.
type Mark struct {
	Panel  string // heading and axis
	Series string // "" in figures of one
	Name   string // of the row, or the place on the axis
	Value  string
}

// notes are what the marks of a figure show.
type notes struct {
	marks   []Mark
	heading string // of the panel at hand
	within  bool   // a series
}

// svgOf returns the canvas that a part of a drawing is on in the end; nil for others than
// svgCanvas. Each part is a canvas around the one that it is a part of.
func svgOf(c draw.Canvas) *svgCanvas {
	for {
		switch of := c.Canvas.(type) {
		case *svgCanvas:
			return of
		case draw.Canvas:
			c = of
		default:
			return nil
		}
	}
}

// ofSeries draws what belongs to a series.
func (s sheet) ofSeries(name string, draw func()) {
	if c := svgOf(s.Canvas); c != nil && name != "" && !c.within {
		fmt.Fprintf(&c.b, `<g class="series" data-series="%s">`, html.EscapeString(label(name)))
		c.within = true
		defer func() {
			c.b.WriteString("</g>")
			c.within = false
		}()
	}
	draw()
}

// noted draws a mark, which belongs to its series, and notes what it shows and in which panel.
func (s sheet) noted(m Mark, draw func()) {
	s.ofSeries(m.Series, func() {
		if c := svgOf(s.Canvas); c != nil {
			of := []string{c.heading, s.p.Y.Label.Text, s.p.X.Label.Text}
			m.Panel = strings.Join(slices.DeleteFunc(of, func(part string) bool { return part == "" }), ", ")
			c.marks = append(c.marks, m)
			c.b.WriteString(`<g class="mark">`)
			defer c.b.WriteString("</g>")
		}
		draw()
	})
}
