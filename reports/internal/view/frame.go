package view

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-gota/gota/dataframe"
	gota "github.com/go-gota/gota/series"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// frame is the tidy data frame of an experiment: all that its tables and figures show, and its
// CSV file. A row is a number of a cell: a quantity, of an input if it has one. The columns are
// those of summary.Summary.Frame.
type frame struct {
	summary.Summary
	table  dataframe.DataFrame
	names  []string         // of the columns
	keys   []string         // the columns that name a cell
	places map[place]int    // the rows of the table
	pooled []summary.Number // of several cells together, which are rows of the CSV file as well
}

// place names a row.
type place struct{ cell, quantity, variable string }

// newFrame adds measures to the numbers of an experiment that its summary holds.
func newFrame(s summary.Summary, names []string) *frame {
	f := &frame{Summary: s, places: make(map[place]int)}
	var numbers []summary.Number
	for _, name := range names {
		for _, c := range s.Cells {
			numbers = append(numbers, measured(s, c, name)...)
		}
	}
	f.table = s.Numbers.RBind(s.Frame(numbers))
	f.names = f.table.Names()
	f.keys = f.names[:slices.Index(f.names, "quantity")]
	quantities, variables := f.table.Col("quantity").Records(), f.table.Col("variable").Records()
	for i := range f.table.Nrow() {
		cell := make(map[string]string)
		for k, key := range f.keys {
			cell[key] = f.table.Elem(i, k).String()
		}
		f.places[place{f.identity(cell), quantities[i], variables[i]}] = i
	}
	return f
}

// measured are the numbers of a measure in a cell, none if the summary holds them.
func measured(s summary.Summary, c summary.Cell, name string) (numbers []summary.Number) {
	m := measureOf(name)
	if m.compute == nil || c.Repetitions == 0 {
		return nil
	}
	variables := []string{""}
	if m.ofInputs {
		variables = c.Variables
	}
	for j, variable := range variables {
		if value := m.compute(s, c, j); value.N > 0 {
			quantity := summary.Quantity{Name: results.ValueName(m.quantity), Variable: variable}
			numbers = append(numbers, summary.NewNumber(c.Cell, quantity, s.Active(c, variable), value))
		}
	}
	return numbers
}

// identity is a text that is equal for equal cells only.
func (f *frame) identity(cell map[string]string) string {
	values := make([]string, len(f.keys))
	for k, key := range f.keys {
		values[k] = cell[key]
	}
	return strings.Join(values, "\x00")
}

// number returns a number of a cell; its N is 0 where the frame has none.
func (f *frame) number(c summary.Cell, quantity, variable string) stat.Stat {
	i, ok := f.places[place{f.identity(c.Cell), quantity, variable}]
	if !ok {
		return stat.Stat{}
	}
	n, _ := f.element(i, "repetitions").Int() // a column of whole numbers
	mean, sd, se := f.element(i, "mean").Float(), f.element(i, "sd").Float(), f.element(i, "se").Float()
	return stat.Stat{Mean: mean, SD: sd, SE: se, N: n}
}

func (f *frame) element(row int, column string) gota.Element {
	return f.table.Elem(row, slices.Index(f.names, column))
}

// value returns a measure of an input or, for "", of cells: that of the first, or of all
// together if the measure says how.
func (f *frame) value(name string, input string, cells ...summary.Cell) stat.Stat {
	m := measureOf(name)
	if !m.ofInputs {
		input = ""
	}
	var values []stat.Stat
	for _, c := range cells {
		values = append(values, m.interval(f.number(c, m.quantity, input)))
	}
	switch {
	case len(cells) == 0:
		return stat.Stat{}
	case len(cells) == 1 || m.pool == nil:
		return values[0]
	}
	pooled := m.pool(cells, slices.DeleteFunc(values, func(v stat.Stat) bool { return v.N == 0 }))
	f.addPooled(cells, m.quantity, pooled)
	return pooled
}

// addPooled adds a number of several cells, named by the keys that they share.
func (f *frame) addPooled(cells []summary.Cell, quantity string, value stat.Stat) {
	name := summary.Quantity{Name: results.ValueName(quantity)}
	number := summary.NewNumber(summary.Shared(cells), name, f.Active(cells[0], ""), value)
	same := func(n summary.Number) bool { return n.Quantity == number.Quantity && maps.Equal(n.Cell, number.Cell) }
	if value.N > 0 && !slices.ContainsFunc(f.pooled, same) {
		f.pooled = append(f.pooled, number)
	}
}

// csv renders the frame for other programs.
func (f *frame) csv() string { return f.CSV(f.table.RBind(f.Frame(f.pooled))) }

// form writes numbers in tables.
type form func(s stat.Stat) string

func fixed(decimals int) form { return func(s stat.Stat) string { return stat.Fixed(s, decimals) } }

// plain writes numbers without their standard errors.
func plain(text func(v float64) string) form {
	return func(s stat.Stat) string {
		if s.N == 0 {
			return format.None
		}
		return text(s.Mean)
	}
}
