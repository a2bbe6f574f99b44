package verdict

import (
	"cmp"
	"fmt"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// ClaimCheck is one statement of the paper about the order of values, checked
// in one cell.
type ClaimCheck struct {
	Check
	Claim results.Claim
	// Upper and Lower are the pair that comes nearest to contradicting the
	// claim: inputs, or methods of claims about losses. Lower is empty for
	// claims of a sign.
	Upper, Lower string
	// Gap is the mean over repetitions of what the claim says is positive:
	// upper − lower within a repetition, or −upper for claims of a negative
	// sign, or the other cell's loss − this one's. Its N is 0 where the claim
	// could not be checked.
	Gap stat.Stat
	// T = Gap.Mean/Gap.SE, with Gap.N − 1 degrees of freedom; ±Inf if all
	// repetitions give the same difference.
	T float64

	pairs    int    // that were compared
	observed string // of bands of rates
}

// checkClaim checks a claim in every cell of s that it speaks of, or in all together as
// its kind has it; all are the experiments that cells to compare with may be of.
func checkClaim(all []summary.Summary, s summary.Summary, claim results.Claim) []ClaimCheck {
	kind := judges[claim.Kind]
	var checks []ClaimCheck
	check := func(info results.CellInfo, where string, cells []summary.Cell) {
		c := ClaimCheck{Check: Check{s.Experiment.Name, info, Missing, "", where}, Claim: claim}
		if err := c.judge(all, s, cells); err != nil {
			c.Reason = err.Error()
		}
		checks = append(checks, c)
	}
	cells := slices.DeleteFunc(slices.Clone(s.Cells), func(c summary.Cell) bool {
		return !summary.Matches(claim.Cell, c.Cell) ||
			kind.scope == eachWithNull && c.Repetitions > 0 && len(c.Null()) == 0 && len(claim.Above) == 0
	})
	switch {
	case len(cells) == 0:
		checks = []ClaimCheck{{Check: noCell(s, claim.Cell), Claim: claim}}
	case kind.scope == together:
		check(results.CellInfo{Cell: claim.Cell}, summary.Describe(claim.Cell), cells)
	case kind.scope == everySize:
		for _, g := range summary.Groups(cells, results.KeyN) {
			check(results.CellInfo{Cell: g.Common}, summary.Describe(summary.Without(g.Common, results.KeyPreset, results.KeyKernel)), g.Cells)
		}
	default:
		for _, c := range cells {
			check(c.CellInfo, s.Where(c), []summary.Cell{c})
		}
	}
	return checks
}

// judge passes the verdict on cells. The error says why there is none.
func (check *ClaimCheck) judge(all []summary.Summary, s summary.Summary, cells []summary.Cell) error {
	if err := check.Claim.Kind.Check(); err != nil {
		return err
	}
	kind := judges[check.Claim.Kind]
	if kind.band != nil {
		return check.judgeBand(kind, s, cells)
	}
	return check.judgePairs(kind, all, s, cells[0])
}

// judgePairs finds the tightest pair. The claim holds if all the means are in the order
// claimed; how surely, the t of the tightest pair says.
func (check *ClaimCheck) judgePairs(kind judge, all []summary.Summary, s summary.Summary, c summary.Cell) error {
	if c.Repetitions == 0 {
		return c.NotRunError()
	}
	others := []summary.Cell{c}
	var other summary.Cell
	if len(check.Claim.Than) > 0 {
		var err error
		if other, err = rivalAmong(all, s, c, check.Claim.Than); err != nil {
			return err
		}
		others = append(others, other)
	}
	if err := kind.pairs(check, s, c, other); err != nil {
		return err
	}
	for _, of := range others {
		switch {
		case of.Complete():
		case len(others) > 1:
			return fmt.Errorf("%s: %d of %d repetitions", summary.MethodLabel(of.Cell[results.KeyMethod]), of.Repetitions, of.Planned)
		default:
			return fmt.Errorf("%d of %d repetitions", of.Repetitions, of.Planned)
		}
	}
	if check.Gap.N == 0 {
		return fmt.Errorf("no pair to compare")
	}
	check.Verdict = Differs
	if check.Gap.Mean > 0 {
		check.Verdict = Compatible
	}
	return nil
}

// consider notes a pair with its gaps, one for each repetition, if it comes
// nearer to contradicting the claim than those before.
func (check *ClaimCheck) consider(upper, lower string, gap stat.Stat) {
	if gap.N == 0 {
		return
	}
	if t := stat.T(gap); check.pairs == 0 || t < check.T {
		check.T, check.Gap, check.Upper, check.Lower = t, gap, upper, lower
	}
	check.pairs++
}

// compareVariables finds the tightest pair of inputs, or the input
// nearest to zero.
func (check *ClaimCheck) compareVariables(s summary.Summary, c, _ summary.Cell) error {
	relevant, factor := s.Experiment.Relevant, cmp.Or(check.Claim.Factor, 1)
	above, err := claimColumns(c, check.Claim.Above, relevant)
	if err != nil {
		return err
	}
	below := []int{-1} // stands for zero
	if check.Claim.Kind != results.ClaimNegative {
		if below, err = claimColumns(c, check.Claim.Below, relevant); err != nil {
			return err
		}
	}
	differences := make([]float64, len(c.Values))
	for _, u := range above {
		for _, l := range below {
			if u == l {
				continue
			}
			for i, values := range c.Values {
				differences[i] = -values[u]
				if l >= 0 {
					differences[i] = values[u] - factor*values[l]
				}
			}
			lower := ""
			if l >= 0 {
				lower = c.Variables[l]
			}
			if factor != 1 {
				lower = fmt.Sprintf("%v·%s", factor, lower)
			}
			check.consider(c.Variables[u], lower, stat.New(differences))
		}
	}
	return nil
}

// rivalAmong returns the cell that a cell of s is compared with, of s or of the
// experiment that "experiment" names.
func rivalAmong(all []summary.Summary, s summary.Summary, c summary.Cell, than map[string]string) (summary.Cell, error) {
	name, elsewhere := than[results.KeyExperiment]
	if !elsewhere {
		return s.Rival(c, than)
	}
	at := slices.IndexFunc(all, func(s summary.Summary) bool { return s.Experiment.Name == name })
	if at < 0 {
		return summary.Cell{}, fmt.Errorf("experiment %s: not run", name)
	}
	c.Slug = "" // a cell of the other experiment may have the same
	return all[at].Rival(c, summary.Without(than, results.KeyExperiment))
}

// compareLosses notes how much more the other cell loses, in all or with a
// number of inputs left.
func (check *ClaimCheck) compareLosses(_ summary.Summary, c, other summary.Cell) error {
	value := summary.Cell.CumulativeLosses
	if k := check.Claim.Left; k > 0 {
		value = func(c summary.Cell) []float64 { return c.LossWith(k) }
	}
	check.consider(summary.MethodLabel(other.Cell[results.KeyMethod]), summary.MethodLabel(c.Cell[results.KeyMethod]), summary.PairedDifference(other, c, value))
	return nil
}

// claimColumns resolves the inputs of a claim; "noise" stands for all that
// are not relevant.
func claimColumns(c summary.Cell, names, relevant []string) ([]int, error) {
	var columns []int
	for _, name := range names {
		if name == results.Noise {
			columns = append(columns, summary.NoiseColumns(c.Variables, relevant)...)
			continue
		}
		j := slices.Index(c.Variables, name)
		if j < 0 {
			return nil, fmt.Errorf("no input %s", name)
		}
		columns = append(columns, j)
	}
	if len(columns) == 0 {
		return nil, fmt.Errorf("no input to compare")
	}
	return columns, nil
}
