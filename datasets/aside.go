package datasets

import (
	"fmt"
	"slices"

	"drfvi/forest/design"
	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// SetAside returns the table without the named columns, which are neither inputs nor
// targets: Split leaves them in Problem.Aside, in this order. It returns an error for a
// name that is no column or is one of the targets, and for a column with missing values.
func (t *Table) SetAside(names, targets []string) (*Table, error) {
	responses, err := t.targets(targets)
	if err != nil {
		return nil, err
	}
	part := *t
	part.Columns = slices.Clone(t.Columns)
	for _, name := range names {
		at := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		if at < 0 {
			return nil, fmt.Errorf("%s: %w", t.Origin, NameError{unknownName("column", name, t.names())})
		}
		c := t.Columns[at]
		if slices.Contains(responses, name) {
			return nil, fmt.Errorf("%s: column %q is a target, expected clusters or weights in a column of their own", t.Origin, name)
		}
		if n := c.CountMissing(); n > 0 {
			row := 0
			for !c.Missing(row) {
				row++
			}
			return nil, mention.Errorf("%s: column %q lacks %s, the first in row %d of the data; expected clusters and weights of all rows, or %v", t.Origin, name, format.Plural(n, "value"), row+1, mention.Missing.To("drop"))
		}
		part.Aside = append(part.Aside, c)
		part.Columns = slices.DeleteFunc(part.Columns, func(c Column) bool { return c.Name == name })
	}
	return &part, nil
}

// Clusters returns for each row the number of its value, from 0: rows with equal cells are
// a cluster, as importance.Task takes them. It returns an error if a value is missing.
func (c Column) Clusters() ([]int32, error) {
	for row := range c.length() {
		if c.Missing(row) {
			return nil, fmt.Errorf("column %q lacks the value of row %d of the data, expected the cluster of every row", c.Name, row+1)
		}
	}
	if c.Kind.Categories() {
		return design.Numbered(c.Codes), nil
	}
	return design.Numbered(c.Values), nil
}
