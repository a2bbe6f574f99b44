package main

import (
	"context"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
)

type rfeOptions struct {
	estimationOptions
	repeats, rows *flags.Count
}

func (o *rfeOptions) addFlags(cmd *cobra.Command) {
	o.estimationOptions.addFlags(cmd, method.Elimination, methods.Eliminating(), 500)
	o.repeats = flags.AddCount(cmd, "repeats", "", 10, "eliminations on random halves")
	o.rows = flags.AddRowCount(cmd, "rows", flags.AllRows, 10000, 4, `maximum of random rows per elimination, or "all"`)
	flags.Group(cmd, flags.GroupElimination)
	o.addPlot(cmd, "loss against number of inputs")
	o.addPage(cmd)
}

func (o *rfeOptions) run(cmd *cobra.Command, file string) error {
	return o.find(cmd, file, func(ctx context.Context, e *estimation) (result, error) {
		return e.selection(ctx, o.repeats.Value, o.rows.Value)
	})
}

// selection selects inputs of the problem by so many eliminations on halves of at most so
// many rows, 0 for all.
func (e *estimation) selection(ctx context.Context, repeats, rows int) (*selection, error) {
	e.usesKernel = true // of the loss
	a, err := e.describe()
	if err != nil {
		return nil, err
	}
	progress := terminal.NewProgress(e.stderr, "rfe")
	defer progress.End()
	task := e.task(progress)
	if err := task.Prepare("rfe"); err != nil {
		return nil, err
	}
	loss, err := task.ResolveKernel()
	if e.kernel.Value == mmd.Authors {
		loss, err = mmd.LossKernel(task.Typical())
	}
	if err != nil {
		return nil, err
	}
	size := e.size()
	size.Rows = flags.RowsOf(rows, size.Rows)
	// Halves grow forests from half of the rows.
	if _, err := e.sampled(e.settings(), size.Rows/2); err != nil {
		return nil, err
	}
	forests, chosen, err := e.chooseForests(ctx, task, size, progress)
	if err != nil {
		return nil, err
	}
	settings, err := e.sampled(forests, size.Rows/2)
	if err != nil {
		return nil, err
	}
	onOneCore, bytes := e.method.SelectionCost(settings, repeats, size)
	bytes += 16 * int64(a.N) * int64(size.Inputs+size.Responses) // the whole table, as read and in use
	what := format.Plural(repeats+1, "elimination") + " on " + format.Plural(size.Rows, "row")
	if err := e.fits(what, bytes); err != nil {
		return nil, err
	}
	e.announce(progress, what, onOneCore, bytes, cheaper)

	eliminator := fixedSampleEliminator{e.method, forests, e.sampleSize.Value, chosen}
	selected, err := importance.Select(ctx, eliminator, task, loss, repeats, size.Rows)
	if err != nil {
		return nil, err
	}
	a.Elapsed, a.Result.Chosen, a.Result.Gamma = progress.Elapsed(), chosen, loss.Gamma
	a.SampleSize, a.Evaluated = e.sampleSize.Value, e.evaluated
	a.warn(selected.Warnings()...)
	return &selection{selected, a, size.Rows, repeats}, nil
}

// chooseForests returns the settings of all forests: under preset auto those that it
// chooses, once for all, on as many rows as the elimination on all rows has.
func (e *estimation) chooseForests(ctx context.Context, task importance.Task, size importance.Size, progress *terminal.Progress) (methods.Settings, *importance.Chosen, error) {
	settings, err := e.sampled(e.settings(), size.Rows)
	if err != nil || settings.Preset != methods.Auto || !e.method.UsesPreset {
		return e.settings(), nil, err
	}
	estimator, err := e.method.New(settings)
	if err != nil {
		return settings, nil, flags.UsageError(err)
	}
	auto, ok := estimator.(inference.Auto)
	if !ok {
		panic("drfvi: preset auto does not make an estimator that chooses")
	}
	chosen, err := e.choose(ctx, auto, task.On(task.Sample().Draw(size.Rows, task.Seed)), size, progress)
	if err != nil {
		return settings, nil, err
	}
	settings = e.settings()
	settings.Preset = forest.PresetNames()[0]
	settings.Fixed = auto.Fix(chosen)
	if e.sampleSize.Value > 0 { // of the table, whatever its size
		settings.Fixed.SampleFraction = nil
	}
	return settings, &chosen, nil
}

// fixedSampleEliminator is an eliminator whose trees draw the same number of rows from
// every table, such as a half and the whole of one.
type fixedSampleEliminator struct {
	method   methods.Method
	settings methods.Settings
	drawn    int                // rows of a tree, 0 for the settings' own share
	chosen   *importance.Chosen // forests for all rows, which parts of them may be too few for; nil for none
}

// Begin implements importance.Eliminator.
func (f fixedSampleEliminator) Begin(ctx context.Context, task importance.Task) (importance.Stepper, error) {
	n, _ := task.X.Dims()
	e, err := f.on(n)
	if err != nil {
		return nil, err
	}
	return e.Begin(ctx, task)
}

// on returns the eliminator for tasks of so many rows.
func (f fixedSampleEliminator) on(n int) (importance.Eliminator, error) {
	settings, err := sampledSettings(f.settings, f.drawn, n)
	if err != nil {
		return nil, err
	}
	if f.chosen != nil {
		c := f.chosen.Config
		if settings.SampleFraction > 0 {
			c.SampleFraction = settings.SampleFraction
		}
		node := inference.Splittable(c, n).MinNodeSize
		settings.Fixed.MinNodeSize = &node
	}
	return f.method.Eliminator(settings)
}
