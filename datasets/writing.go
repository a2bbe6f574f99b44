package datasets

import (
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

// mostWritten bounds the ways of writing that are kept of a column.
const mostWritten = 4096

// writing notes how numbers are written that may be codes: 007 and 07, 250.00 and 250.0, 31E212
// and identifiers above 2⁵³, of which two may be one number.
type writing struct {
	decimals int            // places of the first number that has any, and one
	cells    map[string]int // those in unusual writing, and how often they occur
	full     bool           // whether there were more
	power    string         // the first that is a code if it is no number of a huge power
	rounded  int            // whole numbers that have lost digits
	example  string         // the first of them as the file has it, or that may have
}

// isPower reports whether text is a code that looks like a number, as 31E212: no program writes an
// exponent without a point or a sign after two digits.
func isPower(text string) bool {
	at := strings.IndexAny(text, "eE")
	return at >= 2 && at+1 < len(text) && strings.Trim(text[:at], "0123456789") == "" && strings.Trim(text[at+1:], "0123456789") == ""
}

// note looks at a cell that is the number v.
func (w *writing) note(cell string, v float64) {
	digits := cell
	if cell[0] == '-' || cell[0] == '+' {
		digits = cell[1:]
	}
	unusual := len(digits) > 1 && digits[0] == '0' && isDigit(rune(digits[1]))
	switch point := strings.IndexByte(digits, '.'); {
	case point < 0 && isPower(digits):
		if unusual = true; w.power == "" {
			w.power = strings.Clone(cell)
		}
	case point > 0:
		places := len(digits) - point
		if w.decimals == 0 {
			w.decimals = places
		}
		long := len(digits) > 17 && len(strings.TrimLeft(digits, "0.")) > 17 // digits and a point: as many as tell numbers apart
		unusual = unusual || long || places != w.decimals && digits[len(digits)-1] == '0' && strings.IndexAny(digits, "eE") < 0
	}
	if math.Abs(v) >= exactWhole && strings.Trim(digits, "0123456789") == "" {
		unusual = true
		if strconv.FormatFloat(math.Abs(v), 'f', 0, 64) != strings.TrimLeft(digits, "0") {
			w.round(cell)
		}
	}
	if !unusual || w.full {
		return
	}
	if w.cells == nil {
		w.cells = map[string]int{}
	}
	n, known := w.cells[cell]
	if w.full = !known && len(w.cells) == mostWritten; w.full {
		return
	}
	if !known {
		cell = strings.Clone(cell)
	}
	w.cells[cell] = n + 1
}

// round counts a whole number that has, or may have, lost digits.
func (w *writing) round(cell string) {
	if w.rounded++; w.example == "" {
		w.example = strings.Clone(cell)
	}
}

// merged returns a cell and another, or others, that are the same one of the numbers, though
// written differently; "" if there are none.
func (w *writing) merged(values []float64) (one, other string) {
	if w.cells == nil {
		return "", ""
	}
	first, rows := map[float64]string{}, map[float64]int{}
	for _, cell := range slices.Sorted(maps.Keys(w.cells)) {
		v, _ := strconv.ParseFloat(cell, 64) // it is a number
		if before, there := first[v]; there {
			return before, cell
		}
		first[v], rows[v] = cell, -w.cells[cell]
	}
	if w.full { // and counted in part
		return "", ""
	}
	for _, v := range values {
		if n, there := rows[v]; there {
			if rows[v] = n + 1; n == 0 {
				return first[v], "other cells"
			}
		}
	}
	return "", ""
}

// doubt says what numbers may have lost of the cells, "" for nothing; the name is that of the
// column.
func (w *writing) doubt(name string, values []float64) string {
	remedy := fmt.Sprintf("%v if they are codes", mention.Categorical.Each(name))
	if one, other := w.merged(values); one != "" {
		return fmt.Sprintf("%s and %s are read as the same number: %s", one, other, remedy)
	}
	switch {
	case w.rounded > 0:
		return fmt.Sprintf("%s above 2^53 rounded, the first %s: numbers keep 15 digits; %s, %v if they number the rows", format.Plural(w.rounded, "whole number"), w.example, remedy, mention.Exclude)
	case w.power != "":
		return fmt.Sprintf("%s is read as a number with an exponent: %s", w.power, remedy)
	}
	return ""
}

// zeros returns a cell that begins with a zero, "" if there is none.
func (w *writing) zeros() string {
	first := ""
	for cell := range w.cells {
		if cell[0] == '0' && len(cell) > 1 && isDigit(rune(cell[1])) && (first == "" || cell < first) {
			first = cell
		}
	}
	return first
}
