package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/estimation"
	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/samesize"
	"drfvi/cmd/drfvi/internal/selection"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
)

// rfeFlags are what a user can choose of the rfe command.
type rfeFlags struct {
	*estimation.Flags
	repeats *flag.Count
	rows    *flag.Count
}

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
		Flags:   estimation.Add(cmd, method.Elimination, methods.Eliminating(), 500),
		repeats: flag.AddCount(cmd, "repeats", "", 10, "eliminations on random halves"),
		rows:    flag.AddRowCount(cmd, "rows", flag.AllRows, 10000, 4, `random rows that each elimination uses at most, or "all"`),
	}
	f.AddPlot(cmd, "loss against number of inputs")
	help.Group(cmd, help.Elimination, "repeats", "rows")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.Run(cmd, args[0], f.eliminate) }
	return cmd
}

// eliminate selects inputs of the problem.
func (f *rfeFlags) eliminate(ctx context.Context, stderr io.Writer, method methods.Method, problem *datasets.Problem) (estimation.Finding, error) {
	// The kernel is never without effect: there is one of the loss.
	flags := *f.Flags
	flags.Given = func(flag string) bool { return flag != "kernel" && f.Given(flag) }
	about, err := flags.Describe(method, problem)
	if err != nil {
		return nil, err
	}
	about.Kernel = f.Kernel.Value.String()
	if warning := datasets.Dominated(problem.Shares); warning != "" && !method.UsesKernel { // others have it
		about.Warnings = append(about.Warnings, warning)
	}
	shown := terminal.NewProgress(stderr, "rfe")
	task := f.Task(method, problem, shown)
	if err := task.Check("rfe"); err != nil {
		return nil, err
	}
	loss, err := task.ResolveKernel()
	if f.Kernel.Value == mmd.Authors {
		loss, err = mmd.LossKernel(task.Typical())
	}
	if err != nil {
		return nil, err
	}
	load := f.Load(method, problem)
	load.Rows = flag.RowsOf(f.rows.Value, load.Rows)
	// Halves grow forests from half of the rows.
	if _, err := f.Sampled(f.Settings(), load.Rows/2); err != nil {
		return nil, err
	}
	of, chosen, err := f.chooseForests(ctx, stderr, method, task, load)
	if err != nil {
		return nil, err
	}
	settings, err := f.Sampled(of, load.Rows/2)
	if err != nil {
		return nil, err
	}
	onOneCore, bytes := method.SelectionCost(settings, f.repeats.Value, load)
	bytes += 16 * int64(about.N) * int64(load.Inputs+load.Responses) // the whole table, as read and in use
	what := format.Plural(f.repeats.Value+1, "elimination") + " on " + format.Plural(load.Rows, "row")
	if err := f.Fits(what, bytes); err != nil {
		return nil, err
	}
	f.Foretell(stderr, what, onOneCore, bytes)

	eliminator := samesize.Eliminator{Method: method, Settings: func(n int) (methods.Settings, error) {
		settings, err := f.Sampled(of, n)
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
	about.Elapsed, about.Result.Chosen, about.Result.Gamma = shown.Elapsed(), chosen, loss.Gamma
	about.SampleSize, about.Evaluated = f.SampleSize.Value, f.Evaluate.Value
	about.Warnings = append(about.Warnings, selected.Warnings()...)
	return &selection.Selection{Selection: selected, About: about, Rows: load.Rows, Repeats: f.repeats.Value}, nil
}

// chooseForests returns the settings of all forests: under preset auto those that it
// chooses, once for all, on as many rows as the elimination on all rows has.
func (f *rfeFlags) chooseForests(ctx context.Context, stderr io.Writer, method methods.Method, task importance.Task, load importance.Size) (methods.Settings, *importance.Chosen, error) {
	settings, err := f.Sampled(f.Settings(), load.Rows)
	if err != nil || settings.Preset != methods.Auto || !method.UsesPreset {
		return f.Settings(), nil, err
	}
	estimator, err := method.New(settings)
	if err != nil {
		return settings, nil, exit.UsageError(err)
	}
	auto, ok := estimator.(inference.Auto)
	if !ok {
		panic("drfvi: preset auto does not make an estimator that chooses")
	}
	chosen, err := f.Choose(ctx, stderr, auto, task.On(task.Sample().Draw(load.Rows, task.Seed)), load)
	if err != nil {
		return settings, nil, err
	}
	settings = f.Settings()
	settings.Preset = forest.PresetNames()[0]
	settings.Fixed = auto.Fix(chosen)
	if f.SampleSize.Value > 0 { // of the table, whatever its size
		settings.Fixed.SampleFraction = nil
	}
	return settings, &chosen, nil
}
