package verdict

import (
	"fmt"
	"math"
	"slices"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// compareCells finds the input that differs least from itself in the other
// cell in the direction claimed or, of steadiness, that comes nearest to one of
// the bounds: with the value a here and b there, (1 ± within)·b. The cells need
// not see the same data; their repetitions are paired all the same, which is
// valid if they are independent and better if they are not.
func (check *ClaimCheck) compareCells(s summary.Summary, c, other summary.Cell) error {
	columns, err := claimColumns(c, check.Claim.Above, s.Experiment.Relevant)
	if err != nil {
		return err
	}
	for _, j := range columns {
		k := slices.Index(other.Variables, c.Variables[j])
		if k < 0 {
			return fmt.Errorf("no input %s to compare with", c.Variables[j])
		}
		compare := func(label string, gap func(a, b float64) float64) {
			var gaps []float64
			for _, at := range summary.Pairs(c, other) {
				gaps = append(gaps, gap(c.Values[at[0]][j], other.Values[at[1]][k]))
			}
			check.consider(c.Variables[j], label, stat.New(gaps))
		}
		there, within := "that of "+s.Distinction(c, other), check.Claim.Within
		switch check.Claim.Kind {
		case results.ClaimHigher:
			compare(there, func(a, b float64) float64 { return a - b })
		case results.ClaimLower:
			compare(there, func(a, b float64) float64 { return b - a })
		case results.ClaimSteady:
			compare(fmt.Sprintf("%v of %s", 1-within, there), func(a, b float64) float64 { return a - (1-within)*b })
			compare(fmt.Sprintf("%v of %s", 1+within, there), func(a, b float64) float64 { return (1+within)*b - a })
		}
	}
	return nil
}

// compareCloseness notes by how much the cumulative losses of two cells differ
// less than the sum of their standard errors, which is what the paper goes by.
// The gap has no standard error of its own.
func (check *ClaimCheck) compareCloseness(_ summary.Summary, c, other summary.Cell) error {
	if c.Cumulative.N == 0 || other.Cumulative.N == 0 {
		return fmt.Errorf("the records hold no losses")
	}
	gap := c.Cumulative.SE + other.Cumulative.SE - math.Abs(c.Cumulative.Mean-other.Cumulative.Mean)
	if math.IsNaN(gap) {
		return fmt.Errorf("a single repetition has no standard error")
	}
	check.consider("sum of standard errors", "difference", stat.Stat{Mean: gap, SD: 0, SE: 0, N: c.Cumulative.N})
	return nil
}

// compareSteps finds the step of an elimination, down to a number of inputs,
// whose loss differs most from that with all inputs, within a share of it.
func (check *ClaimCheck) compareSteps(_ summary.Summary, c, _ summary.Cell) error {
	p := len(c.Variables)
	all, within := c.LossWith(p), check.Claim.Within
	if len(all) == 0 {
		return fmt.Errorf("the records hold no losses")
	}
	for k := check.Claim.Left; k < p; k++ {
		for _, side := range []float64{1, -1} {
			gaps := c.LossWith(k)
			for i, loss := range gaps {
				gaps[i] = within*math.Abs(all[i]) - side*(loss-all[i])
			}
			check.consider(fmt.Sprintf("%v of the loss with %d inputs", within, p), fmt.Sprintf("change with %d", k), stat.New(gaps))
		}
	}
	return nil
}

// compareKept notes by how much the repetitions in which two cells keep
// different inputs to the end are more than half.
func (check *ClaimCheck) compareKept(_ summary.Summary, c, other summary.Cell) error {
	ours, theirs := c.Places(), other.Places()
	if len(ours) == 0 || len(theirs) == 0 || len(ours[0]) != len(theirs[0]) {
		return fmt.Errorf("the records hold no eliminations of the same inputs")
	}
	var gaps []float64
	apart := 0
	for _, at := range summary.Pairs(c, other) {
		gap := 0.5
		for j, place := range ours[at[0]] {
			if place <= float64(check.Claim.Left) && theirs[at[1]][j] <= float64(check.Claim.Left) {
				gap = -0.5
			}
		}
		if gaps = append(gaps, gap); gap > 0 {
			apart++
		}
	}
	check.consider("repetitions without overlap", "half", stat.New(gaps))
	check.observed = fmt.Sprintf("%d of %s without overlap", apart, format.Plural(len(gaps), "repetition"))
	return nil
}
