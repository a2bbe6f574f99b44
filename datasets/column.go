package datasets

import (
	"slices"

	"drfvi/internal/nearest"
)

// Kind is the kind of the values of a column.
type Kind int

const (
	kindUnknown Kind = iota
	// Number, Integer, Logical (0 and 1) and Date (days since 1970-01-01, with
	// the time of day as a fraction) have Values.
	Number
	Integer
	Logical
	Date
	// Factor is declared to be categories: by the file, or by the user. Its
	// levels are in the order of the file, those of the user's sorted.
	Factor
	// Text is not, but is used as categories too. Its levels are sorted.
	Text
)

// kindWords are the words of the kinds.
var kindWords = [...]string{"unknown", "number", "integer", "logical", "date", "factor", "text"}

// String returns the kind's word in descriptions of tables.
func (k Kind) String() string { return kindWords[k] }

// MarshalText returns the word, and UnmarshalText reads it.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
func (k *Kind) UnmarshalText(word []byte) error {
	at := slices.Index(kindWords[1:], string(word))
	if at < 0 {
		return nearest.Unknown("kind of columns", string(word), kindWords[1:])
	}
	*k = Kind(1 + at)
	return nil
}

// Categories reports whether a column of this kind has Levels and Codes.
func (k Kind) Categories() bool { return k == Factor || k == Text }

// Column is one column of a Table. Factor and Text have Levels and Codes, all
// other kinds have Values, which is then not nil.
type Column struct {
	Name    string
	Kind    Kind
	Values  []float64 // NaN where missing
	Levels  []string  // categories that occur
	Ordered bool      // whether the order of the levels means something
	Order   []string  // the levels that are the numbers 1, 2, … by Options.Ordered
	Codes   []int32   // row i holds Levels[Codes[i]]; −1 where missing
}

// length is the number of rows.
func (c Column) length() int { return len(c.Values) + len(c.Codes) }

// code returns the code of a level, a new one if the index of the levels does not know it.
func (c *Column) code(index map[string]int32, level string) int32 {
	code, known := index[level]
	if !known {
		code = int32(len(c.Levels))
		index[level] = code
		c.Levels = append(c.Levels, level)
	}
	return code
}

// Missing reports whether the column has no value in a row. Only tables read
// with MissingKeep lack any.
func (c Column) Missing(row int) bool {
	if c.Kind.Categories() {
		return c.Codes[row] < 0
	}
	return c.Values[row] != c.Values[row]
}

// CountMissing returns the number of rows without a value.
func (c Column) CountMissing() int {
	n := 0
	for i := range c.length() {
		if c.Missing(i) {
			n++
		}
	}
	return n
}
