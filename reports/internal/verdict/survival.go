package verdict

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// outcome is what records say of a claim, more carefully than a Verdict: means
// in the order claimed are not enough, nor is the other order.
type outcome string

// The outcomes.
const (
	// holds: the tightest pair is in the order claimed by Student's test at
	// stat.Level, and so are then all pairs.
	holds outcome = "holds"
	// fails: some pair is in the other order by the same test, adjusted for
	// the number of pairs.
	fails     outcome = "fails"
	undecided outcome = "not decided"
	notRun    outcome = "not run"
	// alike: the claim is about a method that has no preset and no kernel.
	alike outcome = "the same"
)

// finding is the outcome of a claim under one convention.
type finding struct {
	outcome outcome
	reason  string     // of notRun, and how many cells a claim about most holds in
	check   ClaimCheck // the one that the outcome rests on
}

// Survivor is a claim of the paper under the published convention and in its
// textbook twin.
type Survivor struct {
	experiment      results.Experiment
	claim           results.Claim
	published, twin finding
}

// changed tells whether the claim has another outcome in the twin.
func (s Survivor) changed() bool {
	return s.twin.outcome != alike && s.twin.outcome != s.published.outcome
}

// Survivors judges every claim and further statement of the experiments that
// were run under both conventions.
func Survivors(summaries []summary.Summary) []Survivor {
	var list []Survivor
	for _, s := range summaries {
		if s.BeyondPaper() || !slices.Contains(summary.Distinct(s.Cells, results.KeyVariant), results.VariantTextbook) {
			continue
		}
		for _, claim := range slices.Concat(s.Experiment.Claims, s.Experiment.Statements) {
			list = append(list, Survivor{
				experiment: s.Experiment, claim: claim,
				published: find(summaries, s, claim, results.VariantPublished), twin: find(summaries, s, claim, results.VariantTextbook),
			})
		}
	}
	return list
}

// find judges a claim in the cells of a variant. Its preset and kernel are those
// of the variant.
func find(all []summary.Summary, s summary.Summary, claim results.Claim, variant string) finding {
	claim.Cell = summary.Without(claim.Cell, results.KeyPreset, results.KeyKernel)
	claim.Cell[results.KeyVariant] = variant
	if !slices.ContainsFunc(s.Cells, func(c summary.Cell) bool { return summary.Matches(claim.Cell, c.Cell) }) {
		claim.Cell[results.KeyVariant] = results.VariantPublished
		method := slices.IndexFunc(s.Cells, func(c summary.Cell) bool { return summary.Matches(claim.Cell, c.Cell) })
		if method >= 0 && s.Cells[method].Cell[results.KeyPreset] == "" && s.Cells[method].Cell[results.KeyKernel] == "" {
			return finding{outcome: alike}
		}
		return finding{outcome: notRun, reason: "no such cell in the run"}
	}
	var findings []finding
	for _, check := range checkClaim(all, s, claim) {
		outcome, reason := check.outcome()
		findings = append(findings, finding{outcome, reason, check})
	}
	if claim.Most {
		return most(findings)
	}
	// One cell that fails decides; then one that is not known does.
	for _, outcome := range []outcome{fails, notRun, undecided} {
		if at := slices.IndexFunc(findings, func(f finding) bool { return f.outcome == outcome }); at >= 0 {
			return findings[at]
		}
	}
	return slices.MinFunc(findings, func(a, b finding) int { return cmp.Compare(a.check.T, b.check.T) })
}

// most judges a claim about most of the cells it was judged in.
func most(findings []finding) finding {
	count := make(map[outcome]int)
	for _, f := range findings {
		count[f.outcome]++
	}
	n := len(findings)
	f := finding{outcome: undecided, reason: fmt.Sprintf("holds in %d of %d", count[holds], n)}
	switch {
	case 2*count[holds] > n:
		f.outcome = holds
	case count[notRun] == n:
		f = findings[0]
	case 2*count[fails] >= n:
		f.outcome = fails
	}
	return f
}

// outcome judges a check by the t of its tightest pair, with the reason where
// that is not possible.
func (c ClaimCheck) outcome() (outcome, string) {
	if c.Verdict == Missing {
		return notRun, c.Reason
	}
	if c.Gap.N < 2 {
		return undecided, ""
	}
	as, against := holds, fails
	if judges[c.Claim.Kind].opposite {
		as, against = fails, holds
	}
	p := stat.UpperTail(math.Abs(c.T), float64(c.Gap.N-1))
	switch {
	case c.T > 0 && p <= stat.Level:
		return as, ""
	case c.T < 0 && p*float64(c.pairs) <= stat.Level:
		return against, ""
	}
	return undecided, ""
}
