package chart

import (
	"fmt"
	"html"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
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
func ofSeries(c draw.Canvas, name string, draw func()) {
	if s := svgOf(c); s != nil && name != "" && !s.within {
		fmt.Fprintf(&s.b, `<g class="series" data-series="%s">`, html.EscapeString(name))
		s.within = true
		defer func() {
			s.b.WriteString("</g>")
			s.within = false
		}()
	}
	draw()
}

// noted draws a mark, which belongs to its series, and notes what it shows; row is that of a list, whose names are
// its name, or -1.
func noted(c draw.Canvas, m Mark, row int, draw func()) {
	ofSeries(c, m.Series, func() {
		if s := svgOf(c); s != nil {
			s.marks, s.rows = append(s.marks, m), append(s.rows, row)
			s.b.WriteString(`<g class="mark">`)
			defer s.b.WriteString("</g>")
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
		if row >= 0 && row < len(s.names) {
			m.Name = s.names[row]
		}
	}
	s.rows, s.heading, s.names = nil, "", nil
}

// rowNames tells the names of the rows of a list.
type rowNames []string

func (r rowNames) Plot(c draw.Canvas, _ *plot.Plot) {
	if s := svgOf(c); s != nil {
		s.names = r
	}
}

// text writes the estimate with the half length of its error bar.
func (e Estimate) text() string {
	text := format.TrueMinus(format.Significant(e.Value, 3))
	if r := e.Reach(); r > 0 {
		text += " ± " + format.Significant(r, 2)
	}
	return text
}

// textOf writes an estimate on an axis: where that is of decimal logarithms, what it is
// the logarithm of, with the ends of the error bar.
func (e Estimate) textOf(axis plot.Axis) string {
	if _, ok := axis.Tick.Marker.(logTicks); !ok {
		return e.text()
	}
	power := func(v float64) string { return format.Significant(math.Pow(10, v), 3) }
	text := power(e.Value)
	if r := e.Reach(); r > 0 {
		text += " (" + power(e.Value-r) + " to " + power(e.Value+r) + ")"
	}
	return text
}
