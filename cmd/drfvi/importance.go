package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/datasets"
	"drfvi/experiments"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/reports"
)

// importanceFlags are what a user can choose of the importance command.
type importanceFlags struct {
	targets, groups, exclude, categorical []string
	method, preset, format, missing       *choice
	kernel                                *kernel
	trees, workers                        *count
	seed                                  *seed
	plot                                  string
	given                                 func(flag string) bool // whether the user gave it
}

func newImportance() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "importance FILE.csv --targets y1,y2",
		Short: "Estimate which columns of a table the targets depend on",
		Long: `Estimate how much the joint distribution of the target columns of a CSV table
depends on each of the other columns. FILE is a table with a header line, or "-"
for standard input. Text columns are categories, and count as one variable each.

The methods (--method):
  retrain    share of the explained variation of the distribution that is lost
             when the variable is dropped and the forest grown anew
  coupled    the same, from forests that share all random choices with and
             without the variable: less noise, standard errors, and far less
             work for many variables
  projected  the same from a single forest that forgets its splits on the
             variable: the least work, standard errors, and values a little
             above 0 for variables that mean nothing
  vimp-drf   share of the forest's splits on the variable, weighted by depth
  mda        rise of the out-of-bag squared error of a regression forest when
             the variable is permuted (one target)
  sobol-mda  share of the target's variance that a regression forest no longer
             explains without the variable (one target)

The presets (--preset) say how distributional forests are grown: "paper" as the
papers say, "drf-1.1.0" and "drf-1.3.1" as those versions of the R package do.
The kernel (--kernel) says how responses are compared: "median" is the Gaussian
kernel scaled by the median distance, "authors" the one behind the published
tables, a number is γ itself in exp(−γ‖y−y'‖²).`,
		Example: `  drfvi importance bivariate.csv --targets y1,y2
  drfvi importance bivariate.csv --targets y1,y2 --format json --plot bivariate.png
  drfvi importance houses.csv --targets price --group place=lat,lon --missing drop
  drfvi simulate univariate -n 1000 --seed 1 | drfvi importance - --targets y1 --method sobol-mda`,
		Args: exactly("a FILE, or - for standard input"),
	}
	f := importanceFlags{
		method: addChoice(cmd, "method", "method", "retrain", "how importance is estimated: "+strings.Join(experiments.MethodNames(), ", "), experiments.MethodNames()),
		preset: addChoice(cmd, "preset", "preset", "paper", "how forests are grown: "+strings.Join(forest.PresetNames, ", "), forest.PresetNames),
		trees:  addCount(cmd, "trees", "", 500, "trees of a forest"),
		kernel: addKernel(cmd), seed: addSeed(cmd), workers: addWorkers(cmd),
		missing: addChoice(cmd, "missing", "policy", string(datasets.MissingRefuse), "rows with missing values: refuse the table, or drop the rows",
			[]string{string(datasets.MissingRefuse), string(datasets.MissingDrop)}),
		format: addFormat(cmd, "text", "json", "csv"),
	}
	flags := cmd.Flags()
	f.given = flags.Changed
	flags.StringSliceVar(&f.targets, "targets", nil, "`NAMES` of the target columns, separated by commas")
	flags.StringArrayVar(&f.groups, "group", nil, "columns that count as one variable, `NAME=COLUMN,COLUMN` (repeatable)")
	flags.StringSliceVar(&f.exclude, "exclude", nil, "`NAMES` of columns to leave out, separated by commas")
	flags.StringSliceVar(&f.categorical, "categorical", nil, "`NAMES` of columns that hold categories although they look like numbers")
	flags.StringVar(&f.plot, "plot", "", "draw the importances into this `FILE` (.png, .pdf or .svg)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return f.run(cmd, args[0])
	}
	return cmd
}

// run is the command: read, check, estimate, write.
func (f importanceFlags) run(cmd *cobra.Command, file string) error {
	method, err := f.check()
	if err != nil {
		return err
	}
	if f.plot != "" {
		if err := checkWritable(f.plot); err != nil {
			return err
		}
	}
	problem, err := f.read(cmd.InOrStdin(), file)
	if err != nil {
		return err
	}
	estimate, err := f.estimate(cmd.Context(), cmd.ErrOrStderr(), method, problem)
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", origin(file), err)
	}
	if err := estimate.write(cmd.OutOrStdout(), f.format.value); err != nil {
		return err
	}
	if f.plot == "" {
		return nil
	}
	return reports.Bars(f.plot, estimate.chart())
}

// check returns the method, or what is wrong with the command line.
func (f importanceFlags) check() (experiments.Method, error) {
	method, err := experiments.MethodNamed(f.method.value)
	if err != nil {
		return method, usageError{err}
	}
	if len(f.targets) == 0 {
		return method, usageError{errors.New("importance needs --targets, the names of the response columns; see drfvi importance --help")}
	}
	if method.Univariate && len(f.targets) > 1 {
		return method, usageError{fmt.Errorf("method %s needs a single target, %d given (%s)", method.Name, len(f.targets), strings.Join(f.targets, ", "))}
	}
	if f.plot != "" {
		if err := reports.CheckFigurePath(f.plot); err != nil {
			return method, usageError{err}
		}
	}
	return method, nil
}

// standardInput stands for the standard input where a file is expected.
const standardInput = "-"

// origin names a file in messages.
func origin(file string) string {
	if file == standardInput {
		return "standard input"
	}
	return file
}

// read reads the table and parts it into inputs and responses.
func (f importanceFlags) read(stdin io.Reader, file string) (*datasets.Problem, error) {
	options := datasets.CSVOptions{
		Missing: datasets.MissingPolicy(f.missing.value), Exclude: f.exclude, Categorical: f.categorical,
	}
	var table *datasets.Table
	var err error
	if file == standardInput {
		table, err = datasets.ParseCSV(stdin, origin(file), options)
	} else {
		table, err = datasets.ReadCSV(file, options)
	}
	if err != nil {
		return nil, err
	}
	return table.Split(f.targets, f.groups)
}

// estimate runs the method on the problem.
func (f importanceFlags) estimate(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (*estimate, error) {
	estimator, err := method.New(experiments.Settings{Preset: f.preset.value, Trees: f.trees.value})
	if err != nil {
		return nil, usageError{err}
	}
	e, err := f.describe(method, problem)
	if err != nil {
		return nil, err
	}
	shown := newProgress(stderr, method.Name)
	result, err := estimator.Estimate(ctx, importance.Task{
		X: problem.X, Y: problem.Y, Groups: problem.Groups(), Kernel: f.kernel.value,
		Seed: f.seed.value, Workers: f.workers.value,
		Progress: func(share float64) { shown.update(share, "") },
	})
	shown.end()
	if err != nil {
		return nil, err
	}
	e.elapsed = time.Since(shown.begin)
	e.result = result
	e.warnings = append(e.warnings, result.Warnings...)
	return e, nil
}

// describe returns an estimate with all that is known before its values.
func (f importanceFlags) describe(method experiments.Method, problem *datasets.Problem) (*estimate, error) {
	n, _ := problem.X.Dims()
	e := &estimate{
		method: method, targets: problem.YNames, kernel: string(f.kernel.value), preset: f.preset.value,
		n: n, trees: f.trees.value, seed: f.seed.value, warnings: problem.Warnings,
	}
	for _, v := range problem.Variables {
		e.variables = append(e.variables, v.Name)
	}
	var unused []string
	if !method.UsesKernel {
		e.kernel = none
		unused = append(unused, "kernel")
	}
	if !method.UsesPreset {
		e.preset = none
		unused = append(unused, "preset")
	}
	for _, flag := range unused {
		if f.given(flag) {
			e.warnings = append(e.warnings, fmt.Sprintf("method %s uses no %s, --%s has no effect", method.Name, flag, flag))
		}
	}
	if !method.UsesPreset {
		return e, nil
	}
	config, err := forest.Preset(f.preset.value, f.trees.value)
	if err != nil {
		return nil, usageError{err}
	}
	if config.Trees != e.trees {
		e.warnings = append(e.warnings, fmt.Sprintf("preset %s grows whole groups of %d trees: %d trees instead of %d",
			e.preset, config.GroupSize, config.Trees, e.trees))
		e.trees = config.Trees
	}
	return e, nil
}

// checkWritable returns an error unless a file can be written at path. It
// leaves what is there as it is.
func checkWritable(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder", path)
	}
	probe, err := os.CreateTemp(filepath.Dir(path), ".drfvi-*")
	if err != nil {
		var at *fs.PathError // names the probe
		if errors.As(err, &at) {
			err = at.Err
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return errors.Join(probe.Close(), os.Remove(probe.Name()))
}
