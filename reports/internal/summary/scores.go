package summary

import (
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Scores of the values of a cell against population importances, by repetition; one that cannot be told
// is missing. Values are first multiplied by 1, of shares of the explained variation, or otherwise by
// the factor for all inputs and repetitions, not negative, that suits the population values best.
const (
	// Score is the root mean square of the scaled values less the population's, as a
	// share of the root mean square of the latter.
	Score results.ValueName = "score"
	// RankCorrelation is that of ranks, AUC the area under the curve of telling inputs that
	// do something from the others.
	RankCorrelation results.ValueName = "rank_correlation"
	AUC             results.ValueName = "auc"
)

// scores are those of a cell, with the columns of null and of active inputs of its design.
type scores struct {
	null, effective []int
	values          map[results.ValueName][][]float64
}

// NullOfDesign and EffectiveOfDesign are the inputs of the cell that are null and active by the
// population values of any cell of its design, none of a cell without scores.
func NullOfDesign(c Cell) []int { return c.scores.null }

func EffectiveOfDesign(c Cell) []int { return c.scores.effective }

// score scores the cells of a design that were run. Of cells without
// population values of their own the scores are against those of the same repetition of another
// cell, or if none has it the mean over its repetitions.
func score(design []*Cell) {
	truth := &Cell{}
	for _, c := range design {
		c.scores = scores{}
		if rows := c.Recorded[results.ValuePopulation]; len(rows) > len(truth.Recorded[results.ValuePopulation]) {
			truth = c
		}
	}
	population := truth.Recorded[results.ValuePopulation]
	if population == nil {
		return
	}
	for _, c := range design {
		importances := c.Recorded[Importance]
		if c.Repetitions == 0 || len(importances) != c.Repetitions || len(importances[0]) != len(population[0]) {
			continue
		}
		c.scores = scores{truth.Null(), truth.Effective(), make(map[results.ValueName][][]float64)}
		rows, scale := c.Recorded[results.ValuePopulation], 1.0
		if len(rows) != c.Repetitions {
			rows = truth.populationFor(*c)
		}
		if !method.Of(c.Cell[results.KeyMethod]).Shares {
			scale = bestScale(importances, rows)
		}
		for i, values := range importances {
			c.scores.add(scale, values, rows[i])
		}
	}
}

// populationFor returns the population values of the repetitions of another cell.
func (c Cell) populationFor(other Cell) [][]float64 {
	population := c.Recorded[results.ValuePopulation]
	means := make([]float64, len(population[0]))
	for j, of := range stat.Columns(population) {
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
func (s *scores) add(scale float64, values, population []float64) {
	note := func(name results.ValueName, v float64) { s.values[name] = append(s.values[name], []float64{v}) }
	differences := make([]float64, len(values))
	for j, v := range values {
		differences[j] = scale*v - population[j]
	}
	if length := stat.RootMeanSquare(population); length > 0 {
		note(Score, stat.RootMeanSquare(differences)/length)
	}
	if len(s.effective) == 0 || len(s.effective) == 1 && len(s.null) == 0 {
		return
	}
	note(RankCorrelation, stat.Spearman(values, population))
	if len(s.null) == 0 {
		return
	}
	pick := func(columns []int) []float64 {
		picked := make([]float64, len(columns))
		for k, j := range columns {
			picked[k] = values[j]
		}
		return picked
	}
	note(AUC, stat.AUC(pick(s.effective), pick(s.null)))
}
