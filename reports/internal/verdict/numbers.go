// Package verdict compares summaries with what the paper prints and claims: each
// number by a test, each claim by tests of what it compares, and which claims survive
// under textbook conventions.
package verdict

import (
	_ "embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats/scalar"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

//go:embed notes.md
var notesFile string

// texts are notes under tables and captions of figures.
var texts = document.ParseTexts(notesFile)

// Verdict is the outcome of comparing something published with a run.
type Verdict string

// The verdicts.
const (
	// Compatible with print means that no difference was found; CellCheck.Least says how
	// large one would have had to be.
	Compatible Verdict = "compatible"
	Differs    Verdict = "differs"
	// Missing means that the cell was not run, or not to its end.
	Missing Verdict = "missing"
)

// noCell is why what speaks of no cell that there is was not compared.
const noCell = "no such cell in the run"

// CellCheck is one published number beside ours, in one cell, or the difference of the losses
// of two methods, which its Variable names: "vimp-drf - retrain".
type CellCheck struct {
	Experiment  string
	Info        results.CellInfo
	Verdict     Verdict
	Reason      string // why it is missing
	description string // the cell in words

	Expected results.Expected
	// Ours has N = 0 where there is none.
	Ours stat.Stat
	// PrintedSE is the published standard error or, if StandIn, ours scaled to
	// their number of repetitions.
	PrintedSE float64
	StandIn   bool
	// Difference is ours − printed in standard errors of the difference, after
	// an allowance for the last printed digit; for a printed bound, the excess above it.
	Difference, allowance float64
	// DF are the degrees of freedom, P the p-value of the Welch test and
	// Adjusted the p-value after Holm's correction over all cells tested.
	DF, P, Adjusted float64
	// SEP is the p-value of the F-test that the published standard error and ours are of the
	// same variance, where half a unit of its last digit is allowed. SEAdjusted is that after
	// Holm's correction over all of them. Both are 1 where none was published.
	SEP, SEAdjusted float64
	// Least is the smallest difference from print that would have been called different.
	Least float64
}

// Exceeds reports whether the number is beyond what chance gives one number in twenty,
// before any adjustment.
func (c CellCheck) Exceeds() bool { return c.Tested() && c.P <= 0.05 }

// Tested reports whether there were numbers to compare.
func (c CellCheck) Tested() bool { return c.Verdict == Compatible || c.Verdict == Differs }

// Overview holds every published number with its verdict, and every claim, each once.
type Overview struct {
	Cells  []CellCheck
	Gaps   []CellCheck // differences of published losses
	Claims []Judged
}

// Count returns how many published numbers have a verdict.
func (o Overview) Count(v Verdict) int { return len(withVerdict(o.Cells, v)) }

func withVerdict(checks []CellCheck, v Verdict) []CellCheck {
	return summary.Having(checks, func(c CellCheck) bool { return c.Verdict == v })
}

// CountClaims returns how many claims have an outcome.
func CountClaims(claims []Judged, outcome Outcome) int {
	return len(summary.Having(claims, func(j Judged) bool { return j.outcome == outcome }))
}

// Unmet returns the numbers that differ and the claims that fail of those that results
// are expected to show.
func (o Overview) Unmet() (numbers, claims int) {
	expected := summary.Having(o.Claims, func(j Judged) bool { return !j.statement })
	return o.Count(Differs), CountClaims(expected, Fails)
}

// Absent returns how many numbers and claims could not be compared, and Unavailable how many of
// them because their cells were not run, and why, which the run says: data that could not be had,
// or work left out.
func (o Overview) Absent() (numbers, claims int) {
	return o.Count(Missing), CountClaims(o.Claims, NotRun)
}

func (o Overview) Unavailable() (numbers, claims int, why []string) {
	for _, c := range withVerdict(o.Cells, Missing) {
		if c.Info.NotRun != "" {
			numbers, why = numbers+1, summary.Union(why, c.Info.NotRun)
		}
	}
	for _, j := range o.Claims {
		if j.outcome == NotRun && j.Info.NotRun != "" {
			claims, why = claims+1, summary.Union(why, j.Info.NotRun)
		}
	}
	return numbers, claims, why
}

// Verify compares every published number and claim with the summaries. A
// published number that speaks of several cells is checked in each; one that
// speaks of none is missing, never left out.
func Verify(summaries []summary.Summary) Overview {
	var o Overview
	for _, s := range summaries {
		for _, expected := range s.Experiment.Expected {
			cells := selected(s, expected.Cell, expected.Instead)
			for _, c := range cells {
				o.Cells = append(o.Cells, checkCell(s, c, expected))
			}
			if len(cells) == 0 {
				o.Cells = append(o.Cells, CellCheck{
					Experiment: s.Experiment.Name, Info: results.CellInfo{Cell: expected.Cell}, Verdict: Missing, Reason: noCell,
					description: summary.Describe(expected.Cell), Expected: expected,
				})
			}
		}
	}
	o.Claims = judgeClaims(summaries)
	adjust(o.Cells)
	o.Gaps = gaps(summaries, o.Cells)
	return o
}

// selected returns the cells that a selector is about, or that stand in for them if they are not
// there or not all run.
func selected(s summary.Summary, selector, instead map[string]string) []summary.Cell {
	cells := summary.Selected(s.Cells, selector)
	if instead == nil {
		return cells
	}
	if len(cells) == 0 {
		other := maps.Clone(selector)
		maps.Copy(other, instead)
		return summary.Selected(s.Cells, other)
	}
	for i, c := range cells {
		if other, err := s.Rival(c, instead); !c.Complete() && err == nil {
			cells[i] = other
		}
	}
	return cells
}

// checkCell compares one published number with one cell. Its verdict is
// preliminary: it needs adjusting for the number of cells.
func checkCell(s summary.Summary, c summary.Cell, expected results.Expected) CellCheck {
	check := CellCheck{
		Experiment: s.Experiment.Name, Info: c.CellInfo, Verdict: Missing, description: s.Where(c), Expected: expected,
	}
	ours, err := s.Estimate(c, summary.QuantityOf(expected))
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
	their := check.their()
	if expected.SE != nil && *expected.SE > 0 {
		check.PrintedSE = *expected.SE
	} else {
		check.StandIn = true
		check.PrintedSE = ours.SD / math.Sqrt(float64(their))
	}
	check.compare(stat.HalfUnit(expected.Digits))
	if expected.SE != nil && their > 1 && ours.SE > 0 {
		h := stat.HalfUnit(expected.SEDigits)
		nearest := min(max(ours.SE*math.Sqrt(float64(ours.N)/float64(their)), *expected.SE-h), *expected.SE+h)
		check.SEP = stat.VarianceP(ours.SD, ours.N, nearest*math.Sqrt(float64(their)), their)
	}
	return check
}

// their is the number of repetitions behind print, ours where it is unknown.
func (c CellCheck) their() int {
	if c.Expected.Repetitions < 1 {
		return c.Ours.N
	}
	return c.Expected.Repetitions
}

// compare tests ours against print, of which an allowance is for its digits.
func (c *CellCheck) compare(allowance float64) {
	c.allowance = allowance
	printed := stat.Stat{Mean: c.Expected.Value, SE: c.PrintedSE, N: c.their()}
	c.Difference, c.DF, c.P = stat.Welch(c.Ours, printed, allowance, c.Expected.Below, c.StandIn)
	c.SEP, c.Verdict = 1, Compatible
}

// adjust corrects the p-values of all numbers tested for their number and passes
// the verdicts.
func adjust(checks []CellCheck) {
	var tested []*CellCheck
	var p, ofErrors []float64
	for i, c := range checks {
		if c.Tested() {
			tested, p, ofErrors = append(tested, &checks[i]), append(p, c.P), append(ofErrors, c.SEP)
		}
	}
	ofErrors = rank.Holm(ofErrors)
	for k, adjusted := range rank.Holm(p) {
		c := tested[k]
		c.Adjusted, c.SEAdjusted = adjusted, ofErrors[k]
		if adjusted <= stat.Level {
			c.Verdict = Differs
		}
		// The level of the smallest p-value, which adjustment divides by their number.
		level := stat.Level / float64(len(p))
		if !c.Expected.Below {
			level /= 2
		}
		if se := math.Hypot(c.Ours.SE, c.PrintedSE); se > 0 {
			c.Least = c.allowance + se*stat.UpperQuantile(level, c.DF)
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

// Of returns what an overview has of an experiment: numbers and claims.
func (o Overview) Of(experiment string) Overview {
	o.Cells = summary.Having(o.Cells, func(c CellCheck) bool { return c.Experiment == experiment })
	o.Claims = summary.Having(o.Claims, func(j Judged) bool { return j.Experiment == experiment })
	return o
}

// Differing returns the quantities of a cell whose numbers differ from print.
func (o Overview) Differing(experiment string, c summary.Cell) (list []summary.Quantity) {
	for _, check := range withVerdict(o.Cells, Differs) {
		if check.Experiment == experiment && check.Info.Slug == c.Slug {
			list = append(list, summary.QuantityOf(check.Expected))
		}
	}
	return list
}

// gaps compares the differences of published losses on the same data with ours. Print has no
// standard error of a difference; that of independent means stands in, the largest that it can
// be where both are of the same data. A unit of the last printed digit is allowed.
func gaps(summaries []summary.Summary, cells []CellCheck) []CellCheck {
	var gapChecks []CellCheck
	for i, first := range cells {
		for _, second := range cells[i+1:] {
			a, b := first.Expected, second.Expected
			if first.Experiment != second.Experiment || a.Statistic != results.StatisticCumulative ||
				b.Statistic != a.Statistic || a.SE == nil || b.SE == nil ||
				!results.Matches(
					summary.Without(a.Cell, results.KeyMethod), b.Cell,
				) || first.Verdict == Missing || second.Verdict == Missing {
				continue
			}
			place := slices.IndexFunc(summaries, func(s summary.Summary) bool { return s.Experiment.Name == first.Experiment })
			ours, _ := summary.Find(summaries[place].Cells, first.Info.Cell)
			theirs, _ := summary.Find(summaries[place].Cells, second.Info.Cell)
			digits, se := max(a.Digits, b.Digits), math.Hypot(*a.SE, *b.SE)
			rounded := scalar.Round(se, digits)
			g := CellCheck{
				Experiment: first.Experiment, Info: results.CellInfo{Cell: summary.Only(ours.Cell, results.KeyData)},
				Expected: results.Expected{
					Variable: theirs.Cell[results.KeyMethod] + " - " + ours.Cell[results.KeyMethod], Statistic: a.Statistic,
					Source: a.Source,
					Value:  b.Value - a.Value, SE: &rounded, Digits: digits, Repetitions: min(a.Repetitions, b.Repetitions),
				},
				PrintedSE: se, Ours: summary.PairedDifference(theirs, ours, results.ValueCumulative, 0),
			}
			g.compare(2 * stat.HalfUnit(digits))
			gapChecks = append(gapChecks, g)
		}
	}
	adjust(gapChecks)
	return gapChecks
}
