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
	Groups         []span     // nil without heads above the names
	Bodies         [][]Row    // of which each but the first begins with a heading
}

func newHTMLTable(t Table, label string, open bool) htmlTable {
	t = t.onLines()
	t.Open = t.Open || open
	h := htmlTable{
		Table: t, Label: label, Caption: strings.TrimSuffix(label+". "+typeset(t.Caption), ". "),
		Scale: newScale(t.Rows), Bodies: [][]Row{nil},
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

// Across is the number of columns.
func (h htmlTable) Across() int {
	if h.Scale != nil {
		return len(h.Columns) + 1
	}
	return len(h.Columns)
}

// htmlScale is the scale of the dots of a table, from 0; places are percentages of the width of
// a cell.
type htmlScale struct {
	largest float64
	Ticks   []htmlTick
}

type htmlTick struct{ At, Label string }

// newScale returns the scale for the dots of rows; nil if there are none.
func newScale(rows []Row) *htmlScale {
	s := new(htmlScale)
	for _, row := range rows {
		s.largest = max(s.largest, row.Dot.Value, row.Dot.High)
	}
	if !(s.largest > 0) {
		return nil
	}
	for _, tick := range (chart.Ticks{}).Ticks(0, s.largest) {
		s.Ticks = append(s.Ticks, htmlTick{s.At(tick.Value), tick.Label})
	}
	return s
}

// At is the place of a value, with room for a dot at both ends.
func (s htmlScale) At(v float64) string {
	const air = 4
	return format.Fixed(air+(100-2*air)*min(max(v/s.largest, 0), 1), 1)
}
