package datasets

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/mention"
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

// loss says how many rows a column costs.
type loss struct {
	column string
	rows   int // without a value of the column
	alone  int // of these, the rows that lack nothing else
}

// incomplete counts the rows of a file and those that are left out because a
// value is missing.
type incomplete struct {
	origin   string
	policy   MissingPolicy
	schema   *Schema
	columns  []*columnBuilder
	losses   []loss                                   // of the columns
	location func(row int) (origin string, place int) // where a row is, from 0

	// columns of clusters and weights, of the responses, and those whose missing values cannot be
	// used
	aside, targets, conditioned []string

	rows    int    // rows begun
	dropped []int  // their numbers, from 1
	lacking int    // missing values of the row under way
	missing []bool // which they are
	last    int    // column of the last of them
	refused string // the first missing value, where such are refused

	warnings []error
}

// rowsOf returns what takes the rows of a file with these columns, less those that are left
// out, by what they are chosen to be; usual tells whether the words of text tables stand for
// missing values.
func (o Options) rowsOf(origin string, columns []*columnBuilder, usual bool) (*incomplete, error) {
	names := nearest.Words(columns, func(c *columnBuilder) string { return c.Name })
	if o.Inputs == nil {
		if err := o.Schema.match(names); err != nil {
			return nil, fmt.Errorf("%s: %w", origin, err)
		}
	}
	chosen, err := o.choose(origin, names)
	if err != nil {
		return nil, err
	}
	m := &incomplete{origin: origin, policy: o.Missing, schema: o.Schema, aside: o.aside(), warnings: chosen.warnings}
	m.location = func(row int) (string, int) { return origin, row }
	words := o.absences(usual)
	names = nil
	for _, c := range columns {
		if c.absent = words; chosen.take(c, o) {
			m.columns, m.losses, names = append(m.columns, c), append(m.losses, loss{column: c.Name}), append(names, c.Name)
		}
	}
	m.targets, _ = Matching(targetChoice, names, o.Targets) // unknown ones are an error elsewhere
	m.conditioned, _ = Matching("column", names, o.Given)
	return m, nil
}

// needed tells whether a column cannot be left out.
func (m *incomplete) needed(column string) bool {
	return slices.Contains(slices.Concat(m.aside, m.targets), column)
}

// lack returns the first of the columns that lacks a value, "" if none does.
func (m *incomplete) lack(columns []string) string {
	for _, l := range m.losses {
		if l.rows > 0 && slices.Contains(columns, l.column) {
			return l.column
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
// refused, rows are counted all the same, so that table can say how many lack one.
func (m *incomplete) miss(j, line int, cell string) {
	if m.policy == MissingKeep {
		return
	}
	if m.policy == MissingRefuse && m.refused == "" {
		place, row := m.location(m.rows - 1)
		if line > 0 {
			place = fmt.Sprintf("%s:%d", place, line)
		}
		fault := "the value is missing"
		if cell != nullCell {
			fault = fmt.Sprintf("found %s, expected a value", found(cell))
		}
		m.refused = fmt.Sprintf("%s: row %d, column %q: %s", place, row+1, m.losses[j].column, fault)
	}
	m.losses[j].rows++
	switch m.lacking++; m.lacking {
	case 1:
		m.dropped = append(m.dropped, m.rows)
		m.losses[j].alone++
	case 2:
		m.losses[m.last].alone--
	}
	m.last = j
}

// take puts the cells of the row under way, by their places, into their columns by add, unless
// it is left out for those that are missing: by their words, or because they are marked. An
// error is of the column.
func (m *incomplete) take(
	line int, cells []string, marks []bool, add func(c *columnBuilder, cell string, row int) error,
) (*columnBuilder, error) {
	return m.put(line, func(c *columnBuilder) (cell string, word, lacks bool) {
		cell = cells[c.place]
		word = c.absent.cell(cell)
		return cell, word, word || marks != nil && marks[c.place]
	}, func(c *columnBuilder) error { return add(c, cells[c.place], m.rows) })
}

// put has add put the values of the row under way into their columns, unless it is left out for
// those that columns lack, by words or without any.
func (m *incomplete) put(
	line int, lack func(c *columnBuilder) (cell string, word, lacks bool), add func(c *columnBuilder) error,
) (*columnBuilder, error) {
	m.missing = m.missing[:0]
	for j, c := range m.columns {
		cell, word, lacks := lack(c)
		if m.missing = append(m.missing, lacks); lacks {
			if c.field != nil && c.field.Constraints != nil && c.field.Constraints.Required {
				if err := fmt.Errorf(
					"found %s, and the schema has the constraint required", found(strings.TrimPrefix(cell, nullCell)),
				); !c.spares(err, m.rows) {
					return c, err
				}
			}
			m.miss(j, line, cell)
		}
		if word {
			c.lacks(cell)
		}
	}
	if m.dropping() {
		return nil, nil
	}
	for j, c := range m.columns {
		if m.missing[j] {
			c.addMissing()
		} else if err := add(c); err != nil {
			if !c.spares(err, m.rows) {
				return c, err
			}
			c.addMissing()
		}
	}
	return nil, nil
}

// dropping reports whether the row under way is left out.
func (m *incomplete) dropping() bool { return m.lacking > 0 }

// table returns the table of the columns; what is the word for one in the file. Having no
// complete row is an error, and a missing value where such are refused.
func (m *incomplete) table(what string) (*Table, error) {
	aside := m.lack(m.aside)
	if m.refused != "" {
		if column := slices.IndexFunc(m.losses, func(l loss) bool { return l.rows == m.rows }); column >= 0 &&
			!m.needed(m.losses[column].column) {
			return nil, mention.Errorf(
				"%s: column %q has no values, expected some: leave it out with %v", m.origin, m.losses[column].column,
				mention.Exclude.Each(m.losses[column].column),
			)
		}
		use := mention.Clause(", %v would leave out only those that lack a target", mention.Missing.To("use"))
		if m.lack(m.conditioned) != "" {
			use = ""
		}
		if aside != "" {
			use = mention.Clause(
				"; %v takes no rows without clusters or weights, which column %q lacks", mention.Missing.To("use"),
				aside,
			)
		}
		return nil, mention.Errorf(
			"%s; %v would leave out %d of %s%s", m.refused, mention.Missing.To("drop"), len(m.dropped),
			format.Plural(m.rows, "row"), use,
		)
	}
	t := &Table{Origin: m.origin, Rows: m.rows - len(m.dropped), Dropped: len(m.dropped), Warnings: m.warnings}
	if m.rows == 0 {
		return nil, fmt.Errorf("%s: the file has a header but no rows", m.origin)
	}
	losses := m.incurred()
	if t.Rows == 0 {
		remedy := fmt.Sprintf(" (leave it out with %v)", mention.Exclude.Each(losses[0].column))
		if m.needed(losses[0].column) {
			remedy = ""
		}
		return nil, mention.Errorf("%s: each of the %s has a missing value, expected some without; column %q lacks %d%s",
			m.origin, format.Plural(m.rows, "row"), losses[0].column, losses[0].rows, remedy)
	}
	if len(m.dropped) > 0 {
		t.Numbers = numbersWithout(m.rows, m.dropped)
		first := fmt.Sprintf("row %d", m.dropped[0])
		if file, row := m.location(m.dropped[0] - 1); file != m.origin {
			first = fmt.Sprintf("row %d of %s", row+1, file)
		}
		remedy := mention.Clause("; %v keeps them", mention.Missing.To("use"))
		switch {
		case aside != "" || m.lack(m.conditioned) != "" ||
			slices.ContainsFunc(losses, func(l loss) bool {
				return l.rows == len(m.dropped) &&
					slices.Contains(m.targets, l.column)
			}):
			remedy = "" // it is refused, tests something else, or keeps none of them
		case m.lack(m.targets) != "":
			remedy = mention.Clause("; %v keeps those that have all targets", mention.Missing.To("use"))
		}
		t.Warnings = append(t.Warnings, mention.Errorf("%s: %d of %s dropped for missing values, first %s; missing in %s%s",
			m.origin, len(m.dropped), format.Plural(m.rows, "row"), first, costs(losses), remedy))
	}
	if err := t.finish(what, m.columns); err != nil {
		return nil, err
	}
	return t, m.schema.checkKeys(t)
}

// incurred are the losses of columns that cost rows, from the largest.
func (m *incomplete) incurred() []loss {
	losses := slices.DeleteFunc(slices.Clone(m.losses), func(l loss) bool { return l.rows == 0 })
	slices.SortStableFunc(losses, func(a, b loss) int { return cmp.Compare(b.rows, a.rows) })
	return losses
}

// numbersWithout returns the numbers from 1 to n, less the removed ones, ascending.
func numbersWithout(n int, removed []int) []int {
	numbers := make([]int, 0, n-len(removed))
	for number := 1; number <= n; number++ {
		if len(removed) > 0 && removed[0] == number {
			removed = removed[1:]
			continue
		}
		numbers = append(numbers, number)
	}
	return numbers
}

// costs lists the columns that cost the most rows, of losses from the largest.
func costs(losses []loss) string {
	const shownLosses = 3
	var parts []string
	for _, l := range losses[:min(shownLosses, len(losses))] {
		parts = append(parts, fmt.Sprintf("column %q: %s (%d for it alone)", l.column, format.Plural(l.rows, "row"), l.alone))
	}
	if len(losses) > shownLosses {
		parts = append(parts, fmt.Sprintf("and %s more", format.Plural(len(losses)-shownLosses, "column")))
	}
	return strings.Join(parts, ", ")
}
