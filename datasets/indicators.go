package datasets

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
)

// leastIndicators is the number of columns from which on they are told to be one factor.
const leastIndicators = 3

// indicatorMarks stand in names between a factor and its level.
const indicatorMarks = "_.=-: "

// indicatorWarnings warns of inputs that are the indicators of one factor, as pandas, R and scikit-learn
// make them: of names that begin alike, 0 or 1, of which at most one is 1 in any row, though by
// chance alone there would be several rows with two. Each by itself has little importance.
func indicatorWarnings(inputs []Column, grouped map[string]bool) []string {
	var binary []Column
	prefixes := map[string][]int{} // places among the binary ones
	var order []string
	for _, c := range inputs {
		if grouped[c.Name] || !c.isIndicator() {
			continue
		}
		for at := 1; at < len(c.Name)-1; at++ {
			if prefix := c.Name[:at+1]; strings.IndexByte(indicatorMarks, c.Name[at]) >= 0 {
				if prefixes[prefix] == nil {
					order = append(order, prefix)
				}
				prefixes[prefix] = append(prefixes[prefix], len(binary))
			}
		}
		binary = append(binary, c)
	}
	slices.SortStableFunc(order, func(a, b string) int { return len(a) - len(b) })
	told := make([]bool, len(binary))
	var warnings []string
	for _, prefix := range order {
		places := prefixes[prefix]
		if len(places) < leastIndicators || slices.ContainsFunc(places, func(k int) bool { return told[k] }) || !exclusive(binary, places) {
			continue
		}
		for _, k := range places {
			told[k] = true
		}
		name := strings.TrimRight(prefix, indicatorMarks)
		choice := prefix + "*"
		if n := 0; strings.ContainsAny(prefix, "*?[\\") || slices.ContainsFunc(inputs, func(c Column) bool {
			if strings.HasPrefix(c.Name, prefix) {
				n++
			}
			return c.Name == name || n > len(places)
		}) {
			choice = binary[places[0]].Name + ",…"
		}
		warnings = append(warnings, fmt.Sprintf("%d inputs, %q to %q, are indicators of one factor, of which at most one is 1 in a row: each alone matters little; --group %s makes them one input",
			len(places), binary[places[0]].Name, binary[places[len(places)-1]].Name, format.Argument(name+"="+choice)))
	}
	return warnings
}

// isIndicator reports whether a column is 0 or 1, and some of each.
func (c Column) isIndicator() bool {
	if c.Kind != Logical && c.Kind != Integer {
		return false
	}
	ones := 0
	for _, v := range c.Values {
		switch v {
		case 1:
			ones++
		case 0:
		default:
			return false
		}
	}
	return ones > 0 && ones < len(c.Values)
}

// exclusive reports whether at most one of some columns is 1 in any row, though independent ones
// would be in several.
func exclusive(columns []Column, places []int) bool {
	n := len(columns[places[0]].Values)
	taken, sum, squares := make([]bool, n), 0.0, 0.0
	for _, k := range places {
		ones := 0.0
		for i, v := range columns[k].Values {
			if v == 1 {
				if taken[i] {
					return false
				}
				taken[i] = true
				ones++
			}
		}
		sum, squares = sum+ones, squares+float64(ones*ones)
	}
	const severalRows = 5
	return (float64(sum*sum)-squares)/(2*float64(n)) > severalRows
}
