package inference

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Fit holds what Stacked or Loco have learnt from all rows of a task: with all variables and
// without each. It predicts, and infers the importance for the responses and for further
// functions of them. No method changes a result of another.
type Fit struct {
	relearning
	task    importance.Task
	seed    rng.Seed
	problem problem
	learnt  *learners // of the rows that importance is measured on
	// rows that inputs are predicted at, and regressions learnt from, ascending; nil for all
	regressionRows  []int32
	predictedInputs []*inputPrediction // by variable; nil for none
	embedded        *targetStack       // for φ(Y)
	measured        *scores            // of the responses
	inferred        *targetInference   // of the responses, once inferred
	scores          *Scores            // that tests on all rows multiply; nil for the responses'
}

// relearningOf returns how an estimator learns, and an error for one whose forests tell nothing
// beside its importances.
func relearningOf(e importance.Estimator) (relearning, error) {
	switch e := e.(type) {
	case Stacked:
		return e.relearning(), nil
	case Loco:
		return e.relearning(), nil
	}
	return relearning{}, fmt.Errorf("importance: method %s tells neither aspects nor single rows, expected "+
		"stacked or loco", e.Name())
}

// Learn learns from the rows of a task by Stacked or Loco. Beside the errors of Estimate it
// returns one for other estimators. The importance of sets of variables is measured too,
// without which nothing else changes.
func Learn(ctx context.Context, e importance.Estimator, task importance.Task, sets ...[]int) (*Fit, error) {
	r, err := relearningOf(e)
	if err != nil {
		return nil, err
	}
	f, err := r.fit(ctx, task, sets)
	if err == nil && f.measured == nil {
		err = f.measure(par.Shared(ctx, f.workers))
	}
	return f, err
}

// estimate is Estimate of an estimator that learns so.
func (r relearning) estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	f, err := r.fit(ctx, task, nil)
	if err != nil {
		return importance.Result{}, err
	}
	a, err := f.Infer(ctx)
	return a.Result, err
}

// fit learns from all rows, and of many inputs measures the importance for the responses, by
// which those are chosen that are predicted: halves of the rows need these predictions.
func (r relearning) fit(ctx context.Context, task importance.Task, sets [][]int) (*Fit, error) {
	n, inputs := task.X.Dims()
	p, err := r.prepare(ctx, task, r.halves.bound(n))
	if err != nil {
		return nil, err
	}
	if p.linear {
		r.config = forMeans(r.config)
	}
	variables := task.Variables()
	r.groups, r.kernel, r.workers, r.coverage = withSets(variables, sets), task.Kernel, task.Workers, task.Coverage
	r.variables, r.given = len(variables), others(inputs, slices.Concat(variables...))
	f := &Fit{relearning: r, task: task, seed: rng.New(task.Seed).Named(r.name), problem: p}
	ctx = par.Shared(ctx, r.workers)
	if err := f.learn(ctx); err != nil {
		return nil, err
	}
	task.Report(f.workShare() / 2)
	if f.calibrate && f.variables > manyInputs {
		err = f.measure(ctx)
	}
	return f, err
}

// learn grows the forest and the regressions, and of few inputs predicts each from the others.
func (f *Fit) learn(ctx context.Context) error {
	eval, err := f.task.Evaluation(f.problem.columns)
	if err != nil {
		return err
	}
	f.regressionRows = f.drawn(eval.Training())
	return par.Steps(ctx, f.workers, func() error { return f.growOn(ctx, eval) }, func() error {
		if f.calibrate && f.variables <= manyInputs {
			return f.predictInputs(ctx, rank.Numbers[int](len(f.groups)))
		}
		return nil
	})
}

// growOn grows the forest and the regressions, for the prediction of evaluation rows.
func (f *Fit) growOn(ctx context.Context, eval forest.Evaluation) error {
	e, err := f.grow(ctx, f.problem.sample, f.problem.columns, f.regressionRows, f.seed)
	if err != nil {
		return err
	}
	f.learnt, err = e.route(ctx, eval, linalg.Rows(e.sample.X, eval.Training()), f.workers)
	e.forest.Patches = nil // all rows have been sent through these, many times as many nodes as the forest's
	return err
}

// drawn returns the rows that the regressions are learnt from, ascending, nil for all: of a
// bounded table those that are measured or divided, and as many random ones as make up
// IndexRows.
func (f *Fit) drawn(measured []int32) []int32 {
	s, limit := f.problem.sample, f.halves.IndexRows
	n := s.Rows()
	if limit <= 0 || limit >= n {
		return nil
	}
	in := make([]bool, n)
	for _, rows := range [][]int32{measured, f.divided()} {
		for _, row := range rows {
			in[row] = true
		}
	}
	units := make([]int32, s.Design.Units(n))
	f.seed.Named("index").Named("rows").Source().Perm(units)
	for _, row := range s.Design.Rows(s.Design.Leading(units, limit)) {
		in[row] = true
	}
	var rows []int32
	for row, is := range in {
		if is {
			rows = append(rows, int32(row))
		}
	}
	return rows
}

// divided returns the rows that are divided into halves. Of a bounded table they are drawn by
// the task's own seed, so that they are the rows of Task.Evaluation, that importance is
// measured on, where these are as many.
func (f *Fit) divided() []int32 {
	n := f.problem.sample.Rows()
	if !f.halves.bound(n) {
		return rank.Numbers[int32](n)
	}
	return f.problem.columns.OutOfBagSample(f.halves.Rows, f.problem.seed).Training()
}

// measure predicts inputs from the others, and measures the importance for the responses with
// these predictions beside the other inputs. Of many inputs those are predicted that seem most
// important without.
func (f *Fit) measure(ctx context.Context) (err error) {
	before, chosen := (*scores)(nil), rank.Numbers[int](len(f.groups))
	if f.calibrate && f.variables > manyInputs {
		if before, err = f.responses(ctx, chosen); err != nil {
			return err
		}
		losses := before.losses()
		chosen = rank.Descending(losses[:f.variables])[:foremost]
		for _, k := range rank.Descending(losses[f.variables:]) {
			if len(chosen) < 2*foremost {
				chosen = append(chosen, f.variables+k)
			}
		}
		slices.Sort(chosen)
		if err := f.predictInputs(ctx, chosen); err != nil {
			return err
		}
	}
	if f.predictedInputs != nil {
		f.learnt = f.withPredictions(f.learnt, f.predictedInputs)
	}
	if f.measured, err = f.responses(ctx, chosen); err != nil || before == nil {
		return err
	}
	for j := range f.groups {
		if !slices.Contains(chosen, j) {
			f.measured.crossTerms[j], f.measured.reducedTerms[j] = before.crossTerms[j], before.reducedTerms[j]
		}
	}
	return nil
}

// withPredictions returns learners that have regressions on predictions of the inputs.
func (f *Fit) withPredictions(learners *learners, predictions []*inputPrediction) *learners {
	xhat := make([]*mat.Dense, len(predictions))
	for j, input := range predictions {
		xhat[j] = input.xhat()
	}
	return learners.withXhat(xhat, rowsOf(xhat, positions(learners.eval.Training(), f.regressionRows)))
}

// responses returns the scores of the responses, without some variables.
func (f *Fit) responses(ctx context.Context, variables []int) (m *scores, err error) {
	if f.embedded, err = f.learnt.stackOf(ctx, f.problem.factor.L, f.workers); err != nil {
		return nil, err
	}
	return f.embedded.scores(ctx, len(f.groups), variables, f.workers)
}

// predictInputs predicts the chosen inputs from the others.
func (f *Fit) predictInputs(ctx context.Context, chosen []int) (err error) {
	f.predictedInputs, err = f.inputPredictions(ctx, f.regressionSample(), chosen, f.seed.Named("beside"))
	return err
}

// regressionSample returns the rows that inputs are predicted at.
func (f *Fit) regressionSample() importance.Sample {
	if f.regressionRows == nil {
		return f.problem.sample
	}
	return f.problem.sample.Choose(f.regressionRows)
}

// Task returns the task learnt from.
func (f *Fit) Task() importance.Task { return f.task }

// Forest returns the forest on all variables.
func (f *Fit) Forest() *forest.Forest { return f.learnt.forest.Base }

// Predict predicts columns of numbers, n×r, for the training rows out-of-bag with all variables;
// Stacked recalibrates each column by itself. Rows that the forest does not
// predict have the column's mean. It panics unless there is a value for each row.
func (f *Fit) Predict(ctx context.Context, values *mat.Dense) (*mat.Dense, error) {
	return f.learnt.fitted(ctx, values, f.task.Workers)
}

// Infer estimates the importance for φ(Y), with errors and tests, and that for further targets.
func (f *Fit) Infer(ctx context.Context, further ...Target) (Answers, error) {
	targets := allTargets(f.problem, further)
	ctx = par.Shared(ctx, f.workers)
	f.task.Report(f.workShare())
	inferences, halves, wrong := make([]targetInference, len(targets)), []*halfSamples(nil), error(nil)
	err := par.Steps(ctx, f.workers, func() error { // longest first
		halves, wrong = f.divide(ctx, targets)
		return nil
	}, func() error { return f.whole(ctx, targets, inferences) })
	if err = cmp.Or(err, wrong); err != nil {
		return Answers{}, err
	}
	for k, h := range halves {
		inferences[k].halves = h
	}
	if err := f.finalTests(ctx, &inferences[0]); err != nil {
		return Answers{}, err
	}
	doubts := f.doubts()
	f.inferred = &inferences[0]
	var answers Answers
	answers.Result, answers.Sets = inferences[0].results()
	answers.Gamma, answers.Aggregation = f.problem.kernel.Gamma, f.problem.name
	answers.Forests += f.learnt.work()
	answers.Warnings = append(doubts, answers.Warnings...)
	answers.rows(f.learnt.eval.Training(), f.embedded, f.measured)
	for _, c := range inferences[1:] {
		answers.Targets = append(answers.Targets, c.further())
	}
	return answers, nil
}

// whole stores what all rows tell of the targets.
func (f *Fit) whole(ctx context.Context, targets []Target, inferences []targetInference) error {
	if f.measured == nil {
		if err := f.measure(ctx); err != nil {
			return err
		}
	}
	stacks := []*targetStack{f.embedded}
	inferences[0] = f.targetInference(f.measured, targets[0])
	for k, t := range targets[1:] {
		e, err := f.learnt.stackOf(ctx, t.Values, f.workers)
		if err != nil {
			return err
		}
		m, err := e.scores(ctx, len(f.groups), rank.Numbers[int](len(f.groups)), f.workers)
		if err != nil {
			return err
		}
		inferences[k+1], stacks = f.targetInference(m, t), append(stacks, e)
	}
	return f.testAllRows(ctx, targets, stacks, inferences)
}

// targetInference begins the inference of a target, without halves and tests.
func (f *Fit) targetInference(m *scores, t Target) targetInference {
	c := targetInference{scores: m, variables: f.variables, residual: t.Residual, coverage: f.coverage}
	if f.predictedInputs != nil {
		for _, input := range f.predictedInputs {
			predicted := math.NaN()
			if input != nil {
				predicted = input.share
			}
			c.predicted = append(c.predicted, predicted)
			c.curved = append(c.curved, input != nil && input.curved >= clearShare)
		}
	}
	return c
}

// divide returns what halves of the rows tell, for the targets that want it, nil for others. Of
// φ(Y), the only target with many coordinates, they have the leading ones alone (coarse).
func (f *Fit) divide(ctx context.Context, targets []Target) ([]*halfSamples, error) {
	byTarget := make([]*halfSamples, len(targets))
	if f.halves.Splits == 0 {
		return byTarget, nil
	}
	rows, done := f.divided(), f.workShare()
	t := halved{sample: f.problem.sample.Choose(rows)}
	if places := positions(rows, f.regressionRows); f.predictedInputs != nil {
		t.xhat = make([]*mat.Dense, len(f.predictedInputs))
		for j, input := range f.predictedInputs {
			if xhat := input.xhat(); xhat != nil {
				t.xhat[j] = linalg.Rows(xhat, places)
			}
		}
	}
	var halvedTargets []int
	for k, target := range targets {
		factor := mmd.Factor{L: linalg.Rows(target.Values, rows), Residual: target.Residual}
		if k == 0 {
			p := f.problem
			p.factor = factor
			factor = p.coarse()
		} else if !target.Inferred {
			continue
		}
		t.factors, halvedTargets = append(t.factors, factor), append(halvedTargets, k)
	}
	found, err := f.onHalves().halveClusters(ctx, t, f.halves, f.seed.Named("halves"),
		func(share float64) { f.task.Report(done + float64((1-done)*share)) })
	if err != nil {
		return nil, err
	}
	for i, k := range halvedTargets {
		byTarget[k] = found[i]
		byTarget[k].table = f.problem.sample.Rows()
	}
	return byTarget, nil
}

// doubts returns what a reader should know of data and forests.
func (f *Fit) doubts() []error {
	doubts := f.embedded.doubts()
	if f.learnt.eval.Rows() == f.problem.sample.Rows() {
		doubts = append(
			doubts,
			following(f.embedded.phi.residuals(f.embedded.full), f.problem.sample.Y, f.problem.sample.Design)...,
		)
	}
	return append(doubts, f.problem.doubts()...)
}

// workShare is about that of the work on all rows beside the one on halves.
func (f *Fit) workShare() float64 {
	whole, halves := float64(f.config.Trees), float64(f.halves.Splits*f.halves.Trees)
	if f.halves.Tests {
		halves *= 2
	}
	return whole / (whole + halves)
}

// rows stores the terms of the rows measured on.
func (a *Answers) rows(rows []int32, e *targetStack, m *scores) {
	a.U = make([][]float64, len(a.Raw))
	explained := e.full.rows
	if e.calibrate {
		explained = e.shared(e.full, e.full, e.centred, e.centred)
	}
	for i := range m.phi.used() {
		a.Rows, a.V = append(a.Rows, rows[i]), append(a.V, explained[i])
		for j := range a.U {
			a.U[j] = append(a.U[j], explained[i]-m.crossTerms[j][i])
		}
	}
}

// Forest returns the forest on all variables that Learn grows, alone.
func (s Stacked) Forest(ctx context.Context, task importance.Task) (*forest.Forest, error) {
	sample := task.Sample() // the forest predicts from inputs as they are
	if err := task.Prepare("importance"); err != nil {
		return nil, err
	}
	sample.Y = task.Y
	return forestOf(ctx, sample, s.Config, rng.New(task.Seed).Named("stacked").At(0), task.Workers)
}
