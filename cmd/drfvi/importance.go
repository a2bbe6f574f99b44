package main

import (
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"drfvi/datasets"
	"drfvi/experiments"
)

func newImportance() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "importance FILE --targets y1,y2",
		Short: "Estimate which columns of a table the targets depend on",
		Long: `Estimate how much the joint distribution of the target columns of a table
depends on each of the other columns. FILE, or "-" for standard input, is a text
table with a header line, ARFF, Parquet, or of R (.RData, .rds), packed with gzip,
zstd or bzip2 or not; drfvi describe tells how it is read. Text columns are
categories, and count as one variable each.

The methods (--method):
` + methodsText() + `
Standard errors (± s.e.) tell how much a value would change with other trees on
the same data, not with other data.

The presets (--preset) say how distributional forests are grown: "paper" as the
papers say, "drf-1.1.0" and "drf-1.3.1" as those versions of the R package do.
The kernel (--kernel) says how responses are compared: "median" is the Gaussian
kernel scaled by the median distance, "authors" the one behind the published
tables, a number is γ itself in exp(−γ‖y−y'‖²).

For large tables: --sample-size grows each tree from that many random rows,
which bounds time and memory; --evaluate measures importance on that many random
rows, each by the trees that were not grown from it; and --aggregation fourier
compares distributions by random Fourier features of the kernel, which helps
where there are many targets. What the last two add to the error is
shown (± approx.) and written into the result. An estimation that takes long or
needs much memory says so before it begins.

JSON has the settings as they were resolved: method, kernel with its gamma,
preset, n, p (variables), d, trees, sample_size, seed; how distances were summed
up: evaluated_rows, aggregation; for each of the variables its name,
raw, clamped, se and aggregation_se; bias and denominator of these; the work as
forests, in forests on all variables; elapsed_seconds and warnings. What a method
has no value for is left out.`,
		Example: `  drfvi importance bivariate.csv --targets y1,y2
  drfvi importance bivariate.csv --targets y1,y2 --format json --plot bivariate.png
  drfvi importance houses.csv --targets price --group place=lat,lon --missing drop
  drfvi importance stations.rds --targets 'max_*' --date built --na -999
  drfvi importance large.csv --targets y1,y2 --trees 200 --sample-size 5000 --evaluate 5000
  drfvi importance curves.csv --targets t1,t2,t3,t4,t5 --aggregation fourier:1024
  drfvi importance wide.csv --targets y --method projected-unbiased
  drfvi simulate univariate -n 1000 --seed 1 | drfvi importance - --targets y1 --method sobol-mda`,
		Args: exactly("a FILE, or - for standard input"),
	}
	f := addEstimation(cmd, experiments.MethodNames())
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw the importances into this `FILE` (.png, .pdf or .svg)")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return f.run(cmd, args[0], f.estimate)
	}
	return cmd
}

// From which time and memory on a user is told of them beforehand.
const (
	longTime   = 10 * time.Second
	muchMemory = 1 << 30
)

// estimate runs the method on the problem.
func (f *estimationFlags) estimate(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (finding, error) {
	e, err := f.describe(method, problem)
	if err != nil {
		return nil, err
	}
	settings := f.settings()
	if method.UsesPreset {
		if settings, err = f.sampled(settings, e.n); err != nil {
			return nil, err
		}
		if e.sampleSize, err = f.drawn(f.preset.value, e.n); err != nil {
			return nil, usageError{err}
		}
	}
	if method.UsesKernel {
		e.evaluated = f.evaluate.of(e.n)
	}
	estimator, err := method.New(settings)
	if err != nil {
		return nil, usageError{err}
	}
	onOneCore, bytes := experiments.EstimationCost(method, settings, f.load(method, problem))
	if onOneCore/time.Duration(f.workers.value) > longTime || bytes > muchMemory {
		f.foretell(stderr, "importance of "+counted(len(e.variables), "variable")+" from "+counted(e.n, "row"), onOneCore, bytes)
	}
	shown := newProgress(stderr, method.Name)
	e.result, err = estimator.Estimate(ctx, f.task(method, problem, shown))
	shown.end()
	if err != nil {
		return nil, err
	}
	e.elapsed = time.Since(shown.begin)
	e.warnings = append(e.warnings, e.result.Warnings...)
	return e, nil
}
