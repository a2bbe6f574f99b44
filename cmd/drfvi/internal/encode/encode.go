// Package encode writes what commands have found for other programs: as JSON, where
// there may be a number or none, and as CSV with numbers that read back as the same.
package encode

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"

	"drfvi/importance"
)

// JSON writes the value as one indented JSON object.
func JSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}

// Known returns a number; nil for NaN.
func Known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

// At returns one of numbers that there may be.
func At(values []float64, i int) *float64 {
	if values == nil {
		return nil
	}
	return &values[i]
}

// Ends returns the ends of an interval.
func Ends(i importance.Interval) [2]float64 { return [2]float64{i.Low, i.High} }

// EndsAt returns those of one of intervals that there may be.
func EndsAt(intervals []importance.Interval, i int) *[2]float64 {
	if intervals == nil {
		return nil
	}
	ends := Ends(intervals[i])
	return &ends
}

// CSV is a table that is being written. The writer's error comes at the end.
type CSV struct{ out *csv.Writer }

// NewCSV begins a table with its head.
func NewCSV(w io.Writer, head ...any) CSV {
	c := CSV{csv.NewWriter(w)}
	c.Row(head...)
	return c
}

// Row writes a row of texts and numbers. A slice is a cell for each of its elements, an
// interval two, and a nil pointer an empty one.
func (c CSV) Row(cells ...any) { _ = c.out.Write(texts(nil, cells)) }

func texts(row []string, cells []any) []string {
	for _, cell := range cells {
		switch v := cell.(type) {
		case string:
			row = append(row, v)
		case []string:
			row = append(row, v...)
		case float64:
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		case []float64:
			for _, x := range v {
				row = texts(row, []any{x})
			}
		case [2]float64:
			row = texts(row, []any{v[:]})
		case *float64:
			if v == nil {
				row = append(row, "")
			} else {
				row = texts(row, []any{*v})
			}
		default: // whole numbers and truth values
			row = append(row, fmt.Sprint(v))
		}
	}
	return row
}

// End ends the table.
func (c CSV) End() error {
	c.out.Flush()
	return c.out.Error()
}
