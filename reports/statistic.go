package reports

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"drfvi/reports/internal/stat"
	"drfvi/results"
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
	if q.statistic == results.StatisticCumulative {
		q.variable = "" // the loss is of no variable
	}
	return q
}

// importanceOf is the mean importance of a variable.
func importanceOf(variable string) quantity {
	return quantity{variable: variable, statistic: results.StatisticMean}
}

// label names a quantity in tables.
func (q quantity) label() string {
	k := q.statistic.Rank()
	switch {
	case q.name != "":
		return strings.TrimSpace(strings.ReplaceAll(string(q.name), "_", " ") + " " + q.variable)
	case q.statistic == results.StatisticMean:
		return q.variable
	case q.statistic == results.StatisticMeanNoise:
		return "mean of noise"
	case q.statistic == results.StatisticCumulative:
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
func (c CellSummary) estimate(q quantity, relevant []string) (stat.Stat, error) {
	variable, statistic := q.variable, q.statistic
	if c.Repetitions == 0 {
		return stat.Stat{}, c.notRun()
	}
	if q.name != "" {
		return c.estimateNamed(q)
	}
	if statistic == results.StatisticCumulative {
		if c.Cumulative.N == 0 {
			return stat.Stat{}, fmt.Errorf("the records hold no losses")
		}
		return c.Cumulative, nil
	}
	if len(c.Compared) == 0 {
		return stat.Stat{}, fmt.Errorf("the records hold no importances")
	}
	if statistic == results.StatisticMean {
		j := slices.Index(c.Variables, variable)
		if j < 0 {
			return stat.Stat{}, fmt.Errorf("no variable %s", variable)
		}
		return c.Compared[j], nil
	}
	columns := noiseColumns(c.Variables, relevant)
	if len(columns) == 0 {
		return stat.Stat{}, fmt.Errorf("no noise variables")
	}
	if statistic == results.StatisticMeanNoise {
		return stat.Jackknife(c.repetitions, columns, stat.Mean), nil
	}
	k := statistic.Rank()
	if k == 0 {
		return stat.Stat{}, statistic.Check()
	}
	if k > len(columns) {
		return stat.Stat{}, fmt.Errorf("only %d noise variables", len(columns))
	}
	return stat.Jackknife(c.repetitions, columns, func(means []float64) float64 {
		sort.Sort(sort.Reverse(sort.Float64Slice(means)))
		return means[k-1]
	}), nil
}

// estimateNamed returns the mean of a value other than the importance.
func (c CellSummary) estimateNamed(q quantity) (stat.Stat, error) {
	stats := stat.Columns(c.values[q.name])
	switch {
	case q.statistic != results.StatisticMean:
		return stat.Stat{}, fmt.Errorf("no statistic %s of %s (one of: %s)", q.statistic, q.name, results.StatisticMean)
	case len(stats) == 0:
		return stat.Stat{}, fmt.Errorf("the records hold no %s", q.name)
	case q.variable == "" && len(stats) == 1:
		return stats[0], nil
	case len(stats) != len(c.Variables):
		return stat.Stat{}, fmt.Errorf("%s is not a value of variables", q.name)
	}
	j := slices.Index(c.Variables, q.variable)
	if j < 0 {
		return stat.Stat{}, fmt.Errorf("no variable %s", q.variable)
	}
	return stats[j], nil
}
