package main

import (
	"math"
	"slices"

	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/internal/rank"
)

// The account of what is established. Tests ask of all inputs together, of each input beside the
// others, of each by itself and of each aspect; settle makes one decision of them and writes it into
// their p-values, which every line of the text, the page, the CSV and the JSON goes by.

// ofTests is what the least of the p-values of these tests is multiplied by: they depend on each other, and
// Holm's method is conservative. Of 542 tables without any effect 23 had a finding, by 1 in its place 47. A
// harmonic mean of weights 0.6 of all inputs together and 0.4 of the rest found 14, and of 300 with weak
// effects 79 instead of 98.
const ofTests = 2

// settle combines the tests to the p-value of the hypothesis that the inputs explain nothing: that of a
// single input, or else ofTests times the least of that of all inputs together and of each family after Holm's
// method. If it is above importance.Level, nothing is found: no p-value of a family is left below it, nor one of
// others, as of a tree of groups. Intervals of what is not found begin at 0. Without tests intervals decide:
// something is explained where that of the share, or of an input for an aspect, excludes 0.
func (e *analysis) settle(others ...[]float64) {
	in := e.Result.Inference
	if e.Undivided = in.Explained.Nothing(); in.P == nil {
		return
	}
	defer e.openEnds()
	combined := [][]float64{importance.Holm(in.P)}
	if e.Alone != nil {
		combined = append(combined, importance.Holm(collect(e.Alone, func(t importance.Alone) float64 { return t.P })))
	}
	if e.hasAspects() {
		combined = append(combined, e.Explained.found())
	}
	least := in.Explained.P
	for _, family := range combined {
		least = min(least, slices.Min(family))
	}
	if in.Explained.P = min(ofTests*least, 1); len(in.P) == 1 {
		in.Explained.P = in.P[0]
	}
	if !in.Explained.Nothing() {
		return
	}
	atLeast := func(of []float64) {
		for j := range of {
			of[j] = max(of[j], in.Explained.P)
		}
	}
	for _, family := range append(others, in.Adjusted) {
		atLeast(family)
	}
	for j := range e.Alone {
		e.Alone[j].Adjusted = max(e.Alone[j].Adjusted, in.Explained.P)
	}
	if e.hasAspects() {
		for k := range e.Explained.Aspects.Findings {
			f := &e.Explained.Aspects.Findings[k]
			f.Explained.P = max(f.Explained.P, in.Explained.P)
			atLeast(f.Adjusted)
		}
	}
}

// openEnds lets the intervals of all that is not found begin at 0.
func (e *analysis) openEnds() {
	in := e.Result.Inference
	beginAtZero(in.Intervals, in.Adjusted)
	if e.hasAspects() {
		for _, f := range e.Explained.Aspects.Findings {
			for j := range f.Intervals {
				if !f.Found(j) {
					f.Intervals[j].Low = 0
				}
			}
		}
	}
}

// beginAtZero lets intervals begin at 0 whose p-values leave it open whether there is anything.
func beginAtZero(intervals []importance.Interval, p []float64) {
	for j := range intervals {
		if !significant(p[j]) {
			intervals[j].Low = 0
		}
	}
}

// moving tells whether any aspect is found to move with an input.
func (x *explanation) moving() bool {
	return slices.ContainsFunc(x.Aspects.Findings, func(f aspects.Finding) bool {
		return slices.ContainsFunc(rank.Numbers[int](len(x.Variables)), f.Found)
	})
}

// found are the adjusted p-values of the inputs that move aspects, 1 for those that do not.
func (x *explanation) found() []float64 {
	p := slices.Repeat([]float64{1}, len(x.Variables))
	for _, f := range x.Aspects.Findings {
		for j := range p {
			if f.Adjusted != nil && f.Found(j) {
				p[j] = min(p[j], f.Adjusted[j])
			}
		}
	}
	return p
}

// nothing says that the inputs may explain nothing at all.
func (e *analysis) nothing() bool {
	share := e.share()
	return share != nil && share.Nothing() && !(math.IsNaN(share.P) && e.hasAspects() && e.Explained.moving())
}

// untested says that what the inputs explain was not tested, so that intervals alone tell of it.
func (e *analysis) untested() bool { return math.IsNaN(e.share().P) }

// divided says that importances, which are shares of what is explained, can be told: something is, and
// enough for the test of all inputs together.
func (e *analysis) divided() bool { return !e.nothing() && !e.Undivided }

// significant tells whether a test has found something.
func significant(p float64) bool { return p <= importance.Level }

// established tells whether a test has found an input.
func (e *analysis) established(j int) bool {
	in := e.inference()
	return in.Adjusted != nil && significant(in.Adjusted[j]) && !e.nothing()
}

// openValues tells of each input whether it is open that it adds anything to the others; nil
// without tests.
func (e *analysis) openValues() []bool {
	return collect(e.inference().Adjusted, func(p float64) bool { return e.nothing() || !significant(p) })
}

// inParentheses tells of each input whether its interval stands in them: where tests leave it open that it adds
// anything, and without tests where the interval holds 0.
func (e *analysis) inParentheses() []bool {
	if e.inference().P != nil {
		return e.openValues()
	}
	return collect(e.inference().Intervals, func(i importance.Interval) bool { return i.Low <= 0 })
}

// foundAlone tells whether it is established that an input tells something by itself.
func (e *analysis) foundAlone(j int) bool {
	return e.Alone != nil && significant(e.Alone[j].Adjusted) && !e.nothing()
}

// moved are the words of the aspects that are found to move with an input, the largest first.
func (e *analysis) moved(j int) []string {
	if !e.hasAspects() || e.nothing() {
		return nil
	}
	return e.Explained.Aspects.Words(j)
}

// nearlyAllTold is the share of an input from which on the others tell nearly all of it, so that tests
// can hardly tell its effect from theirs.
const nearlyAllTold = 0.9

// told is the share of an input that the others tell; NaN where it is not known.
func (e *analysis) told(j int) float64 {
	if told := e.inference().Told; told != nil {
		return told[j]
	}
	return math.NaN()
}

// inseparable tells whether it is open whether an input matters, and the others tell nearly all of it.
func (e *analysis) inseparable(j int) bool {
	open := e.openValues()
	return e.told(j) >= nearlyAllTold && (open == nil || open[j])
}

// standsIn tells whether an input that is found may stand in for others: they tell nearly all of it,
// or it follows them along a curve.
func (e *analysis) standsIn(j int) bool {
	follows := e.inference().StandsIn
	return follows != nil && follows[j] && !e.inseparable(j) && e.established(j)
}

// follows tells whether an input is inseparable or may stand in for others.
func (e *analysis) follows(j int) bool { return e.inseparable(j) || e.standsIn(j) }
