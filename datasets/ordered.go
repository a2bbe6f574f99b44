package datasets

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/mention"
)

// orders returns the orders of levels that the options give to columns, nil for those
// that the file declares. They are written "column=level,level,…", from the lowest to the highest, or
// "column"; a name that holds a comma or an equals sign, and a level that holds a comma, are put in quotation marks.
func (o Options) orders() (map[string][]string, error) {
	all := map[string][]string{}
	for _, text := range o.Ordered {
		name, list, given, err := cutName(text)
		levels := o.Orders[name]
		if err == nil && given {
			levels, err = splitList(list)
		}
		if err != nil || given && len(levels) < 2 {
			return nil, NameError{fmt.Errorf("ordered column %q, expected a name and at least two levels, like grade=low,mid,high", text)}
		}
		for i, level := range levels {
			if slices.Contains(levels[:i], level) {
				return nil, NameError{fmt.Errorf("ordered column %q: level %q is given twice, expected distinct levels", name, level)}
			}
		}
		if _, twice := all[name]; twice {
			return nil, NameError{fmt.Errorf("ordered column %q is given twice, expected distinct columns", name)}
		}
		all[name] = levels
	}
	return all, nil
}

// order notes the order of the column's levels, if they are to be numbers: that which is chosen, or that
// which the file declares.
func (c *columnBuilder) order(chosen chosen) {
	levels, ordered := chosen.ordered[c.Name]
	if c.Kind == Factor && c.Ordered && c.declared && levels == nil {
		levels = c.Levels
	}
	c.Order, c.Ordered = levels, ordered || c.Ordered
}

// numbers makes the levels of a column numbers: 1, 2, … in their order, NaN where missing.
func (c Column) numbers() (Column, error) {
	if c.Order == nil {
		name := c.Name
		if strings.ContainsAny(name, `",=`) {
			name = Quoted(name)
		}
		return c, mention.Errorf("the file declares no order of the levels, expected one%s", mention.Clause(", as in %v", mention.Ordered.To(name+"=low,mid,high")))
	}
	numbers := make([]float64, len(c.Levels))
	for k, level := range c.Levels {
		place := slices.Index(c.Order, level)
		if place < 0 {
			return c, fmt.Errorf("found the level %q, which the order does not have (%s)", level, strings.Join(c.Order, ", "))
		}
		numbers[k] = float64(place + 1)
	}
	return c.valued(Integer, numbers), nil
}
