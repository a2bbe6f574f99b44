package summary

import (
	"math"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Trend is how the error of an estimator falls with the number of rows:
// cells that differ in n alone.
type Trend struct {
	Cells []Cell // by n
	// Fit is of the decimal logarithm of each repetition's error against that
	// of n.
	Fit stat.Line
}

// TrendOf fits the line of cells that differ in n alone; ok is false where there
// are fewer than two numbers of rows.
func TrendOf(g Group) (Trend, bool) {
	var v Trend
	var x, y []float64
	for _, c := range g.Cells {
		errors, n := c.PopulationErrors(), SizeOf(c, results.KeyN)
		if len(errors) == 0 || n <= 0 {
			continue
		}
		v.Cells = append(v.Cells, c)
		for _, e := range errors {
			if e > 0 {
				x, y = append(x, math.Log10(n)), append(y, math.Log10(e))
			}
		}
	}
	slices.SortStableFunc(v.Cells, func(a, b Cell) int { return CompareNumbers(a.Cell[results.KeyN], b.Cell[results.KeyN]) })
	v.Fit = stat.FitLine(x, y)
	return v, len(v.Cells) > 1 && !math.IsNaN(v.Fit.Slope)
}
