package summary

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Number is a row of the tidy table: a quantity of a cell, or of cells that have some keys in
// common, over repetitions.
type Number struct {
	Cell map[string]string
	Quantity
	Active bool      // of an input that matters
	Value  stat.Stat // as compared with print
	Raw    stat.Stat // before clamping; of others than importances, stat.New(nil)
	// Printed and PrintedSE are what is published of it, NaN if nothing is, and Bound tells
	// whether that is a bound.
	Printed, PrintedSE float64
	Bound              string
}

// NewNumber is a number of which nothing is published, and that is not clamped.
func NewNumber(cell map[string]string, quantity Quantity, active bool, value stat.Stat) Number {
	return Number{
		Cell: cell, Quantity: quantity, Active: active, Value: value, Raw: stat.New(nil), Printed: math.NaN(),
		PrintedSE: math.NaN(),
	}
}

// Frame is the tidy table of numbers of an experiment as a data frame, a row for each. Its
// columns are:
//
//	the keys of cells…, quantity, variable, relevant, repetitions, mean, sd, se,
//	raw_mean, raw_sd, raw_se, printed, printed_se, printed_bound.
//
// The column relevant is left out where it is not known which inputs are, and the last three
// are where nothing is printed. What a number lacks is empty or NaN.
func (s Summary) Frame(numbers []Number) dataframe.DataFrame {
	var columns []series.Series
	for _, key := range s.keys() {
		columns = append(columns, column(numbers, series.String, key, func(n Number) string { return n.Cell[key] }))
	}
	columns = append(columns,
		column(numbers, series.String, "quantity", func(n Number) string { return string(n.Name) }),
		column(numbers, series.String, "variable", func(n Number) string { return n.Variable }))
	if s.activeKnown() {
		columns = append(columns, column(numbers, series.Bool, "relevant", func(n Number) bool { return n.Active }))
	}
	columns = append(columns,
		column(numbers, series.Int, "repetitions", func(n Number) int { return n.Value.N }),
		column(numbers, series.Float, "mean", func(n Number) float64 { return n.Value.Mean }),
		column(numbers, series.Float, "sd", func(n Number) float64 { return n.Value.SD }),
		column(numbers, series.Float, "se", func(n Number) float64 { return n.Value.SE }),
		column(numbers, series.Float, "raw_mean", func(n Number) float64 { return n.Raw.Mean }),
		column(numbers, series.Float, "raw_sd", func(n Number) float64 { return n.Raw.SD }),
		column(numbers, series.Float, "raw_se", func(n Number) float64 { return n.Raw.SE }))
	if len(s.Experiment.Expected) > 0 {
		columns = append(columns,
			column(numbers, series.Float, "printed", func(n Number) float64 { return n.Printed }),
			column(numbers, series.Float, "printed_se", func(n Number) float64 { return n.PrintedSE }),
			column(numbers, series.String, "printed_bound", func(n Number) string { return n.Bound }))
	}
	return dataframe.New(columns...)
}

// column is a column of a frame.
func column[T any](numbers []Number, kind series.Type, name string, value func(n Number) T) series.Series {
	values := make([]T, len(numbers))
	for i, n := range numbers {
		values[i] = value(n)
	}
	return series.New(values, kind, name)
}

// keys are those of the cells in the order in which they are shown.
func (s Summary) keys() (keys []string) {
	for _, c := range s.Cells {
		keys = Union(keys, OrderedKeys(c.Cell)...)
	}
	return keys
}

// tabulate makes the tidy table of an experiment, and stores its means by cell. A cell has the
// importance of each input as compared with print and as estimated, the error against
// population values, and published statistics over null inputs. It has the loss by number of
// inputs left (in the column of variables), how many inputs are left when one goes, and all
// other values of the records.
func (s *Summary) tabulate() {
	var numbers []Number
	first := []results.ValueName{results.ValueLoss, results.ValueCumulative, Place}
	for i := range s.Cells {
		c := &s.Cells[i]
		c.means = make(map[Quantity]stat.Stat)
		add := func(quantity Quantity, value stat.Stat) *Number {
			n := NewNumber(c.Cell, quantity, s.Active(*c, quantity.Variable), value)
			if x, ok := s.Expected(*c, quantity); ok {
				n.Printed, n.Bound = x.Value, strconv.FormatBool(x.Below)
				if x.SE != nil {
					n.PrintedSE = *x.SE
				}
			}
			c.means[quantity], numbers = value, append(numbers, n)
			return &numbers[len(numbers)-1]
		}
		values := func(name results.ValueName) {
			for j, mean := range stat.Columns(c.Recorded[name]) {
				n := add(Quantity{name, c.entry(name, j)}, mean)
				if name == Importance {
					n.Raw = stat.New(c.Column(results.ValueRaw, j))
				}
			}
		}
		values(Importance)
		values(Error)
		for _, q := range s.Statistics(*c) {
			if value, err := s.Estimate(*c, q); err == nil {
				add(q, value)
			}
		}
		for _, name := range first {
			values(name)
		}
		shown := append([]results.ValueName{Importance, Error, results.ValueRaw, results.ValueEliminated}, first...)
		for _, name := range slices.Sorted(maps.Keys(c.Recorded)) {
			if !slices.Contains(shown, name) {
				values(name)
			}
		}
	}
	s.Numbers = s.Frame(numbers)
}

// CSV writes numbers of the experiment for other programs: to full precision, without sd and se
// of a single repetition.
func (s Summary) CSV(numbers dataframe.DataFrame) string {
	rows, types := [][]string{append([]string{"experiment"}, numbers.Names()...)}, numbers.Types()
	for i := range numbers.Nrow() {
		row := []string{s.Experiment.Name}
		for j, kind := range types {
			e := numbers.Elem(i, j)
			if kind == series.Float {
				row = append(row, format.Exact(e.Float()))
			} else {
				row = append(row, e.String())
			}
		}
		rows = append(rows, row)
	}
	return format.CSV(rows)
}
