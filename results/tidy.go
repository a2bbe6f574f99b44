package results

import (
	"encoding/csv"
	"io"
	"iter"
	"maps"
	"slices"
	"strconv"
)

// cellColumns are the keys of cells that come first in a CSV file, in this order; others follow
// by name.
var cellColumns = []string{KeyVariant, KeyData, KeyN, KeyP, KeyMethod, KeyPreset, KeyKernel}

// Number is a row of the tidy table of experiments, the form in which everything that is made of
// records reads their values.
type Number struct {
	Experiment string
	Cell       map[string]string
	Repetition int
	Value      ValueName
	Index      int    // its place in the value, from 0
	Variable   string // the input, of values with one entry per input
	Number     float64
}

// Numbers yields the numbers of records, in the order of the records, of the names of values, and
// of places in a value.
func Numbers(records ...Record) iter.Seq[Number] {
	return func(yield func(Number) bool) {
		for _, r := range records {
			for _, name := range slices.Sorted(maps.Keys(r.Values)) {
				for i, v := range r.Values[name] {
					n := Number{r.Experiment, r.Cell, r.Repetition, name, i, "", v}
					if name.Is(PerVariable) {
						n.Variable = r.Variables[i]
					}
					if !yield(n) {
						return
					}
				}
			}
		}
	}
}

// WriteCSV writes the tidy table of the given experiments, one number per row. Its columns are:
//
//	experiment, the keys of cells…, repetition, value, index, variable, number
//
// The index is from 1. Numbers have the fewest digits that read back as the same bits.
func (s *Store) WriteCSV(w io.Writer, experiments ...string) error {
	var collected []Record
	keys := make(map[string]bool)
	for _, name := range experiments {
		records, err := s.Records(name)
		if err != nil {
			return err
		}
		for _, r := range records {
			for key := range r.Cell {
				keys[key] = true
			}
		}
		collected = append(collected, records...)
	}
	var columns []string
	for _, key := range slices.Concat(cellColumns, slices.Sorted(maps.Keys(keys))) {
		if keys[key] {
			columns, keys[key] = append(columns, key), false
		}
	}
	out := csv.NewWriter(w)
	row := append([]string{"experiment"}, columns...)
	_ = out.Write(append(row, "repetition", "value", "index", "variable", "number")) // Flush reports errors
	for n := range Numbers(collected...) {
		row = append(row[:0], n.Experiment)
		for _, key := range columns {
			row = append(row, n.Cell[key])
		}
		_ = out.Write(
			append(
				row, strconv.Itoa(n.Repetition), string(n.Value), strconv.Itoa(n.Index+1), n.Variable,
				strconv.FormatFloat(n.Number, 'g', -1, 64),
			),
		)
	}
	out.Flush()
	return ofResults(out.Error())
}
