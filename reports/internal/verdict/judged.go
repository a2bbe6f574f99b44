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

// Outcome is what records say of a claim: means in the order claimed are not enough, nor
// is the other order.
type Outcome string

// The outcomes.
const (
	// Holds: the tightest pair is in the order claimed by Student's test at
	// stat.Level, and so are then all pairs; or a band is kept.
	Holds Outcome = "holds"
	// Fails: some pair is in the other order by the same test, adjusted for
	// the number of pairs; or a band is not kept.
	Fails     Outcome = "fails"
	Undecided Outcome = "undecided"
	NotRun    Outcome = "not run"
	// alike: the claim is about a method that has no preset and no kernel.
	alike Outcome = "the same"
)

// Outcomes are those of claims, in the order in which they are counted.
var Outcomes = []Outcome{Holds, Undecided, Fails, NotRun}

// verbs of one claim and of several in a sentence.
var verbs = map[Outcome][2]string{Holds: {"holds", "hold"}, Undecided: {"is undecided", "are undecided"}, Fails: {"fails", "fail"}, NotRun: {"was not run", "were not run"}}

// finding is the outcome of a claim under one convention, with the check that it rests on.
type finding struct {
	ClaimCheck
	outcome Outcome
	reason  string // why it was not run, and how many cells a claim about most holds in
}

// Judged is a claim with its outcome: one of the paper under the published convention and,
// where that was run, in its textbook twin.
type Judged struct {
	finding
	twin       *finding // nil for none
	experiment results.Experiment
	claim      results.Claim
	statement  bool // which the exit code of verify does not depend on
}

// Outcome is that under the published convention, and Twin that under the textbook's, the
// same of methods that know no conventions.
func (j Judged) Outcome() Outcome { return j.outcome }

func (j Judged) Twin() Outcome {
	if j.twin == nil || j.twin.outcome == alike {
		return j.outcome
	}
	return j.twin.outcome
}

// Experiment is the name of the experiment that the claim is about.
func (j Judged) Experiment() string { return j.experiment.Name }

// Source is where the claim stands.
func (j Judged) Source() string { return j.claim.Source }

// HasTwin reports whether the claim was judged under both conventions.
func (j Judged) HasTwin() bool { return j.twin != nil }

// OfPaper reports whether the paper makes the claim.
func (j Judged) OfPaper() bool {
	return j.claim.Source != "" && j.claim.Source != summary.Beyond && !bounded(j.claim.Kind) // bands are ours
}

// Banded reports whether the claim is a band for a rate, an error or another number.
func (j Judged) Banded() bool { return bounded(j.claim.Kind) }

// changed reports whether the claim has another outcome in the twin.
func (j Judged) changed() bool { return j.Twin() != j.outcome }

// judgeClaims judges every claim and further statement of the experiments once.
func judgeClaims(summaries []summary.Summary) []Judged {
	var list []Judged
	for _, s := range summaries {
		twins := !s.BeyondPaper() && slices.Contains(summary.Distinct(s.Cells, results.KeyVariant), results.VariantTextbook)
		for i, claim := range slices.Concat(s.Experiment.Claims, s.Experiment.Statements) {
			j := Judged{experiment: s.Experiment, claim: claim, statement: i >= len(s.Experiment.Claims)}
			if twins {
				j.finding = findIn(summaries, s, claim, results.VariantPublished)
				twin := findIn(summaries, s, claim, results.VariantTextbook)
				j.twin = &twin
			} else {
				j.finding = find(summaries, s, claim)
			}
			list = append(list, j)
		}
	}
	return list
}

// findIn judges a claim in the cells of a variant. Its preset and kernel are those
// of the variant.
func findIn(all []summary.Summary, s summary.Summary, claim results.Claim, variant string) finding {
	claim.Cell = summary.Without(claim.Cell, results.KeyPreset, results.KeyKernel)
	claim.Cell[results.KeyVariant] = variant
	if _, ok := summary.Find(s.Cells, claim.Cell); !ok {
		elsewhere := summary.Without(claim.Cell, results.KeyVariant)
		elsewhere[results.KeyVariant] = results.VariantPublished
		if c, ok := summary.Find(s.Cells, elsewhere); ok && c.Cell[results.KeyPreset] == "" && c.Cell[results.KeyKernel] == "" {
			return finding{outcome: alike}
		}
	}
	return find(all, s, claim)
}

// find judges a claim in all cells that it is about.
func find(all []summary.Summary, s summary.Summary, claim results.Claim) finding {
	var findings []finding
	for _, check := range checkClaim(all, s, claim) {
		outcome, reason := check.outcome()
		findings = append(findings, finding{check, outcome, reason})
	}
	if claim.Most {
		return most(findings)
	}
	// One cell that fails decides; then one that is not known does.
	for _, outcome := range []Outcome{Fails, NotRun, Undecided} {
		if at := slices.IndexFunc(findings, func(f finding) bool { return f.outcome == outcome }); at >= 0 {
			return findings[at]
		}
	}
	return slices.MinFunc(findings, func(a, b finding) int { return cmp.Compare(a.T, b.T) })
}

// most judges a claim about most of the cells it was judged in.
func most(findings []finding) finding {
	count := make(map[Outcome]int)
	for _, f := range findings {
		count[f.outcome]++
	}
	n := len(findings)
	f := finding{outcome: Undecided, reason: fmt.Sprintf("holds in %d of %d", count[Holds], n)}
	switch {
	case 2*count[Holds] > n:
		f.outcome = Holds
	case count[NotRun] == n:
		f = findings[0]
	case 2*count[Fails] >= n:
		f.outcome = Fails
	}
	return f
}

// outcome judges a check by its band or by the t of its tightest pair, with the reason
// where that is not possible.
func (c ClaimCheck) outcome() (Outcome, string) {
	kind := judges[c.Claim.Kind]
	switch {
	case c.Verdict == Missing:
		return NotRun, c.Reason
	case c.bounded() && c.Verdict == Compatible:
		return Holds, ""
	case c.bounded():
		return Fails, ""
	}
	if c.Gap.N < 2 {
		return Undecided, ""
	}
	as, against := Holds, Fails
	if kind.opposite {
		as, against = Fails, Holds
	}
	df := float64(c.Gap.N - 1)
	if kind.scope == everySize {
		df-- // of a fitted line
	}
	if df < 1 {
		return Undecided, ""
	}
	p := stat.UpperTail(math.Abs(c.T), df)
	switch {
	case c.T > 0 && p <= stat.Level:
		return as, ""
	case c.T < 0 && p*float64(max(1, c.pairs)) <= stat.Level:
		return against, ""
	}
	return Undecided, ""
}
