package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
)

// predictOptions are what a user can choose of the predict command.
type predictOptions struct {
	estimationOptions
	newRows string // the file of the rows to predict, "" for none
	weights *flags.Output
	levels  []string
	figures figureOptions
}

func newPredict() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "predict FILE --targets y1,y2 --new NEW",
		Short: "Predict means, quantiles and weights of the targets for new rows",
		Args:  exactly("a FILE, or - for standard input"),
	}
	var o predictOptions
	o.AddFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runPredict(cmd, &o, args[0]) }
	return cmd
}

// AddFlags adds the flags to the command.
func (o *predictOptions) AddFlags(cmd *cobra.Command) {
	o.estimationOptions.AddFlags(cmd, "stacked", nil, 500)
	o.figures.AddFlags(cmd, flags.GroupOutput, "draw the check into `FOLDER`", "pit", "calibration")
	set := cmd.Flags()
	set.StringVar(&o.newRows, "new", "", "`FILE` of the rows to predict, with the same inputs")
	set.StringSliceVar(&o.levels, "quantiles", []string{"0.1", "0.5", "0.9"}, "`LEVELS` of the quantiles, between 0 and 1")
	o.weights = flags.AddOutput(cmd, "weights-to", "write the weights of the training rows to `FILE` (.csv)")
	flags.Reads(set, "new")
	flags.Group(cmd, flags.GroupData, "new")
	flags.Group(cmd, flags.GroupOutput, "quantiles", "weights-to")
	// The first three are of importances alone, taken so that the flags can be the same;
	// check refuses the last.
	flags.Hide(cmd, "aggregation", "evaluate", "group", "scale")
}

func runPredict(cmd *cobra.Command, o *predictOptions, file string) error {
	method, err := o.check(cmd, file)
	if err != nil {
		return err
	}
	quantiles, err := o.quantiles()
	if err != nil {
		return err
	}
	if err := o.checkFiles(); err != nil {
		return err
	}
	e, err := o.open(cmd, file, method)
	if err != nil {
		return err
	}
	p, err := e.predictions(cmd.Context(), o.newRows, quantiles, o.weights.Given())
	if err := computed(cmd.Context(), file, err); err != nil {
		return err
	}
	if err := o.write(cmd, p.finding()); err != nil {
		return err
	}
	if o.weights.Given() {
		var b bytes.Buffer
		if err := errors.Join(p.weightTable().WriteCSV(&b), o.weights.Write(b.Bytes())); err != nil {
			return err
		}
	}
	if !o.figures.given() {
		return nil
	}
	return o.figures.draw(p.figures()...)
}

// quantiles returns the levels of the quantiles.
func (o *predictOptions) quantiles() ([]float64, error) {
	if o.table.scale.Value != string(datasets.ScaleNone) {
		return nil, flags.UsageError(errors.New("predictions are in the targets' own units, expected no --scale"))
	}
	var levels []float64
	for _, word := range o.levels {
		level, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || strings.Contains(word, "_") || !(level > 0 && level < 1) {
			return nil, flags.UsageError(fmt.Errorf("--quantiles: found %q, expected levels above 0 and below 1, such as 0.1,0.5,0.9", word))
		}
		levels = append(levels, level)
	}
	return levels, nil
}

// checkFiles returns an error unless all files can be written.
func (o *predictOptions) checkFiles() error {
	if o.weights.Given() {
		if o.newRows == "" {
			return flags.UsageError(errors.New("--weights-to is about the rows of --new, expected both"))
		}
		if extension := filepath.Ext(o.weights.Path()); extension != ".csv" {
			return flags.UsageError(fmt.Errorf("--weights-to: %s ends in %q, expected .csv", o.weights.Path(), extension))
		}
	}
	if err := o.checkOutputs(o.weights); err != nil {
		return err
	}
	return o.figures.check("pit")
}

// predictions grows the forest and predicts the rows of a file, none for "".
func (e *estimation) predictions(ctx context.Context, file string, quantiles []float64, weights bool) (*predictions, error) {
	rows, err := e.newRows(file)
	if err != nil {
		return nil, err
	}
	e.bound()
	about, err := e.describe()
	if err != nil {
		return nil, err
	}
	settings, err := e.sampled(e.settings(), about.N)
	if err != nil {
		return nil, err
	}
	progress := terminal.NewProgress(e.stderr, "predict")
	task := e.task(nil)
	of, err := e.stacked(ctx, settings, task, e.size(), about)
	if err != nil {
		return nil, err
	}
	grown, err := of.Forest(ctx, task)
	if err != nil {
		return nil, err
	}
	p, err := predict(ctx, grown, e.problem, rows, quantiles, weights, task.Seed, task.Workers)
	if err != nil {
		return nil, err
	}
	progress.End()
	about.SampleSize, about.Elapsed = e.drawn(of.Config, about.N), progress.Elapsed()
	about.Method.Name = "predict"
	if kernel, err := task.ResolveKernel(); err == nil {
		about.Result.Gamma = kernel.Gamma
	}
	p.about = about
	return p, nil
}

// newRows reads the rows to predict; nil without.
func (e *estimation) newRows(file string) (*mat.Dense, error) {
	if file == "" {
		return nil, nil
	}
	options := e.table.reading
	options.Missing = datasets.MissingKeep
	header, err := datasets.Read(file, options)
	if err != nil {
		return nil, err
	}
	// Columns that hold categories in the training table may look like numbers in few rows.
	known := map[string]bool{}
	for _, c := range header.Columns {
		known[c.Name] = !c.Kind.Categories()
	}
	again := false
	for _, name := range e.problem.Categorical() {
		if known[name] {
			options.Categorical, again = append(options.Categorical, name), true
		}
	}
	if again {
		if header, err = datasets.Read(file, options); err != nil {
			return nil, err
		}
	}
	return e.problem.Encode(header)
}
