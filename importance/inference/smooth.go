package inference

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/process"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// smoothScores predicts the scores of the responses without a group, for tests on all rows, by
// a Gaussian process of the other inputs. A wave of many periods is in the
// responses before it is in an input that follows it weakly; unlearnt there, it would count as an
// effect of that input.
type smoothScores struct {
	smoothLearner
	groups [][]int
	whole  *process.Process // of all inputs
	gain   float64          // what it adds to the share that stacks explain of the scores
}

// newSmoothScores returns the process of all inputs; nil where it explains less than leastSmooth of
// what the stack leaves of the scores.
func (t *rowTests) newSmoothScores(stack *targetStack) *smoothScores {
	n, width := stack.phi.values.Dims()
	components := min(width, ridge.Components)
	s := &smoothScores{groups: t.groups}
	s.smoothLearner = newSmoothLearner(t.sample, mat.DenseCopyOf(stack.phi.values.Slice(0, n, 0, components)), t.seed)
	s.whole = s.fit(process.Options{Lead: components})
	_, total := stack.phi.variation()
	s.gain = (stack.beside(-1, s.whole.OutOfFold()).explained - stack.full.explained) / total
	if s.gain < leastSmooth*(1-stack.full.explained/total) {
		return nil
	}
	return s
}

// smoothed is what a process of the other inputs, of the variances and length-scales of that of all
// inputs, tells of a group. It predicts each row by rows of other folds.
type smoothed struct {
	submodel // without the group
	// input is the prediction of the group, with residuals less what the process predicts of them: a
	// wave of which the responses keep a rest is not in these.
	input *inputPrediction
	// direction is the test of what the processes with and without the group differ by; none unless
	// these tell much.
	direction []weightedP
}

// without returns what a process of the inputs without a group tells beside a stack.
func (s *smoothScores) without(group int, input *inputPrediction, stack *targetStack) smoothed {
	learner, smoothedInput := s.dropping(s.groups[group]), *input
	n, components := learner.sample.Y.Dims()
	learner.sample.Y = linalg.Beside(learner.sample.Y, input.left)
	predicted := learner.fit(process.Options{Like: s.whole}).OutOfFold()
	_, width := predicted.Dims()
	scores, smoothedRest := predicted.Slice(0, n, 0, components), predicted.Slice(0, n, components, width)
	smoothedInput.left = mat.NewDense(n, width-components, nil)
	smoothedInput.left.Sub(input.left, smoothedRest)
	known := smoothed{submodel: stack.beside(group, scores), input: &smoothedInput}
	if s.tellsMuch() {
		learner.sample.Y = mat.NewDense(n, components, nil)
		learner.sample.Y.Sub(s.whole.OutOfFold(), scores)
		known.direction = []weightedP{{directionsWeight, s.testDirection(learner, stack.phi, known.submodel)}}
	}
	return known
}

// tellsMuch reports whether a process tells much that stacks miss, and so those of halves.
func (s *smoothScores) tellsMuch() bool { return s != nil && s.gain >= muchUnlearnt }

// bends reports whether the process tells much, and bends along an input of a group.
func (s *smoothScores) bends(group int) bool {
	return s.tellsMuch() && slices.ContainsFunc(s.groups[group], s.whole.Bends)
}

// testDirection returns the p-value of a direction, the responses of a learner, less its prediction
// without a group, as halfSamples.test does of the directions of halves. Rows teach each other,
// which doubles the variance of the sum at most (see evidence).
func (s *smoothScores) testDirection(learner smoothLearner, scores *target, without submodel) float64 {
	away := mat.DenseCopyOf(learner.sample.Y)
	away.Sub(away, learner.fit(process.Options{Like: s.whole}).OutOfFold())
	n, _ := away.Dims()
	e := newEvidence(n, 0, scores.design.Clusters)
	e.varianceBounds[0] = 2
	e.add(0, rank.Numbers[int32](n), scores, scores.products(scores.residuals(without), padded(away)), 1)
	return e.p(0)
}

// beside returns the submodel without a group, -1 for none, beside the predictions of a process.
func (e *targetStack) beside(group int, predicted mat.Matrix) submodel {
	return e.phi.stack(append(e.dropped(group), &moments{mean: padded(predicted)}))
}

// smoothLearner learns responses by Gaussian processes, each row by rows of other folds.
type smoothLearner struct {
	sample  importance.Sample
	columns *mat.Dense // of the inputs
	inputOf []int      // by column, its input
	folds   []int
	seed    rng.Seed
}

// newSmoothLearner returns the learner of responses by the inputs of a sample, numbers as they are and
// by their normal scores: a logarithm is a line of these.
func newSmoothLearner(s importance.Sample, responses *mat.Dense, seed rng.Seed) smoothLearner {
	s.Y = responses
	encoding := ridge.Encode(s, nil)
	l := smoothLearner{sample: s, columns: encoding.Rows(s.X), folds: ridge.Folds(s, processFolds, seed), seed: seed}
	var scores [][]float64
	var numbers []int
	for k := range l.columns.RawMatrix().Cols {
		input := encoding.Input(k)
		if l.inputOf = append(l.inputOf, input); encoding.IsNumber(k) {
			scores, numbers = append(scores, rank.NormalScores(mat.Col(nil, input, s.X))), append(numbers, input)
		}
	}
	l.inputOf = append(l.inputOf, numbers...)
	if scores != nil {
		l.columns = linalg.Beside(l.columns, linalg.FromColumns(scores))
	}
	return l
}

// dropping returns the learner for which some inputs are constant.
func (l smoothLearner) dropping(inputs []int) smoothLearner {
	l.columns = mat.DenseCopyOf(l.columns)
	for k, input := range l.inputOf {
		if slices.Contains(inputs, input) {
			for i := range l.folds {
				l.columns.Set(i, k, 0)
			}
		}
	}
	return l
}

// fit returns the process of all responses.
func (l smoothLearner) fit(o process.Options) *process.Process {
	o.Groups, o.Waves, o.Rows = l.inputOf, true, processRows
	return process.Fit(l.columns, l.sample.Y, l.folds, l.sample.Design.Weights, o, l.seed.Named("process"))
}
