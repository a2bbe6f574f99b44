package document

import (
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// htmlTable is what the template of tables is given. Dots stand in a column behind the first.
type htmlTable struct {
	Table
	Label, Caption string
	Scale          *htmlScale // nil without dots
	Across         int        // columns
	Groups         []span     // nil without heads above the names
	Bodies         [][]Row    // of which each but the first begins with a heading
}

func newHTMLTable(t Table, label string) htmlTable {
	t = t.onLines()
	h := htmlTable{
		Table: t, Label: label, Caption: strings.TrimSuffix(label+". "+typeset(t.Caption), ". "),
		Scale: newScale(t.Rows), Across: len(t.Columns), Bodies: [][]Row{nil},
	}
	if h.Scale != nil {
		h.Across++
	}
	if t.hasGroups() {
		h.Groups = t.spans()
	}
	for i, row := range t.Rows {
		if row.Heading != "" && i > 0 {
			h.Bodies = append(h.Bodies, nil)
		}
		last := &h.Bodies[len(h.Bodies)-1]
		*last = append(*last, row)
	}
	return h
}

// htmlScale is the scale of the dots of a table, from 0, with its ticks in percent of the width
// of a cell.
type htmlScale struct {
	largest float64
	Ticks   []htmlTick
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
	for _, tick := range (chart.Ticks{}).Ticks(0, s.largest) {
		s.Ticks = append(s.Ticks, htmlTick{s.at(tick.Value), tick.Label})
	}
	return s
}

// at is the place of a value, with room for a dot at both ends.
func (s htmlScale) at(v float64) string {
	const air = 4
	return format.Fixed(air+(100-2*air)*min(max(v/s.largest, 0), 1), 1)
}

// htmlDot is a value with its interval, in percent as the scale; High is "" without an interval.
type htmlDot struct {
	htmlScale
	At, Low, High string
}

// Dot places a dot.
func (s htmlScale) Dot(d Dot) htmlDot {
	placed := htmlDot{htmlScale: s, At: s.at(d.Value)}
	if d.High > d.Low {
		placed.Low, placed.High = s.at(d.Low), s.at(d.High)
	}
	return placed
}

// columnClass is that of a column in the style sheet.
func columnClass(c Column) string {
	if c.Left {
		return "l"
	}
	return ""
}
