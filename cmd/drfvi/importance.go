package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/catalogue"
	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/estimation"
	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/cmd/drfvi/internal/files"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/study"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/methods"
	"drfvi/methods/method"
)

// importanceFlags are what a user can choose of the importance command.
type importanceFlags struct {
	*estimation.Flags
	study  *study.Flags
	adjust *flag.Choice
	noTest bool
}

// Adjustments of p-values, the default first.
var adjustments = []string{"holm", "by", "none"}

func newImportance() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "importance FILE --targets y1,y2",
		Short: "Estimate which columns of a table the targets depend on",
		Long: `Estimate how much the joint distribution of the target columns of a table
depends on each of the other columns, its inputs. FILE, or "-" for standard input,
is a text table with a header line, ARFF, Parquet, or of R (.RData, .rds), packed
with gzip, zstd or bzip2 or not; drfvi describe tells how it is read. Text columns
are categories, and count as one input each.

The first line gives the percentage of the variation of the distribution that the
inputs explain. If that may be due to chance, importances mean nothing. Then follow,
for each input, its importance, a 95 % confidence interval, and the p-value of the
hypothesis that the input adds nothing to the others, adjusted for the number of
inputs (--adjust: holm, by for the false discovery rate of Benjamini and Yekutieli,
none). --no-test leaves the tests out.

The methods (--method):
` + catalogue.MethodsText() + `
The presets (--preset) say how distributional forests are grown: "auto" chooses
minimum node size, honesty, rows of a tree and candidates of a split by the
out-of-bag loss, before any importance is known; "paper" is as the papers say,
"drf-1.1.0" and "drf-1.3.1" as those versions of the R package do. Single choices
take the place of the preset's: --min-node-size, --sample-fraction, --honesty,
--mtry, --alpha. The kernel (--kernel) says how responses are compared: "median" is
the Gaussian kernel scaled by the median distance, "authors" the one behind the
published tables, a number is γ itself in exp(−γ‖y−y'‖²).

Rows that depend on each other, such as pupils of a school, go by --cluster: they
stay together in trees, halves, intervals and tests. --weights tell how many rows of
the population a row stands for, or with --weight-kind frequency how many equal rows
it is. Neither column is an input.

--aspects tells which feature of the targets changes with an input: the mean, spread, shape or
tails of a target that is a number, the levels of a category, or the dependence of two
targets. Each has an explained share of its own, intervals and tests; nothing is
reported for an aspect of which nothing is explained. The forests are the same. --rows writes what each row
tells of each input; terms add up to the importances. --figures draws all that is known:
importances, aspects, where along the distribution inputs matter, what single rows tell,
terms and predicted quantiles along inputs (--along), with their numbers. Methods stacked
and loco tell these. docs/explain.md has examples.

For large tables: above 20 000 rows preset auto bounds the size of trees, their
number, and the rows that importance is measured on, and says so; --exact does not.
--sample-size grows each tree from that many random rows,
which bounds time and memory; --evaluate measures importance on that many random
rows, each by the trees that were not grown from it; and --aggregation fourier
compares distributions by random Fourier features of the kernel, which helps
where there are many targets. An estimation that takes long or needs much memory
says so before it begins.

--html writes a page for the browser: one file that fetches nothing, with the explained
share, all inputs in a table to be sorted, filtered and copied, the figure, what
--aspects, --rows or --figures ask for, settings and warnings, and the JSON.

The table shows 30 inputs where there are more than 40; --top says how many. JSON
and CSV always have all. --verbose tells how distances were summed up, and how much
work it was. On a terminal bars fit its width, and inputs whose test is significant
stand out in colour unless NO_COLOR is set.

JSON has the version, the file, its targets, how missing values were treated
(missing), rows_read, rows_used and rows_dropped, and the settings as they were
resolved: method, kernel with its gamma, preset and what auto chose of it, n, p (inputs), d,
trees, sample_size, seed; explained_share with interval and p-value, and the
total_variation that it is a share of; for each input its name, importance as the
table shows it, interval, p, p_adjusted, raw (below 0 too), clamped and se, the
standard error over tables. Methods without intervals have se_trees in its place,
how much other trees on the same data would change the value. With --aspects an input has
moves, what it was found to move; aspects has each aspect's explained_share with interval
and p-value, and for each input raw, interval, p, p_adjusted (for all inputs and
aspects), area (explained_share times importance) and found; curves has what is lost
without each input at thresholds of a target, and crps, the integral. aggregation_se is what
--evaluate or --aggregation add to the error. bias and denominator are of the
method's formula; forests is the work, in forests on all inputs. What a method has
no value for is left out.`,
		Example: `  drfvi importance bivariate.csv --targets y1,y2
  drfvi importance bivariate.csv --targets y1,y2 --format json --plot bivariate.png
  drfvi importance bivariate.csv --targets y1,y2 --html bivariate.html
  drfvi importance houses.csv --targets price --group place=lat,lon --missing drop
  drfvi importance pupils.csv --targets score --cluster school --weights w
  drfvi importance stations.rds --targets 'max_*' --date built --na -999
  drfvi importance large.csv --targets y1,y2 --trees 200 --sample-size 5000 --evaluate 5000
  drfvi importance bivariate.csv --targets y1,y2 --aspects --figures figures
  drfvi importance bivariate.csv --targets y1,y2 --rows rows.csv
  drfvi importance curves.csv --targets t1,t2,t3,t4,t5 --aggregation fourier:1024
  drfvi importance paper.csv --targets y --method retrain --preset paper
  drfvi simulate univariate -n 1000 --seed 1 | drfvi importance - --targets y1 --method sobol-mda`,
		Args: exactly("a FILE, or - for standard input"),
	}
	f := importanceFlags{
		Flags:  estimation.Add(cmd, method.Default, catalogue.Importances(), 500),
		study:  study.AddFlags(cmd),
		adjust: flag.AddChoice(cmd, "adjust", "adjustment", adjustments[0], "of p-values for the number of inputs: "+strings.Join(adjustments, ", "), adjustments),
	}
	cmd.Flags().BoolVar(&f.noTest, "no-test", false, "skip the tests, which take about half of the time")
	cmd.Flags().BoolVar(&f.Exact, "exact", false, fmt.Sprintf("use all rows, even with preset auto and more than %d rows", inference.LargeTable))
	f.HTML = files.AddOutput(cmd, "html", "write a page with all of it into this `FILE`, to be read in a browser")
	f.AddPlot(cmd, "the importances")
	help.Group(cmd, help.Importance, "exact")
	help.Group(cmd, help.Inference, "adjust", "no-test")
	help.Group(cmd, help.Output, "html")
	f.Also = func(method methods.Method) error { return f.study.Check(method, f.Given) }
	f.Written = func(found estimation.Finding) error {
		e := found.(*estimate.Estimate)
		return f.study.Write(e.Study, e.Picture())
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.Run(cmd, args[0], f.estimate) }
	return cmd
}

// estimate runs the method on the problem.
func (f *importanceFlags) estimate(ctx context.Context, stderr io.Writer, method methods.Method, problem *datasets.Problem) (estimation.Finding, error) {
	wish := f.study.Wish(method)
	if err := wish.Check(problem); err != nil {
		return nil, exit.UsageError(err)
	}
	e, settings, bounds, err := f.Begin(method, problem)
	if err != nil {
		return nil, err
	}
	e.Warnings = append(e.Warnings, f.tests(method, &settings)...)
	if bounds != nil && method.Infers {
		bounds.Halves.Tests = settings.Halves.Tests || method.Tested
		settings.Halves = bounds.Halves
	}
	if method.UsesKernel {
		e.Evaluated = flag.RowsOf(f.Evaluate.Value, e.N)
	}
	estimator, err := method.New(settings)
	if err != nil {
		return nil, exit.UsageError(err)
	}
	load := f.Load(method, problem)
	onOneCore, bytes := method.EstimationCost(settings, load)
	what := "importance of " + format.Plural(len(e.Variables), "input") + " from " + format.Plural(e.N, "row")
	if err := f.Fits(what, bytes); err != nil {
		return nil, err
	}
	if load.Fourier > 0 {
		exact := load
		exact.Fourier, exact.Kernel = 0, importance.LookAt(problem.Y, f.Kernel.Value)
		if without, _ := method.EstimationCost(settings, exact); without < onOneCore {
			e.Warnings = append(e.Warnings, fmt.Sprintf("--aggregation %s does not pay for %s: exact distances would take about %.2g of the time", e.Aggregation, format.Plural(load.Responses, "response"), float64(without)/float64(onOneCore)))
		}
	}
	onOneCore = time.Duration(float64(onOneCore) * wish.Work(problem))
	if f.Long(onOneCore) || bytes > estimation.MuchMemory {
		f.Foretell(stderr, what, onOneCore, bytes)
	}
	shown := terminal.NewProgress(stderr, method.Name)
	if auto, ok := estimator.(inference.Auto); ok && f.Long(onOneCore) {
		auto.Chose = func(chosen importance.Chosen) {
			left := time.Duration(auto.New(chosen.Config).Cost(load).Nanoseconds*wish.Work(problem)) / time.Duration(f.Workers.Value)
			shown.Say("forests are chosen: about " + terminal.Duration(left) + " from here")
		}
		estimator = auto
	}
	e.Result, e.Study, err = wish.Estimate(ctx, estimator, f.Task(method, problem, shown), problem)
	shown.End()
	if err != nil {
		return nil, err
	}
	if err := e.Result.Finite(); err != nil {
		return nil, fmt.Errorf("targets %s: %w", strings.Join(problem.YNames, ", "), err)
	}
	e.Elapsed = shown.Elapsed()
	e.Warnings = append(e.Warnings, e.Result.Warnings...)
	if method.UsesPreset {
		config, err := f.Config()
		if chosen := e.Result.Chosen; chosen != nil {
			config = chosen.Config
		}
		if err != nil {
			return nil, exit.UsageError(err)
		}
		e.SampleSize = f.Drawn(config, e.N)
		if method.Infers && f.Preset.Value != methods.Auto {
			task := f.Task(method, problem, shown)
			task.Progress = nil
			doubt, err := methods.ExplainsLess(ctx, task, config)
			if err != nil {
				return nil, err
			}
			if doubt != "" {
				e.Warnings = append(e.Warnings, doubt)
			}
		}
	}
	if in := e.Result.Inference; in != nil && in.P != nil {
		e.Adjustment = f.adjust.Value
		switch e.Adjustment {
		case adjustments[1]:
			in.Adjusted = importance.BenjaminiYekutieli(in.P)
		case adjustments[2]:
			in.Adjusted = in.P
		}
	}
	return e, nil
}

// tests leaves tests out of the settings where that is asked for, and returns
// warnings of what has no effect on the method.
func (f *importanceFlags) tests(method methods.Method, s *methods.Settings) []string {
	var warnings []string
	if !method.Infers {
		for _, flag := range []string{"no-test", "adjust"} {
			if f.Given(flag) {
				warnings = append(warnings, fmt.Sprintf("method %s has no tests, --%s has no effect", method.Name, flag))
			}
		}
		return warnings
	}
	if f.noTest && method.Tested {
		return []string{fmt.Sprintf("the estimate of method %s is that of its tests, --no-test has no effect", method.Name)}
	}
	s.Halves = inference.StandardHalves()
	s.Halves.Tests = !f.noTest
	return nil
}
