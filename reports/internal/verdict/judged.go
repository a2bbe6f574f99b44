package verdict

import (
	"fmt"
	"maps"
	"slices"

	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Outcome is what records say of a claim: means in the order claimed are not enough, nor
// is the other order.
type Outcome string

// The outcomes.
const (
	// Holds: every pair is significantly as claimed.
	Holds Outcome = "holds"
	// Fails: some pair is significantly otherwise, adjusted for their number.
	Fails     Outcome = "fails"
	Undecided Outcome = "undecided"
	NotRun    Outcome = "not run"
	// noConvention: the claim is about a method that has no preset and no kernel.
	noConvention Outcome = "the same"
)

// Outcomes are those of claims, in the order in which they are counted.
var Outcomes = []Outcome{Holds, Undecided, Fails, NotRun}

// verbs of one claim and of several in a sentence.
var verbs = map[Outcome][2]string{
	Holds: {"holds", "hold"}, Undecided: {"is undecided", "are undecided"}, Fails: {"fails", "fail"},
	NotRun: {"was not run", "were not run"},
}

// Judged is a claim with its outcome: one of the paper under the published convention and,
// where that was run, in its textbook twin.
type Judged struct {
	finding
	twin       *finding // nil for none
	Experiment string   // that it is about
	Claim      results.Claim
	textbook   bool // judged under the textbook's convention alone
	statement  bool // which the exit code of verify does not depend on
}

// Outcome is that under the published convention, and Twin that under the textbook's, the
// same of methods that know no conventions.
func (j Judged) Outcome() Outcome { return j.outcome }

func (j Judged) Twin() Outcome {
	if j.twin == nil || j.twin.outcome == noConvention {
		return j.outcome
	}
	return j.twin.outcome
}

// TooFew reports whether a band is undecided because it could not hold: as few tables decide
// nothing even where all are as it says.
func (j Judged) TooFew() bool { return j.outcome == Undecided && j.tooFew }

// HasTwin reports whether the claim was judged under both conventions.
func (j Judged) HasTwin() bool { return j.twin != nil }

// OfPaper reports whether the paper makes the claim.
func (j Judged) OfPaper() bool {
	return j.Claim.Source != "" && j.Claim.Source != summary.Beyond && !j.Banded() // bands are ours
}

// Banded reports whether the claim is a band for a rate, an error or another number.
func (j Judged) Banded() bool {
	e, _ := j.Claim.Expression() // one that is none is no band
	return slices.ContainsFunc(e.Comparisons, func(c results.Comparison) bool {
		return c.Right.Statistic == "" &&
			!slices.Contains(
				[]string{"importance", "relative_se", "error_slope", "loss", "overlap", "shared", "shared_by_means"},
				c.Left.Statistic,
			)
	})
}

// Set reports whether the claim is a band that was set before a run of drfvi's own.
func (j Judged) Set() bool { return j.Banded() && j.Claim.Source == results.SetBefore }

// HasPaperRule reports whether the claim was judged by the paper's own rule too.
func (j Judged) HasPaperRule() bool { return j.paper != "" }

// changed reports whether the claim has another outcome in the twin.
func (j Judged) changed() bool { return j.Twin() != j.outcome }

// Turned reports whether the claim holds under one convention and fails under the other.
func (j Judged) Turned() bool {
	decided := func(o Outcome) bool { return o == Holds || o == Fails }
	return j.changed() && decided(j.outcome) && decided(j.Twin())
}

// judgeClaims judges every claim and further statement of the experiments once.
func judgeClaims(summaries []summary.Summary) []Judged {
	var list []Judged
	for _, s := range summaries {
		twins := !s.BeyondPaper() && slices.Contains(summary.Distinct(s.Cells, results.KeyVariant), results.VariantTextbook)
		for i, claim := range slices.Concat(s.Experiment.Claims, s.Experiment.Statements) {
			j := Judged{Experiment: s.Experiment.Name, Claim: claim, statement: i >= len(s.Experiment.Claims)}
			if twins {
				j.finding = findIn(summaries, s, claim, results.VariantPublished)
				twin := findIn(summaries, s, claim, results.VariantTextbook)
				j.twin = &twin
			} else {
				j.finding = find(summaries, s, claim)
				j.textbook = slices.Equal(
					summary.Distinct(selected(s, claim.Cell, claim.Instead), results.KeyPreset), []string{"paper"},
				)
			}
			if s.Experiment.OfUser() {
				j.paper = ""
			}
			list = append(list, j)
		}
	}
	return list
}

// findIn judges a claim in the cells of a variant. Its preset and kernel are those
// of the variant.
func findIn(summaries []summary.Summary, s summary.Summary, claim results.Claim, variant string) finding {
	claim.Cell = summary.Without(claim.Cell, results.KeyPreset, results.KeyKernel)
	claim.Cell[results.KeyVariant] = variant
	if len(selected(s, claim.Cell, claim.Instead)) == 0 {
		elsewhere := maps.Clone(claim.Cell)
		elsewhere[results.KeyVariant] = results.VariantPublished
		if c, ok := summary.Find(s.Cells, elsewhere); ok && c.Cell[results.KeyPreset] == "" &&
			c.Cell[results.KeyKernel] == "" {
			return finding{outcome: noConvention}
		}
	}
	return find(summaries, s, claim)
}

// judgeMajority judges a claim about most of the cells that it was judged in.
func judgeMajority(findings []finding) finding {
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
