package document

import (
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// htmlDot is a value with its interval in percent of the width of a cell; High is "" without
// an interval. Ticks are upright lines.
type htmlDot struct {
	At, Low, High string
	Ticks         []string
}

// htmlScale is the scale of the dots of a table, from 0.
type htmlScale struct {
	largest float64
	ticks   []htmlTick
}

type htmlTick struct{ At, Label string }

// newScale returns the scale for the dots of rows; nil if there are none.
func newScale(rows []Row) *htmlScale {
	s := new(htmlScale)
	for _, row := range rows {
		if row.Dot != nil {
			s.largest = max(s.largest, row.Dot.Value, row.Dot.High)
		}
	}
	if !(s.largest > 0) {
		return nil
	}
	const most = 4 // side by side on a phone
	for _, tick := range (chart.RoundTicks{Most: most}).Ticks(0, s.largest) {
		s.ticks = append(s.ticks, htmlTick{s.at(tick.Value), tick.Label})
	}
	return s
}

// at is the place of a value, with room for a dot at both ends.
func (s htmlScale) at(v float64) string {
	const air = 4
	return format.Fixed(air+(100-2*air)*min(max(v/s.largest, 0), 1), 1)
}

// dot places a dot; nil stays nil.
func (s htmlScale) dot(d *Dot) *htmlDot {
	if d == nil {
		return nil
	}
	placed := &htmlDot{At: s.at(d.Value)}
	if d.High > d.Low {
		placed.Low, placed.High = s.at(d.Low), s.at(d.High)
	}
	for _, tick := range s.ticks {
		placed.Ticks = append(placed.Ticks, tick.At)
	}
	return placed
}

// htmlHead is the head of a column or of several, htmlCell a cell of a table.
type htmlHead struct {
	Name  string
	Class string
	Span  int
	Ticks []htmlTick // of the column of dots
}

type htmlCell struct {
	Text, Class string
	Head        bool
	Dot         *htmlDot
}

type htmlRow struct {
	Class string
	Cells []htmlCell
}

// htmlBody is the rows below a heading.
type htmlBody struct {
	Heading string
	Span    int
	Rows    []htmlRow
}

// class is that of a column in the style sheet.
func (c Column) class() string {
	var names []string
	if c.Left {
		names = append(names, "l")
	}
	if c.Minor {
		names = append(names, "minor")
	}
	return strings.Join(names, " ")
}

// htmlTable is what the template of tables is given. Dots stand in a column behind the first.
func htmlTable(t Table, label string) map[string]any {
	t = t.onLines()
	scale := newScale(t.Rows)
	var heads, groups []htmlHead
	for i, c := range t.Columns {
		heads = append(heads, htmlHead{Name: typeset(c.Name), Class: c.class()})
		if i == 0 && scale != nil {
			heads = append(heads, htmlHead{Name: "plotted", Ticks: scale.ticks})
		}
	}
	if t.hasGroups() {
		for i, s := range t.spans() {
			groups = append(groups, htmlHead{Name: typeset(s.group), Span: s.last - s.first + 1})
			if i == 0 && scale != nil {
				groups = append(groups, htmlHead{Span: 1})
			}
		}
	}
	bodies := []htmlBody{{}}
	for _, row := range t.Rows {
		if row.Heading != "" {
			bodies = append(bodies, htmlBody{Heading: typeset(row.Heading), Span: len(heads)})
			continue
		}
		of := htmlRow{Class: map[Mark]string{Relevant: "found", Alarm: "alarm"}[row.Mark]}
		for i, text := range row.Cells { // relevant ones are bold
			of.Cells = append(of.Cells, htmlCell{Text: typeset(t.short(i, text)), Head: i == 0, Class: t.Columns[i].class()})
			if i == 0 && scale != nil {
				of.Cells = append(of.Cells, htmlCell{Dot: scale.dot(row.Dot), Class: "plot"})
			}
		}
		last := &bodies[len(bodies)-1]
		last.Rows = append(last.Rows, of)
	}
	if len(bodies) > 1 && len(bodies[0].Rows) == 0 {
		bodies = bodies[1:]
	}
	return map[string]any{
		"Label": label, "Caption": strings.TrimSuffix(label+". "+typeset(t.Caption), ". "),
		"Open": t.Open, "Groups": groups, "Heads": heads, "Bodies": bodies, "Notes": mapped(t.Notes, typeset),
	}
}
