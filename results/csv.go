package results

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// cellColumns are the keys of cells that come first in a CSV file, in this order; others follow
// by name.
var cellColumns = []string{KeyVariant, KeyData, KeyN, KeyP, KeyMethod, KeyPreset, KeyKernel}

// WriteCSV writes the values of the given experiments in long format, one number per row, with
// the columns
//
//	experiment, the keys of cells…, repetition, value, index, variable, number
//
// value is the value's name, index the number's place in it, from 1, and variable the name of
// the input for values with one entry per input, otherwise empty. Numbers have the fewest
// digits that read back as the same bits.
func (s *Store) WriteCSV(w io.Writer, experiments ...string) error {
	var all [][]Record
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
		all = append(all, records)
	}
	columns := slices.SortedFunc(maps.Keys(keys), func(a, b string) int {
		rank := func(key string) int {
			if i := slices.Index(cellColumns, key); i >= 0 {
				return i
			}
			return len(cellColumns)
		}
		if rank(a) != rank(b) {
			return rank(a) - rank(b)
		}
		return strings.Compare(a, b)
	})
	out := csv.NewWriter(w)
	row := append([]string{"experiment"}, columns...)
	_ = out.Write(append(row, "repetition", "value", "index", "variable", "number")) // Flush reports errors
	for _, records := range all {
		for _, r := range records {
			writeRecord(out, r, columns)
		}
	}
	out.Flush()
	return ofResults(out.Error())
}

// writeRecord writes a row for each number of a record. out keeps the errors.
func writeRecord(out *csv.Writer, r Record, columns []string) {
	row := []string{r.Experiment}
	for _, key := range columns {
		row = append(row, r.Cell[key])
	}
	row = append(row, strconv.Itoa(r.Repetition))
	start := len(row)
	for _, name := range slices.Sorted(maps.Keys(r.Values)) {
		for i, number := range r.Values[name] {
			variable := ""
			if name.Is(PerVariable) {
				variable = r.Variables[i]
			}
			row = append(row[:start], string(name), strconv.Itoa(i+1), variable, strconv.FormatFloat(number, 'g', -1, 64))
			_ = out.Write(row)
		}
	}
}
