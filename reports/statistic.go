package reports

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"

	"drfvi/results"
)

// noise stands for all variables that are not relevant.
const noise = results.Noise

// Statistics a published number can be.
const (
	statMean       = results.StatisticMean
	statLargest    = results.StatisticLargest
	statMeanNoise  = results.StatisticMeanNoise
	statCumulative = results.StatisticCumulative
)

// noiseColumns returns the indices of the variables that are not relevant.
func noiseColumns(variables, relevant []string) []int {
	var columns []int
	for j, name := range variables {
		if !slices.Contains(relevant, name) {
			columns = append(columns, j)
		}
	}
	return columns
}

// quantity is what a published number is of: a statistic of a variable's
// importance or, with a name, of another value of the records. A value that is
// one number for all variables has no variable.
type quantity struct {
	name      results.ValueName
	variable  string
	statistic results.Statistic
}

// quantityOf returns what a published number is of.
func quantityOf(e results.Expected) quantity {
	q := quantity{e.Quantity, e.Variable, e.Statistic}
	if q.statistic == statCumulative {
		q.variable = "" // the loss is of no variable
	}
	return q
}

// importanceOf is the mean importance of a variable.
func importanceOf(variable string) quantity { return quantity{variable: variable, statistic: statMean} }

// label names a quantity in tables.
func (q quantity) label() string {
	k := q.statistic.Rank()
	switch {
	case q.name != "":
		return strings.TrimSpace(strings.ReplaceAll(string(q.name), "_", " ") + " " + q.variable)
	case q.statistic == statMean:
		return q.variable
	case q.statistic == statMeanNoise:
		return "mean of noise"
	case q.statistic == statCumulative:
		return "cumulative loss"
	case k == 1:
		return "largest noise"
	case k > 1:
		return "noise, rank " + strconv.Itoa(k)
	}
	return q.variable + " " + string(q.statistic)
}

// estimate returns a quantity of a cell with its standard error. The error
// says in words for readers of the report why there is none.
func (c CellSummary) estimate(q quantity, relevant []string) (Stat, error) {
	variable, statistic := q.variable, q.statistic
	if c.Repetitions == 0 {
		return Stat{}, c.notRun()
	}
	if q.name != "" {
		return c.estimateNamed(q)
	}
	if statistic == statCumulative {
		if c.Cumulative.N == 0 {
			return Stat{}, fmt.Errorf("the records hold no losses")
		}
		return c.Cumulative, nil
	}
	if len(c.Compared) == 0 {
		return Stat{}, fmt.Errorf("the records hold no importances")
	}
	if statistic == statMean {
		j := slices.Index(c.Variables, variable)
		if j < 0 {
			return Stat{}, fmt.Errorf("no variable %s", variable)
		}
		return c.Compared[j], nil
	}
	columns := noiseColumns(c.Variables, relevant)
	if len(columns) == 0 {
		return Stat{}, fmt.Errorf("no noise variables")
	}
	if statistic == statMeanNoise {
		return jackknife(c.repetitions, columns, mean), nil
	}
	k := statistic.Rank()
	if k == 0 {
		return Stat{}, statistic.Check()
	}
	if k > len(columns) {
		return Stat{}, fmt.Errorf("only %d noise variables", len(columns))
	}
	return jackknife(c.repetitions, columns, func(means []float64) float64 {
		sort.Sort(sort.Reverse(sort.Float64Slice(means)))
		return means[k-1]
	}), nil
}

// estimateNamed returns the mean of a value other than the importance.
func (c CellSummary) estimateNamed(q quantity) (Stat, error) {
	stats := columnStats(c.values[q.name])
	switch {
	case q.statistic != statMean:
		return Stat{}, fmt.Errorf("no statistic %s of %s (one of: %s)", q.statistic, q.name, statMean)
	case len(stats) == 0:
		return Stat{}, fmt.Errorf("the records hold no %s", q.name)
	case q.variable == "" && len(stats) == 1:
		return stats[0], nil
	case len(stats) != len(c.Variables):
		return Stat{}, fmt.Errorf("%s is not a value of variables", q.name)
	}
	j := slices.Index(c.Variables, q.variable)
	if j < 0 {
		return Stat{}, fmt.Errorf("no variable %s", q.variable)
	}
	return stats[j], nil
}

// mean adds up in order; gonum sums in lanes, whose number depends on the build.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// jackknife returns statistic(means over rows of the columns). Its standard
// error comes from leaving out one row (repetition) at a time,
//
//	SE² = (R−1)/R · Σ_r (θ₍₋ᵣ₎ − mean θ₍₋·₎)²,
//
// because a statistic such as the largest of many means has no simple one; for
// a mean it is sd/√R. The statistic may reorder its argument.
func jackknife(rows [][]float64, columns []int, statistic func(means []float64) float64) Stat {
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
	center, squares := mean(left), 0.0
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
