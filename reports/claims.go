package reports

import (
	"fmt"
	"math"
	"slices"

	"drfvi/results"
)

// ClaimCheck is one statement of the paper about the order of values, checked
// in one cell.
type ClaimCheck struct {
	Experiment string
	Info       results.CellInfo
	Claim      results.Claim
	// Upper and Lower are the pair that comes nearest to contradicting the
	// claim; Lower is empty for claims of a sign. For claims about losses they
	// name the two cells.
	Upper, Lower string
	// Gap is the mean over repetitions of what the claim says is positive:
	// upper − lower within a repetition, or −upper for claims of a negative
	// sign. Its N is 0 where the claim could not be checked.
	Gap Stat
	// T = Gap.Mean/Gap.SE, with Gap.N − 1 degrees of freedom; ±Inf if all
	// repetitions give the same difference.
	T       float64
	Verdict Verdict
	Reason  string

	where string // the cell in words
}

// checkClaim checks a claim in every cell it speaks of. It holds where all the
// means are in the order claimed; how surely, the t of the tightest pair says.
func checkClaim(s Summary, claim results.Claim) []ClaimCheck {
	var checks []ClaimCheck
	for _, c := range s.Cells {
		if !matches(claim.Cell, c.Cell) {
			continue
		}
		check := ClaimCheck{Experiment: s.Experiment.Name, Info: c.CellInfo, Claim: claim, Verdict: Missing, where: s.where(c)}
		var err error
		if claim.Kind == lowerLoss {
			err = check.judgeLoss(s, c)
		} else {
			err = check.judge(c, s.Experiment.Relevant)
		}
		if err != nil {
			check.Reason = err.Error()
		}
		checks = append(checks, check)
	}
	if checks == nil {
		checks = []ClaimCheck{{
			Experiment: s.Experiment.Name, Info: results.CellInfo{Cell: claim.Cell},
			Claim: claim, Verdict: Missing, Reason: "no such cell in the run", where: describe(claim.Cell),
		}}
	}
	return checks
}

// judge finds the tightest pair and passes the verdict. The error says why
// there is none.
func (check *ClaimCheck) judge(c CellSummary, relevant []string) error {
	if len(c.repetitions) == 0 {
		return fmt.Errorf("%s", c.notRun())
	}
	above, err := claimColumns(c, check.Claim.Above, relevant)
	if err != nil {
		return err
	}
	below := []int{-1} // stands for zero
	switch check.Claim.Kind {
	case "greater":
		if below, err = claimColumns(c, check.Claim.Below, relevant); err != nil {
			return err
		}
	case "negative":
	default:
		return fmt.Errorf("unknown kind of claim %s (one of: greater, negative, %s)", check.Claim.Kind, lowerLoss)
	}
	check.T = math.Inf(1)
	differences := make([]float64, len(c.repetitions))
	for _, u := range above {
		for _, l := range below {
			if u == l {
				continue
			}
			for i, values := range c.repetitions {
				differences[i] = -values[u]
				if l >= 0 {
					differences[i] = values[u] - values[l]
				}
			}
			gap := newStat(differences)
			if t := tValue(gap); check.Gap.N == 0 || t < check.T {
				check.T, check.Gap, check.Upper, check.Lower = t, gap, c.Variables[u], ""
				if l >= 0 {
					check.Lower = c.Variables[l]
				}
			}
		}
	}
	if !c.Complete() {
		return fmt.Errorf("%d of %d repetitions", c.Repetitions, c.Planned)
	}
	if check.Gap.N == 0 {
		return fmt.Errorf("no pair to compare")
	}
	check.Verdict = Differs
	if check.Gap.Mean > 0 {
		check.Verdict = Agrees
	}
	return nil
}

// tValue is the mean in standard errors; infinite, with the sign of the mean,
// where there is no spread or a single repetition, and 0 for a mean of 0.
func tValue(s Stat) float64 {
	if s.Mean == 0 {
		return 0
	}
	if s.SE > 0 {
		return s.Mean / s.SE
	}
	return math.Inf(int(math.Copysign(1, s.Mean)))
}

// claimColumns resolves the variables of a claim; "noise" stands for all that
// are not relevant.
func claimColumns(c CellSummary, names, relevant []string) ([]int, error) {
	var columns []int
	for _, name := range names {
		if name == noise {
			columns = append(columns, noiseColumns(c.Variables, relevant)...)
			continue
		}
		j := slices.Index(c.Variables, name)
		if j < 0 {
			return nil, fmt.Errorf("no variable %s", name)
		}
		columns = append(columns, j)
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no variable to compare")
	}
	return columns, nil
}
