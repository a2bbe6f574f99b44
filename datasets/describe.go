package datasets

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"io"
	"math"
	"slices"

	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// Description is the content of a table and its intended use.
type Description struct {
	Origin     string
	Rows       int
	Complete   int // rows without a missing value
	Duplicates int // rows equal to an earlier one in all columns that are not refused
	Folder     *Folder
	Columns    []ColumnDescription
	Warnings   []error // of the whole table
}

// ColumnDescription is the content of a column and its intended use.
type ColumnDescription struct {
	Name           string
	Kind           Kind // "unknown" if it cannot be read at all
	Ordered        bool
	Unit           string  // of numbers; "" if it is not known
	Missing        int     // rows without a value
	MissingAs      []Level // cells of a text table that stand for that, the most frequent first
	Distinct       int     // different values
	Tied           int     // rows that share their value with another row
	Min, Mean, Max float64 // of numbers; NaN if there are none
	Levels         []Level // of categories, in their order
	Use            string  // its intended use
	Refused        error   // why the table is refused as long as it has the column, nil if it is not
	Warnings       []error
}

// Level is one of the categories of a column.
type Level struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// Describe looks at the table in the file at path as Read reads it, but goes on
// where that would stop at a column or a missing value.
func Describe(path string, o Options) (*Description, error) {
	return survey(o, func(o Options) (*Table, error) { return Read(path, o) })
}

// DescribeFrom looks at the table that r gives; name stands for it in messages.
func DescribeFrom(r io.Reader, name string, o Options) (*Description, error) {
	return survey(o, func(o Options) (*Table, error) { return Parse(r, name, o) })
}

// DescribeRows looks at the rows that ParseRows reads.
func DescribeRows(text, name string, numbers []int, o Options) (*Description, error) {
	return survey(o, func(o Options) (*Table, error) { return ParseRows(text, name, numbers, o) })
}

// survey describes the table that is read with all its rows, whatever faults its columns have.
func survey(o Options, read func(Options) (*Table, error)) (*Description, error) {
	o.Missing, o.survey = MissingKeep, true
	t, err := read(o)
	if err != nil {
		return nil, err
	}
	d := &Description{Origin: t.Origin, Rows: t.Rows, Folder: t.Folder, Warnings: slices.Concat(t.Remarks, t.Warnings)}
	values := new(tally)
	d.Complete, d.Duplicates = t.countRows(values)
	same := map[uint64]int{} // hash of a column → the first with it
	for j, c := range t.Columns {
		k := c.describe(c.identity(t.surveyed[j].source.text), t.surveyed[j].writing, values)
		k.MissingAs = counted(t.surveyed[j].words)
		if f := t.surveyed[j]; f.fault != nil {
			furtherFaults := ""
			if k.Use = "nothing: refused"; f.faults > 1 {
				furtherFaults = fmt.Sprintf(" (and %d more)", f.faults-1)
			}
			if f.refused != nil {
				k.Kind, k.Missing = kindUnknown, 0
			}
			k.Refused, k.Warnings = mention.Errorf("%w%s", f.fault, furtherFaults), nil
			k.Missing = max(0, k.Missing-f.spared) // values at fault are there
			d.Columns = append(d.Columns, k)
			continue
		}
		h := hashOf(t.Rows, c.bits)
		if first, ok := same[h]; ok && t.Columns[first].equal(c) {
			k.Warnings = append(k.Warnings, mention.Errorf("is the same as column %q in every row: neither is "+
				"important while the other is there", t.Columns[first].Name))
		} else if !ok {
			same[h] = j
		}
		d.Columns = append(d.Columns, k)
	}
	if d.Duplicates > 0 {
		columns := "every column"
		if slices.ContainsFunc(t.surveyed, func(c *columnBuilder) bool { return c.fault != nil }) {
			columns += " that is not refused"
		}
		d.Warnings = append(
			d.Warnings,
			mention.Errorf("%s: %s the same as an earlier one in %s", d.Origin, format.Plural(d.Duplicates, "row"), columns),
		)
	}
	return d, nil
}

// counted lists words with how often they occur, the most frequent first.
func counted(words map[string]int) []Level {
	var levels []Level
	for word, n := range words {
		levels = append(levels, Level{word, n})
	}
	slices.SortFunc(levels, func(a, b Level) int {
		return cmp.Or(cmp.Compare(b.Rows, a.Rows), cmp.Compare(a.Name, b.Name))
	})
	return levels
}

// identity returns what identifies the values of a column: their texts, where numbers do not
// tell all apart.
func (c Column) identity(text func(row int) string) func(row int) uint64 {
	if text == nil || c.Kind != Integer && c.Kind != Number {
		return c.bits
	}
	seed := maphash.MakeSeed()
	return func(row int) uint64 { return maphash.String(seed, text(row)) }
}

// describe returns the description of a column by itself, for which it counts values by their
// identities.
func (c Column) describe(identity func(row int) uint64, w writing, values *tally) ColumnDescription {
	d := ColumnDescription{
		Name: c.Name, Kind: c.Kind, Ordered: c.Ordered, Unit: c.Unit, Min: math.NaN(), Mean: math.NaN(),
		Max: math.NaN(),
	}
	values.keys = values.keys[:0]
	rows := make([]int, max(len(c.Levels), len(c.Order))) // of the levels
	low, high, sum := math.Inf(1), math.Inf(-1), 0.0
	for i := range c.length() {
		if c.Missing(i) {
			d.Missing++
			continue
		}
		values.keys = append(values.keys, identity(i))
		switch {
		case c.Kind.Categories():
			rows[c.Codes[i]]++
			continue
		case c.Order != nil:
			rows[int(c.Values[i])-1]++
		}
		v := c.Values[i]
		if sum += v; v < low {
			low = v
		}
		if v > high {
			high = v
		}
	}
	present := len(values.keys)
	if d.Distinct, d.Tied = values.different(); present > 0 && !c.Kind.Categories() {
		d.Min, d.Mean, d.Max = low, sum/float64(present), high
	}
	levels := c.Order
	if c.Order != nil {
		d.Kind, d.Ordered = Factor, true
	} else if c.Kind.Categories() {
		levels = c.Levels
	}
	for k, level := range levels {
		d.Levels = append(d.Levels, Level{level, rows[k]})
	}
	d.Use = c.use(present)
	d.Warnings = c.doubts(present, d, w)
	return d
}

// use returns the intended use of a column with so many values.
func (c Column) use(present int) string {
	switch {
	case present == 0:
		return "nothing: no values"
	case c.Kind == Logical:
		return "number, 0 or 1"
	case c.Kind == Date:
		return "number of days"
	case c.Kind == Time, c.Kind == Duration:
		return "number of seconds"
	case c.Order != nil:
		return fmt.Sprintf("number, 1 to %d by its order", len(c.Order))
	case c.Unit != "":
		return "number, in " + c.Unit
	case !c.Kind.Categories():
		return "number"
	case len(c.Levels) == 1:
		return "nothing: one category"
	}
	return "categories, " + format.Plural(len(c.Levels), "level")
}

// bits identifies the value in a row, up to its meaning: categories by code.
func (c Column) bits(row int) uint64 {
	switch {
	case c.Missing(row):
		return math.Float64bits(math.NaN())
	case c.Codes != nil:
		return uint64(c.Codes[row])
	}
	return math.Float64bits(c.Values[row] + 0) // −0 is 0
}

// equal reports whether two columns distinguish rows in the same way.
func (c Column) equal(other Column) bool {
	if c.Kind.Categories() != other.Kind.Categories() {
		return false
	}
	for i := range c.length() {
		if c.bits(i) != other.bits(i) {
			return false
		}
	}
	return true
}

// countRows counts the rows without missing values and those that are equal to an earlier one
// in all columns that are not refused.
func (t *Table) countRows(values *tally) (complete, duplicates int) {
	lacks, read := make([]bool, t.Rows), false
	values.keys = make([]uint64, t.Rows) // hashes of the rows
	for j, c := range t.Columns {
		s := t.surveyed[j]
		read = read || s.fault == nil
		for i := range t.Rows {
			if s.fault == nil {
				values.keys[i] = mix(values.keys[i], c.bits(i))
			}
			lacks[i] = lacks[i] || s.refused == nil && c.Missing(i)
		}
	}
	for _, lack := range lacks {
		if !lack {
			complete++
		}
	}
	if read {
		distinct, _ := values.different()
		duplicates = t.Rows - distinct
	}
	return complete, duplicates
}
