package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/methods"
	"drfvi/methods/method"
)

// importanceOptions are what a user can choose of the importance command.
type importanceOptions struct {
	estimationOptions
	explanation explanationOptions
	adjust      *flags.Choice
	noTest      bool
	html        *flags.Output
}

// Adjustments of p-values for the number of inputs.
const (
	adjustHolm   = "holm"
	adjustBY     = "by" // Benjamini and Yekutieli
	adjustNot    = "none"
	adjustGroups = "meinshausen" // of the groups command
)

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
` + methodsText() + `
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
	var o importanceOptions
	o.AddFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runImportance(cmd, &o, args[0]) }
	return cmd
}

// AddFlags adds the flags to the command.
func (o *importanceOptions) AddFlags(cmd *cobra.Command) {
	o.estimationOptions.AddFlags(cmd, method.Default, importanceMethods(), 500)
	o.explanation.AddFlags(cmd)
	adjustments := []string{adjustHolm, adjustBY, adjustNot}
	o.adjust = flags.AddChoice(cmd, "adjust", "adjustment", adjustHolm, "of p-values for the number of inputs: "+strings.Join(adjustments, ", "), adjustments)
	cmd.Flags().BoolVar(&o.noTest, "no-test", false, "skip the tests, which take about half of the time")
	o.addExact(cmd, fmt.Sprintf("use all rows, even with preset auto and more than %d rows", inference.LargeTable))
	o.html = flags.AddOutput(cmd, "html", "write a page with all of it into this `FILE`, to be read in a browser")
	o.addPlot(cmd, "the importances")
	flags.Group(cmd, flags.GroupTests, "adjust", "no-test")
	flags.Group(cmd, flags.GroupOutput, "html")
}

func runImportance(cmd *cobra.Command, o *importanceOptions, file string) error {
	method, err := o.check(cmd, file)
	if err != nil {
		return err
	}
	if err := o.explanation.check(method); err != nil {
		return err
	}
	if err := o.checkOutputs(o.html); err != nil {
		return err
	}
	e, err := o.open(cmd, file, method)
	if err != nil {
		return err
	}
	about, err := e.importance(cmd.Context(), testOptions{skip: o.noTest, adjust: o.adjust.Value}, o.explanation.questions(method))
	if err := computed(cmd.Context(), file, err); err != nil {
		return err
	}
	found := about.finding()
	if err := o.write(cmd, found); err != nil {
		return err
	}
	if err := o.explanation.write(about.Explained, found.Picture); err != nil {
		return err
	}
	if o.html.Given() {
		return o.html.Write(about.page().HTML())
	}
	return nil
}

// testOptions say how tests are made.
type testOptions struct {
	skip   bool
	adjust string // of p-values
}

// importance estimates the importance of the inputs, and what else is asked.
func (e *estimation) importance(ctx context.Context, tests testOptions, asked questions) (*estimate, error) {
	if err := asked.check(e.problem); err != nil {
		return nil, flags.UsageError(err)
	}
	e.bound()
	about, err := e.describe()
	if err != nil {
		return nil, err
	}
	if e.method.UsesKernel {
		about.Evaluated = flags.RowsOf(e.evaluated, about.N)
	}
	settings, err := e.testSettings(tests, about)
	if err != nil {
		return nil, err
	}
	estimator, err := e.method.New(settings)
	if err != nil {
		return nil, flags.UsageError(err)
	}
	size := e.size()
	onOneCore, bytes := e.method.EstimationCost(settings, size)
	what := "importance of " + format.Plural(len(about.Variables), "input") + " from " + format.Plural(about.N, "row")
	if err := e.fits(what, bytes); err != nil {
		return nil, err
	}
	if size.Fourier > 0 {
		exact := size
		exact.Fourier, exact.Kernel = 0, importance.LookAt(e.problem.Y, e.kernel.Value)
		if without, _ := e.method.EstimationCost(settings, exact); without < onOneCore {
			about.Warnings = append(about.Warnings, fmt.Sprintf("--aggregation %s does not pay for %s: exact distances would take about %.2g of the time", about.Aggregation, format.Plural(size.Responses, "response"), float64(without)/float64(onOneCore)))
		}
	}
	onOneCore = time.Duration(float64(onOneCore) * asked.work(e.problem))
	if e.long(onOneCore) || bytes > muchMemory {
		e.announce(what, onOneCore, bytes)
	}
	progress := terminal.NewProgress(e.stderr, e.method.Name)
	if auto, ok := estimator.(inference.Auto); ok && e.long(onOneCore) {
		auto.Chose = func(chosen importance.Chosen) {
			left := time.Duration(auto.New(chosen.Config).Cost(size).Nanoseconds*asked.work(e.problem)) / time.Duration(e.workers.Value)
			progress.Say("forests are chosen: about " + terminal.Duration(left) + " from here")
		}
		estimator = auto
	}
	about.Result, about.Explained, err = asked.estimate(ctx, estimator, e.task(progress), e.problem)
	progress.End()
	if err != nil {
		return nil, err
	}
	if err := about.Result.Finite(); err != nil {
		return nil, fmt.Errorf("targets %s: %w", strings.Join(e.problem.YNames, ", "), err)
	}
	about.Elapsed = progress.Elapsed()
	about.Warnings = append(about.Warnings, about.Result.Warnings...)
	if err := e.describeForests(ctx, about); err != nil {
		return nil, err
	}
	if in := about.Result.Inference; in != nil && in.P != nil {
		about.Adjustment = tests.adjust
		switch tests.adjust {
		case adjustBY:
			in.Adjusted = importance.BenjaminiYekutieli(in.P)
		case adjustNot:
			in.Adjusted = in.P
		}
	}
	return about, nil
}

// describeForests adds to an estimate what is known of its forests: how many rows a tree
// draws, and a warning if others explain more.
func (e *estimation) describeForests(ctx context.Context, about *estimate) error {
	if !e.method.UsesPreset {
		return nil
	}
	config, err := e.config(e.numTrees)
	if err != nil {
		return flags.UsageError(err)
	}
	if chosen := about.Result.Chosen; chosen != nil {
		config = chosen.Config
	}
	about.SampleSize = e.drawn(config, about.N)
	if !e.method.Infers || e.preset.Value == methods.Auto {
		return nil
	}
	warning, err := methods.ExplainsLess(ctx, e.task(nil), config)
	if warning != "" {
		about.Warnings = append(about.Warnings, warning)
	}
	return err
}

// testSettings returns the settings of the method with tests or without, and warns of
// flags that have no effect.
func (e *estimation) testSettings(tests testOptions, about *estimate) (methods.Settings, error) {
	s := e.settings()
	if e.method.UsesPreset {
		var err error
		if s, err = e.sampled(s, about.N); err != nil {
			return s, err
		}
	}
	if !e.method.Infers {
		for _, flag := range []string{"no-test", "adjust"} {
			if e.given(flag) {
				about.Warnings = append(about.Warnings, fmt.Sprintf("method %s has no tests, --%s has no effect", e.method.Name, flag))
			}
		}
		return s, nil
	}
	halves := inference.StandardHalves()
	switch {
	case tests.skip && e.method.Tested:
		about.Warnings = append(about.Warnings, fmt.Sprintf("the estimate of method %s is that of its tests, --no-test has no effect", e.method.Name))
	default:
		halves.Tests = !tests.skip
	}
	if e.bounds != nil {
		halves = e.bounds.Halves(halves)
	}
	s.Halves = &halves
	return s, nil
}
