package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/estimation"
	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/cmd/drfvi/internal/figures"
	"drfvi/cmd/drfvi/internal/files"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/predictions"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/methods"
)

// predictFlags are what a user can choose of the predict command.
type predictFlags struct {
	*estimation.Flags
	table     string
	weights   *files.Output
	levels    []string
	quantiles []float64
	figures   *figures.Flags
}

func newPredict() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "predict FILE --targets y1,y2 --new NEW",
		Short: "Predict distributions of the targets for new rows: means, quantiles, weights",
		Long: `Predict the distribution of the target columns of a table, FILE, at the rows of
another one, NEW, with the same inputs: its mean and quantiles for a number, the
probability of each category for categories. The forest is the one that the
importance command grows with the same flags, before it takes inputs away; flags
that concern importances alone change nothing.

A forest predicts by weights of the training rows, which add up to 1; quantiles are
those of the training responses so weighted. --weights-to writes the weights: each
row of NEW with the numbers of training rows and their weights.

Predictions of the training rows by trees that were not grown from them (out-of-bag)
are compared with the observed responses: how many responses central intervals hold, the
probability integral transform, and the continuous ranked probability score beside
that of a prediction without inputs. Without --new there is the check alone.
--figures draws it: pit and calibration.

JSON has before all else what that of the importance command has; levels of the
quantiles; rows with targets, each with mean and quantiles or probabilities, and
with --weights-to the weights; and check, for each target that is a number. CSV has
the predictions, a row for each.`,
		Example: `  drfvi predict train.csv --targets y --new new.csv
  drfvi predict train.csv --targets y1,y2 --new new.csv --quantiles 0.05,0.5,0.95 --format csv
  drfvi predict train.csv --targets y --figures checks`,
		Args: exactly("a FILE, or - for standard input"),
	}
	f := predictFlags{Flags: estimation.Add(cmd, "stacked", nil, 500), figures: figures.Add(cmd, help.Output, "draw the check into this `FOLDER`", "pit", "calibration")}
	flags := cmd.Flags()
	flags.StringVar(&f.table, "new", "", "`FILE` of the rows to predict, with the inputs of the table")
	flags.StringSliceVar(&f.levels, "quantiles", []string{"0.1", "0.5", "0.9"}, "`LEVELS` of the quantiles, between 0 and 1")
	f.weights = files.AddOutput(cmd, "weights-to", "write the weights of the training rows into this `FILE` (.csv)")
	files.Reads(flags, "new")
	help.Group(cmd, help.Data, "new")
	help.Group(cmd, help.Output, "quantiles", "weights-to")
	// The first three are of importances alone, taken so that the flags can be the same;
	// check refuses the last.
	help.Hide(cmd, "aggregation", "evaluate", "group", "scale")
	f.Also, f.Written = f.check, f.write
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.Run(cmd, args[0], f.predict) }
	return cmd
}

// check returns what is wrong with the flags whatever the table.
func (f *predictFlags) check(methods.Method) error {
	if f.Table.Scale.Value != string(datasets.ScaleNone) {
		return exit.UsageError(errors.New("predictions are in the targets' own units, expected no --scale"))
	}
	f.quantiles = nil
	for _, word := range f.levels {
		level, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(level > 0 && level < 1) {
			return exit.UsageError(fmt.Errorf("--quantiles: found %q, expected levels above 0 and below 1, such as 0.1,0.5,0.9", word))
		}
		f.quantiles = append(f.quantiles, level)
	}
	if f.weights.Given() {
		if f.table == "" {
			return exit.UsageError(errors.New("--weights-to is about the rows of --new, expected both"))
		}
		if extension := filepath.Ext(f.weights.Path()); extension != ".csv" {
			return exit.UsageError(fmt.Errorf("--weights-to: %s ends in %q, expected .csv", f.weights.Path(), extension))
		}
		if err := f.weights.Writable(); err != nil {
			return err
		}
	}
	return f.figures.Check("pit")
}

// predict grows the forest and predicts.
func (f *predictFlags) predict(ctx context.Context, stderr io.Writer, method methods.Method, problem *datasets.Problem) (estimation.Finding, error) {
	rows, err := f.rowsOf(problem)
	if err != nil {
		return nil, err
	}
	about, settings, _, err := f.Begin(method, problem)
	if err != nil {
		return nil, err
	}
	shown := terminal.NewProgress(stderr, "predict")
	task := f.Task(method, problem, shown)
	task.Progress = nil
	of, err := f.Stacked(ctx, method, settings, task, f.Load(method, problem), about)
	if err != nil {
		return nil, err
	}
	grown, err := of.Forest(ctx, task)
	if err != nil {
		return nil, err
	}
	wish := predictions.Wish{Quantiles: f.quantiles, Weights: f.weights.Given(), Seed: task.Seed, Workers: task.Workers}
	told, err := wish.Of(ctx, grown, problem, rows)
	if err != nil {
		return nil, err
	}
	shown.End()
	about.SampleSize, about.Elapsed = f.Drawn(of.Config, about.N), shown.Elapsed()
	about.Method.Name = "predict"
	if kernel, err := task.ResolveKernel(); err == nil {
		about.Result.Gamma = kernel.Gamma
	}
	told.About = about
	return told, nil
}

// rowsOf reads the new rows; nil without.
func (f *predictFlags) rowsOf(problem *datasets.Problem) (*mat.Dense, error) {
	if f.table == "" {
		return nil, nil
	}
	options := *f.Table.Options
	options.Missing = datasets.MissingKeep
	header, err := datasets.Read(f.table, options)
	if err != nil {
		return nil, err
	}
	// Columns that hold categories in the training table may look like numbers in few rows.
	known := map[string]bool{}
	for _, c := range header.Columns {
		known[c.Name] = !c.Kind.Categories()
	}
	again := false
	for _, name := range problem.Categorical() {
		if known[name] {
			options.Categorical, again = append(options.Categorical, name), true
		}
	}
	if again {
		if header, err = datasets.Read(f.table, options); err != nil {
			return nil, err
		}
	}
	return problem.Encode(header)
}

// write writes the weights and draws the check.
func (f *predictFlags) write(found estimation.Finding) error {
	p := found.(*predictions.Predictions)
	if f.weights.Given() {
		var b strings.Builder
		if err := errors.Join(p.WeightsCSV(&b), f.weights.Write([]byte(b.String()))); err != nil {
			return err
		}
	}
	if !f.figures.Given() {
		return nil
	}
	return f.figures.Draw(p.Pictures()...)
}
