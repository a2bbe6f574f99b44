package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance/shapley"
	"drfvi/internal/format"
)

// shapleyOptions are what a user can choose of the shapley command.
type shapleyOptions struct {
	estimationOptions
	subsets      *flags.Count
	exact, pairs bool
}

func newShapley() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "shapley FILE --targets y1,y2",
		Short: "Divide what the inputs explain among them, shared information included",
		Long: fmt.Sprintf(`Divide what the inputs of a table explain of the joint distribution of the target
columns among them: MMD-Shapley effects. An importance is the information that only
this input carries; inputs that carry the same have none. A share is the input's part
of all that is explained, shared information being divided equally; shares add up to 1.

For that, forests are grown on subsets of the inputs and valued by their out-of-bag
losses: on all subsets up to %d inputs, beyond on random ones, until the error that
adds is below 1 %% of the range of the shares, or on as many as --subsets says. Given
for fewer inputs --subsets makes them random too. --exact insists on all subsets.
Columns that belong together can be one input (--group), text columns are.

--pairs adds the values of pairs of inputs, I(j) + I(k) − I({j,k}) with I the
importance: above 0 where two inputs tell together what neither tells alone
(synergy), below 0 where they carry the same information (redundancy). On random subsets pairs of the %d inputs with the largest
shares have one. Between inputs whose effects are merely added values are above 0 too.

An input that does nothing gets a share if it moves with one that does;
docs/shapley.md has more of what shares do not mean. How forests are grown (--preset
and what follows) is chosen once, on all inputs. A subset has fitting forests and ones
of large leaves, of --trees trees each, on random halves of the rows: what the two
halves agree on is free of the forests' errors.

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
	var o shapleyOptions
	o.AddFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runShapley(cmd, &o, args[0]) }
	return cmd
}

// AddFlags adds the flags to the command.
func (o *shapleyOptions) AddFlags(cmd *cobra.Command) {
	o.estimationOptions.AddFlags(cmd, "stacked", nil, 50)
	o.subsets = flags.AddCount(cmd, "subsets", "", 1000, "random subsets of the inputs at most")
	cmd.Flags().BoolVar(&o.exact, "exact", false, fmt.Sprintf("look at all subsets, refusing more than %d inputs", shapley.MostExact))
	cmd.Flags().BoolVar(&o.pairs, "pairs", false, "values of pairs of inputs")
	o.addPlot(cmd, "the shares")
	flags.Group(cmd, flags.GroupImportance, "subsets", "exact", "pairs")
}

func runShapley(cmd *cobra.Command, o *shapleyOptions, file string) error {
	if o.exact && o.given("subsets") {
		return flags.UsageError(fmt.Errorf("--exact and --subsets say all subsets and random ones, expected one of them"))
	}
	method, err := o.check(cmd, file) // the one whose forests the effects are of
	if err != nil {
		return err
	}
	if err := o.checkOutputs(); err != nil {
		return err
	}
	e, err := o.open(cmd, file, method)
	if err != nil {
		return err
	}
	s, err := e.shares(cmd.Context(), o)
	if err := computed(cmd.Context(), file, err); err != nil {
		return err
	}
	return o.write(cmd, s.finding())
}

// shares computes the effects.
func (e *estimation) shares(ctx context.Context, o *shapleyOptions) (*shares, error) {
	about, err := e.describe()
	if err != nil {
		return nil, err
	}
	about.Method.Name = "shapley"
	about.Evaluated = flags.RowsOf(e.evaluated, about.N)
	p := len(about.Variables)
	if o.exact && p > shapley.MostExact {
		return nil, flags.UsageError(fmt.Errorf("--exact looks at all subsets of at most %d inputs, found %d: leave it out for random subsets, or make inputs one with --group", shapley.MostExact, p))
	}
	settings, err := e.sampled(e.settings(), about.N)
	if err != nil {
		return nil, err
	}
	progress := terminal.NewProgress(e.stderr, "shapley")
	task, size := e.task(progress), e.size()
	of, err := e.stacked(ctx, settings, task, size, about)
	if err != nil {
		return nil, err
	}
	effects := shapley.Effects{Config: of.Config, Smooth: of.Smooth, Sampled: o.given("subsets"), Pairs: o.pairs}
	if effects.Sampled {
		effects.Sets = o.subsets.Value
	}
	cost, what := effects.Cost(size), "shares of "+format.Plural(p, "input")
	if err := e.fits(what, int64(cost.Bytes)); err != nil {
		return nil, err
	}
	if time := time.Duration(cost.Nanoseconds); e.long(time) || cost.Bytes > muchMemory {
		e.announce(what, time, int64(cost.Bytes))
	}
	result, err := effects.Estimate(ctx, task)
	progress.End()
	if err != nil {
		return nil, err
	}
	about.SampleSize, about.Elapsed = e.drawn(of.Config, about.N/2), progress.Elapsed()
	about.Result.Explained, about.Result.Gamma, about.Result.Aggregation = &result.Explained, result.Gamma, result.Aggregation
	about.Result.Forests = float64(2 * result.Sets)
	about.Warnings = append(about.Warnings, result.Warnings...)
	return &shares{about, result}, nil
}
