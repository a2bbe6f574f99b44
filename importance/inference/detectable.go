package inference

import "math"

// Detectable returns roughly which share of the variation of the responses the default test
// finds at 5 % in half of the tables of that many independent rows: for given = 0 the share
// that all inputs explain,
//
//	R²(½) ≈ 6 (p/4)^¼ / n,
//
// and where all inputs together explain the share given, the share that is lost without one
// of them, 0.6 max(1 − given, ½) R²(½): where inputs explain nearly all, the rest is error of
// forests. A statistic of products over pairs of rows grows like n·R², and further inputs cost
// little, since the index is one direction. The factors are from tables of 54, 100 and 200
// rows with 4 and 10 inputs and a response whose mean is shifted, linearly or in a step, by
// inference version 5: n·R² was 4.7 to 7.6 at one half. The factor of single inputs is from tables
// of 60, 100 and 150 rows by version 10: of 120 tables each, 36 to 61 % were found. Other effects
// may need more.
func Detectable(rows, inputs int, given float64) float64 {
	share := 6 * math.Sqrt(math.Sqrt(float64(inputs)/4)) / float64(rows)
	if given > 0 {
		share *= 0.6 * max(1-given, 0.5)
	}
	return min(share, 1)
}
