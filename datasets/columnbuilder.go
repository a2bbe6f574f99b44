package datasets

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-gota/gota/series"

	"drfvi/internal/mention"
)

// maxLevels is the largest number of categories of a column that is read, maxUsed that of one
// that is an input or a target: forests take time and memory for each.
const (
	maxLevels = 4096
	maxUsed   = 200
)

// inferKind returns the kind of a column with these cells, none of them
// missing. Gota's series do the conversions that decide, and nothing else: cells that
// do not convert are NaN. (Its data frames would infer text as soon as one cell of a
// thousand numbers is misspelt, and hold every cell of the file in memory.)
func inferKind(cells []string) Kind {
	numbers := len(cells)
	for i, nan := range series.New(cells, series.Float, "").IsNaN() {
		if nan || strings.Contains(cells[i], "_") { // 1_2 is a number in Go alone
			numbers--
		}
	}
	switch {
	case 0 < numbers && numbers < len(cells) && severalSpellings(cells):
		return Logical
	case 2*numbers > len(cells):
		return Number
	case !series.New(cells, series.Bool, "").HasNaN(), severalSpellings(cells):
		return Logical
	default:
		return Text
	}
}

// columnBuilder collects the values of one column: cells of a text table, or those that a file
// with typed columns has.
type columnBuilder struct {
	Column     // so far: dates of text have levels, and those that are not declared are in the order of their first rows
	place  int // in the file

	file    Kind        // of a file with typed columns; unknown of text tables
	source  givenColumn // what that has, or the last of several files
	levels  []givenLevel
	refused error // why none of that can be read, nil if it can

	typed      bool   // the kind is the file's, whatever the values look like
	declared   bool   // the levels are declared, in their order
	field      *Field // what the schema says of it; nil for nothing
	identifier bool   // categories may be of any number, since only their equality counts

	absent absent
	rows   []int            // of a date: where a level occurs first
	index  map[string]int32 // codes of the levels, by the cells that hold them

	blank int            // missing values before the kind is known
	words map[string]int // of a survey: how often each word stands for a missing value

	// A survey notes the first fault and goes on.
	survey bool
	fault  error
	faults int
	spared int // cells at fault, taken for missing

	writing writing // of numbers

	replacements map[string]string // the numbers in the places of cells
}

// coded reports whether cells become codes: of categories, and of dates in whichever way they
// are written.
func (c *columnBuilder) coded() bool {
	return c.Kind.Categories() || c.Kind == Date && c.file != Date && (c.field == nil || c.field.Format == anyFormat)
}

// addMissing appends a missing value.
func (c *columnBuilder) addMissing() {
	switch {
	case c.Kind == kindUnknown:
		c.blank++
	case c.coded():
		c.Codes = append(c.Codes, -1)
	default:
		c.Values = append(c.Values, math.NaN())
	}
}

// lacks counts a word that stands for a missing value, in a survey.
func (c *columnBuilder) lacks(word string) {
	if !c.survey {
		return
	}
	if c.words == nil {
		c.words = map[string]int{}
	}
	c.words[strings.Clone(word)]++
}

// is decides the kind of the column.
func (c *columnBuilder) is(kind Kind) {
	c.Kind = kind
	for range c.blank {
		c.addMissing()
	}
	c.blank = 0
}

// spares reports whether a cell that cannot be converted is taken for missing, as in a survey,
// which notes the error.
func (c *columnBuilder) spares(err error, row int) bool {
	if c.survey {
		c.note(fmt.Errorf("row %d: %w", row, err))
		c.spared++
	}
	return c.survey
}

// note keeps the first fault of a survey.
func (c *columnBuilder) note(fault error) {
	if c.faults++; c.fault == nil {
		c.fault = fault
	}
}

// add converts and appends a cell, which is not missing, of a row of the file.
func (c *columnBuilder) add(cell string, row int) error {
	if c.Kind == kindUnknown {
		c.is(inferKind([]string{cell}))
	}
	if c.coded() {
		return c.addText(cell, row)
	}
	read := c.Kind.read
	if c.field != nil {
		read = c.field.read
	}
	v, err := read(cell)
	if err != nil {
		truth, is := truthOf(cell)
		if !is || c.Kind != Number || c.typed ||
			slices.ContainsFunc(c.Values, func(v float64) bool { return v != 0 && v != 1 && v == v }) {
			return err
		}
		c.Kind, v = Logical, truth // so were those before
	}
	c.Values = append(c.Values, v)
	if c.Kind == Number || c.Kind == Integer {
		c.writing.note(cell, v)
	}
	return nil
}

// addText appends the code of a cell, which is text or counts as such.
func (c *columnBuilder) addText(cell string, row int) error {
	code, ok := c.index[cell]
	if !ok {
		if c.declared {
			return unknownName("category", cell, slices.Sorted(maps.Keys(c.index)))
		}
		if len(c.Levels) >= maxLevels && c.Kind != Date && !c.survey && !c.identifier {
			return c.refuse()
		}
		if !utf8.ValidString(cell) {
			return fmt.Errorf("found %s, expected UTF-8 text: %s", found(cell), toUTF8)
		}
		if c.index == nil {
			c.index = map[string]int32{}
		}
		code = c.code(c.index, strings.Clone(cell))
		if c.Kind == Date {
			c.rows = append(c.rows, row)
		}
	}
	c.Codes = append(c.Codes, code)
	return nil
}

// declare gives the column categories, in their order: the cells that hold them, and their names.
func (c *columnBuilder) declare(cells, names []string) {
	c.Kind, c.declared, c.Levels, c.index = Factor, true, names, map[string]int32{}
	for code, cell := range cells {
		c.index[cell] = int32(code)
	}
}

// undeclare gives the column a kind, and takes the categories away that the file declares.
func (c *columnBuilder) undeclare(kind Kind) {
	c.Kind, c.declared, c.Levels, c.index = kind, false, nil, nil
}

// toUTF8 is the remedy for text in another encoding.
const toUTF8 = `save the file again as "CSV UTF-8", or convert it, as by iconv -f windows-1252 -t utf-8`

// parseNumber converts a cell to a finite number.
func parseNumber(cell string) (float64, error) {
	v, err := strconv.ParseFloat(cell, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("found %s, expected a number of magnitude below 1.8e308", found(cell))
	case err != nil && isDecimalComma(cell):
		return 0, fmt.Errorf("found %s, expected a number with a decimal point and no separators", found(cell))
	case err != nil, strings.Contains(cell, "_"):
		return 0, fmt.Errorf("found %s, expected a number", found(cell))
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, fmt.Errorf("found %s, expected a finite number", found(cell))
	}
	return v, nil
}

// advice says how a cell of a column of numbers can be read that is none, "" if it is.
func (c *columnBuilder) advice(cell string) string {
	v, err := strconv.ParseFloat(cell, 64)
	if isPower(cell) && err != nil {
		return fmt.Sprintf("; %v if the column holds codes", mention.Categorical.Each(c.Name))
	}
	if _, is := truthOf(cell); is {
		return fmt.Sprintf("; write the column in numbers or truth values alone, or %v", mention.Categorical.Each(c.Name))
	}
	if math.IsInf(v, 0) && err == nil {
		return mention.Clause(
			"; %v if that stands for a missing value", mention.NA.Each(cell),
		) + fmt.Sprintf(", or leave the column out with %v", mention.Exclude.Each(c.Name))
	}
	if !errors.Is(err, strconv.ErrSyntax) || isDecimalComma(cell) || c.Kind != Number && c.Kind != Integer {
		return ""
	}
	return mention.Clause(
		"; %v if that stands for a missing value", mention.NA.Each(cell),
	) + fmt.Sprintf(", %v if the column holds categories", mention.Categorical.Each(c.Name))
}

// finish adds the columns to the table; what is the word for one in the file.
func (t *Table) finish(what string, columns []*columnBuilder) error {
	for _, c := range columns {
		column, err := c.finish()
		if err == nil && c.field != nil {
			if row, fault := c.field.violation(column); fault != nil {
				if err = fmt.Errorf("row %d: %w", Numbered(t.Numbers, []int{row})[0], fault); c.survey {
					c.note(err)
					err = nil
				}
			}
		}
		if err != nil {
			return fmt.Errorf("%s: %s %q: %w", t.Origin, what, c.Name, err)
		}
		t.Columns = append(t.Columns, column)
		if c.survey {
			t.surveyed = append(t.surveyed, c)
		}
	}
	for _, c := range columns {
		if doubt := c.writing.doubt(c.Name, c.Values); doubt != "" && !c.identifier {
			t.Warnings = append(t.Warnings, mention.Errorf("%s: %s %q: %s", t.Origin, what, c.Name, doubt))
		}
	}
	return nil
}

// finish returns the column.
func (c *columnBuilder) finish() (Column, error) {
	if c.Kind == kindUnknown {
		c.is(Number)
	}
	if c.Kind != Number && c.Kind != Integer {
		c.Unit = ""
	}
	switch {
	case c.Kind == Date && c.Values == nil: // not known as days already
		return c.finishDates()
	case c.Kind.Categories():
		if replaced, ok := c.replaced(); ok {
			return replaced, nil
		}
		return c.finishLevels()
	case c.Kind == Number && !c.typed && integral(c.Values):
		c.Kind = Integer
	}
	return c.Column, nil
}

// integral reports whether all values that are there, at least one, are whole
// numbers.
func integral(values []float64) bool {
	present := false
	for _, v := range values {
		if v == v {
			if v != math.Trunc(v) || math.Abs(v) >= exactWhole {
				return false
			}
			present = true
		}
	}
	return present
}

// replaced returns text or categories of a file with typed columns as numbers, if some levels have
// numbers in their places and the others are numbers.
func (c *columnBuilder) replaced() (Column, bool) {
	numbers, known := make([]float64, len(c.Levels)), false
	for k, level := range c.Levels {
		cell, replaced := c.replacements[level]
		if !replaced {
			cell = level
		}
		v, err := parseNumber(cell)
		if err != nil {
			return Column{}, false
		}
		numbers[k], known = v, known || replaced
	}
	column := Column{Name: c.Name, Kind: Number}
	for _, code := range c.Codes {
		v := math.NaN()
		if code >= 0 {
			v = numbers[code]
		}
		column.Values = append(column.Values, v)
	}
	return column, known
}

// finishLevels puts the levels that occur in order: the declared one, or that
// of their letters, so that it does not depend on the order of the rows.
func (c *columnBuilder) finishLevels() (Column, error) {
	column := c.Column.occurring()
	present, levels := 0, len(column.Levels)
	for _, code := range column.Codes {
		if code >= 0 {
			present++
		}
	}
	unfit := c.Kind == Text && present > 0 &&
		(present > 2 && levels == present || allWritten(column.Levels, dateLayouts) || areDurations(column.Levels) ||
			present >= countedRows && 2*levels > present && numbersIn(column.Levels, false) != nil)
	if !c.identifier && (unfit || levels > maxLevels) {
		if c.Levels = column.Levels; !c.survey {
			return Column{}, c.refuse()
		}
		c.note(c.refuse())
	}
	if !c.declared {
		column = column.sorted()
	}
	if !c.Ordered || c.Kind != Factor {
		return column, nil
	}
	numbers, err := column.numbers()
	if err != nil && c.survey {
		c.note(err)
		return column, nil
	}
	return numbers, err
}

// refuse returns the error for text that is no use as categories.
func (c *columnBuilder) refuse() error {
	example := found(c.Levels[0])
	n := numbersIn(c.Levels, c.Kind == Text)
	switch {
	case allWritten(c.Levels, clockLayouts):
		return refuseSeconds(c.Name, "times of a day", example, TimeField)
	case allWritten(c.Levels, dateLayouts):
		return refuseDates(c.Name, example)
	case areDurations(c.Levels):
		return refuseSeconds(c.Name, "durations", example, DurationField)
	case n != nil:
		return mention.Errorf("found numbers as text, such as %s, expected plain numbers: %s, or leave the "+
			"column out with %v",
			found(n.example), n.remedy, mention.Exclude.Each(c.Name))
	case len(c.Levels) == len(c.Codes):
		return mention.Errorf("found a different text in every row, such as %s, expected numbers or categories: "+
			"it looks like an identifier, leave the column out with %v",
			example, mention.Exclude.Each(c.Name))
	default:
		return mention.Errorf("found more than %d different texts, such as %s, expected at most %d categories: "+
			"merge the rare ones or leave the column out with %v",
			maxLevels, example, maxLevels, mention.Exclude.Each(c.Name))
	}
}
