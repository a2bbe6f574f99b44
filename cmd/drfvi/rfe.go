package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/samesize"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/datasets/scale"
	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/method"
	"drfvi/mmd"
)

// rfeFlags are what a user can choose of the rfe command.
type rfeFlags struct {
	estimationFlags
	repeats *flag.Count
	rows    *flag.RowCount
}

// defaultRows is how many rows an elimination uses at most unless the user says
// otherwise.
const defaultRows = 10000

func newRFE() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rfe FILE --targets y1,y2",
		Short: "Find a small set of columns that predicts the targets as well as all",
		Long: `Find a small set of columns of a table from which the joint distribution of
the target columns is predicted as well as from all, by recursive feature
elimination: a forest is grown on all inputs, the least important one is
removed, and so on until none is left.

That is done on random halves of the rows, --repeats times. Each forest's MMD
loss, a distance between predicted and true distributions up to a constant, is
measured on the other half, and so is the loss of predicting without any input.
The smallest number of inputs is kept whose mean loss is above the best by no more
than one standard error of that difference; none, where the best could be better
than none by chance. Which inputs these are is decided by an elimination on all
rows. At most --rows rows are used each time.

The methods (--method) are those of the importance command by which inputs
can be eliminated: coupled, the default, has the law of retrain at a small part
of its work. Preset auto (--preset) chooses how forests are grown once, by the
out-of-bag loss of forests on all inputs and rows. The kernel (--kernel) is that of
the importance and of the loss; "authors" stands for the two kernels behind the
published tables.

Dates and identifiers are refused, with advice; rows with missing values are
refused unless --missing says otherwise. Of rows in clusters (--cluster) halves
have whole ones, and --weights count in losses too. --sample-size, --evaluate and
--aggregation are those of the importance command; losses are exact all the same.

JSON has, as that of the importance command, version, file, targets, missing,
rows_read, rows_used and rows_dropped before all else.

How long it will take and how much memory is estimated before it begins.`,
		Example: `  drfvi rfe houses.csv --targets price,days
  drfvi rfe houses.csv --targets price --repeats 5 --format json --plot path.png
  drfvi rfe houses.csv --targets price --group place=lat,lon --missing drop
  drfvi rfe pupils.csv --targets score --cluster school
  drfvi rfe large.csv --targets y1,y2 --rows all --trees 200 --sample-size 5000 --evaluate 5000`,
		Args: exactly("a FILE, or - for standard input"),
	}
	f := rfeFlags{
		estimationFlags: addEstimation(cmd, method.Elimination, experiments.EliminationMethods(), 500),
		repeats:         flag.AddCount(cmd, "repeats", "", 10, "eliminations on random halves"),
		rows:            flag.AddRowCount(cmd, "rows", flag.AllRows, defaultRows, 4, `random rows that each elimination uses at most, or "all"`),
	}
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw loss against number of inputs into this `FILE` (.png, .pdf or .svg)")
	help.Group(cmd, help.Elimination, "repeats", "rows")
	help.Group(cmd, help.Output, "plot")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return f.run(cmd, args[0], f.eliminate)
	}
	return cmd
}

// eliminate selects inputs of the problem.
func (f *rfeFlags) eliminate(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (finding, error) {
	// The kernel is never without effect: there is one of the loss.
	flags := f.estimationFlags
	flags.given = func(flag string) bool { return flag != "kernel" && f.given(flag) }
	about, err := flags.describe(method, problem)
	if err != nil {
		return nil, err
	}
	about.kernel = string(f.kernel.Value)
	if warning := scale.Dominated(problem.Shares); warning != "" && !method.UsesKernel { // others have it
		about.warnings = append(about.warnings, warning)
	}
	shown := terminal.NewProgress(stderr, "rfe")
	task := f.task(method, problem, shown)
	if err := task.Check("rfe"); err != nil {
		return nil, err
	}
	loss, err := f.lossKernel(task)
	if err != nil {
		return nil, err
	}
	load := f.load(method, problem)
	load.Rows = f.rows.Of(load.Rows)
	// Halves grow forests from half of the rows.
	if _, err := f.sampled(f.settings(), load.Rows/2); err != nil {
		return nil, err
	}
	of, chosen, err := f.chooseForests(ctx, stderr, method, task, load)
	if err != nil {
		return nil, err
	}
	settings, err := f.sampled(of, load.Rows/2)
	if err != nil {
		return nil, err
	}
	onOneCore, bytes := experiments.EliminationCost(method, settings, f.repeats.Value, load)
	bytes += 16 * int64(about.n) * int64(load.Inputs+load.Responses) // the whole table, as read and in use
	what := terminal.Counted(f.repeats.Value+1, "elimination") + " on " + terminal.Counted(load.Rows, "row")
	if err := f.fits(what, bytes); err != nil {
		return nil, err
	}
	f.foretell(stderr, what, onOneCore, bytes)

	eliminator := samesize.Eliminator{Method: method, Settings: func(n int) (experiments.Settings, error) {
		settings, err := f.sampled(of, n)
		if chosen != nil { // for all rows, which parts of them may be too few for
			c := chosen.Config
			if settings.SampleFraction > 0 {
				c.SampleFraction = settings.SampleFraction
			}
			node := inference.Splittable(c, n).MinNodeSize
			settings.Fixed.MinNodeSize = &node
		}
		return settings, err
	}}
	selected, err := importance.Select(ctx, eliminator, task, loss, f.repeats.Value, load.Rows)
	shown.End()
	if err != nil {
		return nil, err
	}
	about.elapsed = shown.Elapsed()
	about.result.Chosen = chosen
	return &selection{
		Selection: selected, about: about, rows: load.Rows, repeats: f.repeats.Value, lossGamma: loss.Gamma, shortcuts: f.shortcutFlags,
		warnings: append(about.warnings, selected.Warnings()...),
	}, nil
}

// chooseForests returns the settings of all forests: under preset auto those that it
// chooses, once for all, on as many rows as the elimination on all rows has.
func (f *rfeFlags) chooseForests(ctx context.Context, stderr io.Writer, method experiments.Method, task importance.Task, load importance.Size) (experiments.Settings, *importance.Chosen, error) {
	settings, err := f.sampled(f.settings(), load.Rows)
	if err != nil || settings.Preset != spec.AutoPreset || !method.UsesPreset {
		return f.settings(), nil, err
	}
	estimator, err := method.New(settings)
	if err != nil {
		return settings, nil, usageError{err}
	}
	auto, ok := estimator.(inference.Auto)
	if !ok {
		panic("drfvi: preset auto does not make an estimator that chooses")
	}
	cost := auto.ChoiceCost(load)
	if err := f.fits("choosing forests", int64(cost.Bytes)); err != nil {
		return settings, nil, err
	}
	if onOneCore := time.Duration(cost.Nanoseconds); onOneCore/time.Duration(f.workers.Value) > longTime {
		terminal.Complain(stderr, fmt.Sprintf("choosing forests: about %s, a rough estimate", terminal.Duration(onOneCore/time.Duration(f.workers.Value))))
	}
	task = task.On(task.Sample().Draw(load.Rows, task.Seed))
	task.Progress = nil
	chosen, err := auto.Choose(ctx, task)
	if err != nil {
		return settings, nil, err
	}
	settings = f.settings()
	settings.Preset = forest.PresetNames()[0]
	settings.Fixed = auto.Fix(chosen)
	if f.sampleSize.Value > 0 { // of the table, whatever its size
		settings.Fixed.SampleFraction = nil
	}
	return settings, &chosen, nil
}

// lossKernel returns the kernel of the losses.
func (f *rfeFlags) lossKernel(task importance.Task) (mmd.Kernel, error) {
	if f.kernel.Value == mmd.Authors {
		return mmd.LossKernel(task.Typical())
	}
	return task.ResolveKernel()
}
