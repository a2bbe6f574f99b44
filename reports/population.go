package reports

import (
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// populationErrors returns how far the estimates of each repetition are from the
// population importances: the root of the mean square over variables of
// raw − population. Nil if the records hold no population values.
func (c CellSummary) populationErrors() []float64 {
	raw, population := c.values[results.ValueRaw], c.values[results.ValuePopulation]
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

// excess summarises raw − population of the variable at index j.
func (c CellSummary) excess(j int) stat.Stat {
	raw, population := c.values[results.ValueRaw], c.values[results.ValuePopulation]
	differences := make([]float64, len(raw))
	for i := range raw {
		differences[i] = raw[i][j] - population[i][j]
	}
	return stat.New(differences)
}
