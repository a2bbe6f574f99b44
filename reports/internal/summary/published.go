package summary

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// NoiseColumns returns the indices of the variables that are not among some, the relevant ones.
func NoiseColumns(variables, relevant []string) []int {
	var columns []int
	for j, name := range variables {
		if !slices.Contains(relevant, name) {
			columns = append(columns, j)
		}
	}
	return columns
}

// Quantity is what a published number is of: a statistic of a variable's
// importance or of another value of the records. A value that is one number for all variables
// has no variable.
type Quantity struct {
	Name      results.ValueName
	Variable  string
	Statistic results.Statistic
}

// QuantityOf returns what a published number is of.
func QuantityOf(e results.Expected) Quantity {
	if e.Statistic == results.StatisticCumulative {
		return MeanOf(results.ValueCumulative, "") // the loss is of no variable
	}
	return Quantity{cmp.Or(e.Quantity, Importance), e.Variable, e.Statistic}
}

// MeanOf is the mean of a value of a variable.
func MeanOf(name results.ValueName, variable string) Quantity {
	return Quantity{name, variable, results.StatisticMean}
}

// Label names a quantity in tables.
func (q Quantity) Label() string {
	k := q.Statistic.Rank()
	switch {
	case q.Name == results.ValueCumulative:
		return "cumulative loss"
	case q.Name != Importance:
		return strings.TrimSpace(strings.ReplaceAll(string(q.Name), "_", " ") + " " + q.Variable)
	case q.Statistic == results.StatisticMean:
		return q.Variable
	case q.Statistic == results.StatisticMeanNoise:
		return "mean of noise"
	case k == 1:
		return "largest noise"
	case k > 1:
		return "noise, rank " + strconv.Itoa(k)
	}
	return q.Variable + " " + string(q.Statistic)
}

// Estimate returns a quantity of a cell with its standard error. The error
// says in words for readers of the report why there is none.
func (c Cell) Estimate(q Quantity, relevant []string) (stat.Stat, error) {
	stats, mean := c.Means[q.Name], c.Mean(q.Name, q.Variable)
	k, noise := q.Statistic.Rank(), NoiseColumns(c.Variables, relevant)
	what := map[results.ValueName]string{Importance: "importances", results.ValueCumulative: "losses"}
	fail := func(reason string, a ...any) (stat.Stat, error) { return stat.Stat{}, fmt.Errorf(reason, a...) }
	switch {
	case c.Repetitions == 0:
		return stat.Stat{}, c.NotRunError()
	case q.Name != Importance && q.Statistic != results.StatisticMean:
		return fail("no statistic %s of %s (one of: %s)", q.Statistic, q.Name, results.StatisticMean)
	case len(stats) == 0:
		return fail("the records hold no %s", cmp.Or(what[q.Name], string(q.Name)))
	case q.Statistic == results.StatisticMean && mean.N > 0:
		return mean, nil
	case len(stats) != len(c.Variables):
		return fail("%s is not a value of inputs", q.Name)
	case q.Statistic == results.StatisticMean:
		return fail("no input %s", q.Variable)
	case len(noise) == 0:
		return fail("no noise inputs")
	case q.Statistic == results.StatisticMeanNoise:
		return stat.Jackknife(c.Recorded[Importance], noise, stat.Mean), nil
	case k == 0:
		return stat.Stat{}, q.Statistic.Check()
	case k > len(noise):
		return fail("only %d noise inputs", len(noise))
	}
	return stat.Jackknife(c.Recorded[Importance], noise, func(means []float64) float64 {
		slices.Sort(means)
		return means[len(means)-k]
	}), nil
}

// Printed returns what is published of a cell.
func (s Summary) Printed(c Cell) (list []results.Expected) {
	for _, e := range s.Experiment.Expected {
		if Matches(e.Cell, c.Cell) {
			list = append(list, e)
		}
	}
	return list
}

// mostListed is the largest number of variables that are ever shown.
const mostListed = 40

// Shown returns the names of the variables to show for cells: in the paper's
// order as far as that goes, then by decreasing mean in the first cell that
// was run if only the top ones are shown, in their own order otherwise. Of more
// than 40 variables only the top ones are ever shown.
func (s Summary) Shown(cells []Cell) []string {
	e := s.Experiment
	at := slices.IndexFunc(cells, func(c Cell) bool { return c.Means[Importance] != nil })
	if at < 0 {
		names := slices.Clone(e.Ordering)
		for _, x := range e.Expected {
			if x.Quantity == "" && x.Statistic == results.StatisticMean {
				names = Union(names, x.Variable)
			}
		}
		return names
	}
	c := cells[at]
	names := slices.DeleteFunc(slices.Clone(e.Ordering), func(name string) bool { return !slices.Contains(c.Variables, name) })
	rest := NoiseColumns(c.Variables, names)
	top := e.Top
	if top == 0 && len(c.Variables) > mostListed {
		top = mostListed
	}
	if top > 0 {
		slices.SortStableFunc(rest, func(a, b int) int { return cmp.Compare(c.Means[Importance][b].Mean, c.Means[Importance][a].Mean) })
	}
	for _, j := range rest {
		names = append(names, c.Variables[j])
	}
	if top > 0 {
		names = names[:min(top, len(names))]
	}
	return names
}

// Expected returns the published number of a quantity in a cell.
func (s Summary) Expected(c Cell, q Quantity) (results.Expected, bool) {
	for _, e := range s.Printed(c) {
		if QuantityOf(e) == q {
			return e, true
		}
	}
	return results.Expected{}, false
}

// Statistics returns what is published of the null inputs of a cell together, in the order of
// publication.
func (s Summary) Statistics(c Cell) (list []Quantity) {
	for _, e := range s.Printed(c) {
		if q := QuantityOf(e); q.Name == Importance && q.Variable == results.Noise {
			list = Union(list, q)
		}
	}
	return list
}

// BeyondPaper reports whether an experiment is none of the paper's: no cell was
// made under the conventions of its published numbers.
func (s Summary) BeyondPaper() bool {
	return !slices.ContainsFunc(s.Cells, func(c Cell) bool { return c.Cell[results.KeyVariant] == results.VariantPublished })
}

// MostLargest is how many inputs of a data set without known relevant ones are shown.
const MostLargest = 4

// Largest returns the names of the relevant inputs of a cell or, where those are not known, of
// the four with the largest importance.
func (c Cell) Largest() (names []string) {
	for _, name := range c.Variables {
		if slices.Contains(c.Relevant, name) {
			names = append(names, name)
		}
	}
	if names != nil || c.Means[Importance] == nil {
		return names
	}
	names = slices.Clone(c.Variables)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(c.Mean(Importance, b).Mean, c.Mean(Importance, a).Mean) })
	return names[:min(len(names), MostLargest)]
}
