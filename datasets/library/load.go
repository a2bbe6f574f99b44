package library

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/datasets"
	"drfvi/internal/format"
)

// Dataset is a public data set, read: its complete rows.
type Dataset struct {
	Set Set
	*datasets.Problem
	Path   string // the file
	SHA256 string // of the file, in hex
}

// Load reads the data set of that name from the library's folders; it fetches
// nothing. Rows with missing values are left out. The error is ErrMissing if
// there is no file, ErrWrong if its bytes are not the right ones.
func (l *Library) Load(name string) (*Dataset, error) {
	set, err := lookup(l.Sets, name)
	if err != nil {
		return nil, err
	}
	data, path, err := l.find(set)
	if err != nil {
		return nil, err
	}
	options := datasets.Options{Missing: datasets.MissingDrop, Object: strings.Join(set.Objects, ",")}
	table, err := datasets.Parse(bytes.NewReader(data), path, options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.Name, err)
	}
	responses, err := set.check(table)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", set.Name, path, err)
	}
	p, err := table.Split(responses, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.Name, err)
	}
	return &Dataset{set, p, path, identify(data).SHA256}, nil
}

// check compares a table with its description in the manifest and returns the names of
// the responses.
func (s Set) check(t *datasets.Table) ([]string, error) {
	if len(t.Columns) != s.Inputs+s.Responses {
		return nil, fmt.Errorf("found %s, expected %s and %s", format.Plural(len(t.Columns), "column"),
			format.Plural(s.Inputs, "input"), format.Plural(s.Responses, "response"))
	}
	if rows := t.Rows + t.Dropped; rows != s.Rows || s.Complete > 0 && t.Rows != s.Complete {
		return nil, fmt.Errorf("found %s, %d of them complete, expected %d and %d", format.Plural(rows, "row"), t.Rows, s.Rows, s.Complete)
	}
	responses := make([]string, s.Responses)
	for j, c := range t.Columns {
		if c.Kind.Categories() {
			return nil, fmt.Errorf("column %q holds text, expected numbers", c.Name)
		}
		if j >= s.Inputs {
			responses[j-s.Inputs] = c.Name
		}
	}
	if len(s.ResponseNames) > 0 && !slices.Equal(responses, s.ResponseNames) {
		return nil, fmt.Errorf("found the responses %q, expected %q", responses, s.ResponseNames)
	}
	return responses, nil
}

// ColumnSummary describes the values of a column.
type ColumnSummary struct {
	Name     string  `json:"name"`
	Role     string  `json:"role"` // "input" or "response"
	Min      float64 `json:"min"`
	Mean     float64 `json:"mean"`
	Max      float64 `json:"max"`
	Distinct int     `json:"distinct"` // number of different values
}

// Summary describes the columns of a data set, inputs first.
func (d *Dataset) Summary() []ColumnSummary {
	return append(summarise(d.X, d.XNames, "input"), summarise(d.Y, d.YNames, "response")...)
}

func summarise(m *mat.Dense, names []string, role string) []ColumnSummary {
	n, _ := m.Dims()
	all := make([]ColumnSummary, len(names))
	for j, name := range names {
		s := ColumnSummary{Name: name, Role: role, Min: math.Inf(1), Max: math.Inf(-1)}
		distinct := map[float64]bool{}
		for i := range n {
			v := m.At(i, j)
			s.Min, s.Max = min(s.Min, v), max(s.Max, v)
			s.Mean += v / float64(n)
			distinct[v] = true
		}
		s.Distinct = len(distinct)
		all[j] = s
	}
	return all
}
