package stat

import "math"

// Jackknife returns statistic(means over rows of the columns). Its standard
// error comes from leaving out one row (repetition) at a time,
//
//	SE² = (R−1)/R · Σ_r (θ₍₋ᵣ₎ − mean θ₍₋·₎)²,
//
// because a statistic such as the largest of many means has no simple one; for
// a mean it is sd/√R. The statistic may reorder its argument.
func Jackknife(rows [][]float64, columns []int, statistic func(means []float64) float64) Stat {
	r := len(rows)
	sums := make([]float64, len(columns))
	for _, row := range rows {
		for i, j := range columns {
			sums[i] += row[j]
		}
	}
	means := make([]float64, len(columns))
	for i, sum := range sums {
		means[i] = sum / float64(r)
	}
	s := Stat{Mean: statistic(means), SD: math.NaN(), SE: math.NaN(), N: r}
	if r < 2 {
		return s
	}
	left := make([]float64, r)
	for k, row := range rows {
		for i, j := range columns {
			means[i] = (sums[i] - row[j]) / float64(r-1)
		}
		left[k] = statistic(means)
	}
	center, squares := Mean(left), 0.0
	for _, v := range left {
		squares += (v - center) * (v - center)
	}
	s.SE = math.Sqrt(squares * float64(r-1) / float64(r))
	if s.SE < 1e-14*math.Abs(s.Mean) {
		s.SE = 0 // rounding of equal values
	}
	s.SD = s.SE * math.Sqrt(float64(r))
	return s
}
