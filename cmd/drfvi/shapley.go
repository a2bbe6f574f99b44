package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/shares"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/experiments"
	"drfvi/importance/inference"
	"drfvi/importance/shapley"
	"drfvi/internal/chart"
)

// shapleyFlags are what a user can choose of the shapley command.
type shapleyFlags struct {
	estimationFlags
	subsets      *flag.Count
	exact, pairs *bool
}

// usualSubsets is the default of --subsets.
const usualSubsets = 1000

func newShapley() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "shapley FILE --targets y1,y2",
		Short: "Share out what the inputs explain among them, also what several tell",
		Long: fmt.Sprintf(`Share out what the inputs of a table explain of the joint distribution of the
target columns: MMD-Shapley effects. An importance is what only the input can tell,
and inputs that tell the same have none. A share is the input's part of all that is
explained, when what several inputs tell is shared out equally; shares add up to 1.

For that, forests are grown on subsets of the inputs and valued by their out-of-bag
losses: on all subsets up to %d inputs, beyond on random ones, until the error that
adds is below 1 %% of the range of the shares, or on as many as --subsets says. Given
for fewer inputs --subsets makes them random too. --exact insists on all subsets.
Columns that belong together can be one input (--group), text columns are.

--pairs adds the values of pairs of inputs, I(j) + I(k) − I({j,k}) with I the
importance: above 0 where two inputs tell together what neither tells alone, below 0
where they tell the same. On random subsets pairs of the %d inputs with the largest
shares have one. Between inputs whose effects are merely added values are above 0 too.

An input that does nothing gets a share if it moves with one that does;
docs/shapley.md has more of what shares do not mean. How forests are grown (--preset
and what follows) is chosen once, on all inputs. A subset has fitting forests and ones
of large leaves, of --trees trees each, on random halves of the rows: what two halves
agree in is free of what forests learn wrongly.

Beside the share and its interval is the importance, 1 − the share of what is
explained that is kept without the input. JSON has for each input the parts of its
standard error too: se_rows over rows, se_learning of what forests learn, se_subsets
of drawing subsets; and before all else what that of the importance command has. CSV has the
inputs, or with --pairs the pairs.`, shapley.MostExact, shapley.MostPairs),
		Example: `  drfvi shapley bivariate.csv --targets y1,y2
  drfvi shapley houses.csv --targets price --group place=lat,lon --pairs
  drfvi shapley wide.csv --targets y --subsets 2000 --format json`,
		Args: exactly("a FILE, or - for standard input"),
	}
	f := shapleyFlags{
		estimationFlags: addEstimation(cmd, "stacked", nil, 50),
		subsets:         flag.AddCount(cmd, "subsets", "", usualSubsets, "random subsets of the inputs at most"),
		exact:           cmd.Flags().Bool("exact", false, fmt.Sprintf("look at all subsets, refusing more than %d inputs", shapley.MostExact)),
		pairs:           cmd.Flags().Bool("pairs", false, "values of pairs of inputs"),
	}
	f.addSampling(cmd)
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw the shares into this `FILE` (.png, .pdf or .svg)")
	help.Group(cmd, help.Importance, "subsets", "exact", "pairs")
	help.Group(cmd, help.Output, "plot")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *f.exact && f.given("subsets") {
			return usageError{fmt.Errorf("--exact and --subsets say all subsets and random ones, expected one of them")}
		}
		return f.run(cmd, args[0], f.share)
	}
	return cmd
}

// share computes the effects. The method is the one whose forests they are of.
func (f *shapleyFlags) share(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (finding, error) {
	about, err := f.describe(method, problem)
	if err != nil {
		return nil, err
	}
	about.method.Name = "shapley"
	about.evaluated = f.evaluate.Of(about.n)
	p := len(about.variables)
	if *f.exact && p > shapley.MostExact {
		return nil, usageError{fmt.Errorf("--exact looks at all subsets of at most %d inputs, found %d: leave it out for random subsets, or make inputs one with --group", shapley.MostExact, p)}
	}
	settings, err := f.sampled(f.settings(), about.n)
	if err != nil {
		return nil, err
	}
	estimator, err := method.New(settings)
	if err != nil {
		return nil, usageError{err}
	}
	shown := terminal.NewProgress(stderr, "shapley")
	task := f.task(method, problem, shown)
	load := f.load(method, problem)
	if auto, ok := estimator.(inference.Auto); ok {
		if err := f.fits("choosing forests", int64(auto.ChoiceCost(load).Bytes)); err != nil {
			return nil, err
		}
		silent := task
		silent.Progress = nil
		chosen, err := auto.Choose(ctx, silent)
		if err != nil {
			return nil, err
		}
		about.result.Chosen, estimator = &chosen, auto.New(chosen.Config)
	}
	of := estimator.(inference.Stacked)
	effects := shapley.Effects{Config: of.Config, Smooth: of.Smooth, Sampled: f.given("subsets"), Pairs: *f.pairs}
	if effects.Sampled {
		effects.Sets = f.subsets.Value
	}
	cost := effects.Cost(load)
	if err := f.fits("shares of "+terminal.Counted(p, "input"), int64(cost.Bytes)); err != nil {
		return nil, err
	}
	if cost.Nanoseconds/float64(f.workers.Value) > float64(longTime) || cost.Bytes > muchMemory {
		f.foretell(stderr, "shares of "+terminal.Counted(p, "input"), time.Duration(cost.Nanoseconds), int64(cost.Bytes))
	}
	result, err := effects.Estimate(ctx, task)
	shown.End()
	if err != nil {
		return nil, err
	}
	about.sampleSize, about.elapsed = f.drawn(of.Config, about.n/2), shown.Elapsed()
	about.result.Explained, about.result.Gamma, about.result.Aggregation = &result.Explained, result.Gamma, result.Aggregation
	about.result.Forests = float64(2 * result.Sets)
	about.warnings = append(about.warnings, result.Warnings...)
	return &sharing{about, result}, nil
}

// sharing is a finished sharing out.
type sharing struct {
	about *estimate
	shapley.Result
}

// sharingJSON is its form for other programs.
type sharingJSON struct {
	sourceJSON
	Kernel string      `json:"kernel"`
	Preset string      `json:"preset"`
	Chosen *chosenJSON `json:"chosen,omitempty"` // by preset auto
	N      int         `json:"n"`
	P      int         `json:"p"`
	D      int         `json:"d"`
	sampling.Sampled
	Trees             int               `json:"trees"`       // of each forest
	SampleSize        int               `json:"sample_size"` // rows drawn for a tree
	Seed              uint64            `json:"seed"`
	Gamma             float64           `json:"gamma"`
	Exact             bool              `json:"exact"` // whether all subsets were looked at
	Subsets           int               `json:"subsets"`
	Explained         float64           `json:"explained_share"`
	ExplainedInterval [2]float64        `json:"explained_share_interval"`
	Variables         []shares.Variable `json:"variables"`
	Pairs             []shares.Pair     `json:"pairs,omitempty"`
	ElapsedSeconds    float64           `json:"elapsed_seconds"`
	Warnings          []string          `json:"warnings"`
}

func (s *sharing) json() any {
	e := s.about
	j := sharingJSON{
		sourceJSON: e.source(), Kernel: e.kernel, Preset: e.preset, N: e.n, P: len(e.variables), D: len(e.targets), Sampled: e.rows,
		Trees: e.trees, SampleSize: e.sampleSize, Seed: e.seed, Gamma: s.Gamma, Exact: s.Exact, Subsets: s.Sets,
		Explained: s.Explained.Value, ExplainedInterval: [2]float64{s.Explained.Interval.Low, s.Explained.Interval.High},
		ElapsedSeconds: e.elapsed.Seconds(), Warnings: e.doubts(e.warnings),
	}
	if e.result.Chosen != nil {
		j.Chosen = newChosenJSON(*e.result.Chosen)
	}
	j.Variables, j.Pairs = shares.JSON(e.variables, s.Result)
	return j
}

func (s *sharing) csv(w io.Writer) error { return shares.CSV(w, s.about.variables, s.Result) }

func (s *sharing) text(v view) string {
	e := s.about
	sets := terminal.Counted(s.Sets, "random subset")
	if s.Exact {
		sets = "all subsets"
	}
	return v.Remark(fmt.Sprintf("Shares of %s in the distribution of %s (%s, %s)", terminal.Counted(len(e.variables), "input"), listed(e.targets), terminal.Counted(e.n, "row"), sets)) +
		v.Sentence(e.explained()) + "\n" + shares.Text(e.variables, s.Result, "the "+e.distribution(), v.top, v.Screen) + e.remarks(v)
}

// plot draws the shares as bars.
func (s *sharing) plot(path string) error {
	b := chart.BarChart{
		Title: "Shares of " + listed(s.about.targets), Axis: "share of what the inputs explain",
		Names: s.about.variables, IntervalName: "95 % interval", Method: "stacked",
	}
	for _, e := range s.Shares {
		b.Values, b.Intervals = append(b.Values, max(e.Value, 0)), append(b.Intervals, chart.Interval(e.Interval))
	}
	return chart.Draw(path, b)
}
