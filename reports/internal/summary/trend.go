package summary

import (
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// TrendOf fits how the error of an estimator falls with the number of rows, in cells that differ in
// n alone: the line of the decimal logarithm of each repetition's error against that of n. ok is
// false where there are fewer than two numbers of rows.
func TrendOf(cells []Cell) (fit stat.Line, ok bool) {
	var x, y []float64
	sizes := 0
	for _, c := range cells {
		errors, n := c.PopulationErrors(), SizeOf(c, results.KeyN)
		if len(errors) == 0 || n <= 0 {
			continue
		}
		sizes++
		for _, e := range errors {
			if e > 0 {
				x, y = append(x, math.Log10(n)), append(y, math.Log10(e))
			}
		}
	}
	fit = stat.FitLine(x, y)
	return fit, sizes > 1 && !math.IsNaN(fit.Slope)
}
