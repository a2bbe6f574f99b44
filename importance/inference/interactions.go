package inference

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
)

// Interaction answers whether two inputs act together on the responses: whether the effect of one
// depends on the other.
type Interaction struct {
	Inputs [2]int
	// P combines the p-values of their interaction on the mean and on the spread of the responses,
	// Mean and Spread. Adjusted is P by Holm's method for all pairs.
	P, Mean, Spread, Adjusted float64
	// Gain is the share of the variation of the responses, each of variance 1, that functions of both
	// inputs add to sums of functions without one of them; below 0 by chance.
	Gain, SE float64
	Interval importance.Interval
	// Explained is the share of that variation that all inputs explain.
	Explained float64
}

// OnMean reports whether the interaction on the mean is clearer than that on the spread.
func (i Interaction) OnMean() bool { return i.Mean*interactionSpread <= i.Spread*interactionMean }

// pairs tests pairs of inputs. For inputs j and k the hypothesis is
//
//	E[Y | X] = a(X without j) + b(X without k).
//
// Products f′_j f′_k of residuals of functions are tested in a regression. Beside them stands an
// additive span: of functions of single inputs, and of the predictions of the stack without j and
// without k. The test of the spread has sizes of residuals in the place of the responses.
type pairs struct {
	*rowTests
	stack        *targetStack  // of the responses, each of variance 1
	responses    []residual    // as they are
	residuals    *mat.Dense    // of the stack with all inputs
	functions    [][][]float64 // by group, scores and curves
	withoutInput [][][]float64 // by group, the predictions without it, a column for each response
	common       span          // of functions of the foremost inputs
}

// Interactions tests any two variables that are predicted from the others, in falling order of
// Gain. It returns nil where rows are in clusters or have weights, or are not all measured, and
// for Loco, which predicts no inputs.
func (f *Fit) Interactions(ctx context.Context) ([]Interaction, error) {
	if f.measured == nil {
		if err := f.measure(par.Shared(ctx, f.workers)); err != nil {
			return nil, err
		}
	}
	plain := f.problem.sample.Design.Clusters == nil && f.problem.sample.Design.Weights == nil
	if f.predictedInputs == nil || !plain || f.learnt.eval.Rows() < f.learnt.columns.Rows() {
		return nil, nil
	}
	p, err := f.pairs(ctx)
	if err != nil {
		return nil, err
	}
	var interactions []Interaction
	for j := range f.variables {
		for k := range j {
			if p.inputs[j] != nil && p.inputs[k] != nil {
				interactions = append(interactions, Interaction{Inputs: [2]int{k, j}})
			}
		}
	}
	reach := f.coverage.Normal()
	err = par.Do(ctx, f.workers, len(interactions), func(_, i int) {
		tested := &interactions[i]
		p.test(tested)
		tested.Interval = reach.Share(tested.Gain, tested.SE)
	})
	adjusted := make([]float64, len(interactions))
	for i, tested := range interactions {
		adjusted[i] = tested.P
	}
	for i, p := range importance.Holm(adjusted) {
		interactions[i].Adjusted = p
	}
	slices.SortStableFunc(interactions, func(a, b Interaction) int {
		switch {
		case a.Gain > b.Gain:
			return -1
		case a.Gain < b.Gain:
			return 1
		}
		return 0
	})
	return interactions, err
}

// pairs prepares the tests of pairs.
func (f *Fit) pairs(ctx context.Context) (*pairs, error) {
	y := ridge.Standardised(ridge.Leading(f.problem.sample.Y, ridge.Components))
	stack, err := f.learnt.stackOf(ctx, padded(y), f.workers)
	if err != nil {
		return nil, err
	}
	rows, count := stack.phi, y.RawMatrix().Cols
	p := &pairs{
		rowTests: f.rowTests(f.predictedInputs), stack: stack, residuals: rows.residuals(stack.full),
		functions: make([][][]float64, f.variables), withoutInput: make([][][]float64, f.variables),
	}
	for c := range count {
		p.responses = append(p.responses, residual{values: rows.inUse(mat.Col(nil, c, rows.values))})
	}
	for j, input := range p.inputs[:f.variables] {
		if input == nil {
			continue
		}
		for _, c := range slices.Concat(input.lines, input.curves) {
			p.functions[j] = append(p.functions[j], mat.Col(nil, c, input.values))
		}
		prediction := rows.prediction(stack.without(j))
		for c := range count {
			p.withoutInput[j] = append(p.withoutInput[j], mat.Col(nil, c, prediction))
		}
	}
	var foremost [][]float64
	for _, j := range rank.Descending(f.measured.losses()[:f.variables]) {
		if len(foremost)+len(p.functions[j]) <= int(mostAdditive*float64(rows.count)) {
			foremost = append(foremost, p.functions[j]...)
		}
	}
	p.common = rows.constantAnd(foremost)
	return p, nil
}

// products are residuals of functions of one input, and multipliers, those of the other.
type products struct {
	weight              float64
	inputs, multipliers []residual
}

// test fills in the answer for two inputs.
func (p *pairs) test(answer *Interaction) {
	first, second, rows := answer.Inputs[0], answer.Inputs[1], p.stack.phi
	additive := rows.extend(
		p.common,
		slices.Concat(p.functions[first], p.functions[second], p.withoutInput[first], p.withoutInput[second]),
	)
	firstLines, firstCurves := p.inputResiduals(first)
	secondLines, secondCurves := p.inputResiduals(second)
	sets := []products{
		{interactionLines, firstLines, secondLines},
		{interactionCurves, firstCurves, secondLines},
		{interactionCurves, firstLines, secondCurves},
	}
	whole := additive
	for _, set := range sets {
		for _, f := range set.inputs {
			for _, z := range set.multipliers {
				whole = rows.extend(whole, [][]float64{floats.MulTo(make([]float64, len(f.values)), f.values, z.values)})
			}
		}
	}
	answer.P, answer.Mean, answer.Spread = 1, 1, 1
	freedom := rows.count - len(whole)
	if len(whole) == len(additive) || freedom < 1 {
		return
	}
	p.gain(answer, additive, whole)
	answer.Mean = p.combined(sets, p.responses, additive)
	answer.Spread = p.combined(sets, p.sizes(whole), additive)
	answer.P = combine([]weightedP{{interactionMean, answer.Mean}, {interactionSpread, answer.Spread}})
}

// inputResiduals returns the residuals of the lines and curves of an input.
func (p *pairs) inputResiduals(j int) (lines, curves []residual) {
	input, rows := p.inputs[j], p.stack.phi
	lines = rows.residualColumns(input.values, input.left, input.lines)
	return lines, rows.residualColumns(input.values, input.left, input.curves)
}

// sizes returns those of residuals less their projections on a span.
func (p *pairs) sizes(whole span) (sizes []residual) {
	for c := range p.responses {
		size := p.stack.phi.inUse(mat.Col(nil, c, p.residuals))
		whole.removeFrom(size)
		for i, v := range size {
			size[i] = math.Abs(v)
		}
		sizes = append(sizes, residual{values: size})
	}
	return sizes
}

// combined returns the p-value of all sets of products. Each multiplier of a set has an equal part
// of its weight.
func (p *pairs) combined(sets []products, responses []residual, additive span) float64 {
	tests, combinedTests := p.stack.phi.waldTests(responses, additive), []weightedP{}
	for _, set := range sets {
		for _, z := range set.multipliers {
			if len(set.inputs) > 0 {
				combinedTests = append(combinedTests, weightedP{set.weight / float64(len(set.multipliers)), tests.p(set.inputs, z.values)})
			}
		}
	}
	return combine(combinedTests)
}

// gain fills in Gain, its standard error and Explained. With P the projection on the products,
// y the responses, each less its projection on the span beside them, and s² what the products
// leave of y for each degree of freedom,
//
//	Gain = Σ (‖Py‖² − rank·s²) / Σ ‖y‖²,
//
// the last of the responses less their means. The variance of a noncentral χ² gives the error.
func (p *pairs) gain(answer *Interaction, additive, whole span) {
	products, rows := whole[len(additive):], p.stack.phi
	dimension, freedom := float64(len(products)), float64(rows.count-len(whole))
	total, gained, noise := 0.0, 0.0, 0.0
	for _, response := range p.responses {
		v := slices.Clone(response.values)
		p.common[:1].removeFrom(v)
		total += linalg.Dot(v, v)
		additive.removeFrom(v)
		before := linalg.Dot(v, v)
		products.removeFrom(v)
		unexplained := linalg.Dot(v, v)
		variance := unexplained / freedom
		gained += before - unexplained - float64(dimension*variance)
		noise += variance / float64(len(p.responses))
	}
	answer.Gain = gained / total
	central := float64(2 * dimension * noise * noise * float64(len(p.responses)))
	answer.SE = math.Sqrt(float64(4*max(gained, 0)*noise)+central) / total
	answer.Explained = p.stack.full.explained * rows.total / total
}
