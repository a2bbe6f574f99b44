package datasets

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-gota/gota/series"
)

// maxLevels is the largest number of categories of a text column. Each
// becomes a column of X, n numbers long.
const maxLevels = 256

// columnKind is what the cells of a column are converted to.
type columnKind int

const (
	kindUnknown columnKind = iota
	kindNumber
	kindTruth // true or false, converted to 1 and 0
	kindText  // categories
)

// inferKind returns the kind of a column with these cells, none of them
// missing. Gota's series do the conversions that decide, and nothing else: cells that
// do not convert are NaN. (Its data frames would infer text as soon as one cell of a
// thousand numbers is misspelt, and hold every cell of the file in memory.)
func inferKind(cells []string) columnKind {
	numbers := len(cells)
	for _, nan := range series.New(cells, series.Float, "").IsNaN() {
		if nan {
			numbers--
		}
	}
	switch {
	case 2*numbers > len(cells):
		return kindNumber
	case !series.New(cells, series.Bool, "").HasNaN():
		return kindTruth
	default:
		return kindText
	}
}

// columnBuilder collects the cells of one column.
type columnBuilder struct {
	name     string
	field    int // place in the file
	kind     columnKind
	declared bool // it is known, not inferred, to hold categories

	values []float64 // numbers and truth values

	codes  []int32 // text: index into levels
	levels []string
	index  map[string]int32
}

// add converts and appends a cell, which is not missing.
func (c *columnBuilder) add(cell string) error {
	switch c.kind {
	case kindNumber:
		v, err := parseNumber(cell)
		if err != nil {
			return err
		}
		c.values = append(c.values, v)
	case kindTruth:
		truth, ok := truths[strings.ToLower(cell)]
		if !ok {
			return fmt.Errorf("found %s, expected true or false as in the rows before", found(cell))
		}
		c.values = append(c.values, truth)
	case kindText:
		code, ok := c.index[cell]
		if !ok {
			if len(c.levels) == maxLevels {
				return c.refuse()
			}
			if !utf8.ValidString(cell) {
				return fmt.Errorf("found %s, expected UTF-8 text", found(cell))
			}
			if c.index == nil {
				c.index = map[string]int32{}
			}
			code = int32(len(c.levels))
			cell = strings.Clone(cell)
			c.levels = append(c.levels, cell)
			c.index[cell] = code
		}
		c.codes = append(c.codes, code)
	default:
		panic("datasets: add to a column whose kind is unknown")
	}
	return nil
}

// truths are what truth values are written as, in any case, by the same words as
// they are inferred from.
var truths = map[string]float64{"true": 1, "t": 1, "1": 1, "false": 0, "f": 0, "0": 0}

// parseNumber converts a cell to a finite number.
func parseNumber(cell string) (float64, error) {
	v, err := strconv.ParseFloat(cell, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("found %s, expected a number of magnitude below 1.8e308", found(cell))
	case err != nil && isDecimalComma(cell):
		return 0, fmt.Errorf("found %s, expected a number with a decimal point and no separators", found(cell))
	case err != nil:
		return 0, fmt.Errorf("found %s, expected a number", found(cell))
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, fmt.Errorf("found %s, expected a finite number", found(cell))
	}
	return v, nil
}

// finish returns the column of a table with n rows. The categories of a text
// column are sorted, so that they do not depend on the order of the rows.
func (c *columnBuilder) finish(n int) (Column, error) {
	if c.kind != kindText {
		return Column{Name: c.name, Values: c.values}, nil
	}
	if !c.declared && (n > 2 && len(c.levels) == n || allDates(c.levels)) {
		return Column{}, c.refuse()
	}
	sorted := slices.Clone(c.levels)
	slices.Sort(sorted)
	place := make([]int32, len(sorted))
	for i, level := range sorted {
		place[c.index[level]] = int32(i)
	}
	for i, code := range c.codes {
		c.codes[i] = place[code]
	}
	return Column{Name: c.name, Levels: sorted, Codes: c.codes}, nil
}

// refuse returns the error for text that is no use as categories.
func (c *columnBuilder) refuse() error {
	example := found(c.levels[0])
	switch {
	case allDates(c.levels):
		return fmt.Errorf("found dates or times such as %s, expected numbers or categories: turn them into numbers (days since a fixed day, month, hour) or leave the column out with --exclude", example)
	case slices.IndexFunc(c.levels, func(s string) bool { return !isDecimalComma(s) }) < 0:
		return fmt.Errorf("found numbers with commas such as %s, expected numbers with a decimal point and no separators", example)
	case len(c.levels) == len(c.codes):
		return fmt.Errorf("found a different text in every row, such as %s, expected numbers or categories: it looks like an identifier, leave the column out with --exclude", example)
	default:
		return fmt.Errorf("found more than %d different texts, such as %s, expected at most %d categories: merge the rare ones or leave the column out with --exclude", maxLevels, example, maxLevels)
	}
}

// dateLayouts are the ways of writing a date or a time that are recognised.
var dateLayouts = []string{
	"2006-1-2", "2006/1/2", "2.1.2006", "2/1/2006", "1/2/2006", "2.1.06", "1/2/06", "2/1/06", "2006-01",
	"2006-1-2 15:04", "2006-1-2 15:04:05", "2006-1-2T15:04", "2006-1-2T15:04:05", time.RFC3339,
	"2006/1/2 15:04", "2006/1/2 15:04:05", "1/2/2006 15:04", "2/1/2006 15:04", "2.1.2006 15:04",
	"1/2/2006 15:04:05", "2/1/2006 15:04:05", "2.1.2006 15:04:05",
	"2-Jan-2006", "2-Jan-06", "2 Jan 2006", "Jan 2, 2006", "January 2, 2006", "2 January 2006",
	"15:04", "15:04:05",
}

// allDates reports whether every text is a date or a time.
func allDates(texts []string) bool {
	for _, s := range texts {
		date := slices.ContainsFunc(dateLayouts, func(layout string) bool {
			_, err := time.Parse(layout, s)
			return err == nil
		})
		if !date {
			return false
		}
	}
	return true
}

// isDecimalComma reports whether s is a number written with commas: 3,14 or
// 1,234,567.8.
func isDecimalComma(s string) bool {
	if !strings.Contains(s, ",") {
		return false
	}
	_, err := strconv.ParseFloat(strings.ReplaceAll(s, ",", ""), 64)
	return err == nil
}
