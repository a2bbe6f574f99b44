package summary

import (
	"errors"
	"maps"
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Designs puts cells that differ in how they estimate alone together.
func Designs(cells []Cell) [][]Cell { return Groups(cells, EstimationKeys...) }

// Unknown reports whether a cell was run and has no population values: its tables are
// rows of a data set.
func (c Cell) Unknown() bool {
	return c.Repetitions > 0 && len(c.Recorded[results.ValuePopulation]) == 0
}

// squaredErrors returns, by repetition, the mean square over inputs of how far the
// values that users see are from the population's; nil if that is not recorded.
func (c Cell) squaredErrors() []float64 {
	var squares []float64
	for _, d := range c.distances(Importance) {
		squares = append(squares, d[0]*d[0])
	}
	return squares
}

// TypicalError is the root mean square, over inputs and repetitions, of how far the
// values that users see are from the population's.
func (c Cell) TypicalError() stat.Stat {
	s := stat.New(c.squaredErrors())
	root := math.Sqrt(s.Mean)
	return stat.Stat{Mean: root, SD: math.NaN(), SE: s.SE / (2 * root), N: s.N} // by the delta method
}

// ErrorRatio is how a cell's error compares with that of another one on the same
// design; N is 0 where it cannot be told.
type ErrorRatio struct {
	Cell  Cell
	Ratio stat.Stat
}

// ratioTo is the ratio of typical errors over the repetitions that both cells have, NaN over
// none; its standard error is by the delta method.
func (c Cell) ratioTo(other Cell) stat.Stat {
	ours, theirs := c.squaredErrors(), other.squaredErrors()
	var a, b []float64
	if len(ours) > 0 && len(theirs) > 0 {
		for _, at := range Pairs(c, other) {
			a, b = append(a, ours[at[0]]), append(b, theirs[at[1]])
		}
	}
	meanA, meanB := stat.Mean(a), stat.Mean(b)
	terms := make([]float64, len(a))
	for i := range terms {
		terms[i] = (a[i]/meanA - b[i]/meanB) / 2
	}
	ratio := math.Sqrt(meanA / meanB)
	return stat.Stat{Mean: ratio, SD: math.NaN(), SE: ratio * stat.New(terms).SE, N: len(a)}
}

// ErrorRatios compares cells with those of their designs, among all, that a selector finds.
func ErrorRatios(all, cells []Cell, than map[string]string) []ErrorRatio {
	var ratios []ErrorRatio
	for _, c := range cells {
		other := Without(c.Cell, EstimationKeys...)
		maps.Copy(other, than)
		if rival, ok := Find(all, other); ok && !c.Unknown() {
			ratios = append(ratios, ErrorRatio{c, c.ratioTo(rival)})
		}
	}
	return ratios
}

// GeometricMean is that of ratios, with the standard error that those of the ratios
// give it, and the place of the largest. The error says which ratio is missing.
func GeometricMean(ratios []ErrorRatio) (mean stat.Stat, worst int, err error) {
	logs, squares := 0.0, 0.0
	for i, r := range ratios {
		if r.Ratio.N == 0 {
			return stat.New(nil), 0, errors.New(Describe(r.Cell.Cell) + ": no errors against population values in common")
		}
		if r.Ratio.Mean > ratios[worst].Ratio.Mean {
			worst = i
		}
		logs += math.Log(r.Ratio.Mean)
		squares += math.Pow(r.Ratio.SE/r.Ratio.Mean, 2)
	}
	n := float64(len(ratios))
	value := math.Exp(logs / n)
	return stat.Stat{Mean: value, SD: math.NaN(), SE: value * math.Sqrt(squares) / n, N: len(ratios)}, worst, nil
}

// Trend is how the error of an estimator falls with the number of rows, in cells that differ in
// n alone: the slope of the decimal logarithm of each repetition's error against that of n, and the
// p-value of the test that their means are on a line. ok is false where there are fewer than two
// numbers of rows.
func Trend(cells []Cell) (slope stat.Stat, bent float64, ok bool) {
	var x, y []float64
	sizes := 0
	for _, c := range cells {
		errors, n := c.Column(Error, 0), SizeOf(c, results.KeyN)
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
