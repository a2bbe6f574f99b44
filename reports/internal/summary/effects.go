package summary

import (
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Within counts the repetitions in which the value of an input is within two standard errors
// over tables of the population's; none without population values or errors.
func (c Cell) Within(j int) (within stat.Count) {
	raw, population, se := c.Recorded[results.ValueRaw], c.Recorded[results.ValuePopulation], c.Recorded[results.ValueDataSE]
	if len(population) != len(se) {
		return stat.Count{}
	}
	for i := range se {
		within.Add(math.Abs(raw[i][j]-population[i][j]) <= 2*se[i][j])
	}
	return within
}

// AllWithin counts those of all inputs.
func (c Cell) AllWithin() (all stat.Count) {
	for j := range c.Variables {
		all = all.Plus(c.Within(j))
	}
	return all
}

// WithinOf counts the values that are within two of the standard errors that an
// approximate aggregation adds of those of another cell on the same tables.
func (c Cell) WithinOf(other Cell) (within stat.Count) {
	ours, theirs, se := c.Recorded[results.ValueRaw], other.Recorded[results.ValueRaw], c.Recorded[results.ValueAggregationSE]
	for i := range min(len(ours), len(theirs), len(se)) {
		for j, e := range se[i] {
			within.Add(math.Abs(ours[i][j]-theirs[i][j]) <= 2*e)
		}
	}
	return within
}
