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

// Quantity names a row of the tidy table in a cell: a value of the records, or a published
// statistic over null inputs, and the variable that it is of. A value that is one number has no
// variable.
type Quantity struct {
	Name     results.ValueName
	Variable string
}

// QuantityOf returns what a published number is of.
func QuantityOf(e results.Expected) Quantity {
	switch e.Statistic {
	case results.StatisticCumulative:
		return Quantity{results.ValueCumulative, ""} // the loss is of no variable
	case results.StatisticMean:
		return Quantity{cmp.Or(e.Quantity, Importance), e.Variable}
	}
	return Quantity{results.ValueName(e.Statistic), e.Variable}
}

// statistic is that over null inputs which the quantity is, empty for none.
func (q Quantity) statistic() results.Statistic {
	if s := results.Statistic(q.Name); s == results.StatisticMeanNoise || s.Rank() > 0 {
		return s
	}
	return ""
}

// Label names a quantity in tables.
func (q Quantity) Label() string {
	switch k := q.Largest(); {
	case q.Name == results.ValueCumulative:
		return "cumulative loss"
	case q.Name == Importance:
		return q.Variable
	case q.statistic() == results.StatisticMeanNoise:
		return "mean of noise"
	case k == 1:
		return "largest noise"
	case k > 1:
		return "noise, rank " + strconv.Itoa(k)
	}
	return strings.TrimSpace(strings.ReplaceAll(string(q.Name), "_", " ") + " " + q.Variable)
}

// Largest is the k of the k-th largest mean of null inputs, 0 of other quantities.
func (q Quantity) Largest() int { return q.statistic().Rank() }

// Estimate returns a quantity of a cell with its standard error. The error
// says in words for readers of the report why there is none.
func (s Summary) Estimate(c Cell, q Quantity) (value stat.Stat, err error) {
	if value = c.Mean(q.Name, q.Variable); q.statistic() != "" {
		value = c.overNoise(q, s.Experiment.Relevant)
	}
	if c.Repetitions == 0 {
		return value, c.NotRunError()
	}
	if value.N == 0 {
		return value, fmt.Errorf("the records hold no value for %q", q.Label())
	}
	return value, nil
}

// overNoise is a statistic over the inputs that are not relevant; its N is 0 where there are
// too few.
func (c Cell) overNoise(q Quantity, relevant []string) stat.Stat {
	rows, noise, k := c.Recorded[Importance], NoiseColumns(c.Variables, relevant), q.Largest()
	if len(rows) == 0 || len(noise) < max(k, 1) {
		return stat.Stat{}
	}
	return stat.Jackknife(rows, noise, func(means []float64) float64 {
		if k == 0 {
			return stat.Mean(means)
		}
		slices.Sort(means)
		return means[len(means)-k]
	})
}

// Printed returns what is published of a cell.
func (s Summary) Printed(c Cell) []results.Expected {
	return Having(s.Experiment.Expected, func(e results.Expected) bool { return results.Matches(e.Cell, c.Cell) })
}

// mostListed is the largest number of variables that are ever shown.
const mostListed = 40

// Shown returns the names of the variables to show for cells: in the paper's order as far as
// that goes, then in their own order. If only the top ones are shown, they are by decreasing
// mean in the first cell that was run. Of more than 40 variables only the top ones are ever
// shown.
func (s Summary) Shown(cells []Cell) []string {
	e := s.Experiment
	first := slices.IndexFunc(cells, func(c Cell) bool { return c.Recorded[Importance] != nil })
	if first < 0 {
		names := slices.Clone(e.Ordering)
		for _, x := range e.Expected {
			if x.Quantity == "" && x.Statistic == results.StatisticMean {
				names = Union(names, x.Variable)
			}
		}
		return names
	}
	c := cells[first]
	names := Having(e.Ordering, func(name string) bool { return slices.Contains(c.Variables, name) })
	top := max(e.Top, 0)
	if top == 0 && len(c.Variables) > mostListed {
		top = mostListed
	}
	if top == 0 {
		return Union(names, c.Variables...)
	}
	names = Union(names, c.descending()...)
	return names[:min(top, len(names))]
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
		if q := QuantityOf(e); q.statistic() != "" && q.Variable == results.Noise {
			list = Union(list, q)
		}
	}
	return list
}

// BeyondPaper reports whether an experiment is none of the paper's: no cell was
// made under the conventions of its published numbers.
func (s Summary) BeyondPaper() bool {
	return !slices.ContainsFunc(
		s.Cells, func(c Cell) bool { return c.Cell[results.KeyVariant] == results.VariantPublished },
	)
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
	if names != nil || c.Recorded[Importance] == nil {
		return names
	}
	names = c.descending()
	return names[:min(len(names), MostLargest)]
}

// descending are the inputs of a cell by decreasing importance.
func (c Cell) descending() []string {
	names := slices.Clone(c.Variables)
	slices.SortStableFunc(
		names,
		func(a, b string) int { return cmp.Compare(c.Mean(Importance, b).Mean, c.Mean(Importance, a).Mean) },
	)
	return names
}

// Active reports whether an input of a cell matters: the experiment says so, or it has a population
// importance.
func (s Summary) Active(c Cell, input string) bool {
	return slices.Contains(s.Experiment.Relevant, input) || slices.Contains(c.Relevant, input) ||
		stat.New(c.Column(results.ValuePopulation, slices.Index(c.Variables, input))).Mean > 0
}

// activeKnown reports whether anything says which inputs matter.
func (s Summary) activeKnown() bool {
	return len(s.Experiment.Relevant) > 0 ||
		slices.ContainsFunc(s.Cells, func(c Cell) bool {
			return len(c.Relevant) > 0 ||
				c.Recorded[results.ValuePopulation] != nil
		})
}
