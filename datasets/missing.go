package datasets

import (
	"fmt"
	"strings"

	"drfvi/internal/nearest"
)

// MissingPolicy says what to do with rows in which a value is missing.
type MissingPolicy string

const (
	// MissingRefuse makes a missing value an error that names its place.
	MissingRefuse MissingPolicy = "refuse"
	// MissingDrop leaves rows with a missing value out and counts them.
	MissingDrop MissingPolicy = "drop"
)

// validate returns an error for a policy that is not one of the two.
func (m MissingPolicy) validate() error {
	if m == MissingRefuse || m == MissingDrop {
		return nil
	}
	return nearest.Unknown("policy for missing values", string(m), []string{string(MissingRefuse), string(MissingDrop)})
}

// isMissing reports whether a cell of a CSV file stands for a missing value:
// an empty cell, a question mark, and in any case NA, N/A, NaN, <NA> or null.
func isMissing(cell string) bool {
	if len(cell) > 4 {
		return false
	}
	switch strings.ToLower(cell) {
	case "", "?", "na", "n/a", "nan", "<na>", "null":
		return true
	}
	return false
}

// incomplete counts the rows of a file and those that are left out because a
// value is missing.
type incomplete struct {
	origin  string
	policy  MissingPolicy
	columns []string // names, for messages

	rows    int // rows begun
	dropped int
	first   int   // the first dropped row, from 1
	absent  []int // missing values by column
	faulty  bool  // whether the row under way has a missing value
}

func newIncomplete(origin string, policy MissingPolicy, columns []string) *incomplete {
	return &incomplete{origin: origin, policy: policy, columns: columns, absent: make([]int, len(columns))}
}

// begin starts the next row.
func (m *incomplete) begin() {
	m.rows++
	m.faulty = false
}

// miss notes that the row under way lacks the value of column j, or returns
// the error for that. place is where the row stands in the file, cell what
// stands there.
func (m *incomplete) miss(j int, place, cell string) error {
	if m.policy == MissingRefuse {
		return fmt.Errorf("%s: row %d, column %q: found %s, expected a value (rows with missing values are left out with --missing drop)",
			place, m.rows, m.columns[j], found(cell))
	}
	m.absent[j]++
	if !m.faulty {
		m.faulty = true
		if m.dropped++; m.dropped == 1 {
			m.first = m.rows
		}
	}
	return nil
}

// kept is the number of complete rows.
func (m *incomplete) kept() int { return m.rows - m.dropped }

// finish puts the counts into the table. Having no complete row is an error.
func (m *incomplete) finish(t *Table) error {
	t.Origin, t.Rows, t.Dropped = m.origin, m.kept(), m.dropped
	if m.rows == 0 {
		return fmt.Errorf("%s: the file has a header but no rows", m.origin)
	}
	if t.Rows == 0 {
		worst := 0
		for j, n := range m.absent {
			if n > m.absent[worst] {
				worst = j
			}
		}
		return fmt.Errorf("%s: each of the %s has a missing value, expected some without; column %q lacks %d (leave it out with --exclude)",
			m.origin, counted(m.rows, "row"), m.columns[worst], m.absent[worst])
	}
	if m.dropped > 0 {
		t.Warnings = append(t.Warnings, fmt.Sprintf("%s: %d of %s dropped for missing values, first row %d",
			m.origin, m.dropped, counted(m.rows, "row"), m.first))
	}
	return nil
}
