package main

import (
	"drfvi/importance"
	"drfvi/importance/answer"
)

// The answers are decided in package answer; what is here reads them, for sentences, tables and
// figures.

// decide makes the answers from all that was measured.
func (e *analysis) decide() {
	e.Aspects = e.Explained.Aspects
	e.Answers = answer.Decide(e.Evidence)
	e.Explained.Answers, e.Explained.Level = e.Answers.Aspects, e.Answers.Level
}

// share returns what is known of the explained share; nil if nothing is.
func (e *analysis) share() *importance.Share {
	if e.Answers.Overall.Verdict == answer.Unknown {
		return nil
	}
	return &e.Answers.Overall.Share
}

// nothing says that the inputs may explain nothing at all.
func (e *analysis) noEffect() bool { return e.Answers.Overall.Verdict == answer.NoEffect }

// indivisible says that an effect is found, but not that of all inputs together.
func (e *analysis) indivisible() bool { return e.Answers.Overall.Verdict == answer.Indivisible }

// divided says that importances, which are shares of what is explained, can be told.
func (e *analysis) divisible() bool { return !e.noEffect() && !e.indivisible() }

// tested tells whether single inputs were.
func (e *analysis) tested() bool { return e.Answers.Tested }

// established tells whether a test has found an input.
func (e *analysis) significant(j int) bool { return e.Answers.Inputs[j].Significant }

// open tells whether it is open that an input adds anything to the others, after a test.
func (e *analysis) open(j int) bool { return e.tested() && !e.significant(j) }

// perTest returns a value of each input that was tested; nil without tests.
func perTest[T any](e *analysis, value func(answer.Input) T) []T {
	if !e.tested() {
		return nil
	}
	return collect(e.Answers.Inputs, value)
}

func (e *analysis) openValues() []bool {
	return perTest(e, func(i answer.Input) bool { return !i.Significant })
}
func (e *analysis) significantValues() []bool {
	return perTest(e, func(i answer.Input) bool { return i.Significant })
}
func (e *analysis) adjusted() []float64 {
	return perTest(e, func(i answer.Input) float64 { return i.Adjusted })
}

// intervals are those of the inputs; nil without.
func (e *analysis) intervals() []importance.Interval {
	if e.inference().Intervals == nil {
		return nil
	}
	return collect(e.Answers.Inputs, func(i answer.Input) importance.Interval { return i.Interval })
}

// inParentheses tells of each input whether its interval stands in them: where tests leave it
// open that it adds anything, and without tests where the interval holds 0.
func (e *analysis) inParentheses() []bool {
	if e.tested() {
		return e.openValues()
	}
	if e.intervals() == nil {
		return nil
	}
	return collect(e.Answers.Inputs, func(i answer.Input) bool { return !i.ExcludesZero })
}

// significantAlone reports whether an input is significant on its own.
func (e *analysis) significantAlone(j int) bool {
	alone := e.Answers.Inputs[j].Alone
	return alone != nil && alone.Significant
}

// moved are the words of the aspects that are found to move with an input, the largest first.
func (e *analysis) moved(j int) []string {
	if !e.hasAspects() {
		return nil
	}
	return e.Explained.words(j)
}

// predicted is the share of an input that the others predict; NaN where it is not known.
func (e *analysis) predicted(j int) float64 { return e.Answers.Inputs[j].Predicted }

// inseparable, standsIn and follows tell what may be doubted of an input.
func (e *analysis) collinear(j int) bool { return e.Answers.Inputs[j].Doubt == answer.Inseparable }
func (e *analysis) standsIn(j int) bool  { return e.Answers.Inputs[j].Doubt == answer.StandsIn }
func (e *analysis) inDoubt(j int) bool   { return e.Answers.Inputs[j].Doubt != answer.NoDoubt }
