package summary

import (
	"errors"
	"math"
	"strconv"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Designs puts cells that differ in how they estimate alone together.
func Designs(cells []Cell) []Group {
	return Groups(cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel)
}

// Unknown reports whether a cell was run and has no population values: its tables are
// rows of a data set.
func (c Cell) Unknown() bool {
	return c.Repetitions > 0 && len(c.Recorded[results.ValuePopulation]) == 0
}

// Drift is how far an estimator's values on tables of one size lie from those on the
// largest tables of the same data set.
type Drift struct {
	Cell, Largest Cell
	// By is the root mean square over inputs of the difference of means, By.SE its
	// standard error from the tables of both.
	By stat.Stat
}

// Drifts compares the cells without population values with those of the largest n.
func Drifts(cells []Cell) []Drift {
	var drifts []Drift
	for _, g := range Groups(cells, results.KeyN) {
		largest := g.Cells[0]
		for _, c := range g.Cells {
			if whole(c.Cell[results.KeyN]) > whole(largest.Cell[results.KeyN]) {
				largest = c
			}
		}
		for _, c := range g.Cells {
			if c.Unknown() && largest.Unknown() && c.Slug != largest.Slug {
				drifts = append(drifts, Drift{c, largest, c.driftTo(largest)})
			}
		}
	}
	return drifts
}

// whole reads a whole number of a cell.
func whole(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func (c Cell) driftTo(other Cell) stat.Stat {
	from, to := stat.Columns(c.Values), stat.Columns(other.Values)
	differences, variance := make([]float64, len(from)), 0.0
	for j := range from {
		differences[j] = from[j].Mean - to[j].Mean
		variance += (from[j].SE*from[j].SE + to[j].SE*to[j].SE) * differences[j] * differences[j]
	}
	by := stat.RootMeanSquare(differences)
	return stat.Stat{Mean: by, SD: math.NaN(), SE: math.Sqrt(variance) / (by * float64(len(from))), N: c.Repetitions} // by the delta method
}

// squaredErrors returns, by repetition, the mean square over inputs of how far the
// values that users see are from the population's; nil if that is not recorded.
func (c Cell) squaredErrors() []float64 {
	population := c.Recorded[results.ValuePopulation]
	if len(c.Values) == 0 || len(population) != len(c.Values) {
		return nil
	}
	squares := distances(c.Values, population, NoiseColumns(c.Variables, nil))
	for i, d := range squares {
		squares[i] = d * d
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

// RelevantBias is the mean over repetitions of what values of the inputs that do
// something are too large by, in the mean over these.
func (c Cell) RelevantBias() stat.Stat { return c.meanExcess(c.Effective()) }

// NullBias is the same of the null inputs.
func (c Cell) NullBias() stat.Stat { return c.meanExcess(c.Null()) }

func (c Cell) meanExcess(columns []int) stat.Stat {
	var excess []float64
	for i, population := range c.Recorded[results.ValuePopulation] {
		sum := 0.0
		for _, j := range columns {
			sum += c.Values[i][j] - population[j]
		}
		if len(columns) > 0 {
			excess = append(excess, sum/float64(len(columns)))
		}
	}
	return stat.New(excess)
}

// ErrorRatio is how a cell's error compares with that of another one on the same
// design; N is 0 where it cannot be told.
type ErrorRatio struct {
	Cell  Cell
	Ratio stat.Stat
}

// ratioTo is the ratio of typical errors over the repetitions that both cells have;
// its standard error is by the delta method.
func (c Cell) ratioTo(other Cell) stat.Stat {
	ours, theirs := c.squaredErrors(), other.squaredErrors()
	if len(ours) == 0 || len(theirs) == 0 {
		return stat.New(nil)
	}
	var a, b []float64
	for _, at := range Pairs(c, other) {
		a, b = append(a, ours[at[0]]), append(b, theirs[at[1]])
	}
	if len(a) == 0 {
		return stat.New(nil)
	}
	meanA, meanB := stat.Mean(a), stat.Mean(b)
	terms := make([]float64, len(a))
	for i := range terms {
		terms[i] = (a[i]/meanA - b[i]/meanB) / 2
	}
	ratio := math.Sqrt(meanA / meanB)
	return stat.Stat{Mean: ratio, SD: math.NaN(), SE: ratio * stat.New(terms).SE, N: len(a)}
}

// ErrorRatios compares the cells that a selector finds with those of their designs
// that another selector finds.
func ErrorRatios(cells []Cell, selector, than map[string]string) []ErrorRatio {
	var ratios []ErrorRatio
	for _, g := range Designs(cells) {
		other, ok := Find(g.Cells, than)
		for _, c := range g.Cells {
			if ok && Matches(selector, c.Cell) && !c.Unknown() {
				ratios = append(ratios, ErrorRatio{c, c.ratioTo(other)})
			}
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
