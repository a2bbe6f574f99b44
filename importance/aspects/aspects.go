// Package aspects finds the aspects of a distribution that move with an input: the mean,
// spread, tails or shape of a response, or the dependence of two responses.
//
// The forests are those of inference.Stacked or Loco; the targets of their predictions differ.
// With m̂ and σ̂² the out-of-bag predictions of a response and of its squared residuals by the
// forests on all inputs, R = Y − m̂ and Z = R/σ̂, the aspects are
//
//	mean        T = Y                                linear kernel
//	spread      T = |R| + sR                         linear
//	shape       T = Z                                Gaussian, median distance
//	tails       T = 1{|Z| above its 95 % quantile}   linear
//	dependence  T = Z_a·Z_b                          linear
//	levels      T = indicators, of a category        linear
//
// The residuals are from the forests on all inputs: without an input the law is a mixture, and
// a pure shift of the mean would look like a change of spread. Where m̂ is wrong they are
// large, as if the spread moved (Report.MayLeak). For R, responses far out are drawn in
// (within): beside a wild cell all predictions are wrong. A response of two values has no
// aspect but the mean, which determines its law, and so has one with one value in most rows; of
// counts, R are randomised quantile residuals, so that spread, shape and tails are those beyond
// a count with this mean (counts.go).
//
//  1. inference.Learn grows the forests; Infer infers the aspects of responses with them.
//  2. The Report has, for each aspect, the share R² of its variation explained by the
//     inputs, and an importance for each input, with intervals and tests. Without an
//     explained share there are no findings.
//
// The report on the evidence measures its reliability.
package aspects

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"drfvi/importance"
	"drfvi/importance/inference"
)

// Version names the algorithms of this package. It is raised when the same task no longer
// gives the same values.
const Version = "3"

// Response is one or several columns of a task's responses.
type Response struct {
	Name    string
	Columns []int
	// Levels marks columns that are indicators of the levels of a category. All other
	// responses are one column.
	Levels bool
	// Law is that of the values of a response of one column; see LawOf.
	Law Law
	// Unit is the number that a value of 1 stands for, of counts on another scale; 0 for one.
	Unit float64
}

// Kind is a kind of aspect.
type Kind string

// Kinds of aspects in display order.
const (
	Mean       Kind = "mean"
	Spread     Kind = "spread"
	Shape      Kind = "shape"
	Tails      Kind = "tails"
	Levels     Kind = "levels"
	Dependence Kind = "dependence"
)

// Aspect is an aspect of one or two responses.
type Aspect struct {
	Kind Kind
	Of   []int // responses: one, or two for Dependence
}

// Name is the aspect in words: "mean of y1", "dependence y1–y2".
func (a Aspect) Name(responses []Response) string {
	if a.Kind == Dependence {
		return fmt.Sprintf("%s %s–%s", a.Kind, responses[a.Of[0]].Name, responses[a.Of[1]].Name)
	}
	return fmt.Sprintf("%s of %s", a.Kind, responses[a.Of[0]].Name)
}

// Of returns the aspects of responses: those of each, then the dependence of each pair of
// numeric ones.
func Of(responses []Response) []Aspect {
	var all []Aspect
	for k, r := range responses {
		if r.Levels {
			all = append(all, Aspect{Levels, []int{k}})
			continue
		}
		kinds := []Kind{Mean, Spread, Shape, Tails}
		if r.Law == TwoValues || r.Law == Spike {
			kinds = kinds[:1]
		}
		for _, kind := range kinds {
			all = append(all, Aspect{kind, []int{k}})
		}
	}
	for a, r := range responses {
		for b := a + 1; b < len(responses) && !r.Levels; b++ {
			if !responses[b].Levels {
				all = append(all, Aspect{Dependence, []int{a, b}})
			}
		}
	}
	return all
}

// Finding holds the results for one aspect.
type Finding struct {
	Aspect
	// Explained is the share R² of the aspect's variation explained by the inputs, below 0
	// where predictions are worse than the mean.
	Explained importance.Share
	// Raw are the importances of the inputs for the aspect, shares of its explained
	// variation; 0 where that is none. SE and Intervals are as in importance.Inference.
	Raw, SE   []float64
	Intervals []importance.Interval
	// P are p-values, Adjusted the same by Holm's method over all inputs and aspects; nil
	// without tests.
	P, Adjusted []float64
	// Area is R²·I of each input, both clamped at 0.
	Area []float64
}

// Nothing reports whether nothing of the aspect is explained, or the data are compatible with
// that.
func (f Finding) Nothing() bool { return !(f.Explained.Value > 0) || f.Explained.Nothing() }

// LeastArea is the least area of a finding for aspects made from residuals: residuals and
// their scale are estimates, through which as much of another aspect may leak
// (docs/definitions.md).
const LeastArea = 0.01

// Found reports whether an input moves the aspect: something of it is explained, the test, or
// else the interval, excludes that the input adds nothing, and it cannot be a leak of another
// aspect.
func (f Finding) Found(input int) bool {
	switch residual := f.Kind != Mean && f.Kind != Levels; {
	case f.Nothing() || residual && f.Area[input] < LeastArea:
		return false
	case f.Adjusted != nil:
		return f.Adjusted[input] <= importance.Level
	}
	return f.Intervals != nil && f.Intervals[input].Low > 0
}

// MayLeak reports whether what an input is found to move may be the mean that forests have not
// learnt: the spread, shape or tails of a response whose mean moves more with the input, or in a
// way that residuals show.
func (r Report) MayLeak(f Finding, input int) bool {
	if f.Kind != Spread && f.Kind != Shape && f.Kind != Tails || !f.Found(input) {
		return false
	}
	if k := f.Of[0]; k < len(r.Misfit) && r.Misfit[k] != nil && r.Misfit[k][input] {
		return true
	}
	return slices.ContainsFunc(r.Findings, func(mean Finding) bool {
		return mean.Kind == Mean && mean.Of[0] == f.Of[0] && mean.Found(input) && mean.Area[input] > f.Area[input]
	})
}

// Curve shows where along a response inputs matter: at each threshold t by
//
//	c_j(t) = mean_i (F̂_i(t) − F̂_i⁽⁻ʲ⁾(t))²,
//
// F̂_i the predicted distribution function at row i. Its integral over t is the loss in
// continuous ranked probability score without the input.
type Curve struct {
	Response int
	At       []float64   // thresholds, ascending
	Lost     [][]float64 // by input and threshold; estimates, possibly below 0
	CRPS     []float64   // by input, integrals from the first to the last threshold
}

// Report holds the results for all aspects.
type Report struct {
	Responses []Response
	Findings  []Finding
	Curves    []Curve // of the numeric responses, but those that hardly vary
	// Misfit marks, by response and input, means that depend on the input in a way that the forests
	// have not learnt; nil for categories.
	Misfit [][]bool
}

// Words lists the aspects moved by an input, largest area first, for a table: "mean of y1,
// dependence y1–y2"; nil if none.
func (r Report) Words(input int) []string {
	return r.words(input, func(Finding) bool { return true })
}

// ClearWords is Words without the aspects that may be errors of the mean (MayLeak).
func (r Report) ClearWords(input int) []string {
	return r.words(input, func(f Finding) bool { return !r.MayLeak(f, input) })
}

// LessSureWords is Words of the aspects that may be errors of the mean.
func (r Report) LessSureWords(input int) []string {
	return r.words(input, func(f Finding) bool { return r.MayLeak(f, input) })
}

func (r Report) words(input int, named func(Finding) bool) (names []string) {
	for _, f := range r.found(input) {
		if named(f) {
			names = append(names, f.Name(r.Responses))
		}
	}
	return names
}

// Infer infers the aspects of responses beside the importances of a fit, from the same forests. It
// returns an error for more than MostResponses responses, and for a fit without halves, which tell
// how much of an aspect is explained.
func Infer(ctx context.Context, fit *inference.Fit, responses []Response) (inference.Answers, Report, error) {
	if len(responses) > MostResponses {
		return inference.Answers{}, Report{}, fmt.Errorf(
			"importance: aspects of %d targets, expected at most %d", len(responses), MostResponses,
		)
	}
	t := &targets{fit: fit, responses: responses}
	further, err := t.all(ctx)
	if err != nil {
		return inference.Answers{}, Report{}, err
	}
	answers, err := fit.Infer(ctx, further...)
	if err != nil {
		return inference.Answers{}, Report{}, err
	}
	if answers.Result.Inference == nil {
		return inference.Answers{}, Report{}, errors.New("importance: aspects of a fit without halves of the " +
			"rows, expected Halves with splits")
	}
	r := Report{Responses: responses, Misfit: t.misfit}
	r.read(t, answers)
	return answers, r, nil
}

// read reads the answers, in the order of the targets.
func (r *Report) read(t *targets, a inference.Answers) {
	left := a.Targets
	var p []float64 // of all aspects, concatenated
	for _, of := range Of(r.Responses) {
		r.Findings = append(r.Findings, newFinding(of, left[0]))
		left = left[1:]
		p = append(p, r.Findings[len(r.Findings)-1].P...)
	}
	adjusted := importance.Holm(p)
	for k := range r.Findings {
		if f := &r.Findings[k]; f.P != nil {
			f.Adjusted, adjusted = adjusted[:len(f.P)], adjusted[len(f.P):]
		}
	}
	for _, c := range t.curves {
		c.Lost, c.CRPS = make([][]float64, len(a.U)), make([]float64, len(a.U))
		for k, result := range left[:len(c.At)] {
			for j, raw := range result.Raw {
				c.Lost[j] = append(c.Lost[j], raw*result.Denominator/float64(len(a.Rows)))
				if k > 0 {
					c.CRPS[j] += float64((c.At[k] - c.At[k-1]) * (c.Lost[j][k] + c.Lost[j][k-1]) / 2)
				}
			}
		}
		left = left[len(c.At):]
		r.Curves = append(r.Curves, c)
	}
}

// newFinding returns the finding about an aspect from the result for its target.
func newFinding(a Aspect, result importance.Result) Finding {
	f := Finding{Aspect: a, Raw: result.Raw, Explained: *result.Explained}
	if in := result.Inference; in != nil {
		f.SE, f.Intervals, f.P = in.SE, in.Intervals, in.P
	}
	f.Area = make([]float64, len(f.Raw))
	for j, raw := range f.Raw {
		f.Area[j] = math.Max(raw, 0) * math.Max(f.Explained.Value, 0)
	}
	return f
}

// found returns the aspects moved by an input, largest area first.
func (r Report) found(input int) []Finding {
	var list []Finding
	for _, f := range r.Findings {
		if f.Found(input) {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b Finding) int { return cmp.Compare(b.Area[input], a.Area[input]) })
	return list
}
