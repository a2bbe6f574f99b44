package verdict

import (
	"errors"
	"fmt"
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// meanSize compares the mean over cells of what is found of inputs that do nothing.
func meanSize(claim results.Claim, cells []summary.Cell) (band, error) {
	mean, found, tests := summary.MeanSize(cells, claim.Level)
	if tests == 0 {
		return band{}, errNoTests
	}
	b := band{upper: fmt.Sprint(claim.High), lower: "mean over cells", gap: mean, holds: mean.Mean >= claim.Low && mean.Mean <= claim.High, observed: stat.RateText(found, tests)}
	b.gap.Mean = claim.High - mean.Mean
	if low := mean.Mean - claim.Low; low < b.gap.Mean {
		b.upper, b.lower, b.gap.Mean = b.lower, fmt.Sprint(claim.Low), low
	}
	return b, nil
}

// found finds, of the inputs that the claim names, the one that is found least often.
func found(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	tables, inputs := len(c.PValues()), spokenOf(claim, c)
	if tables == 0 || len(inputs) == 0 {
		return band{}, errNoTests
	}
	least, at := math.MaxInt, 0
	for _, j := range inputs {
		if k := c.Found(j, claim.Level); k < least {
			least, at = k, j
		}
	}
	return above(claim.Bound, "tables with "+c.Variables[at], least, tables, stat.Level/float64(len(inputs))), nil
}

// named counts the tables in which any of the inputs is said to stand in for others.
func named(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	rows, inputs, tables := c.Recorded[results.ValueStandsIn], spokenOf(claim, c), 0
	if len(rows) == 0 || len(inputs) == 0 {
		return band{}, errors.New("the records do not say which inputs may stand in for others")
	}
	for _, row := range rows {
		for _, j := range inputs {
			if row[j] == 1 {
				tables++
				break
			}
		}
	}
	return above(claim.Bound, "tables that name them", tables, len(rows), stat.Level), nil
}

// warned counts the tables with a warning that has the words of the claim.
func warned(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	return above(claim.Bound, "tables with such a warning", c.Warned(claim.Says), c.Repetitions, stat.Level), nil
}

// near finds, of the inputs that the claim names, the one whose mean importance is farthest
// from its population value.
func near(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	population, inputs := stat.Columns(c.Recorded[results.ValuePopulation]), spokenOf(claim, c)
	if len(population) == 0 || len(inputs) == 0 {
		return band{}, errors.New("the records hold no population values")
	}
	var farthest stat.Stat
	most, at := -1.0, 0
	for _, j := range inputs {
		difference := math.Abs(c.Raw[j].Mean - population[j].Mean)
		if difference > most {
			farthest, most, at = c.Raw[j], difference, j
		}
	}
	farthest.Mean = claim.Bound - most
	return band{upper: fmt.Sprint(claim.Bound), lower: "error of " + c.Variables[at], gap: farthest, holds: most <= claim.Bound}, nil
}
