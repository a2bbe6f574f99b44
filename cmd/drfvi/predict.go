package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/predictions"
	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/datasets/alike"
	"drfvi/datasets/scale"
	"drfvi/experiments"
	"drfvi/importance/inference"
	"drfvi/internal/chart"
	"drfvi/internal/durable"
)

// predictFlags are what a user can choose of the predict command.
type predictFlags struct {
	estimationFlags
	table, weights, figures string
	levels                  []string
	quantiles               []float64
	pictures                *flag.Choice
}

// usualQuantiles are the default of --quantiles.
var usualQuantiles = []string{"0.1", "0.5", "0.9"}

func newPredict() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "predict FILE --targets y1,y2 --new NEW",
		Short: "Predict distributions of the targets for new rows: means, quantiles, weights",
		Long: `Predict the distribution of the target columns of a table, FILE, at the rows of
another one, NEW, with the same inputs: its mean and quantiles for a number, the
probability of each category for categories. The forest is the one that the
importance command grows with the same flags, before it takes inputs away.

A forest predicts by weights of the training rows, which add up to 1; quantiles are
those of the training responses so weighted. --weights-to writes the weights: each
row of NEW with the numbers of training rows and their weights.

Predictions of the training rows by trees that were not grown from them (out-of-bag)
are checked against what came: how many responses central intervals hold, the
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
	formats := []string{"png", "svg", "pdf"}
	f := predictFlags{estimationFlags: addEstimation(cmd, "stacked", nil, 500)}
	f.sampling = sampling.Add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.table, "new", "", "`FILE` of the rows to predict, with the inputs of the table")
	flags.StringSliceVar(&f.levels, "quantiles", usualQuantiles, "`LEVELS` of the quantiles, between 0 and 1")
	flags.StringVar(&f.weights, "weights-to", "", "write the weights of the training rows into this `FILE` (.csv)")
	flags.StringVar(&f.figures, "figures", "", "draw the check into this `FOLDER`")
	f.pictures = flag.AddChoice(cmd, "figure-format", "format", formats[0], "of --figures: "+strings.Join(formats, ", "), formats)
	help.Group(cmd, help.Data, "cluster", "weights", "weight-kind", "new")
	help.Group(cmd, help.Output, "quantiles", "weights-to", "figures", "figure-format")
	f.also = f.check
	f.written = f.write
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.run(cmd, args[0], f.predict) }
	return cmd
}

// check returns what is wrong with the flags whatever the table.
func (f *predictFlags) check(experiments.Method) error {
	if f.scale.Value != string(scale.None) {
		return usageError{errors.New("predictions are in the targets' own units, expected no --scale")}
	}
	f.quantiles = nil
	for _, word := range f.levels {
		level, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || !(level > 0 && level < 1) {
			return usageError{fmt.Errorf("--quantiles: found %q, expected levels above 0 and below 1, such as 0.1,0.5,0.9", word)}
		}
		f.quantiles = append(f.quantiles, level)
	}
	if f.weights != "" {
		if f.table == "" {
			return usageError{errors.New("--weights-to is about the rows of --new, expected both")}
		}
		if extension := filepath.Ext(f.weights); extension != ".csv" {
			return usageError{fmt.Errorf("--weights-to: %s ends in %q, expected .csv", f.weights, extension)}
		}
		if err := checkWritable(f.weights); err != nil {
			return err
		}
	}
	if f.figures == "" {
		return nil
	}
	if err := os.MkdirAll(f.figures, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of --figures: %w", err)
	}
	return checkWritable(filepath.Join(f.figures, "pit."+f.pictures.Value))
}

// predict grows the forest and predicts.
func (f *predictFlags) predict(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (finding, error) {
	rows, err := f.rowsOf(problem)
	if err != nil {
		return nil, err
	}
	n, _ := problem.X.Dims()
	bounds, large := f.bounds(method, n)
	if large {
		f.bound(bounds, method)
	}
	about, err := f.describe(method, problem)
	if err != nil {
		return nil, err
	}
	settings := f.settings()
	if large {
		about.bounded, settings.Trial, settings.Fixed.MostRows = bounds.Rows, bounds.Trial, &bounds.Rows
	}
	if settings, err = f.sampled(settings, n); err != nil {
		return nil, err
	}
	estimator, err := method.New(settings)
	if err != nil {
		return nil, usageError{err}
	}
	shown := terminal.NewProgress(stderr, "predict")
	task := f.task(method, problem, shown)
	task.Progress = nil
	if auto, ok := estimator.(inference.Auto); ok {
		chosen, err := auto.Choose(ctx, task)
		if err != nil {
			return nil, err
		}
		about.result.Chosen, estimator = &chosen, auto.New(chosen.Config)
	}
	of := estimator.(inference.Stacked)
	grown, err := of.Forest(ctx, task)
	if err != nil {
		return nil, err
	}
	wish := predictions.Wish{Quantiles: f.quantiles, Weights: f.weights != "", Seed: task.Seed, Workers: task.Workers}
	told, err := wish.Of(ctx, grown, problem, rows)
	if err != nil {
		return nil, err
	}
	shown.End()
	about.sampleSize, about.elapsed = f.drawn(of.Config, n), shown.Elapsed()
	about.method.Name = "predict"
	if kernel, err := task.ResolveKernel(); err == nil {
		about.result.Gamma = kernel.Gamma
	}
	return &predicted{about, told}, nil
}

// rowsOf reads the new rows; nil without.
func (f *predictFlags) rowsOf(problem *datasets.Problem) (*mat.Dense, error) {
	if f.table == "" {
		return nil, nil
	}
	options := f.options()
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
	for _, name := range alike.Categorical(problem) {
		if known[name] {
			options.Categorical, again = append(options.Categorical, name), true
		}
	}
	if again {
		if header, err = datasets.Read(f.table, options); err != nil {
			return nil, err
		}
	}
	return alike.Apply(problem, header)
}

// write writes the weights and draws the check.
func (f *predictFlags) write(found finding) error {
	p := found.(*predicted)
	if f.weights != "" {
		var b strings.Builder
		if err := errors.Join(p.WeightsCSV(&b), durable.WriteFile(f.weights, []byte(b.String()))); err != nil {
			return err
		}
	}
	if f.figures == "" || len(p.Checks) == 0 {
		return nil
	}
	return errors.Join(
		chart.Draw(filepath.Join(f.figures, "pit."+f.pictures.Value), p.PIT()),
		chart.Draw(filepath.Join(f.figures, "calibration."+f.pictures.Value), p.Calibration()),
	)
}

// predicted are finished predictions.
type predicted struct {
	about *estimate
	*predictions.Predictions
}

// predictedJSON is their form for other programs.
type predictedJSON struct {
	sourceJSON
	Preset     string                  `json:"preset"`
	Chosen     *chosenJSON             `json:"chosen,omitempty"` // by preset auto
	N          int                     `json:"n"`
	P          int                     `json:"p"`
	D          int                     `json:"d"`
	Trees      int                     `json:"trees"`
	SampleSize int                     `json:"sample_size"` // rows drawn for a tree
	Seed       uint64                  `json:"seed"`
	Levels     []float64               `json:"levels"` // of the quantiles
	Rows       []predictions.RowJSON   `json:"rows"`
	Check      []predictions.CheckJSON `json:"check"`
	Warnings   []string                `json:"warnings"`
}

func (p *predicted) json() any {
	e := p.about
	j := predictedJSON{
		sourceJSON: e.source(), Preset: e.preset, N: e.n, P: len(e.variables), D: len(e.targets), Trees: e.trees, SampleSize: e.sampleSize,
		Seed: e.seed, Levels: p.Levels, Rows: p.RowsJSON(), Check: p.ChecksJSON(), Warnings: e.doubts(e.warnings),
	}
	if e.result.Chosen != nil {
		j.Chosen = newChosenJSON(*e.result.Chosen)
	}
	return j
}

func (p *predicted) csv(w io.Writer) error { return p.CSV(w) }

func (p *predicted) text(v view) string {
	e := p.about
	title := fmt.Sprintf("Predictions of %s from %s and %s", listed(e.targets), terminal.Counted(len(e.variables), "input"), terminal.Counted(e.n, "training row"))
	return v.Remark(title) + "\n" + p.Text(v.top, v.Screen) + e.remarks(v)
}

// plot is part of finding; the command has no --plot.
func (p *predicted) plot(path string) error { return chart.Draw(path, p.PIT()) }
