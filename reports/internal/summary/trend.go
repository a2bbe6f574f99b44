package summary

import (
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Trend is how the error of an estimator falls with the number of rows, in cells that differ in
// n alone: the slope of the decimal logarithm of each repetition's error against that of n, and the
// p-value of the test that their means are on a line. ok is false where there are fewer than two
// numbers of rows.
func Trend(cells []Cell) (slope stat.Stat, bent float64, ok bool) {
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
	slope, bent = stat.Slope(x, y)
	return slope, bent, sizes > 1 && !math.IsNaN(slope.Mean)
}
