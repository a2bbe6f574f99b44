package datasets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"drfvi/internal/format"
)

// doubts are reasons to leave a column out or to read it otherwise.
func (c Column) doubts(present int, d ColumnDescription, w writing) []string {
	var all []string
	doubt := func(text string, arguments ...any) { all = append(all, fmt.Sprintf(text, arguments...)) }
	whole := c.Kind == Integer || c.Kind == Number && integral(c.Values)
	switch {
	case present == 0:
		doubt("has no values: leave it out with --exclude")
	case d.Distinct == 1 && present < c.length():
		doubt("has one value, and is missing elsewhere: its importance can be told by --missing use alone")
	case d.Distinct == 1:
		doubt("is the same in every row: its importance cannot be told")
	case whole && packedDates(c.Values):
		doubt("looks like dates written as integers (%v): name it in --date, or leave it out with --exclude", strconv.FormatFloat(d.Min, 'f', -1, 64))
	case c.counts():
		doubt("counts up from row to row: leave it out with --exclude if it only numbers the rows")
	case c.Kind == Integer && present >= countedRows && d.Distinct == present:
		doubt("has a different whole number in every row: leave it out with --exclude if it is an identifier")
	case c.Kind == Integer && d.Distinct >= countedRows && d.Tied == present && d.Max-d.Min > 50*float64(d.Distinct) && slices.ContainsFunc(c.Values, func(v float64) bool { return math.Mod(v, 10) > 0 }):
		doubt("has %d whole numbers far from each other: name it in --categorical if they are codes of categories", d.Distinct)
	}
	if zero := w.zeros(); zero != "" && d.Distinct > 1 {
		if one, _ := w.merged(c.Values); one == "" {
			doubt("has numbers that begin with 0, such as %s: --categorical %s if they are codes", zero, argument(c.Name))
		}
	}
	if v, n := c.sentinel(d); n > 0 {
		doubt("is %v in %s, far from all other values: --na %v if that stands for a missing value", v, format.Plural(n, "row"), v)
	}
	if c.Kind.Categories() {
		if at := slices.IndexFunc(c.Levels, func(level string) bool { return anyCase(level, missingWords) }); at >= 0 { // of ARFF alone
			doubt("has the category %s: --na %s if that stands for a missing value", c.Levels[at], argument(c.Levels[at]))
		}
		switch n := numbersIn(c.Levels, c.Kind == Text); {
		case n != nil && len(c.Levels) > 1:
			doubt("holds %s such as %s as categories: %s", n.what, n.example, n.remedy)
		case present >= countedRows && 2*d.Distinct > present:
			doubt("has %s in %d rows: leave it out with --exclude if it is an identifier or a name", format.Plural(d.Distinct, "level"), present)
		}
	}
	if n := present + d.Missing; 2*d.Missing > n && present > 0 {
		doubt("lacks %d of %d values: --missing drop leaves as many rows out", d.Missing, n)
	}
	return all
}

// packedDates reports whether all values are dates written as 20240131 or
// 202401.
func packedDates(values []float64) bool {
	some := false
	for _, v := range values {
		if v != v {
			continue
		}
		text := strconv.FormatFloat(v, 'f', -1, 64)
		layout := packedDate
		if len(text) == 6 {
			layout = "200601"
		}
		if t, err := time.Parse(layout, text); err != nil || t.Year() < 1900 || t.Year() > 2100 {
			return false
		}
		some = true
	}
	return some
}

// nines are the numbers that often stand for missing values.
var nines = []float64{-9, -99, -999, -9999, -99999, -999999, 9, 99, 999, 9999, 99999, 999999}

// sentinel returns a value that seems to stand for missing ones, with the number of its
// rows, 0 if there is none: nines alone, several times, further from all other values
// than these are from each other.
func (c Column) sentinel(d ColumnDescription) (value float64, rows int) {
	for _, candidate := range []float64{d.Min, d.Max} {
		if c.Kind != Number && c.Kind != Integer || !slices.Contains(nines, candidate) {
			continue
		}
		low, high, n := math.Inf(1), math.Inf(-1), 0
		for _, v := range c.Values {
			switch {
			case v == candidate:
				n++
			case v == v:
				low, high = min(low, v), max(high, v)
			}
		}
		if gap := max(low-candidate, candidate-high); n > 1 && low < high && gap > high-low {
			return candidate, n
		}
	}
	return 0, 0
}
