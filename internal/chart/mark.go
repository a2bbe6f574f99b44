package chart

import (
	"fmt"
	"html"
	"strings"

	"gonum.org/v1/plot"
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

// notes are what the marks of a figure show. The heading of a panel and the names of
// its rows are known only when all of it is drawn.
type notes struct {
	marks   []Mark
	rows    []int // of the marks of the panel at hand, -1 for those that have a name
	heading string
	names   []string
	within  bool // a series
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

// noted draws a mark, which belongs to its series, and notes what it shows; row is that of a list, whose names are
// its name, or -1.
func (s sheet) noted(m Mark, row int, draw func()) {
	s.ofSeries(m.Series, func() {
		if c := svgOf(s.Canvas); c != nil {
			c.marks, c.rows = append(c.marks, m), append(c.rows, row)
			c.b.WriteString(`<g class="mark">`)
			defer c.b.WriteString("</g>")
		}
		draw()
	})
}

// endPanel gives the marks of a panel, which is drawn, its name and those of its rows.
func endPanel(c draw.Canvas, p *plot.Plot) {
	s := svgOf(c)
	if s == nil {
		return
	}
	var parts []string
	for _, part := range []string{s.heading, p.Y.Label.Text, p.X.Label.Text} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	first := len(s.marks) - len(s.rows)
	for i, row := range s.rows {
		m := &s.marks[first+i]
		m.Panel = strings.Join(parts, ", ")
		if m.Name == "" && row >= 0 && row < len(s.names) {
			m.Name = s.names[row]
		}
	}
	s.rows, s.heading, s.names = nil, "", nil
}
