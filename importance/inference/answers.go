package inference

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/simd"
)

// Target is a function of the responses, and possibly of the inputs, whose predictions
// are compared.
type Target struct {
	// Values hold its coordinates, n×r: predictions are compared by their squared
	// distance. Residual is what they leave out of the square of a row, on average.
	Values   *mat.Dense
	Residual float64
	// Inferred asks for errors and tests from halves of the rows too.
	Inferred bool
}

// Answers are what a Fit tells of the responses, of single rows and of further targets.
type Answers struct {
	importance.Result
	// Rows are the training rows that importance was measured on, ascending, without
	// those that too few trees predict. V and U are their terms: the weighted mean of V is
	// the explained variation, that of U[j] the part of it that is lost without variable j.
	// For Stacked they are ‖μ̂(x_i)‖² and ⟨μ̂(x_i), μ̂(x_i) − μ̂⁽⁻ʲ⁾(x_i)⟩ of centred
	// predictions: what a row's own response adds to its loss has mean 0, since stacking
	// solves normal equations. For Loco they are differences of losses.
	Rows []int32
	V    []float64
	U    [][]float64
	// Targets are the results for the further targets, in their order. All have Explained;
	// without halves its error and p-value treat forests as fixed.
	Targets []importance.Result
}

// concludeTarget returns the result for a target, with its explained share.
func (r relearning) concludeTarget(m *measured, h *halfSamples, residual float64) importance.Result {
	result := r.conclude(m, h, residual)
	result.Explained = &importance.Share{P: 1, SE: 1, Interval: r.coverage.Normal().Unknown()}
	if _, total := m.phi.variation(); total > 0 { // else the target is the same for all rows
		in := result.Inference
		if in == nil {
			in = m.inferGiven(result, residual, r.coverage)
		}
		result.Explained = &in.Explained
	}
	return result
}

// padded returns a matrix with as many columns of zeros as vectors need.
func padded(m mat.Matrix) *mat.Dense {
	rows, columns := m.Dims()
	wide := mat.NewDense(rows, simd.Pad(columns), nil)
	wide.Slice(0, rows, 0, columns).(*mat.Dense).Copy(m)
	return wide
}

// fitted predicts columns by the forests on all variables.
func (e *ensemble) fitted(ctx context.Context, values *mat.Dense, workers int) (*mat.Dense, error) {
	n, r := values.Dims()
	wide, use := padded(values), slices.Repeat([]bool{true}, n)
	var predictions []*mat.Dense
	for _, c := range e.forests {
		mean, trees, err := c.Base.Embed(ctx, wide, e.columns.OutOfBag(), workers)
		if err != nil {
			return nil, err
		}
		for i, count := range trees {
			use[i] = use[i] && count > 0
		}
		predictions = append(predictions, mean)
	}
	if e.index != nil {
		predictions = append(predictions, e.index.own(e.columns.OutOfBag().Training()).predict(wide).without(-1).mean)
	}
	fitted := mat.NewDense(n, r, nil)
	for c := range r {
		t, stack := stackColumn(values, predictions, c, use, e.columns.Design())
		around := t.mean[0]
		if !e.calibrate && t.count > 0 {
			stack.weights, around = []float64{1}, t.centre(stack.predictions[0].mean)[0]
		}
		centred := t.prediction(stack)
		for i, ok := range use {
			if fitted.Set(i, c, t.mean[0]); ok {
				fitted.Set(i, c, around+centred.At(i, 0))
			}
		}
	}
	return fitted, nil
}

// stackColumn stacks predictions of a column of values.
func stackColumn(values *mat.Dense, predictions []*mat.Dense, k int, use []bool, d design.Design) (*target, submodel) {
	column := func(m *mat.Dense) *mat.Dense { return padded(m.Slice(0, len(use), k, k+1)) }
	t := newTarget(column(values), use, d)
	var parts []*moments
	for _, p := range predictions {
		parts = append(parts, finite(column(p)))
	}
	return t, t.stack(parts)
}

// finite returns a prediction's moments as they are, those of finitely many trees.
func finite(mean *mat.Dense) *moments {
	rows, _ := mean.Dims()
	m := &moments{mean: mean, square: make([]float64, rows)}
	for i := range rows {
		v := mean.RawRowView(i)
		m.square[i] = simd.Dot(v, v)
	}
	return m
}
