package stat

import "math"

// TwoWayNoise is the standard error of a row's mean in a two-way table without
// interaction, rows being sets and columns the repetitions that they share; NaN
// for a single column or rows of different lengths.
func TwoWayNoise(rows [][]float64) float64 {
	n, columns := len(rows), len(rows[0])
	if n < 2 || columns < 2 {
		return math.NaN()
	}
	rowMeans, columnMeans, grand := make([]float64, n), make([]float64, columns), 0.0
	for i, row := range rows {
		if len(row) != columns {
			return math.NaN()
		}
		for j, v := range row {
			rowMeans[i] += v / float64(columns)
			columnMeans[j] += v / float64(n)
			grand += v / float64(n*columns)
		}
	}
	squares := 0.0
	for i, row := range rows {
		for j, v := range row {
			r := v - rowMeans[i] - columnMeans[j] + grand
			squares += r * r
		}
	}
	return math.Sqrt(squares / float64((n-1)*(columns-1)) / float64(columns))
}
