package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/methods"
	"drfvi/methods/method"
)

type importanceOptions struct {
	estimationOptions
	adjust       *flags.Choice
	flags        questions     // beside importances
	effect       effectOptions // in the place of importances
	censored     censoredOptions
	figures      *flags.Output // a folder
	figureFormat *flags.Choice
}

// adjustGroups names the adjustment of p-values of the groups command.
const adjustGroups = "meinshausen"

func (o *importanceOptions) addFlags(cmd *cobra.Command) {
	o.estimationOptions.addFlags(cmd, offer{
		usual: method.Default, methods: importanceMethods(), trees: 500, level: true,
		exact: fmt.Sprintf("use all rows, even above %d", inference.LargeTable), plot: "the importances", page: true,
	})
	o.addExplanation(cmd)
	o.effect.addFlags(cmd)
	o.censored.addFlags(cmd)
	adjustments := []string{string(answer.Holm), string(answer.BenjaminiYekutieli), string(answer.Unadjusted)}
	o.adjust = flags.AddChoice(
		cmd, "adjust", "adjustment", adjustments[0], "p-value adjustment: "+strings.Join(adjustments, ", "),
		adjustments,
	)
	cmd.Flags().BoolVar(&o.flags.untested, "no-test", false, "omit p-values, in about half the time")
	flags.Group(cmd, flags.GroupTests)
}

func (o *importanceOptions) run(cmd *cobra.Command, args []string) error {
	if o.censored.setAside(&o.table, &o.sampling); o.censored.isAsked() {
		return o.find(cmd, args[0], func(ctx context.Context, e *estimation) (result, error) {
			q := o.questions(e.method)
			q.Rows = false
			return e.survival(ctx, o.censored, q)
		}, o.checkCensored)
	}
	if o.effect.setAside(&o.sampling); o.effect.isSet() {
		return o.find(cmd, args[0], func(ctx context.Context, e *estimation) (result, error) {
			return e.effect(ctx, o.effect)
		}, o.checkEffect, o.checkCensored)
	}
	var a *analysis
	err := o.find(cmd, args[0], func(ctx context.Context, e *estimation) (_ result, err error) {
		a, err = e.importance(ctx, o.questions(e.method))
		return a, err
	}, o.checkEffect, o.checkCensored, o.checkExplanation)
	if err != nil {
		return err
	}
	return o.writeExplanation(cmd, a)
}

// importance estimates the importance of the inputs, and what else is asked.
func (e *estimation) importance(ctx context.Context, q questions) (*analysis, error) {
	a, err := e.importanceBy(ctx, q, answer.Measure)
	if err == nil {
		a.warn(mayBeCensored(e.problem))
	}
	return a, err
}

// measuring is how answers of an estimator are measured.
type measuring func(context.Context, importance.Estimator, importance.Task, answer.Questions) (answer.Measurement, error)

// importanceBy does as importance, by a way to measure.
func (e *estimation) importanceBy(ctx context.Context, q questions, measure measuring) (*analysis, error) {
	if err := q.check(e.problem); err != nil {
		return nil, flags.UsageError(err)
	}
	e.bound()
	if q.Interactions {
		if err := e.checkInteractions(); err != nil {
			return nil, flags.UsageError(err)
		}
	}
	a := e.describe()
	a.warn(q.leading(e.problem))
	if e.method.UsesKernel {
		a.Evaluated = flags.RowsOf(e.evaluated, a.N)
	}
	settings, err := e.testSettings(q.untested, a)
	if err != nil {
		return nil, err
	}
	estimator, err := e.method.New(settings)
	if err != nil {
		return nil, flags.UsageError(err)
	}
	size := e.size()
	if q.Groups {
		size.Variables += len(a.Variables) - 1 // each group of the tree but the inputs
	}
	progress := terminal.NewProgress(e.stderr, e.method.Name)
	defer progress.End()
	if q.Effects != nil {
		cost := estimator.(inference.Stacked).GameCost(size, q.Effects.CountSets(len(a.Variables)))
		if err := e.fits("shares of "+format.Plural(len(a.Variables), "input"), int64(cost.Bytes)); err != nil {
			return nil, err
		}
	}
	if err := e.checkSize(a, settings, size); err != nil {
		return nil, err
	}
	task := e.task(progress)
	if q.aspects {
		q.Aspects = leadingResponses(e.problem)
	}
	measured, err := measure(ctx, estimator, task, q.Questions)
	if err != nil {
		return nil, err
	}
	if err := measured.Result.Finite(); err != nil {
		return nil, fmt.Errorf("targets %s: %w", strings.Join(e.problem.YNames, ", "), err)
	}
	a.Evidence = measured.Evidence
	if a.Explained, err = q.explanation(ctx, measured, task, e.problem); err != nil {
		return nil, err
	}
	a.Elapsed = progress.Elapsed()
	a.decide()
	a.Explained.Pairs = pairFigures(e.problem, a.significantPairs())
	return a, e.judge(ctx, a, q)
}

// checkSize returns an error for an estimation that needs too much memory, and warns of sizes
// that a method is not made for.
func (e *estimation) checkSize(a *analysis, settings methods.Settings, size importance.Size) error {
	if columns, wide := inference.TooWide(e.task(nil)); e.method.Infers && wide {
		inputs := format.Plural(len(a.Variables), "input") + textIf(
			columns > len(a.Variables), fmt.Sprintf(" (%d columns, one for each level of a category)", columns),
		)
		a.warn(fmt.Sprintf("%s are too few for %s: an input that follows the total of others may be significant "+
			"in their place", format.Plural(a.N, "row"), inputs) +
			textIf(!e.tests, fmt.Sprintf("; leave some out (%v)", mention.Exclude)))
	}
	if size.Fourier > 0 {
		if rank := importance.SpectrumOf(e.problem.Y, e.kernel.Value).Rank; 0 < rank && 2*rank < size.Width() {
			a.warn(
				fmt.Sprintf(
					"%v does not pay for %s: exact distances have about %d coordinates, these %d",
					mention.Aggregation.To(a.Aggregation), format.Plural(size.Responses, "response"), rank, size.Width(),
				),
			)
		}
	}
	return e.fits(
		"importance of "+format.Plural(len(a.Variables), "input")+" from "+format.Plural(a.N, "row"),
		e.method.EstimationBytes(settings, size),
	)
}

// judge adds to an analysis what is known of its forests, and warnings.
func (e *estimation) judge(ctx context.Context, a *analysis, q questions) error {
	a.warn(messagesOf(having(a.Result.Warnings, func(warning error) bool {
		switch warning {
		case importance.Tied:
			return !e.scaleless()
		case inference.NothingExplained: // which denies an effect that tests find
			return !a.Answers.Overall.Significant
		}
		return true
	})...)...)
	if a.share() == nil {
		e.warnIdle(a, "gives no intervals", "level")
	} else if clusters := countOf(e.rows.Clusters); !e.method.Infers && e.rows.Clusters != nil && clusters < fewClusters {
		a.warn(fmt.Sprintf("there are %d clusters: errors, intervals and tests of so few are rough", clusters))
	}
	if err := e.describeForests(ctx, a); err != nil {
		return err
	}
	if !q.Groups && !e.tests {
		a.addHolder()
		a.warnIncomplete("")
	}
	return nil
}

// warnIncomplete adds a warning if a significant input lacks values; how says in which way it
// is significant.
func (e *analysis) warnIncomplete(how string) {
	if j, ok := e.Answers.Doubt(answer.MissingValues); ok {
		e.warn(say("missing values", slots{"Input": e.Variables[j], "How": how}))
	}
}

// describeForests adds to an analysis what is known of its forests: how many rows a tree
// draws, and a warning if others explain more.
func (e *estimation) describeForests(ctx context.Context, a *analysis) error {
	if !e.method.UsesPreset {
		return nil
	}
	settings, err := sampledSettings(e.settings(), e.sampleSize.Value, a.N)
	if err != nil {
		return err
	}
	config, err := settings.Config()
	if err != nil {
		return err
	}
	a.Config, a.SampleSize = &config, config.DrawnRows(a.N)
	usual := settings
	usual.Preset, usual.SampleFraction, usual.Fixed = methods.Auto, 0, forest.Override{MostRows: settings.Fixed.MostRows}
	if usualConfig, err := usual.Config(); err != nil || !e.method.Infers || config == usualConfig {
		return err
	}
	warning, err := inference.CheckFit(ctx, e.task(nil), config)
	a.warn(messagesOf(warning)...)
	return err
}

// testSettings returns the settings of the method with tests or without, and warns of
// flags that have no effect.
func (e *estimation) testSettings(untested bool, a *analysis) (methods.Settings, error) {
	s := e.settings()
	if e.method.UsesPreset {
		var err error
		if s, err = sampledSettings(s, e.sampleSize.Value, a.N); err != nil {
			return s, err
		}
	}
	if !e.method.Infers {
		e.warnIdle(a, "has no tests", "no-test", "adjust")
		return s, nil
	}
	halves := inference.StandardHalves()
	halves.Tests = !untested
	if e.bounds != nil {
		halves = e.bounds.Halves(halves)
	}
	s.Halves = &halves
	return s, nil
}
