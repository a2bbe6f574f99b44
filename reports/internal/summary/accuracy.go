package summary

import (
	"errors"
	"math"

	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

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
		for _, rows := range Pairs(c, other) {
			a, b = append(a, ours[rows[0]]), append(b, theirs[rows[1]])
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

// ErrorRatios compares cells with those of their designs, among candidates, that a selector
// finds.
func ErrorRatios(candidates, cells []Cell, than map[string]string) []ErrorRatio {
	var ratios []ErrorRatio
	for _, c := range cells {
		if other, ok := Counterpart(candidates, c, than); ok && !c.Unknown() {
			ratios = append(ratios, ErrorRatio{c, c.ratioTo(other)})
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

// Scores of the values of a cell against population importances, by repetition; one that cannot
// be told is missing. Values are first multiplied by 1, of shares of the explained variation,
// or otherwise by the factor for all inputs and repetitions, not negative, that suits the
// population values best.
const (
	// Score is the root mean square of the scaled values less the population's, as a
	// share of the root mean square of the latter.
	Score results.ValueName = "score"
	// RankCorrelation is that of ranks, AUC the area under the curve of telling inputs that
	// do something from the others.
	RankCorrelation results.ValueName = "rank_correlation"
	AUC             results.ValueName = "auc"
)

// NullOfDesign and EffectiveOfDesign are the inputs of the cell that are null and active by the
// population values of any cell of its design, none of a cell without scores.
func NullOfDesign(c Cell) []int { return c.null }

func EffectiveOfDesign(c Cell) []int { return c.effective }

// score scores the cells of a design that were run. Of cells without
// population values of their own the scores are against those of the same repetition of another
// cell, or if none has it the mean over its repetitions.
func score(design []*Cell) {
	truth := &Cell{}
	for _, c := range design {
		if c.Recorded[results.ValuePopulation] != nil && c.Repetitions > truth.Repetitions {
			truth = c
		}
	}
	population := truth.Recorded[results.ValuePopulation]
	if population == nil {
		return
	}
	for _, c := range design {
		importances := c.Recorded[Importance]
		if importances == nil || len(importances[0]) != len(population[0]) {
			continue
		}
		c.null, c.effective = truth.Null(), truth.Effective()
		rows, scale := c.Recorded[results.ValuePopulation], 1.0
		if rows == nil {
			rows = truth.populationFor(*c)
		}
		if !method.Of(c.Cell[results.KeyMethod]).Shares {
			scale = bestScale(importances, rows)
		}
		for i, values := range importances {
			c.addScores(scale, values, rows[i])
		}
	}
}

// populationFor returns the population values of the repetitions of another cell.
func (c Cell) populationFor(other Cell) [][]float64 {
	population := c.Recorded[results.ValuePopulation]
	means := make([]float64, len(population[0]))
	for j, mean := range stat.Columns(population) {
		means[j] = mean.Mean
	}
	rows := make([][]float64, other.Repetitions)
	for i := range rows {
		rows[i] = means
	}
	for _, pair := range Pairs(c, other) {
		rows[pair[1]] = population[pair[0]]
	}
	return rows
}

// bestScale returns the factor of values that suits others best in square, 0 if that is
// negative.
func bestScale(values, others [][]float64) float64 {
	product, square := 0.0, 0.0
	for i := range values {
		for j, v := range values[i] {
			product += v * others[i][j]
			square += v * v
		}
	}
	if square == 0 || product < 0 {
		return 0
	}
	return product / square
}

// addScores scores a repetition.
func (c *Cell) addScores(scale float64, values, population []float64) {
	note := func(name results.ValueName, v float64) { c.derived[name] = append(c.derived[name], []float64{v}) }
	differences := make([]float64, len(values))
	for j, v := range values {
		differences[j] = scale*v - population[j]
	}
	if length := stat.RootMeanSquare(population); length > 0 {
		note(Score, stat.RootMeanSquare(differences)/length)
	}
	if len(c.effective) == 0 || len(c.effective) == 1 && len(c.null) == 0 {
		return
	}
	note(RankCorrelation, stat.Spearman(values, population))
	if len(c.null) == 0 {
		return
	}
	pick := func(columns []int) []float64 {
		picked := make([]float64, len(columns))
		for k, j := range columns {
			picked[k] = values[j]
		}
		return picked
	}
	note(AUC, stat.AUC(pick(c.effective), pick(c.null)))
}
