package verdict

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// finding is what came of a claim, in one cell or in all cells that it is about together.
type finding struct {
	Info results.CellInfo
	// pair is the one that comes nearest to contradicting the claim, and pairs the number of
	// those compared.
	pair
	pairs   int
	outcome Outcome
	reason  string // why it was not run, and how many cells a claim about most holds in
}

// pair is two numbers that a claim compares.
type pair struct {
	// Upper and Lower are what should lie above what; Lower is empty for a sign.
	Upper, Lower string
	// Gap is by how much, over repetitions. Its N is 0 if nothing was compared.
	Gap stat.Stat
	// T is Gap in standard errors, ±Inf if all repetitions are alike, and negative where the
	// claim is that there is no gap.
	T float64
	// paper is the outcome by the paper's own rule, empty where it has none: two losses differ
	// if their difference exceeds the sum of their standard errors.
	paper Outcome

	// right and contrary are the p-values of the tests that the claim is right, and that its contrary
	// is.
	right, contrary float64
	observed        string // the rate that is compared with a bound
	tooFew          bool   // the claim could not hold, whatever the rate
}

// judge returns the outcome of a comparison of pairs, and the one that comes nearest to
// contradicting the claim: it holds if each pair is significantly as claimed, and fails if some
// pair is significantly otherwise, adjusted for their number (Bonferroni).
func judge(pairs []pair) (Outcome, pair) {
	outcome := Holds
	nearest := slices.MinFunc(pairs, nearer)
	for _, c := range pairs {
		if c.contrary*float64(len(pairs)) <= stat.Level {
			return Fails, nearest
		}
		if c.right > stat.Level {
			outcome = Undecided
		}
	}
	return outcome, nearest
}

// nearer orders pairs by how near they come to contradicting a claim.
func nearer(a, b pair) int {
	return cmp.Or(cmp.Compare(b.right, a.right), cmp.Compare(a.T, b.T), cmp.Compare(a.Gap.Mean, b.Gap.Mean))
}

// subject is what an expression is evaluated in.
type subject struct {
	summaries []summary.Summary // in which cells of other experiments are found
	s         summary.Summary
	claim     results.Claim
	cells     []summary.Cell // one, unless statistics are of several together
}

// find judges a claim in all cells that it is about; summaries are of the experiments that
// cells to compare with may be of.
func find(summaries []summary.Summary, s summary.Summary, claim results.Claim) finding {
	findings := checkClaim(summaries, s, claim)
	if claim.Most {
		return judgeMajority(findings)
	}
	// One cell that fails decides; then one that is not known does. Of several it is the one that
	// comes nearest to contradicting the claim.
	return slices.MinFunc(findings, func(a, b finding) int {
		weight := func(f finding) int { return slices.Index([]Outcome{Fails, NotRun, Undecided, Holds}, f.outcome) }
		return cmp.Or(cmp.Compare(weight(a), weight(b)), nearer(a.pair, b.pair))
	})
}

// checkClaim checks a claim in every cell of s that it speaks of, or in all together as its
// statistic has it.
func checkClaim(summaries []summary.Summary, s summary.Summary, claim results.Claim) []finding {
	missing := finding{Info: results.CellInfo{Cell: claim.Cell}, outcome: NotRun, reason: noCell}
	e, _ := claim.Expression() // which was checked when it was stored
	form := e.Comparisons[0].Left.Form()
	var findings []finding
	check := func(info results.CellInfo, cells []summary.Cell) {
		findings = append(findings, subject{summaries, s, claim, cells}.judge(e, info))
	}
	cells := slices.DeleteFunc(selected(s, claim.Cell, claim.Instead), func(c summary.Cell) bool {
		return aboutNull(e) && c.Repetitions > 0 && len(c.Null()) == 0
	})
	switch {
	case len(cells) == 0:
		findings = []finding{missing}
	case form.Together:
		check(missing.Info, cells)
	case form.EverySize:
		for _, g := range summary.Groups(cells, results.KeyN) {
			check(results.CellInfo{Cell: summary.Without(g[0].Cell, results.KeyN)}, g)
		}
	default:
		for _, c := range cells {
			check(c.CellInfo, []summary.Cell{c})
		}
	}
	return findings
}

// aboutNull reports whether an expression is about null inputs, of which a cell may have none.
func aboutNull(e results.Expression) bool {
	return slices.ContainsFunc(e.Comparisons, func(c results.Comparison) bool {
		return c.Left.Statistic == "any_found" || slices.Contains(c.Left.Inputs, results.Null)
	})
}

// judge makes the comparisons of an expression; the reason of what is found says why that is not
// possible.
func (in subject) judge(e results.Expression, info results.CellInfo) finding {
	f := finding{Info: info, outcome: NotRun}
	missing := func(reason string) finding {
		f.reason = reason
		return f
	}
	found, planned := 0, 0
	for _, c := range in.cells {
		found, planned = found+c.Repetitions, planned+c.Planned
	}
	if found == 0 {
		return missing(in.cells[0].NotRunError().Error())
	}
	var pairs []pair
	for _, c := range e.Comparisons {
		compared, err := in.compare(c)
		if err != nil {
			return missing(err.Error())
		}
		pairs = append(pairs, compared...)
	}
	if len(pairs) == 0 {
		return missing("no pair to compare")
	}
	outcome, nearest := judge(pairs)
	f.pair, f.pairs = nearest, len(pairs)
	if found < planned {
		return missing(fmt.Sprintf("%d of %d repetitions", found, planned))
	}
	f.outcome = outcome
	f.tooFew = f.tooFew && !e.Not
	if e.Not && outcome != Undecided {
		f.outcome = map[Outcome]Outcome{Holds: Fails, Fails: Holds}[outcome]
	}
	return f
}

// compare returns the pairs of a comparison.
func (in subject) compare(c results.Comparison) ([]pair, error) {
	leftSides, err := in.measure(c.Left)
	if err != nil {
		return nil, err
	}
	var pairs []pair
	if c.Right.Statistic == "" {
		for _, m := range leftSides {
			pairs = append(pairs, m.against(c.Right.Factor, c.Relation == "<"))
		}
		return pairs, nil
	}
	if len(c.Right.Than) > 0 && len(c.Right.Inputs) == 0 && len(c.Right.Options) == 0 {
		c.Right.Inputs, c.Right.Options = c.Left.Inputs, c.Left.Options // the same of another cell
	}
	matched := len(c.Right.Than) > 0 && slices.Equal(c.Right.Inputs, c.Left.Inputs) &&
		maps.Equal(c.Right.Options, c.Left.Options)
	rightSides, err := in.measure(c.Right)
	if err != nil {
		return nil, err
	}
	for _, a := range leftSides {
		for _, b := range rightSides {
			if matched == (a.key == b.key) {
				pairs = append(pairs, in.between(a, b, c)...)
			}
		}
	}
	return pairs, nil
}

// between compares two series of numbers, by repetition.
func (in subject) between(a, b measured, c results.Comparison) []pair {
	var gaps, tolerances []float64
	for _, rows := range summary.Pairs(a.cell, b.cell) {
		x, y := c.Left.Factor*a.values[rows[0]], c.Right.Factor*b.values[rows[1]]
		gaps, tolerances = append(gaps, x-y), append(tolerances, c.Within*math.Abs(y))
	}
	if c.Relation == "=" && c.Within > 0 {
		allowed := fmt.Sprintf("%s of %s", format.Percent(c.Within, 1, 0), b.name)
		var pairs []pair
		for _, side := range []float64{1, -1} {
			room := make([]float64, len(gaps))
			for i := range gaps {
				room[i] = tolerances[i] - side*gaps[i]
			}
			pairs = append(pairs, tested(allowed, "change of "+a.name, stat.New(room), float64(len(room)-1)))
		}
		return pairs
	}
	gap := stat.New(gaps)
	mean := gap.Mean
	upper, lower := a.name, b.name
	if c.Relation == "<" || c.Relation == "=" && gap.Mean < 0 {
		upper, lower, gap.Mean = lower, upper, -gap.Mean
	}
	p := tested(upper, lower, gap, float64(gap.N-1))
	if c.Relation == "=" {
		p = ofNoGap(p)
	}
	if a.paperRule && b.paperRule {
		p.paper = paperRule(c.Relation, mean, stat.New(a.values).SE+stat.New(b.values).SE)
	}
	return []pair{p}
}

// paperRule judges by the rule of the paper's Section 4.2: a difference counts if it exceeds the
// sum of the two standard errors.
func paperRule(relation string, gap, sum float64) Outcome {
	if relation == "<" {
		gap = -gap
	}
	switch {
	case relation == "=" && math.Abs(gap) <= sum, relation != "=" && gap > sum:
		return Holds
	case relation == "=", gap < -sum:
		return Fails
	}
	return Undecided
}

// tested is a pair with a mean gap, tested by Student's t with df degrees of freedom.
func tested(upper, lower string, gap stat.Stat, df float64) pair {
	p := pair{Upper: upper, Lower: lower, Gap: gap, T: stat.T(gap), right: 1, contrary: 1}
	if df >= 1 {
		tail := stat.UpperTail(math.Abs(p.T), df)
		p.right, p.contrary = 1-tail, tail
		if p.T > 0 {
			p.right, p.contrary = tail, 1-tail
		}
	}
	return p
}

// ofNoGap is a pair whose claim is that there is no gap at all, which is never shown but may be
// refuted.
func ofNoGap(p pair) pair {
	p.T, p.right, p.contrary = -math.Abs(p.T), 1, min(1, 2*min(p.right, p.contrary))
	return p
}

// than returns the cell that differs from c in the keys of a term: of s, or of the experiment
// that "experiment" names.
func (in subject) than(c summary.Cell, keys map[string]string) (summary.Cell, error) {
	s := in.s
	if name, elsewhere := keys[results.KeyExperiment]; elsewhere {
		place := slices.IndexFunc(in.summaries, func(s summary.Summary) bool { return s.Experiment.Name == name })
		if place < 0 {
			return summary.Cell{}, fmt.Errorf("experiment %s: not run", name)
		}
		s, keys = in.summaries[place], summary.Without(keys, results.KeyExperiment)
		c.Slug = "" // a cell of the other experiment may have the same
	}
	other, err := s.Rival(c, keys)
	if err == nil && !other.Complete() {
		err = fmt.Errorf(
			"%s: %d of %d repetitions", summary.MethodLabel(other.Cell[results.KeyMethod]), other.Repetitions,
			other.Planned,
		)
	}
	return other, err
}

// selector selects the cell that a term compares with on the design of each cell of the claim:
// another estimator, as the claim's where the term does not say.
func (in subject) selector(t results.Term) map[string]string {
	keys := summary.Only(in.claim.Cell, summary.EstimationKeys...)
	maps.Copy(keys, t.Than)
	return keys
}
