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
		Args:  exactly("a FILE, or - for standard input"),
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
