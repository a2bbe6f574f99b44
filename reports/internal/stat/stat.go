// Package stat holds the statistics of the reports: means with standard errors,
// the tests of printed numbers (Welch), of paired differences (Student) and of
// many at once (Holm), the jackknife over repetitions, and slopes.
package stat

import (
	"math"
	"slices"

	gonum "gonum.org/v1/gonum/stat"

	"drfvi/internal/format"
)

// Stat summarises a number over N repetitions. SD and SE = SD/√N are NaN for a
// single repetition.
type Stat struct {
	Mean, SD, SE float64
	N            int
	Low, High    float64 // the interval of 95 % of a rate; both 0 of other numbers
}

// New returns the mean, the standard deviation (N−1) and the standard
// error of values, all NaN if there are none. Equal values have exactly no
// spread, whatever rounding does to their mean.
func New(values []float64) Stat {
	s := Stat{Mean: math.NaN(), SD: math.NaN(), SE: math.NaN(), N: len(values)}
	switch {
	case len(values) == 0:
	case len(values) == 1:
		s.Mean = values[0]
	case slices.Min(values) == slices.Max(values):
		s.Mean, s.SD, s.SE = values[0], 0, 0
	default:
		s.Mean, s.SD = gonum.MeanStdDev(values, nil)
		s.SE = s.SD / math.Sqrt(float64(s.N))
	}
	return s
}

// Columns summarises every column of rows.
func Columns(rows [][]float64) []Stat {
	if len(rows) == 0 {
		return nil
	}
	stats := make([]Stat, len(rows[0]))
	for j := range stats {
		stats[j] = New(Column(rows, j))
	}
	return stats
}

// Text formats a mean with its standard error, "0.1833 (0.0081)": two
// digits of the standard error and at least the given decimals. A single
// repetition has no standard error.
func Text(s Stat, atLeast int) string {
	switch {
	case s.N == 0:
		return format.None
	case math.IsNaN(s.SE):
		return format.Fixed(s.Mean, max(atLeast, 3))
	case s.SE == 0:
		return format.Fixed(s.Mean, max(atLeast, 2)) + " (0)"
	}
	d := format.Decimals(s.SE, 2, max(atLeast, 2), max(atLeast, 7))
	return format.Fixed(s.Mean, d) + " (" + format.Fixed(s.SE, d) + ")"
}

// Fixed formats a mean with its standard error to so many decimals, "0.167 (0.006)", and
// what is smaller than they show as "< 0.001".
func Fixed(s Stat, decimals int) string {
	bare := func(v float64) string {
		if least := math.Pow10(-decimals); v != 0 && math.Abs(v) < least/2 {
			if v < 0 {
				return "> " + format.Fixed(-least, decimals)
			}
			return "< " + format.Fixed(least, decimals)
		}
		return format.Fixed(v, decimals)
	}
	switch {
	case s.N == 0:
		return format.None
	case math.IsNaN(s.SE):
		return bare(s.Mean)
	}
	return bare(s.Mean) + " (" + bare(s.SE) + ")"
}

// Column returns a column of rows.
func Column(rows [][]float64, j int) []float64 {
	values := make([]float64, len(rows))
	for i, row := range rows {
		values[i] = row[j]
	}
	return values
}

// Logs summarises the decimal logarithms of positive values.
func Logs(values []float64) Stat {
	logs := make([]float64, 0, len(values))
	for _, v := range values {
		if v > 0 {
			logs = append(logs, math.Log10(v))
		}
	}
	return New(logs)
}

// RootMeanSquare is √(Σ v²/n), NaN for no values.
func RootMeanSquare(values []float64) float64 {
	squares := 0.0
	for _, v := range values {
		squares += v * v
	}
	return math.Sqrt(squares / float64(len(values)))
}

// Mean adds up in order; gonum sums in lanes, whose number depends on the build.
func Mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
