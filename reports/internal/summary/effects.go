package summary

import (
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Within counts the values that are within two standard errors over tables of the population's;
// none without population values or errors.
func (c Cell) Within() (within stat.Count) {
	if len(c.Recorded[results.ValuePopulation]) != len(c.Recorded[results.ValueDataSE]) {
		return within
	}
	return c.within(results.ValueDataSE, c.Recorded[results.ValuePopulation])
}

// WithinOf counts the values that are within two of the standard errors that an
// approximate aggregation adds of those of another cell on the same tables.
func (c Cell) WithinOf(other Cell) stat.Count {
	return c.within(results.ValueAggregationSE, other.Recorded[results.ValueRaw])
}

func (c Cell) within(errors results.ValueName, others [][]float64) (within stat.Count) {
	ours, se := c.Recorded[results.ValueRaw], c.Recorded[errors]
	for i := range min(len(ours), len(others), len(se)) {
		for j, e := range se[i] {
			within.Add(math.Abs(ours[i][j]-others[i][j]) <= 2*e)
		}
	}
	return within
}
