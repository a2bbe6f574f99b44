package verdict

import (
	"fmt"
	"math"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// checkConvergence checks a claim about the cells that differ in n alone, of
// those it speaks of. It holds where the fitted slope is negative; how surely, t
// says: the slope in standard errors, with the sign changed.
func checkConvergence(s summary.Summary, claim results.Claim) []ClaimCheck {
	var checks []ClaimCheck
	var cells []summary.Cell
	for _, c := range s.Cells {
		if summary.Matches(claim.Cell, c.Cell) {
			cells = append(cells, c)
		}
	}
	for _, g := range summary.Groups(cells, results.KeyN) {
		check := ClaimCheck{
			Experiment: s.Experiment.Name, Info: results.CellInfo{Cell: g.Common}, Claim: claim, Verdict: Missing,
			where: summary.Describe(summary.Without(g.Common, results.KeyPreset, results.KeyKernel)), Upper: "slope",
		}
		if err := check.judgeConvergence(g); err != nil {
			check.Reason = err.Error()
		}
		checks = append(checks, check)
	}
	return checks
}

// judgeConvergence fits the slope and passes the verdict. The error says why
// there is none.
func (check *ClaimCheck) judgeConvergence(g summary.Group) error {
	found, planned := 0, 0
	for _, c := range g.Cells {
		found, planned = found+c.Repetitions, planned+c.Planned
	}
	if found == 0 {
		return g.Cells[0].NotRunError()
	}
	v, ok := summary.TrendOf(g)
	if !ok {
		return fmt.Errorf("no errors against population values at two numbers of rows")
	}
	check.Gap = stat.Stat{Mean: -v.Fit.Slope, SE: v.Fit.SE, SD: math.NaN(), N: v.Fit.Points}
	check.T = stat.T(check.Gap)
	if found < planned {
		return fmt.Errorf("%d of %d repetitions", found, planned)
	}
	check.Verdict = Differs
	if check.Gap.Mean > 0 {
		check.Verdict = Agrees
	}
	return nil
}
