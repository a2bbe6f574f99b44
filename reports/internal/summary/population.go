package summary

import (
	"math"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// PopulationErrors returns how far the estimates of each repetition are from the
// population importances: the root of the mean square over variables of
// raw − population. Nil if the records hold no population values.
func (c Cell) PopulationErrors() []float64 {
	raw, population := c.Recorded[results.ValueRaw], c.Recorded[results.ValuePopulation]
	if len(raw) == 0 || len(population) != len(raw) || len(population[0]) != len(raw[0]) {
		return nil
	}
	errors := make([]float64, len(raw))
	for i, row := range raw {
		squares := 0.0
		for j, v := range row {
			squares += (v - population[i][j]) * (v - population[i][j])
		}
		errors[i] = math.Sqrt(squares / float64(len(row)))
	}
	return errors
}

// Excess summarises raw − population of the variable at index j.
func (c Cell) Excess(j int) stat.Stat {
	raw, population := c.Recorded[results.ValueRaw], c.Recorded[results.ValuePopulation]
	differences := make([]float64, len(raw))
	for i := range raw {
		differences[i] = raw[i][j] - population[i][j]
	}
	return stat.New(differences)
}

// PopulationOf summarises the population importance of a variable on a design:
// the mean over the repetitions of the first cell that has it, whose kernels
// may differ a little. N is 0 where there is none.
func PopulationOf(g Group, variable string) stat.Stat {
	for _, c := range g.Cells {
		if j := slices.Index(c.Variables, variable); j >= 0 && len(c.Recorded[results.ValuePopulation]) > 0 {
			return stat.Columns(c.Recorded[results.ValuePopulation])[j]
		}
	}
	return stat.Stat{}
}
