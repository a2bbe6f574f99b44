package datasets

import (
	"math"
	"slices"

	"drfvi/internal/nearest"
)

// Kind is the kind of the values of a column.
type Kind int

const (
	kindUnknown Kind = iota
	// Number, Integer, Logical (0 and 1), Date (days since 1970-01-01, with the time of day as
	// a fraction), Time (of a day: seconds since midnight) and Duration (seconds) have Values.
	Number
	Integer
	Logical
	Date
	Time
	Duration
	// Factor is declared to be categories: by the file, or by the user. Its
	// levels are in the order of the file, those of the user's sorted.
	Factor
	// Text is not, but is used as categories too. Its levels are sorted.
	Text
)

// kindFacts are the word of a kind in descriptions of tables, what its values are called, with
// their unit if that is fixed, and what they measure: kinds of one measure have one unit.
type kindFacts struct {
	word, values string
	measure      Kind
}

var kinds = [...]kindFacts{
	{"unknown", "unknown", Number}, {"number", "number", Number}, {"integer", "integer", Number},
	{"logical", "logical", Number}, {"date", "dates", Date}, {"time", "times or durations, in seconds", Duration},
	{"duration", "times or durations, in seconds", Duration}, {"factor", "factor", Number}, {"text", "text", Number},
}

// String returns the kind's word in descriptions of tables.
func (k Kind) String() string { return kinds[k].word }

// MarshalText returns the word, and UnmarshalText reads it.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }
func (k *Kind) UnmarshalText(word []byte) error {
	words := nearest.Words(kinds[:], func(facts kindFacts) string { return facts.word })
	*k = Kind(max(0, slices.Index(words, string(word))))
	return errorIf(*k == kindUnknown, "%w", nearest.Unknown("kind of columns", string(word), words[1:]))
}

// Categories reports whether columns of this kind are categories: they have Levels and Codes,
// and no Values.
func (k Kind) Categories() bool { return k == Factor || k == Text }

// Column is one column of a Table. Factor and Text have Levels and Codes, all
// other kinds have Values, which is then not nil.
type Column struct {
	Name    string
	Kind    Kind
	Unit    string    // of numbers, if the file names one; times and durations are in seconds
	Values  []float64 // NaN where missing
	Levels  []string  // categories that occur
	Ordered bool      // whether the order of the levels means something
	Order   []string  // the levels that are the numbers 1, 2, … of ordered categories
	Codes   []int32   // row i holds Levels[Codes[i]]; −1 where missing

	matrix string // the matrix of R of which it is a column, "" for none
}

// length is the number of rows.
func (c Column) length() int { return max(len(c.Values), len(c.Codes)) }

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

// encode makes the column categories, of the texts of its n rows.
func (c *Column) encode(kind Kind, n int, text func(row int) (text string, present bool)) {
	index := map[string]int32{}
	c.Kind, c.Values, c.Levels, c.Codes = kind, nil, []string{}, slices.Repeat([]int32{-1}, n)
	for row := range c.Codes {
		if level, present := text(row); present {
			c.Codes[row] = c.code(index, level)
		}
	}
}

// valued returns the column with numbers in the place of its levels.
func (c Column) valued(kind Kind, numbers []float64) Column {
	v := Column{Name: c.Name, Kind: kind, Values: make([]float64, len(c.Codes)), Order: c.Order, matrix: c.matrix}
	for i, code := range c.Codes {
		if v.Values[i] = math.NaN(); code >= 0 {
			v.Values[i] = numbers[code]
		}
	}
	return v
}

// recoded returns the column with other levels, among which places are those of its own, −1
// where they are missing.
func (c Column) recoded(levels []string, places []int32) Column {
	codes := make([]int32, len(c.Codes))
	for i, code := range c.Codes {
		if codes[i] = -1; code >= 0 {
			codes[i] = places[code]
		}
	}
	c.Levels, c.Codes = levels, codes
	return c
}

// occurring returns the column without the levels that do not occur.
func (c Column) occurring() Column {
	places := slices.Repeat([]int32{-1}, len(c.Levels))
	for _, code := range c.Codes {
		if code >= 0 {
			places[code] = 0
		}
	}
	if !slices.Contains(places, -1) {
		return c
	}
	levels := []string{}
	for k, level := range c.Levels {
		if places[k] == 0 {
			places[k] = int32(len(levels))
			levels = append(levels, level)
		}
	}
	return c.recoded(levels, places)
}

// sorted returns the column with its levels in the order of their letters.
func (c Column) sorted() Column {
	levels := slices.Sorted(slices.Values(c.Levels))
	places := make([]int32, len(levels))
	for k, level := range c.Levels {
		place, _ := slices.BinarySearch(levels, level)
		places[k] = int32(place)
	}
	return c.recoded(levels, places)
}

// choose returns the column with the given rows, and the levels that occur in them.
func (c Column) choose(rows []int) Column {
	if c.Values != nil {
		c.Values = chosenOf(c.Values, rows)
	}
	if c.Codes == nil {
		return c
	}
	c.Codes = chosenOf(c.Codes, rows)
	return c.occurring()
}

// chosenOf returns the values of some rows.
func chosenOf[T any](values []T, rows []int) []T {
	chosen := make([]T, len(rows))
	for k, row := range rows {
		chosen[k] = values[row]
	}
	return chosen
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
