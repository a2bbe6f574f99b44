package summary

import (
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Nearness is how near the values of an input, or of several, are to those of the
// population.
type Nearness struct {
	Values, Within int // how many there are, and are within two standard errors over tables
	// Of one input: means over tables of the population's value, the estimate and its
	// standard error, and the root mean square error.
	Population, Mean, SE, Error float64
}

// Plus adds the counts of other values.
func (n Nearness) Plus(other Nearness) Nearness {
	return Nearness{Values: n.Values + other.Values, Within: n.Within + other.Within}
}

// Within returns that of input j; the zero value without population values or errors.
func (c Cell) Within(j int) Nearness {
	raw, population, se := c.Recorded[results.ValueRaw], c.Recorded[results.ValuePopulation], c.Recorded[results.ValueDataSE]
	if len(se) == 0 || len(population) != len(se) {
		return Nearness{}
	}
	n := Nearness{Values: len(se)}
	errors := make([]float64, len(se))
	for i := range se {
		if errors[i] = raw[i][j] - population[i][j]; math.Abs(errors[i]) <= 2*se[i][j] {
			n.Within++
		}
	}
	n.Population, n.Mean = stat.Mean(stat.Column(population, j)), stat.Mean(stat.Column(raw, j))
	n.SE, n.Error = stat.RootMeanSquare(stat.Column(se, j)), stat.RootMeanSquare(errors)
	return n
}

// AllWithin counts those of all inputs.
func (c Cell) AllWithin() Nearness {
	var all Nearness
	for j := range c.Variables {
		all = all.Plus(c.Within(j))
	}
	return all
}

// WithinOf counts the values that are within two of the standard errors that an
// approximate aggregation adds of those of another cell on the same tables.
func (c Cell) WithinOf(other Cell) Nearness {
	var n Nearness
	ours, theirs, se := c.Recorded[results.ValueRaw], other.Recorded[results.ValueRaw], c.Recorded[results.ValueAggregationSE]
	for i := range min(len(ours), len(theirs), len(se)) {
		for j, e := range se[i] {
			n.Values++
			if math.Abs(ours[i][j]-theirs[i][j]) <= 2*e {
				n.Within++
			}
		}
	}
	return n
}
