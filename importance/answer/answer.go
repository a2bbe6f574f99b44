// Package answer makes one decision of all tests of a table: what the inputs explain together,
// which of them add something to the others, which explain something alone, which aspects of
// the responses move with which input, and which groups of inputs matter. Its Answers are data:
// p-values adjusted for everything that was tested, intervals as they are printed, what is
// significant, and doubts. The command only puts them in words. With inputs x, n×p, and
// responses y, n×d, errors left out:
//
//	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
//	answers, err := answer.Ask(context.Background(), inference.Standard(100), task, answer.Questions{Alone: true})
//	for j, input := range answers.Inputs {
//		fmt.Printf("x%d: p = %.2g, significant %v\n", j+1, input.Adjusted, input.Significant)
//	}
//
// Evidence is what estimators and tests measured; Decide makes Answers of it and changes none
// of it.
package answer

import (
	"drfvi/importance"
	"drfvi/importance/aspects"
)

// Adjustment names a method that adjusts the p-values of the inputs for their number.
type Adjustment string

// Adjustments.
const (
	Holm               Adjustment = "holm"
	BenjaminiYekutieli Adjustment = "by"
	Unadjusted         Adjustment = "none"
)

// adjust returns adjusted p-values in a new list; nil for none.
func (a Adjustment) adjust(p []float64) []float64 {
	switch a {
	case BenjaminiYekutieli:
		return importance.BenjaminiYekutieli(p)
	case Unadjusted:
		return append([]float64{}, p...)
	}
	return importance.Holm(p)
}

// Answers are what the data say about the inputs of a table.
type Answers struct {
	Level      float64    // of all tests: significant is an adjusted p-value of at most Level
	Adjustment Adjustment // of the p-values of single inputs, "" without tests
	Tested     bool       // whether single inputs were tested; without tests, intervals decide
	Overall    Overall
	Inputs     []Input  // by variable
	Aspects    []Aspect // in the order of the aspects' report; nil if not asked for
	Groups     []Group  // by node of the tree; nil if not asked for
	// Interactions are those of pairs of inputs, the largest gain first; nil if not asked for or not
	// tested (inference.Fit.Interactions).
	Interactions []Interaction
	Doubts       []Doubt
}

// Verdict says what is known of all inputs together.
type Verdict string

// Verdicts.
const (
	Unknown     Verdict = ""            // the method does not estimate how much is explained
	NoEffect    Verdict = "no effect"   // no test is significant; without tests, no interval excludes 0
	Indivisible Verdict = "indivisible" // a test is significant, but importances are shares of too little
	Divisible   Verdict = "divisible"   // importances are shares of what is explained
)

// Overall is the answer for all inputs together.
type Overall struct {
	// Share is what the inputs explain. Its P combines the tests of all inputs together, of each
	// input, of each alone and of each aspect; NaN without tests.
	importance.Share
	Verdict     Verdict
	Significant bool // P is at most the level
	// Redundant: importances are shares, and add up to so little that inputs can replace each other.
	Redundant bool
}

// Input is the answer for one input beside the others.
type Input struct {
	Importance float64 // as importance.Result has it in Clamped
	// Interval begins at 0 if the input was tested and is not significant.
	Interval    importance.Interval
	P, Adjusted float64 // NaN without tests
	Significant bool    // the input adds something to the others
	Borderline  bool    // significant, but perhaps not with another seed
	// Lost is the share of the variation that is lost without the input, its interval as Interval; nil
	// without tests.
	Lost *importance.Share
	// ExcludesZero: the interval does. Without tests it decides.
	ExcludesZero bool
	// Predicted is the share of the input that the others predict, NaN if unknown. Linked are the
	// inputs that it is correlated with, of those that may stand in for others.
	Predicted float64
	NearCopy  bool // the others predict nearly all of it
	Linked    []int
	Doubt     InputDoubt
	Alone     *Alone // nil if not tested
	Moves     []int  // aspects that move with the input, the largest effect first
}

// InputDoubt says why an answer for an input may be about other inputs.
type InputDoubt string

// Doubts about an input.
const (
	NoDoubt     InputDoubt = ""
	Inseparable InputDoubt = "inseparable" // not significant, and the others predict nearly all of it
	StandsIn    InputDoubt = "stands in"   // significant, but perhaps by effects of others that are not learnt
)

// Alone is the answer for an input without regard to the others.
type Alone struct {
	Share, P, Adjusted float64
	Significant        bool
}

// Aspect is the answer for an aspect of the responses.
type Aspect struct {
	aspects.Aspect
	Explained   importance.Share // its P is at least that of all inputs together
	Significant bool             // something of the aspect is explained
	// Notable: it is significant, and an input moves it or more of it is explained than can come from
	// other aspects by errors of the forests.
	Notable bool
	// NearlyAll of a mean is explained, so that its other aspects are mostly errors of the forests.
	NearlyAll bool
	Inputs    []Effect
}

// Effect is the answer for an aspect and an input.
type Effect struct {
	Importance, Area float64
	P, Adjusted      float64             // NaN without tests
	Interval         importance.Interval // begins at 0 if tested and not significant
	Significant      bool                // the aspect moves with the input
	MayBeMean        bool                // but the mean moves more, or is learnt poorly
}

// Group is the answer for a group of inputs in a tree of groups.
type Group struct {
	Importance  float64
	Interval    importance.Interval // begins at 0 if not significant
	P, Adjusted float64             // Adjusted for testing from the root down
	Significant bool
	Reached     bool // the group above is significant
	Smallest    bool // significant, while no group below is
}

// Interaction is the answer to whether two inputs act together: whether the effect of one
// depends on the other.
type Interaction struct {
	Inputs      [2]int
	P, Adjusted float64 // Adjusted for all pairs
	Significant bool
	OnMean      bool // on the mean of the responses rather than on their spread
	// Gain is the share of the variation of the responses that only both inputs together explain,
	// Explained that which all inputs do. Interval is that of Gain; it begins at 0 if not significant.
	Gain, Explained float64
	Interval        importance.Interval
}

// DoubtKind is a kind of doubt about the answers as a whole.
type DoubtKind string

// Kinds of doubts.
const (
	// FewRows: what is not significant may still have an effect.
	FewRows DoubtKind = "few rows"
	// WeakForests: the forests explain less with all inputs than one input does alone.
	WeakForests DoubtKind = "weak forests"
	// HoldsTarget: an input explains nearly everything, as if it were computed from the responses.
	HoldsTarget DoubtKind = "holds target"
	// MissingValues: a significant input lacks values, whose information other inputs may carry.
	MissingValues DoubtKind = "missing values"
)

// Doubt is a reason to doubt the answers, with the input that it is about; −1 for none.
type Doubt struct {
	Kind  DoubtKind
	Input int
}

// Doubt returns the input of a doubt of a kind, and whether there is one.
func (a Answers) Doubt(kind DoubtKind) (input int, ok bool) {
	for _, d := range a.Doubts {
		if d.Kind == kind {
			return d.Input, true
		}
	}
	return -1, false
}
