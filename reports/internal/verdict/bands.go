package verdict

import (
	"errors"
	"fmt"
	"math"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// band is what comes nearest to contradicting a claim: what lies above what, by
// which gap.
type band struct {
	upper, lower string
	gap          stat.Stat
	holds        bool
	// observed is the rate that is compared, in words: "0 of 60, 95 %: 0 to 6 %".
	observed string
}

// judgeBand passes the verdict on cells, of which all must have been run.
func (check *ClaimCheck) judgeBand(kind judge, s summary.Summary, cells []summary.Cell) error {
	found, planned := 0, 0
	for _, c := range cells {
		found, planned = found+c.Repetitions, planned+c.Planned
	}
	if found == 0 {
		return cells[0].NotRunError()
	}
	if len(check.Claim.Than) > 0 {
		cells = s.Cells // among which those to compare with are found
	}
	b, err := kind.band(check.Claim, cells)
	if err != nil {
		return err
	}
	check.Upper, check.Lower, check.Gap, check.T, check.observed = b.upper, b.lower, b.gap, stat.T(b.gap), b.observed
	if found < planned {
		return fmt.Errorf("%d of %d repetitions", found, planned)
	}
	check.Verdict = Differs
	if b.holds != check.Claim.Fails {
		check.Verdict = Compatible
	}
	return nil
}

// errorRatio compares errors on all designs with those of another estimator.
func errorRatio(claim results.Claim, cells []summary.Cell) (band, error) {
	ratios := summary.ErrorRatios(cells, claim.Cell, rival(claim))
	if len(ratios) == 0 {
		return band{}, errors.New("no design to compare on")
	}
	mean, worst, err := summary.GeometricMean(ratios)
	if err != nil {
		return band{}, err
	}
	b := band{upper: fmt.Sprint(claim.Bound), lower: "mean ratio", gap: mean, holds: mean.Mean <= claim.Bound}
	b.gap.Mean = claim.Bound - mean.Mean
	if of := ratios[worst]; b.holds && of.Ratio.Mean > claim.Worst {
		where := summary.Describe(summary.Only(of.Cell.Cell, results.KeyScenario, results.KeyN))
		b = band{upper: fmt.Sprint(claim.Worst), lower: fmt.Sprintf("%s (%s)", format.Significant(of.Ratio.Mean, 3), where), gap: of.Ratio}
		b.gap.Mean = claim.Worst - of.Ratio.Mean
	}
	return b, nil
}

// converges finds the slope of errors of cells that differ in n alone. It must be negative;
// how surely it is, t says: the slope in standard errors, with the sign changed.
func converges(_ results.Claim, cells []summary.Cell) (band, error) {
	v, ok := summary.TrendOf(summary.Group{Cells: cells})
	if !ok {
		return band{}, errors.New("no errors against population values at two numbers of rows")
	}
	gap := stat.Stat{Mean: -v.Fit.Slope, SE: v.Fit.SE, SD: math.NaN(), N: v.Fit.Points}
	return band{upper: "slope", gap: gap, holds: gap.Mean > 0}, nil
}

// meanSize compares the mean over cells of what is found of null inputs.
func meanSize(claim results.Claim, cells []summary.Cell) (band, error) {
	mean, found := summary.MeanSize(cells, claim.Level)
	if found.N == 0 {
		return band{}, errors.New(noTests)
	}
	b := band{upper: fmt.Sprint(claim.High), lower: "mean over cells", gap: mean, holds: mean.Mean >= claim.Low && mean.Mean <= claim.High, observed: found.Text()}
	b.gap.Mean = claim.High - mean.Mean
	if low := mean.Mean - claim.Low; low < b.gap.Mean {
		b.upper, b.lower, b.gap.Mean = b.lower, fmt.Sprint(claim.Low), low
	}
	return b, nil
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

// leak finds the aspect and the input that does not move it with the largest mean area.
func leak(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	var worst band
	for _, a := range c.Aspects() {
		for j, moves := range a.Moves {
			if area := a.Area(j); !moves && (worst.lower == "" || claim.Bound-area.Mean < worst.gap.Mean) {
				area.Mean = claim.Bound - area.Mean
				worst = band{upper: fmt.Sprint(claim.Bound), lower: a.Name + " with " + c.Variables[j], gap: area, holds: area.Mean >= 0}
			}
		}
	}
	if worst.lower == "" {
		return band{}, errors.New(noAspects)
	}
	return worst, nil
}
