package datasets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/nearest"
)

// MissingPolicy is the treatment of rows with missing values.
type MissingPolicy string

const (
	// MissingRefuse makes missing values an error that names the place of the first.
	MissingRefuse MissingPolicy = "refuse"
	// MissingDrop leaves rows with a missing value out and counts them.
	MissingDrop MissingPolicy = "drop"
	// MissingKeep keeps all rows; values are missing as Column says. SplitLevels
	// takes such tables.
	MissingKeep MissingPolicy = "keep"
)

// Lost says how many rows a column costs.
type Lost struct {
	Column string
	Rows   int // without a value of the column
	Alone  int // of these, the rows that lack nothing else
}

// incomplete counts the rows of a file and those that are left out because a
// value is missing.
type incomplete struct {
	origin string
	policy MissingPolicy
	lost   []Lost                                   // by column
	at     func(row int) (origin string, place int) // where a row is, from 0

	aside, targets []string // columns of clusters and weights, and those of the responses

	rows    int    // rows begun
	dropped []int  // their numbers, from 1
	lacking int    // missing values of the row under way
	last    int    // column of the last of them
	refused string // the first missing value, where such are refused
}

func newIncomplete(origin string, o Options, columns []*columnBuilder) *incomplete {
	m := &incomplete{origin: origin, policy: o.Missing, aside: o.Identifiers, lost: make([]Lost, len(columns))}
	m.at = func(row int) (string, int) { return origin, row }
	names := nearest.Words(columns, func(c *columnBuilder) string { return c.name })
	for j, name := range names {
		m.lost[j].Column = name
	}
	m.targets, _ = Matching(targetChoice, names, o.Targets) // unknown ones are an error elsewhere
	return m
}

// lack returns the first of the columns that lacks a value, "" if none does.
func (m *incomplete) lack(columns []string) string {
	for _, l := range m.lost {
		if l.Rows > 0 && slices.Contains(columns, l.Column) {
			return l.Column
		}
	}
	return ""
}

// begin starts the next row.
func (m *incomplete) begin() {
	m.rows++
	m.lacking = 0
}

// miss notes that the row under way, which begins on a line of the file, 0 if it has
// none, lacks the value of column j; cell is what stands there. Where missing values are
// refused, rows are counted all the same, so that finish can say how many lack one.
func (m *incomplete) miss(j, line int, cell string) {
	if m.policy == MissingKeep {
		return
	}
	if m.policy == MissingRefuse && m.refused == "" {
		place, row := m.at(m.rows - 1)
		if line > 0 {
			place = fmt.Sprintf("%s:%d", place, line)
		}
		m.refused = fmt.Sprintf("%s: row %d, column %q: found %s", place, row+1, m.lost[j].Column, found(cell))
	}
	m.lost[j].Rows++
	switch m.lacking++; m.lacking {
	case 1:
		m.dropped = append(m.dropped, m.rows)
		m.lost[j].Alone++
	case 2:
		m.lost[m.last].Alone--
	}
	m.last = j
}

// dropping reports whether the row under way is left out.
func (m *incomplete) dropping() bool { return m.lacking > 0 }

// finish puts the counts into the table. Having no complete row is an error, and a
// missing value where such are refused.
func (m *incomplete) finish(t *Table) error {
	aside := m.lack(m.aside)
	if m.refused != "" {
		use := ", --missing use only those that lack a target"
		if aside != "" {
			use = fmt.Sprintf("; --missing use takes no rows without clusters or weights, which column %q lacks", aside)
		}
		return fmt.Errorf("%s, expected a value; --missing drop would leave out %d of %s%s", m.refused, len(m.dropped), format.Plural(m.rows, "row"), use)
	}
	t.Origin, t.Rows, t.Dropped = m.origin, m.rows-len(m.dropped), len(m.dropped)
	if m.rows == 0 {
		return fmt.Errorf("%s: the file has a header but no rows", m.origin)
	}
	for _, l := range m.lost {
		if l.Rows > 0 {
			t.Lost = append(t.Lost, l)
		}
	}
	slices.SortStableFunc(t.Lost, func(a, b Lost) int { return cmp.Compare(b.Rows, a.Rows) })
	if t.Rows == 0 {
		remedy := " (leave it out with --exclude)"
		if slices.Contains(slices.Concat(m.aside, m.targets), t.Lost[0].Column) {
			remedy = ""
		}
		return fmt.Errorf("%s: each of the %s has a missing value, expected some without; column %q lacks %d%s",
			m.origin, format.Plural(m.rows, "row"), t.Lost[0].Column, t.Lost[0].Rows, remedy)
	}
	if len(m.dropped) > 0 {
		t.Numbers = without(m.rows, m.dropped)
		first := fmt.Sprintf("row %d", m.dropped[0])
		if file, row := m.at(m.dropped[0] - 1); file != m.origin {
			first = fmt.Sprintf("row %d of %s", row+1, file)
		}
		remedy := "; --missing use keeps them"
		switch {
		case aside != "":
			remedy = "" // it is refused
		case m.lack(m.targets) != "":
			remedy = "; --missing use keeps those that have all targets"
		}
		t.Warnings = append(t.Warnings, fmt.Sprintf("%s: %d of %s dropped for missing values, first %s; missing in %s%s",
			m.origin, len(m.dropped), format.Plural(m.rows, "row"), first, m.costs(t.Lost), remedy))
	}
	return nil
}

// without returns the numbers from 1 to n, less some, ascending.
func without(n int, some []int) []int {
	numbers := make([]int, 0, n-len(some))
	for number := 1; number <= n; number++ {
		if len(some) > 0 && some[0] == number {
			some = some[1:]
			continue
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// costs lists the columns that cost the most rows.
func (m *incomplete) costs(lost []Lost) string {
	const most = 3
	var parts []string
	for _, l := range lost[:min(most, len(lost))] {
		parts = append(parts, fmt.Sprintf("column %q: %s (%d for it alone)", l.Column, format.Plural(l.Rows, "row"), l.Alone))
	}
	if len(lost) > most {
		parts = append(parts, fmt.Sprintf("and %s more", format.Plural(len(lost)-most, "column")))
	}
	return strings.Join(parts, ", ")
}
