package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/censored"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
)

// censoredOptions say that the target is a time which is not known for all rows.
type censoredOptions struct {
	time, event string   // columns; the event as COLUMN or COLUMN=VALUES
	horizon     *float64 // nil for the usual one
}

func (o *censoredOptions) addFlags(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&o.time, "time", "", "`COLUMN` of times to an event or to censoring")
	set.StringVar(&o.event, "event", "", "column of events, `DEAD` or DEAD=2")
	flags.AddNumber(cmd, "horizon", "last time (default: a tenth at risk)", "a time above 0", isPositive, &o.horizon)
	flags.Group(cmd, flags.GroupData)
}

// isPositive reports whether a number is above 0 and finite.
func isPositive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// isAsked reports whether the target is a censored time.
func (o *censoredOptions) isAsked() bool { return o.time != "" }

// column returns the column that tells events.
func (o *censoredOptions) column() string {
	name, _, _ := datasets.NamedList(o.event)
	return name
}

// withoutCensoring are the flags that have no meaning beside --time.
var withoutCensoring = []string{
	"aspects", "interactions", "along", "figures", "figure-format", "weights", "aggregation", "evaluate", "scale",
	"treatment", "propensity", "effect", "targets", "targets-from",
}

// refuse returns an error if the user gave one of some flags; why completes the sentence.
func (o *estimationOptions) refuse(why string, names ...string) error {
	for _, name := range names {
		if o.isSet(name) {
			return flags.UsageError(fmt.Errorf("%v %s", mention.Name(name), why))
		}
	}
	return nil
}

// Why flags are refused without --time and beside it.
var (
	onlyOfTimes = fmt.Sprintf("is about a time that may be censored, expected %v beside it", mention.Time.To("COLUMN"))
	notOfTimes  = fmt.Sprintf("has no meaning for censored times, expected it without %v", mention.Time)
)

// checkCensored returns what is wrong with the flags of censored times, whatever the table.
func (o *importanceOptions) checkCensored(m methods.Method) error {
	switch {
	case !o.censored.isAsked():
		return o.refuse(onlyOfTimes, "event", "horizon")
	case o.censored.column() == "":
		return o.censored.checkEvent()
	case m.Name != method.Default:
		return flags.UsageError(
			fmt.Errorf("method %s takes no censored times, expected %v", m.Name, mention.Method.To(method.Default)),
		)
	case o.isLinear():
		return flags.UsageError(fmt.Errorf("%v compares means, which censored times do not tell, expected another kernel",
			mention.Kernel.To(mmd.Linear.String())))
	}
	return o.refuse(notOfTimes, withoutCensoring...)
}

// checkEvent returns an error unless there is a column that tells events.
func (o *censoredOptions) checkEvent() error {
	if o.event != "" {
		name, _, err := datasets.NamedList(o.event)
		if name != "" {
			return nil
		}
		return flags.UsageError(fmt.Errorf("%v: %w", mention.Event.To(o.event),
			cmp.Or(err, errors.New("expected the name of a column"))))
	}
	return flags.UsageError(fmt.Errorf("%v needs %v, the column that tells of which rows the event is known; without "+
		"censoring use %v", mention.Time.To(o.time), mention.Event.To("COLUMN"), mention.Targets.Each(o.time)))
}

// setAside makes the time the target, and the column that tells events no input.
func (o *censoredOptions) setAside(table *tableOptions, sampling *samplingOptions) {
	if o.isAsked() && len(table.targets) == 0 {
		table.targets, sampling.further = []string{o.time}, nonempty(o.column())
	}
}

// eventValues are pairs of values of which the second is that of an event.
var eventValues = append(usualValues[:4:4], [2]string{"alive", "dead"}, [2]string{"censored", "dead"},
	[2]string{"censored", "event"})

// mostEventValues is the largest number of values that a column of events is thought to have.
const mostEventValues = 8

// values returns the values of a column that are those of an event.
func (o *censoredOptions) values(c datasets.Column) ([]string, error) {
	column := inSentence(c.Name)
	if _, values, _ := datasets.NamedList(o.event); values != nil {
		for _, value := range values {
			if !slices.Contains(c.Levels, value) {
				return nil, fmt.Errorf("column %q has no value %q, expected one of %s", column, value, enumeratedNames(c.Levels))
			}
		}
		return values, nil
	}
	for _, pair := range eventValues {
		known := having(c.Levels, func(level string) bool {
			return strings.EqualFold(level, pair[0]) || strings.EqualFold(level, pair[1])
		})
		if len(known) == len(c.Levels) && len(known) < 3 {
			return having(known, func(level string) bool { return strings.EqualFold(level, pair[1]) }), nil
		}
	}
	last := slices.Max(c.Levels)
	if len(c.Levels) > mostEventValues {
		return nil, fmt.Errorf("column %q has %d values, expected two: events and censored rows", column, len(c.Levels))
	}
	return nil, fmt.Errorf("column %q has %s (%s), and which is that of the event is not known: %v if it is %s",
		column, format.Plural(len(c.Levels), "value"), enumeratedNames(c.Levels),
		mention.Event.To(namedList(c.Name, []string{last})), last)
}

// events returns which rows have the event, and the values that tell it.
func (e *estimation) events(o censoredOptions) (events []bool, values []string, err error) {
	place := slices.IndexFunc(e.problem.Aside, func(c datasets.Column) bool { return c.Name == o.column() })
	column := e.problem.Aside[place]
	if values, err = o.values(column); err != nil {
		return nil, nil, err
	}
	for _, code := range column.Codes {
		events = append(events, slices.Contains(values, column.Levels[code]))
	}
	return events, values, nil
}

// study returns the study of a time, and the values that tell its event.
func (e *estimation) study(o censoredOptions) (study censored.Study, values []string, err error) {
	if e.problem.Targets[0].Categorical {
		return study, nil, fmt.Errorf("column %q holds text, expected times", o.time)
	}
	study = censored.Study{Task: e.task(nil)}
	if o.horizon != nil {
		study.Horizon = *o.horizon
	}
	study.Event, values, err = e.events(o)
	return study, values, err
}

// survival estimates importances for a time that is censored in some rows.
func (e *estimation) survival(ctx context.Context, o censoredOptions, q questions) (*survivalAnalysis, error) {
	study, values, err := e.study(o)
	if err != nil {
		return nil, err
	}
	a := &survivalAnalysis{event: eventColumn{o.column(), values}}
	a.analysis, err = e.importanceBy(ctx, q, func(
		ctx context.Context, estimator importance.Estimator, task importance.Task, questions answer.Questions,
	) (answer.Measurement, error) {
		study.Task = task
		measured, err := censored.Measure(ctx, estimator.(inference.Stacked), study, questions)
		if err != nil {
			return answer.Measurement{}, e.timeWords(err)
		}
		a.found = measured
		return measured.Measurement, nil
	})
	if err != nil {
		return nil, err
	}
	a.times = mat.Col(nil, 0, e.problem.Y)
	if a.found.Censored > 0 {
		a.Method.Versions = maps.Clone(a.Method.Versions)
		a.Method.Versions["censored"] = censored.Version
	}
	a.Responses = []string{a.Responses[0] + a.limit()}
	a.curves = a.curvesOf(e.problem)
	a.warn(append(a.statusLike(e.problem, study.Event), a.thin(o)...)...)
	return a, nil
}

// timeWords are an error of the library in words of the table.
func (e *estimation) timeWords(err error) error {
	var wrong censored.TimeError
	if !errors.As(err, &wrong) {
		return err
	}
	row := wrong.Row + 1
	if e.problem.Numbers != nil {
		row = e.problem.Numbers[wrong.Row]
	}
	return fmt.Errorf("column %q has the time %v in row %d of the data, expected none below 0; %v with %v leaves "+
		"out such rows", inSentence(e.problem.YNames[0]), wrong.Value, row,
		mention.NA.Each(fmt.Sprint(wrong.Value)), mention.Missing.To("drop"))
}
