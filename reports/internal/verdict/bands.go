package verdict

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

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

// spokenOf returns the columns of the inputs that a claim names.
func spokenOf(claim results.Claim, c summary.Cell) (columns []int) {
	for j, name := range c.Variables {
		if slices.Contains(claim.Above, name) {
			columns = append(columns, j)
		}
	}
	return columns
}

// below is a band for shares that must not be above a bound.
func below(bound float64, what string, k, n int, level float64) band {
	gap := stat.Share(k, n)
	gap.Mean = bound - gap.Mean
	return band{fmt.Sprint(bound), what, gap, !stat.Exceeds(k, n, bound, level), stat.RateText(k, n)}
}

// above is a band for shares that must not be below a bound.
func above(bound float64, what string, k, n int, level float64) band {
	gap := stat.Share(k, n)
	gap.Mean -= bound
	return band{what, fmt.Sprint(bound), gap, !stat.FallsShort(k, n, bound, level), stat.RateText(k, n)}
}

// atLeast is a band for shares that must not be below a bound, whatever the number that
// they are of.
func atLeast(bound float64, k, n int, what string) band {
	gap := stat.Share(k, n)
	holds := gap.Mean >= bound
	gap.Mean -= bound
	return band{fmt.Sprintf("%d of %d %s", k, n, what), fmt.Sprint(bound), gap, holds, stat.RateText(k, n) + " of " + what}
}

var errNoTests = errors.New("the records hold no tests, or no population values")

// size finds the input that is found most often of those that do nothing, or that the claim
// names. The level of the binomial test is shared among these inputs.
func size(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	tables, null := len(c.PValues()), c.Null()
	if len(claim.Above) > 0 {
		null = spokenOf(claim, c)
	}
	most, at := -1, -1
	for _, j := range null {
		if found := c.Found(j, claim.Level); found > most {
			most, at = found, j
		}
	}
	if tables == 0 || at < 0 {
		return band{}, errNoTests
	}
	return below(claim.Bound, "tables with "+c.Variables[at], most, tables, stat.Level/float64(len(null))), nil
}

// familyWise counts the tables in which anything that does nothing is found.
func familyWise(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	tables := len(c.PValues())
	if tables == 0 || len(c.Null()) == 0 {
		return band{}, errNoTests
	}
	return below(claim.Bound, "tables with any", c.FalselyFound(claim.Level), tables, stat.Level), nil
}

// nothing counts the tables that leave open that nothing is explained.
func nothing(claim results.Claim, cells []summary.Cell) (band, error) {
	open, tables := cells[0].NothingOpen(claim.Level)
	if tables == 0 {
		return band{}, errNoTests
	}
	return above(claim.Bound, "tables that leave it open", open, tables, stat.Level), nil
}

// coverage counts the inputs that do something whose coverage is in the band.
func coverage(claim results.Claim, cells []summary.Cell) (band, error) {
	within, inputs := 0, 0
	for _, c := range cells {
		for _, j := range c.Effective() {
			v := c.CoverageOf(j)
			if v.Tables == 0 {
				return band{}, errors.New("the records hold no intervals")
			}
			inputs++
			if v.Covers(claim.Low, claim.High) {
				within++
			}
		}
	}
	if inputs == 0 {
		return band{}, errors.New("no input that does something")
	}
	return atLeast(claim.Bound, within, inputs, "inputs"), nil
}

// rival selects the cells that those of a claim are compared with.
func rival(claim results.Claim) map[string]string {
	than := maps.Clone(claim.Cell)
	maps.Copy(than, claim.Than)
	return than
}

// power counts, of the inputs that do something and that one of two estimators misses
// in some tables, those that the first finds at least as often as the other.
func power(claim results.Claim, cells []summary.Cell) (band, error) {
	often, missed := 0, 0
	for _, g := range summary.Designs(cells) {
		ours, ok := summary.Find(g.Cells, claim.Cell)
		theirs, compared := summary.Find(g.Cells, rival(claim))
		if !ok || !compared {
			continue
		}
		for _, j := range ours.Effective() {
			a, b := stat.Share(ours.Found(j, claim.Level), len(ours.PValues())), stat.Share(theirs.Found(j, claim.Level), len(theirs.PValues()))
			if min(a.Mean, b.Mean) < 1 {
				missed++
				if a.Mean >= b.Mean {
					often++
				}
			}
		}
	}
	if missed == 0 {
		return band{}, errors.New("no input that does something is missed")
	}
	return atLeast(claim.Bound, often, missed, "inputs"), nil
}

// within counts the values that are within two standard errors of the population's or,
// of an estimator with an approximate aggregation, of those of another estimator.
func within(claim results.Claim, cells []summary.Cell) (band, error) {
	var all summary.Nearness
	for _, g := range summary.Designs(cells) {
		ours, ok := summary.Find(g.Cells, claim.Cell)
		if !ok {
			continue
		}
		if len(claim.Than) == 0 {
			all = all.Plus(ours.AllWithin())
			continue
		}
		if theirs, compared := summary.Find(g.Cells, rival(claim)); compared {
			all = all.Plus(ours.WithinOf(theirs))
		}
	}
	if all.Values == 0 {
		return band{}, errors.New("the records hold nothing to compare with, or no standard errors")
	}
	return atLeast(claim.Bound, all.Within, all.Values, "values"), nil
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
