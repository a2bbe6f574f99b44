package datasets

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/internal/mention"
)

// ordering is the order of the levels of a column.
type ordering struct {
	column string
	levels []string // nil for the order that the file declares
}

// parseOrderings reads orders of levels of some of the named columns, written
// "column=level,level,…", from the lowest to the highest, or "column". A level that contains a
// comma is put in quotation marks.
func parseOrderings(texts, names []string) ([]ordering, error) {
	var all []ordering
	for _, text := range texts {
		name, list, given := orderedColumn(text, names)
		o := ordering{column: strings.TrimSpace(name)}
		if given {
			r := csv.NewReader(strings.NewReader(list))
			r.TrimLeadingSpace = true
			var err error
			if o.levels, err = r.Read(); err != nil || len(o.levels) < 2 {
				return nil, fmt.Errorf("ordered column %q, expected a name and at least two levels, like grade=low,mid,high", text)
			}
		}
		for i, level := range o.levels {
			if o.levels[i] = strings.TrimSpace(level); slices.Contains(o.levels[:i], o.levels[i]) {
				return nil, fmt.Errorf("ordered column %q: level %q is given twice, expected distinct levels", name, o.levels[i])
			}
		}
		if slices.ContainsFunc(all, func(other ordering) bool { return other.column == o.column }) {
			return nil, fmt.Errorf("ordered column %q is given twice, expected distinct columns", name)
		}
		all = append(all, o)
	}
	return all, nil
}

// orderedColumn returns the column of an order and its levels, if they are given. The longest of
// the names counts: a name may hold a sign of equality.
func orderedColumn(text string, names []string) (column, levels string, given bool) {
	column, levels, given = strings.Cut(text, "=")
	for _, name := range names {
		if after, ok := strings.CutPrefix(text, name); ok && len(name) >= len(column) && (after == "" || after[0] == '=') {
			column, levels, given = name, strings.TrimPrefix(after, "="), after != ""
		}
	}
	return column, levels, given
}

// ordered returns a table that is read by the options, which it checks first, with the columns of
// categories that they order, or that the file does, as numbers.
func (o Options) ordered(read func() (*Table, error)) (*Table, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	t, err := read()
	if err != nil {
		return nil, err
	}
	orders, err := parseOrderings(o.Ordered, t.names())
	if err != nil {
		return nil, NameError{error: err}
	}
	for _, c := range t.Columns {
		if c.Kind == Factor && c.Ordered && !slices.ContainsFunc(orders, func(o ordering) bool { return o.column == c.Name }) {
			orders = append(orders, ordering{c.Name, c.Order})
		}
	}
	for _, order := range orders {
		if order.levels == nil {
			order.levels = o.Orders[order.column]
		}
		j := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == order.column })
		if j < 0 || !t.Columns[j].Kind.Categories() {
			continue // left out
		}
		if err := order.apply(&t.Columns[j]); err != nil {
			return nil, fmt.Errorf("%s: ordered column %q: %w", t.Origin, order.column, err)
		}
	}
	return t, nil
}

// apply makes the column numbers: 1, 2, … in the order of the levels, NaN where
// missing.
func (o ordering) apply(c *Column) error {
	levels := o.levels
	if levels == nil {
		if !c.Ordered {
			name := c.Name
			if strings.ContainsAny(name, `",=`) {
				name = Quoted(name)
			}
			return fmt.Errorf("the file declares no order of the levels, expected one%s", mention.Clause(", as in %v", mention.Ordered.To(name+"=low,mid,high")))
		}
		levels = c.Order
	}
	numbers := make([]float64, len(c.Levels))
	for k, level := range c.Levels {
		place := slices.Index(levels, level)
		if place < 0 {
			return fmt.Errorf("found the level %q, which the order does not have (%s)", level, strings.Join(levels, ", "))
		}
		numbers[k] = float64(place + 1)
	}
	values := make([]float64, len(c.Codes))
	for i, code := range c.Codes {
		if values[i] = math.NaN(); code >= 0 {
			values[i] = numbers[code]
		}
	}
	*c = Column{Name: c.Name, Kind: Integer, Values: values, Order: levels}
	return nil
}
