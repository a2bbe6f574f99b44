package library

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"drfvi/datasets"
	"drfvi/internal/format"
)

// Dataset is a public data set, read: its complete rows.
type Dataset struct {
	Set Set
	*datasets.Problem
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
	responses, err := set.responses(table)
	if err != nil {
		return nil, fmt.Errorf("%s: %s: %w", set.Name, path, err)
	}
	p, err := table.Split(responses, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", set.Name, err)
	}
	return &Dataset{set, p}, nil
}

// responses compares a table with its description in the manifest and returns the names of
// the responses.
func (s Set) responses(t *datasets.Table) ([]string, error) {
	if len(t.Columns) != s.Inputs+s.Responses {
		return nil, fmt.Errorf("found %s, expected %s and %s", format.Plural(len(t.Columns), "column"),
			format.Plural(s.Inputs, "input"), format.Plural(s.Responses, "response"))
	}
	if rows := t.Rows + t.Dropped; rows != s.Rows || s.Complete > 0 && t.Rows != s.Complete {
		return nil, fmt.Errorf(
			"found %s, %d of them complete, expected %d and %d", format.Plural(rows, "row"), t.Rows, s.Rows,
			s.Complete,
		)
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
