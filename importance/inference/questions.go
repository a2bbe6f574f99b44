package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// Questions are what Stacked and Loco can answer beside the importance, from the same
// forests.
type Questions struct {
	// Targets, if not nil, returns further targets. Importance is estimated for them as
	// for φ(Y).
	Targets func(Fitted) ([]Target, error)
	// Answer receives the answers.
	Answer func(Answers)
}

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

// Fitted predicts columns of numbers, n×r, for the training rows out-of-bag by the forests
// on all variables; Stacked recalibrates each column by itself. Rows that no tree predicts
// have the column's mean.
type Fitted func(values *mat.Dense) (*mat.Dense, error)

// Answers are what Stacked and Loco find beside a Result.
type Answers struct {
	// Forest is the one of the first configuration on all variables.
	Forest *forest.Forest
	// Rows are the training rows that importance was measured on, ascending, without
	// those that too few trees predict. V and U are their terms: the weighted mean of V is
	// the explained variation, that of U[j] the part of it that is lost without variable j.
	// For Stacked they are ‖μ̂(x_i)‖² and ⟨μ̂(x_i), μ̂(x_i) − μ̂⁽⁻ʲ⁾(x_i)⟩ of centred
	// predictions: what a row's own response adds to its loss has mean 0, since stacking
	// solves normal equations. For Loco they are differences of losses.
	Rows []int32
	V    []float64
	U    [][]float64
	// Targets are the results for Questions.Targets, in their order. All have Explained;
	// without halves its error and p-value treat forests as fixed.
	Targets []importance.Result
}

// Ask returns an estimator that answers questions; false if it cannot.
func Ask(e importance.Estimator, q Questions) (importance.Estimator, bool) {
	switch e := e.(type) {
	case Stacked:
		e.asked = q
		return e, true
	case Loco:
		e.asked = q
		return e, true
	case Auto:
		create := e.estimator
		if _, ok := Ask(create(paper(e.Trees)), q); !ok {
			return e, false
		}
		e.New = func(c forest.Config) importance.Estimator {
			asked, _ := Ask(create(c), q)
			return asked
		}
		return e, true
	}
	return e, false
}

// asked is a target prepared.
type asked struct {
	factor   mmd.Factor
	inferred bool
}

// targets returns φ(Y), and the targets that are asked for.
func (r relearning) targets(ctx context.Context, e *ensemble, p problem, workers int) ([]asked, error) {
	targets := []asked{{p.factor, true}}
	if r.asked.Targets == nil {
		return targets, nil
	}
	further, err := r.asked.Targets(func(values *mat.Dense) (*mat.Dense, error) { return e.fitted(ctx, values, workers) })
	if err != nil {
		return nil, err
	}
	for _, t := range further {
		if rows, _ := t.Values.Dims(); rows != e.columns.Rows() {
			panic(fmt.Sprintf("inference: a target of %d rows for a table of %d", rows, e.columns.Rows()))
		}
		targets = append(targets, asked{mmd.Factor{L: padded(t.Values), Residual: t.Residual}, t.Inferred})
	}
	return targets, nil
}

// answer passes on the answers.
func (r relearning) answer(e *ensemble, eval forest.Evaluation, all []*measured, told []*halfSamples, targets []asked) {
	if r.asked.Answer == nil {
		return
	}
	a := Answers{Forest: e.forests[0].Base, U: make([][]float64, len(all[0].terms))}
	explained := r.kept(all[0].ensemble, all[0].full)
	for i, ok := range all[0].phi.use {
		if !ok {
			continue
		}
		a.Rows, a.V = append(a.Rows, eval.Training()[i]), append(a.V, explained[i])
		for j, terms := range all[0].terms {
			a.U[j] = append(a.U[j], explained[i]-terms[i])
		}
	}
	for k, m := range all[1:] {
		a.Targets = append(a.Targets, r.tells(m, told[k+1], targets[k+1].factor.Residual))
	}
	r.asked.Answer(a)
}

// tells returns the result for a target, with its explained share.
func (r relearning) tells(m *measured, h *halfSamples, residual float64) importance.Result {
	result := r.conclude(m, h, residual)
	result.Explained = &importance.Share{P: 1, SE: 1, Interval: r.coverage.Normal().Unknown()}
	if _, total := m.phi.variation(); total > 0 { // else the target is the same for all rows
		in := result.Inference
		if in == nil {
			in = m.inferGiven(result, m.rows, residual, r.coverage)
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

// fitted is Fitted of the forests on all variables.
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
		column := func(m *mat.Dense) *mat.Dense { return padded(m.Slice(0, n, c, c+1)) }
		t := newTarget(column(wide), use, e.columns.Design())
		stack, parts := stacked{weights: []float64{1}}, []*moments(nil)
		for _, p := range predictions {
			parts = append(parts, finite(column(p)))
		}
		around := t.mean[0]
		if e.calibrate {
			stack = t.covary(parts).stack()
		} else if t.count > 0 {
			around = t.centre(parts[0].mean)[0]
		}
		centred := t.prediction(stack, parts)
		for i, ok := range use {
			if fitted.Set(i, c, t.mean[0]); ok {
				fitted.Set(i, c, around+centred.At(i, 0))
			}
		}
	}
	return fitted, nil
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

// Forest returns the forest of the first configuration on all variables that Estimate
// grows, the one of Answers.
func (s Stacked) Forest(ctx context.Context, task importance.Task) (*forest.Forest, error) {
	given := task // the forest predicts from inputs as they are
	if err := task.Prepare("importance"); err != nil {
		return nil, err
	}
	columns, err := given.Sample().Columns()
	if err != nil {
		return nil, err
	}
	grower, err := forest.NewGrower(columns, task.Y, Splittable(s.Config, columns.Rows()))
	if err != nil {
		return nil, err
	}
	return grower.Fit(ctx, nil, uint64(rng.New(task.Seed).Named("stacked").At(0)), task.Workers)
}
