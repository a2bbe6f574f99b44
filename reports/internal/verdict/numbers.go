// Package verdict compares summaries with what the paper prints and claims: each
// number by a test, each claim by the order of means, and which claims survive
// under textbook conventions.
package verdict

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Verdict is the outcome of comparing something published with a run.
type Verdict string

// The verdicts.
const (
	Agrees  Verdict = "agrees"
	Differs Verdict = "differs"
	// Missing means that the cell was not run, or not to its end.
	Missing Verdict = "missing"
)

// Check is something published, seen in one cell.
type Check struct {
	Experiment string
	Info       results.CellInfo
	Verdict    Verdict
	// Reason says why something is missing.
	Reason string

	where string // the cell in words
}

// noCell is a check of something that speaks of no cell that there is.
func noCell(s summary.Summary, cell map[string]string) Check {
	return Check{s.Experiment.Name, results.CellInfo{Cell: cell}, Missing, "no such cell in the run", summary.Describe(cell)}
}

// CellCheck is one published number beside ours.
type CellCheck struct {
	Check
	Expected results.Expected
	// Ours has N = 0 where there is none.
	Ours stat.Stat
	// PrintedSE is the published standard error or, if StandIn, ours scaled to
	// their number of repetitions.
	PrintedSE float64
	StandIn   bool
	// Difference is ours − printed in standard errors of the difference, after
	// half a unit of the last printed digit is allowed; for a printed bound,
	// the excess above it.
	Difference float64
	// DF are the degrees of freedom, P the p-value of the Welch test and
	// Adjusted the p-value after Holm's correction over all cells tested.
	DF, P, Adjusted float64
}

// Tested reports whether there were numbers to compare.
func (c CellCheck) Tested() bool { return c.Verdict == Agrees || c.Verdict == Differs }

// Overview holds every published number and claim with its verdict.
type Overview struct {
	Cells  []CellCheck
	Claims []ClaimCheck
}

// Count returns how many cells and claims have a verdict.
func (o Overview) Count(v Verdict) (cells, claims int) {
	return o.count(func(c Check) bool { return c.Verdict == v })
}

// Unavailable returns how many of the missing cells and claims are missing
// because their data could not be had, which the run says, and not because a
// run is not at its end.
func (o Overview) Unavailable() (cells, claims int) {
	return o.count(func(c Check) bool { return c.Verdict == Missing && c.Info.NotRun != "" })
}

func (o Overview) count(is func(Check) bool) (cells, claims int) {
	for _, c := range o.Cells {
		if is(c.Check) {
			cells++
		}
	}
	for _, c := range o.Claims {
		if is(c.Check) {
			claims++
		}
	}
	return cells, claims
}

// Verify compares every published number and claim with the summaries. A
// published number that speaks of several cells is checked in each; one that
// speaks of none is missing, never left out.
func Verify(summaries []summary.Summary) Overview {
	var o Overview
	for _, s := range summaries {
		for _, expected := range s.Experiment.Expected {
			found := false
			for _, c := range s.Cells {
				if summary.Matches(expected.Cell, c.Cell) {
					found = true
					o.Cells = append(o.Cells, checkCell(s, c, expected))
				}
			}
			if !found {
				o.Cells = append(o.Cells, CellCheck{Check: noCell(s, expected.Cell), Expected: expected})
			}
		}
		for _, claim := range s.Experiment.Claims {
			o.Claims = append(o.Claims, checkClaim(summaries, s, claim)...)
		}
	}
	o.adjust()
	return o
}

// checkCell compares one published number with one cell. Its verdict is
// preliminary: it needs adjusting for the number of cells.
func checkCell(s summary.Summary, c summary.Cell, expected results.Expected) CellCheck {
	check := CellCheck{Check: Check{s.Experiment.Name, c.CellInfo, Missing, "", s.Where(c)}, Expected: expected}
	ours, err := c.Estimate(summary.QuantityOf(expected), s.Experiment.Relevant)
	if err != nil {
		check.Reason = err.Error()
		return check
	}
	check.Ours = ours
	switch {
	case !c.Complete():
		check.Reason = fmt.Sprintf("%d of %d repetitions", c.Repetitions, c.Planned)
		return check
	case ours.N < 2:
		check.Reason = "a single repetition has no standard error"
		return check
	}
	their := expected.Repetitions
	if their < 1 {
		their = ours.N
	}
	if expected.SE != nil && *expected.SE > 0 {
		check.PrintedSE = *expected.SE
	} else {
		check.StandIn = true
		check.PrintedSE = ours.SD / math.Sqrt(float64(their))
	}
	test := stat.Welch(stat.Sample{Mean: ours.Mean, SE: ours.SE, N: ours.N}, stat.Sample{Mean: expected.Value, SE: check.PrintedSE, N: their},
		stat.HalfUnit(expected.Digits), expected.Below, check.StandIn)
	check.Difference, check.DF, check.P = test.T, test.DF, test.P
	check.Verdict = Agrees
	return check
}

// adjust corrects the p-values of all tested cells for their number and passes
// the verdicts.
func (o *Overview) adjust() {
	var at []int
	var p []float64
	for i, c := range o.Cells {
		if c.Tested() {
			at = append(at, i)
			p = append(p, c.P)
		}
	}
	for k, adjusted := range stat.Holm(p) {
		c := &o.Cells[at[k]]
		c.Adjusted = adjusted
		if adjusted <= stat.Level {
			c.Verdict = Differs
		}
	}
}

// PrintedText formats a published number as it was printed, with its standard
// error if there is one: "0.181 (0.009)", "< 0.006".
func PrintedText(e results.Expected) string {
	text := format.Fixed(e.Value, e.Digits)
	if e.Below {
		text = "< " + text
	}
	if e.SE != nil {
		text += " (" + strconv.FormatFloat(*e.SE, 'f', -1, 64) + ")"
	}
	return text
}

// Differs reports whether the overview finds a number different from print.
func (o Overview) Differs(experiment string, c summary.Cell, q summary.Quantity) bool {
	return slices.ContainsFunc(o.Cells, func(check CellCheck) bool {
		return check.Verdict == Differs && check.Experiment == experiment && check.Info.Slug == c.Slug && summary.QuantityOf(check.Expected) == q
	})
}

// beyond is the source of experiments and claims that the paper does not have.
const beyond = "beyond the paper"
