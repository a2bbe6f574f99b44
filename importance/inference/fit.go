package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
)

// Fit holds what Stacked or Loco, as they are or as Auto chooses them, have learnt from all
// rows of a task: forests with all variables and without each. It predicts, and infers the
// importance for the responses and for further functions of them. No method changes a result of another;
// several at once need a Fit each.
type Fit struct {
	relearning
	task    importance.Task
	seed    rng.Seed
	problem problem
	forests *ensemble
	chosen  *importance.Chosen // by Auto
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
	return relearning{}, fmt.Errorf("importance: method %s tells neither aspects nor single rows, expected stacked or loco", e.Name())
}

// Learn learns from the rows of a task by Stacked, Loco, or Auto with one of them. Beside the
// errors of Estimate it returns one for other estimators.
func Learn(ctx context.Context, e importance.Estimator, task importance.Task) (*Fit, error) {
	var chosen *importance.Chosen
	if a, ok := e.(Auto); ok {
		if _, err := relearningOf(a.estimator(paper(a.Trees))); err != nil {
			return nil, err
		}
		choice, rest, err := a.chosen(ctx, task)
		if err != nil {
			return nil, err
		}
		e, task, chosen = a.estimator(choice.Config), rest, &choice
	}
	r, err := relearningOf(e)
	if err != nil {
		return nil, err
	}
	f, err := r.fit(ctx, task)
	if err == nil {
		f.chosen = chosen
	}
	return f, err
}

// estimate is Estimate of an estimator that learns so.
func (r relearning) estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	f, err := r.fit(ctx, task)
	if err != nil {
		return importance.Result{}, err
	}
	a, err := f.infer(ctx, nil, true)
	return a.Result, err
}

// fit grows the forests on all rows.
func (r relearning) fit(ctx context.Context, task importance.Task) (*Fit, error) {
	n, inputs := task.X.Dims()
	p, err := r.prepare(ctx, task, r.halves.bound(n))
	if err != nil {
		return nil, err
	}
	r.groups, r.kernel, r.workers, r.indexRows, r.coverage = task.Variables(), task.Kernel, task.Workers, r.halves.IndexRows, task.Coverage
	r.given = without(inputs, slices.Concat(r.groups...))
	f := &Fit{relearning: r, task: task, seed: rng.New(task.Seed).Named(r.name), problem: p}
	if f.forests, err = r.grow(ctx, p.sample, f.seed); err != nil {
		return nil, err
	}
	eval, err := task.Evaluation(f.forests.columns)
	if err != nil {
		return nil, err
	}
	return f, f.forests.route(ctx, eval, task.Workers)
}

// Task returns the task learnt from.
func (f *Fit) Task() importance.Task { return f.task }

// Forest returns the forest of the first configuration on all variables.
func (f *Fit) Forest() *forest.Forest { return f.forests.forests[0].Base }

// Predict predicts columns of numbers, n×r, for the training rows out-of-bag by the forests
// on all variables; Stacked recalibrates each column by itself. Rows that a forest does not
// predict have the column's mean. It panics unless there is a value for each row.
func (f *Fit) Predict(ctx context.Context, values *mat.Dense) (*mat.Dense, error) {
	return f.forests.fitted(ctx, values, f.task.Workers)
}

// Infer estimates the importance for φ(Y), with errors and tests, and that for further targets.
func (f *Fit) Infer(ctx context.Context, further ...Target) (Answers, error) {
	return f.infer(ctx, further, false)
}

// infer is Infer. If it is the last that is asked of a bounded table, most of what was learnt from
// all rows is dropped before halves of them are grown, and the answers have no rows.
func (f *Fit) infer(ctx context.Context, further []Target, last bool) (Answers, error) {
	r, e, p, task := f.relearning, f.forests, f.problem, f.task
	n, _ := task.X.Dims()
	_, width := p.factor.L.Dims()
	targets := targetsOf(p, further)
	done, own := r.shares(task, width, targets[1:]) // of the work
	before := 0.3 * done
	if len(further) == 0 {
		before = 0.7 * done
	}
	var all []*measured
	for k, t := range targets {
		task.Report(before + float64((done-before)*float64(k)/float64(len(targets))))
		m, err := r.measure(ctx, e, t.Values)
		if err != nil {
			return Answers{}, err
		}
		all = append(all, m)
	}
	first := all[0]
	task.Report(done)
	finer, err := r.finer(ctx, e, p, task)
	if err != nil {
		return Answers{}, err
	}
	doubts, forests, rows := first.doubts(), e.work(), e.eval.Training()
	if len(rows) == n {
		doubts = append(doubts, following(first.phi.residuals(first.full), p.sample.Y, p.sample.Design)...)
	}
	h, besides := parted{halved: make([]*halfSamples, len(targets))}, (*beside)(nil)
	if r.calibrate && r.halves.Splits > 0 {
		report := func(share float64) { task.Report(done + float64(own*share)) }
		if besides, err = r.standBeside(ctx, e, all, p, targets, f.seed.Named("beside"), report); err != nil {
			return Answers{}, err
		}
		done += own
		r.elsewhere = besides.elsewhere()
	}
	if r.halves.Splits > 0 {
		report := func(share float64) { task.Report(done + float64((1-done)*share)) }
		columns := e.columns
		if last && r.halves.bound(n) {
			first.release()
			e.release()
			p.factor.L, f.problem.factor.L = nil, nil
		}
		if h, err = r.fromHalves(ctx, columns, p, targets, f.seed, report); err != nil {
			return Answers{}, err
		}
		if besides != nil {
			besides.merge(h)
		}
	}
	result := r.conclude(first, h.halved[0], p.factor.Residual)
	result.Gamma, result.Aggregation, result.Chosen = p.kernel.Gamma, p.name, f.chosen
	result.Forests += forests
	if result.Inference != nil {
		doubts = append(doubts, finer.beyond(result.Inference.Explained.Value)...)
	}
	result.Warnings = append(slices.Concat(doubts, p.doubts()), result.Warnings...)
	answers := Answers{Result: result}
	if !last {
		answers.rows(rows, first)
	}
	for k, m := range all[1:] {
		answers.Targets = append(answers.Targets, r.concludeTarget(m, h.halved[k+1], targets[k+1].Residual))
	}
	return answers, nil
}

// targetsOf returns φ(Y) and the further targets, padded.
func targetsOf(p problem, further []Target) []Target {
	targets := []Target{{p.factor.L, p.factor.Residual, true}}
	for _, t := range further {
		if rows, _ := t.Values.Dims(); rows != p.sample.Rows() {
			panic(fmt.Sprintf("inference: a target of %d rows for a table of %d", rows, p.sample.Rows()))
		}
		t.Values = padded(t.Values)
		targets = append(targets, t)
	}
	return targets
}

// rows stores the terms of the rows measured on.
func (a *Answers) rows(rows []int32, m *measured) {
	a.U = make([][]float64, len(m.terms))
	explained := m.kept(m.full)
	for i := range m.phi.used() {
		a.Rows, a.V = append(a.Rows, rows[i]), append(a.V, explained[i])
		for j, terms := range m.terms {
			a.U[j] = append(a.U[j], explained[i]-terms[i])
		}
	}
}

// Forest returns the forest of the first configuration on all variables that Learn grows, alone.
func (s Stacked) Forest(ctx context.Context, task importance.Task) (*forest.Forest, error) {
	sample := task.Sample() // the forest predicts from inputs as they are
	if err := task.Prepare("importance"); err != nil {
		return nil, err
	}
	sample.Y = task.Y
	return forestOf(ctx, sample, s.Config, rng.New(task.Seed).Named("stacked").At(0), task.Workers)
}
