package datasets

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// exactWhole bounds the whole numbers that are all told apart.
const exactWhole = 1 << 53

// mostPadded bounds the padded numbers that are kept of a column.
const mostPadded = 4096

// writing notes how numbers are written that may be codes: 007 beside 07, 250.00 beside 250.0,
// 31E212, and identifiers above 2⁵³, of which two may be one number.
type writing struct {
	places  int // decimal places of the first number that has any, and one
	padded  map[float64]paddedNumber
	zeros   string // the first cell that begins with a zero
	power   string // the first cell that would be a code, were it no number with an exponent
	rounded int    // whole numbers that have lost digits
	example string // the first of them as the file has it, or that may have
}

// paddedNumber is a number that is written with zeros that it does not need.
type paddedNumber struct {
	cell  string
	rows  int
	other string // another such cell of the same number, "" for none
}

// isPower reports whether text is a code that looks like a number, as 31E212: no program writes
// an exponent without a point or a sign after two digits.
func isPower(text string) bool {
	exponent := strings.IndexAny(text, "eE")
	return exponent >= 2 && exponent+1 < len(text) && strings.Trim(text[:exponent], "0123456789") == "" &&
		strings.Trim(text[exponent+1:], "0123456789") == ""
}

// note looks at a cell that is the number v.
func (w *writing) note(cell string, v float64) {
	digits := strings.TrimLeft(cell, "+-")
	point := strings.IndexByte(digits, '.')
	switch {
	case strings.Trim(digits, "0123456789") == "":
		if len(digits) > 1 && digits[0] == '0' {
			w.pad(cell, v)
			w.zeros = cmp.Or(w.zeros, strings.Clone(cell))
		}
		if math.Abs(v) >= exactWhole && strconv.FormatFloat(math.Abs(v), 'f', 0, 64) != strings.TrimLeft(digits, "0") {
			w.round(cell)
		}
	case point > 0 && strings.IndexAny(digits, "eE") < 0:
		places := len(digits) - point
		if w.places = cmp.Or(w.places, places); places != w.places && digits[len(digits)-1] == '0' {
			w.pad(cell, v)
		}
	case w.power == "" && isPower(digits):
		w.power = strings.Clone(cell)
	}
}

// pad keeps a number that is written with zeros that it does not need.
func (w *writing) pad(cell string, v float64) {
	number, known := w.padded[v]
	switch {
	case !known && len(w.padded) == mostPadded:
		return
	case w.padded == nil:
		w.padded = map[float64]paddedNumber{}
	}
	if !known {
		number.cell = strings.Clone(cell)
	} else if number.cell != cell && number.other == "" {
		number.other = strings.Clone(cell)
	}
	number.rows++
	w.padded[v] = number
}

// merged returns two cells that are one of the numbers, though written differently; "" if there
// are none.
func (w *writing) merged(values []float64) (cell, other string) {
	rows := map[float64]int{}
	for _, v := range values {
		if _, padded := w.padded[v]; padded {
			rows[v]++
		}
	}
	for _, v := range slices.Sorted(maps.Keys(w.padded)) {
		number := w.padded[v]
		switch {
		case number.other != "":
			return number.cell, number.other
		case rows[v] > number.rows:
			return number.cell, "other cells"
		}
	}
	return "", ""
}

// round counts a whole number that has, or may have, lost digits.
func (w *writing) round(cell string) {
	if w.rounded++; w.example == "" {
		w.example = strings.Clone(cell)
	}
}

// doubt says what numbers may have lost of the cells, "" for nothing; the name is that of the
// column.
func (w *writing) doubt(name string, values []float64) string {
	remedy := fmt.Sprintf("%v if they are codes", mention.Categorical.Each(name))
	if cell, other := w.merged(values); cell != "" {
		return fmt.Sprintf("%s and %s are read as the same number: %s", cell, other, remedy)
	}
	switch {
	case w.rounded > 0:
		return fmt.Sprintf("%s above 2^53 rounded, the first %s: numbers keep 15 digits; %s, %v if they number the rows",
			format.Plural(w.rounded, "integer"), w.example, remedy, mention.Exclude.Each(name))
	case w.power != "":
		return fmt.Sprintf("%s is read as a number with an exponent: %s", w.power, remedy)
	}
	return ""
}
