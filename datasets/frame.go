package datasets

import (
	"fmt"
	"strconv"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// missingElement is how gota writes a missing element.
const missingElement = "NaN"

// DataFrame returns the columns as a data frame of gota: whole numbers as Int, truth values as
// Bool, categories as String, and all other kinds as Float, dates in days since 1970-01-01,
// times and durations in seconds. Missing values are gota's NaN.
func (t *Table) DataFrame() dataframe.DataFrame {
	var columns []series.Series
	for _, c := range t.Columns {
		kind, cells := series.Float, make([]string, t.Rows)
		switch {
		case c.Kind == Integer:
			kind = series.Int
		case c.Kind == Logical:
			kind = series.Bool
		case c.Kind.Categories():
			kind = series.String
		}
		for i := range cells {
			switch {
			case c.Missing(i):
				cells[i] = missingElement
			case c.Kind.Categories():
				cells[i] = c.Levels[c.Codes[i]]
			default:
				cells[i] = strconv.FormatFloat(c.Values[i], 'f', -1, 64)
			}
		}
		columns = append(columns, series.New(cells, kind, c.Name))
	}
	return dataframe.New(columns...)
}

// FromDataFrame returns the table of a data frame of gota, by the options: Float are numbers, Int
// whole numbers, exact as clusters and categories, Bool truth values and String categories. It
// returns the error of the frame if it has one, and those of Parse.
func FromDataFrame(frame dataframe.DataFrame, o Options) (*Table, error) {
	const origin = "data frame"
	if frame.Err != nil {
		return nil, fmt.Errorf("%s: %w", origin, frame.Err)
	}
	if err := o.validate(); err != nil {
		return nil, err
	}
	t := typedTable{origin: origin, o: o}
	for _, name := range frame.Names() {
		t.columns = append(t.columns, columnOfSeries(name, frame.Col(name)))
	}
	t.whole()
	return t.table()
}

// columnOfSeries returns a series as a column.
func columnOfSeries(name string, s series.Series) *columnBuilder {
	c := &columnBuilder{Column: Column{Name: name}}
	if s.Type() == series.String {
		c.encode(Text, s.Len(), func(row int) (string, bool) { return s.Elem(row).String(), !s.Elem(row).IsNA() })
		return c
	}
	c.Kind = map[series.Type]Kind{series.Int: Integer, series.Bool: Logical, series.Float: Number}[s.Type()]
	if c.Values = s.Float(); c.Kind == Integer {
		c.source.text = func(row int) string { return s.Elem(row).String() }
	}
	return c
}
