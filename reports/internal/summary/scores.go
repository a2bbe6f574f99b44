package summary

import (
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Scored is a cell with scores of its values against population importances, by
// repetition; a score that cannot be told is nil.
type Scored struct {
	Cell
	// Null and Effective are the columns of null inputs, and something.
	Null, Effective []int
	// Scale is the factor by which values are multiplied before errors are taken: 1 of
	// shares of the explained variation, otherwise the one, not negative, for all inputs
	// and repetitions that suits the population values best.
	Scale float64
	// Error is the root mean square of the scaled values less the population's, as a
	// share of the root mean square of the latter.
	Error []float64
	// Correlation is that of ranks, AUC the area under the curve of telling inputs that
	// do something from the others.
	Correlation, AUC []float64
}

// Scores returns the scores of the cells of a design that were run. Of cells without
// population values of their own they are those of the same repetition of another
// cell, or if none has it the mean over its repetitions.
func Scores(design []Cell) []Scored {
	var truth Cell
	for _, c := range design {
		if rows := c.Recorded[results.ValuePopulation]; len(rows) > len(truth.Recorded[results.ValuePopulation]) {
			truth = c
		}
	}
	population := truth.Recorded[results.ValuePopulation]
	if population == nil {
		return nil
	}
	var all []Scored
	for _, c := range design {
		if c.Repetitions == 0 || len(c.Recorded[Importance]) != c.Repetitions || len(c.Recorded[Importance][0]) != len(population[0]) {
			continue
		}
		s := Scored{Cell: c, Null: truth.Null(), Effective: truth.Effective(), Scale: 1}
		rows := c.Recorded[results.ValuePopulation]
		if len(rows) != c.Repetitions {
			rows = truth.populationFor(c)
		}
		if !method.Of(c.Cell[results.KeyMethod]).Shares {
			s.Scale = bestScale(c.Recorded[Importance], rows)
		}
		for i, values := range c.Recorded[Importance] {
			s.add(values, rows[i])
		}
		all = append(all, s)
	}
	return all
}

// populationFor returns the population values of the repetitions of another cell.
func (c Cell) populationFor(other Cell) [][]float64 {
	population := c.Recorded[results.ValuePopulation]
	means := make([]float64, len(population[0]))
	for j, of := range c.Means[results.ValuePopulation] {
		means[j] = of.Mean
	}
	rows := make([][]float64, other.Repetitions)
	for i := range rows {
		rows[i] = means
	}
	for _, at := range Pairs(c, other) {
		rows[at[1]] = population[at[0]]
	}
	return rows
}

// bestScale returns the factor of values that suits others best in square, 0 if that is
// negative.
func bestScale(values, others [][]float64) float64 {
	product, square := 0.0, 0.0
	for i := range values {
		for j, v := range values[i] {
			product += v * others[i][j]
			square += v * v
		}
	}
	if square == 0 || product < 0 {
		return 0
	}
	return product / square
}

// add scores a repetition.
func (s *Scored) add(values, population []float64) {
	differences := make([]float64, len(values))
	for j, v := range values {
		differences[j] = s.Scale*v - population[j]
	}
	if length := stat.RootMeanSquare(population); length > 0 {
		s.Error = append(s.Error, stat.RootMeanSquare(differences)/length)
	}
	if len(s.Effective) == 0 || len(s.Effective) == 1 && len(s.Null) == 0 {
		return
	}
	s.Correlation = append(s.Correlation, stat.Spearman(values, population))
	if len(s.Null) == 0 {
		return
	}
	pick := func(columns []int) []float64 {
		picked := make([]float64, len(columns))
		for k, j := range columns {
			picked[k] = values[j]
		}
		return picked
	}
	s.AUC = append(s.AUC, stat.AUC(pick(s.Effective), pick(s.Null)))
}
