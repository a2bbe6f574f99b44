package answer

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/hierarchy"
	"drfvi/importance/inference"
	"drfvi/internal/rank"
)

// Constants of the decision. Each was chosen once and is measured by the records of evidence.
const (
	// dependentTests multiplies the least p-value of the families of tests: they depend on each
	// other, and Holm's method is conservative. Of 542 tables without any effect 23 had a finding,
	// by 1 in its place 47. A harmonic mean of weights 0.6 of all inputs together and 0.4 of the
	// other families found 14, and of 300 with weak effects 79 instead of 98.
	dependentTests = 2
	// borderline is the p-value above which a finding may be none with another seed: with 15 seeds
	// p-values differ up to fivefold (docs/inference.md#seeds).
	borderline = importance.Level / 5
	// nearCopy is the predicted share of an input from which on tests can hardly tell it apart.
	nearCopy = 0.9
	// manyUnits is the number of independent rows from which on forests learn as much as other models.
	manyUnits = 300
	// redundantSum is the sum of importances below which inputs can replace each other; that of
	// independent inputs is at least 1.
	redundantSum = 0.5
	// weakerBy is how many times as much one input explains alone as the forests do with all.
	weakerBy = 1.5
	// heldShare is the explained share, and the importance, of an input that holds the responses.
	heldShare = 0.99
	// nearlyAllOfMean is the explained share of a mean whose residuals are mostly errors of forests.
	nearlyAllOfMean = 0.95
)

// Evidence is what estimators and tests measured of a table.
type Evidence struct {
	Result     importance.Result
	Alone      []importance.Alone // nil if not tested
	Aspects    *aspects.Report    // nil if not asked for
	Tree       []hierarchy.Node   // groups of inputs; nil if not asked for
	Sets       importance.Result  // of the groups of several inputs, in the order of Tree
	Adjustment Adjustment         // of the p-values of single inputs and of pairs, "" for Holm
	Units      int                // independent rows: clusters if there are any
	LackValues []bool             // by input, whether it lacks values; nil if unknown
	Linked     [][]int            // by input, see Input; nil if unknown
	// Interactions of pairs of inputs; nil if not asked for.
	Interactions []inference.Interaction
}

// share returns the explained share; nil if the method does not estimate it.
func (e Evidence) share() *importance.Share {
	if e.Result.Inference != nil {
		return &e.Result.Inference.Explained
	}
	return e.Result.Explained
}

// inference returns errors and tests, empty if the method has none.
func (e Evidence) inference() importance.Inference {
	if e.Result.Inference != nil {
		return *e.Result.Inference
	}
	return importance.Inference{}
}

// families returns the p-values of each family of tests, adjusted by Holm's method. An aspect that
// no input moves counts with 1, whatever its p-values.
func (e Evidence) families() [][]float64 {
	families := [][]float64{importance.Holm(e.inference().P)}
	if e.Alone != nil {
		families = append(families, importance.Holm(mapped(e.Alone, func(a importance.Alone) float64 { return a.P })))
	}
	if e.Aspects == nil {
		return families
	}
	least := 1.0
	for _, f := range e.Aspects.Findings {
		for j, p := range f.Adjusted {
			if f.Found(j) {
				least = min(least, p)
			}
		}
	}
	return append(families, []float64{least})
}

// overallP returns the p-value of the hypothesis that the inputs explain nothing: with P of all
// inputs together and F the families of tests,
//
//	min(1, dependentTests · min(P, min F)),
//
// or the p-value of the input if there is only one.
func (e Evidence) overallP() float64 {
	in := e.inference()
	switch len(in.P) {
	case 0:
		return e.share().P
	case 1:
		return in.P[0]
	}
	least := in.Explained.P
	for _, family := range e.families() {
		least = min(least, slices.Min(family))
	}
	return min(dependentTests*least, 1)
}

// significant reports whether a test rejects its hypothesis; it does not if p is NaN, not tested.
func significant(p float64) bool { return p <= importance.Level }

// Decide makes one decision of all tests. If the p-value of all inputs together is above the level,
// no other is below it. Without tests, intervals decide.
func Decide(e Evidence) Answers {
	if e.Adjustment == "" {
		e.Adjustment = Holm
	}
	in := e.inference()
	a := Answers{Level: importance.Level, Tested: in.P != nil}
	if a.Tested {
		a.Adjustment = e.Adjustment
	}
	floor := 0.0 // of all p-values
	if a.Overall = e.overall(); a.Tested && !a.Overall.Significant {
		floor = a.Overall.P
	}
	a.Aspects = e.aspects(floor)
	if a.Overall.Verdict == NoEffect && !a.Tested && slices.ContainsFunc(a.Aspects, Aspect.moves) {
		a.Overall.Verdict = Indivisible
	}
	a.Inputs = e.inputs(a, floor)
	a.Groups = e.groups(a.Overall.P)
	a.Interactions = e.interactions(floor)
	a.Doubts = e.doubts(a)
	return a
}

// overall returns the answer for all inputs together, as tests of single inputs decide it.
func (e Evidence) overall() Overall {
	share := e.share()
	if share == nil {
		return Overall{Share: importance.Share{P: math.NaN()}}
	}
	o := Overall{Share: *share, Verdict: Divisible}
	if e.Result.Inference != nil && (share.Nothing() || e.nothingExplained()) {
		o.Verdict = Indivisible
	}
	if o.P = e.overallP(); o.Nothing() {
		o.Verdict = NoEffect
	}
	o.Significant = significant(o.P)
	o.Redundant = o.Verdict == Divisible && e.Result.Inference != nil && floats.Sum(e.Result.Clamped) < redundantSum
	return o
}

// nothingExplained reports whether the forests explain nothing, so that importances are shares of
// nothing, whatever the tests say.
func (e Evidence) nothingExplained() bool {
	return e.share().Value <= 0 || e.Result.Denominator <= 0
}

// inputs returns the answers for single inputs. No p-value is below floor.
func (e Evidence) inputs(a Answers, floor float64) []Input {
	in := e.inference()
	inputs := make([]Input, len(e.Result.Raw))
	adjusted, alone := e.Adjustment.adjust(in.P), e.alone(floor)
	for j := range inputs {
		input := Input{
			Importance: e.Result.Clamped[j], P: math.NaN(), Adjusted: math.NaN(), Predicted: math.NaN(),
			Moves: Moves(a.Aspects, j),
		}
		if in.Intervals != nil {
			input.Interval = in.Intervals[j]
		}
		if a.Tested {
			input.P, input.Adjusted = in.P[j], max(adjusted[j], floor)
			input.Significant = significant(input.Adjusted)
			input.Borderline = input.Significant && input.Adjusted > borderline
			if in.Lost != nil {
				lost := in.Lost[j]
				input.Lost = &lost
			}
			if !input.Significant {
				input.beginAtZero()
			}
		}
		input.ExcludesZero = input.Interval.Low > 0
		if in.Told != nil {
			input.Predicted, input.NearCopy = in.Told[j], in.Told[j] >= nearCopy
		}
		switch {
		case input.NearCopy && !input.Significant:
			input.Doubt = Inseparable
		case in.StandsIn != nil && in.StandsIn[j] && input.Significant:
			input.Doubt = StandsIn
		}
		if e.Linked != nil {
			input.Linked = e.Linked[j]
		}
		if alone != nil {
			input.Alone = &alone[j]
		}
		inputs[j] = input
	}
	return inputs
}

// beginAtZero lets the intervals begin at 0.
func (i *Input) beginAtZero() {
	if i.Interval.Low = 0; i.Lost != nil {
		i.Lost.Interval.Low = 0
	}
}

// alone returns the answers for each input without regard to the others.
func (e Evidence) alone(floor float64) []Alone {
	adjusted := e.Adjustment.adjust(mapped(e.Alone, func(a importance.Alone) float64 { return a.P }))
	var answers []Alone
	for j, test := range e.Alone {
		p := max(adjusted[j], floor)
		answers = append(answers, Alone{Share: test.Share, P: test.P, Adjusted: p, Significant: significant(p)})
	}
	return answers
}

// aspects returns the answers for the aspects.
func (e Evidence) aspects(floor float64) []Aspect {
	if e.Aspects == nil {
		return nil
	}
	decided := *e.Aspects
	decided.Findings = mapped(e.Aspects.Findings, func(f aspects.Finding) aspects.Finding {
		f.Explained.P = max(f.Explained.P, floor)
		if f.Adjusted != nil {
			f.Adjusted = mapped(f.Adjusted, func(p float64) float64 { return max(p, floor) })
		}
		return f
	})
	return mapped(decided.Findings, func(f aspects.Finding) Aspect {
		a := Aspect{Aspect: f.Aspect, Explained: f.Explained, Significant: !f.Nothing()}
		for j, raw := range f.Raw {
			effect := Effect{
				Importance: raw, Area: f.Area[j], P: math.NaN(), Adjusted: math.NaN(),
				Significant: f.Found(j), MayBeMean: decided.MayLeak(f, j),
			}
			if f.Intervals != nil {
				effect.Interval = f.Intervals[j]
			}
			if f.Adjusted != nil {
				effect.P, effect.Adjusted = f.P[j], f.Adjusted[j]
				if !effect.Significant {
					effect.Interval.Low = 0
				}
			}
			a.Inputs = append(a.Inputs, effect)
		}
		a.Notable = a.Significant && (f.Explained.Value >= aspects.LeastArea || a.moves())
		a.NearlyAll = a.Notable && f.Kind == aspects.Mean && f.Explained.Value > nearlyAllOfMean
		return a
	})
}

// moves reports whether the aspect moves with any input.
func (a Aspect) moves() bool {
	return slices.ContainsFunc(a.Inputs, func(e Effect) bool { return e.Significant })
}

// Moves returns the aspects that move with an input, the largest effect first.
func Moves(answers []Aspect, input int) []int {
	var numbers []int
	for k, aspect := range answers {
		if aspect.Inputs[input].Significant {
			numbers = append(numbers, k)
		}
	}
	slices.SortStableFunc(
		numbers,
		func(k, l int) int { return cmp.Compare(answers[l].Inputs[input].Area, answers[k].Inputs[input].Area) },
	)
	return numbers
}

// groups returns the answers for the groups of a tree. The hypothesis of the root is that the
// inputs explain nothing: overallP is its p-value.
func (e Evidence) groups(overallP float64) []Group {
	if e.Tree == nil {
		return nil
	}
	groups, p, set := make([]Group, len(e.Tree)), make([]float64, len(e.Tree)), 0
	for k, node := range e.Tree {
		result, number := e.Result, node.Members[0]
		if len(node.Members) > 1 {
			result, number = e.Sets, set
			set++
		}
		p[k] = result.Inference.P[number]
		if k == 0 && len(node.Members) > 1 {
			p[k] = overallP
		}
		groups[k] = Group{Importance: result.Clamped[number], Interval: result.Inference.Intervals[number], P: p[k]}
	}
	for k, adjusted := range hierarchy.Adjust(e.Tree, p) {
		g := &groups[k]
		if g.Adjusted, g.Significant = adjusted, significant(adjusted); !g.Significant {
			g.Interval.Low = 0
		}
	}
	for k, node := range e.Tree {
		groups[k].Reached = node.Parent < 0 || groups[node.Parent].Significant
		groups[k].Smallest = groups[k].Significant &&
			!slices.ContainsFunc(node.Parts[:], func(part int) bool { return part >= 0 && groups[part].Significant })
	}
	return groups
}

// interactions returns the answers for pairs of inputs. No adjusted p-value is below floor.
func (e Evidence) interactions(floor float64) (answers []Interaction) {
	adjusted := e.Adjustment.adjust(mapped(e.Interactions, func(i inference.Interaction) float64 { return i.P }))
	for k, tested := range e.Interactions {
		i := Interaction{
			Inputs: tested.Inputs, P: tested.P, Adjusted: max(adjusted[k], floor), OnMean: tested.OnMean(),
			Gain: tested.Gain, Explained: tested.Explained, Interval: tested.Interval,
		}
		if i.Significant = significant(i.Adjusted); !i.Significant {
			i.Interval.Low = 0
		}
		answers = append(answers, i)
	}
	return answers
}

// doubts returns the doubts about the answers as a whole.
func (e Evidence) doubts(a Answers) (doubts []Doubt) {
	if a.Tested && e.Units > 0 && e.Units < manyUnits &&
		slices.ContainsFunc(a.Inputs, func(i Input) bool { return !i.Significant }) {
		doubts = append(doubts, Doubt{FewRows, -1})
	}
	if best := a.bestAlone(); best >= 0 && a.Inputs[best].Alone.Share >= weakerBy*max(a.Overall.Value, 0) {
		doubts = append(doubts, Doubt{WeakForests, best})
	}
	if order := rank.Descending(e.Result.Clamped); a.Overall.Verdict == Divisible && e.Result.Inference != nil &&
		a.Overall.Value >= heldShare && e.Result.Clamped[order[0]] >= heldShare &&
		(len(order) == 1 || e.Result.Clamped[order[1]] <= 1-heldShare) {
		doubts = append(doubts, Doubt{HoldsTarget, order[0]})
	}
	if e.LackValues != nil {
		if j := slices.IndexFunc(rank.Numbers[int](len(a.Inputs)), func(j int) bool {
			return e.LackValues[j] &&
				e.mayMatter(a, j)
		}); j >= 0 {
			doubts = append(doubts, Doubt{MissingValues, j})
		}
	}
	return doubts
}

// mayMatter reports whether an input is significant, of a tree in a smallest group.
func (e Evidence) mayMatter(a Answers, j int) bool {
	if e.Tree == nil {
		return a.Inputs[j].Significant
	}
	for k, g := range a.Groups {
		if g.Smallest && slices.Contains(e.Tree[k].Members, j) {
			return true
		}
	}
	return false
}

// bestAlone returns the input that explains most alone, of those that are significant; −1 for
// none.
func (a Answers) bestAlone() int {
	best := -1
	for j, input := range a.Inputs {
		if alone := input.Alone; alone != nil && alone.Significant && (best < 0 || alone.Share > a.Inputs[best].Alone.Share) {
			best = j
		}
	}
	return best
}

// mapped returns a value of each element of a list; nil for an empty one.
func mapped[T, V any](list []T, value func(T) V) []V {
	var values []V
	for _, element := range list {
		values = append(values, value(element))
	}
	return values
}
