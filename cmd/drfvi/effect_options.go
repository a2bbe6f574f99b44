package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
	"drfvi/importance/effect"
	"drfvi/internal/format"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
)

// effectOptions ask for the effect of a treatment in the place of importances.
type effectOptions struct {
	treatment  string // COLUMN or COLUMN=TREATED,UNTREATED; "" if no effect is asked for
	propensity string // a probability or a column; "" if it is to be learnt
	kind       *flags.Choice
}

func (o *effectOptions) addFlags(cmd *cobra.Command) {
	kinds := []string{string(effect.Law), string(effect.Mean)}
	cmd.Flags().StringVar(&o.treatment, "treatment", "", "column of a treatment, `ARM` or ARM=A,B")
	cmd.Flags().StringVar(&o.propensity, "propensity", "", "known `P` of the treatment, or a column")
	o.kind = flags.AddChoice(cmd, "effect", "effect", kinds[0], "of the treatment on: "+strings.Join(kinds, ", "), kinds)
	flags.Group(cmd, flags.GroupTests)
}

// isSet reports whether an effect is isSet for.
func (o *effectOptions) isSet() bool { return o.treatment != "" }

// column returns the column of the treatment.
func (o *effectOptions) column() string {
	name, _, _ := datasets.NamedList(o.treatment)
	return name
}

// values returns the values of treated and of untreated rows; nil for the two of the column.
func (o *effectOptions) values() []string {
	_, values, _ := datasets.NamedList(o.treatment)
	return values
}

// knownPropensity returns the number that --propensity is; NaN if it names a column or nothing.
func (o *effectOptions) knownPropensity() float64 {
	if p, err := strconv.ParseFloat(o.propensity, 64); err == nil {
		return p
	}
	return math.NaN()
}

// withoutEffect are the flags that have no meaning beside --treatment.
var withoutEffect = []string{
	"aspects", "interactions", "along", "figures", "figure-format", "no-test", "adjust", "weights", "aggregation",
	"evaluate",
}

// checkEffect returns what is wrong with the flags of an effect, whatever the table.
func (o *importanceOptions) checkEffect(m methods.Method) error {
	if !o.effect.isSet() {
		for _, name := range []string{"propensity", "effect"} {
			if o.isSet(name) {
				return flags.UsageError(
					fmt.Errorf("%v is about a treatment, expected %v COLUMN beside it", mention.Name(name), mention.Treatment),
				)
			}
		}
		return nil
	}
	if _, _, err := datasets.NamedList(o.effect.treatment); err != nil {
		return flags.UsageError(fmt.Errorf("%v: %w", mention.Treatment.To(o.effect.treatment), err))
	}
	if values := o.effect.values(); values != nil && (len(values) != 2 || values[0] == values[1]) {
		return flags.UsageError(fmt.Errorf("%v names %s, expected two: the treated one first",
			mention.Treatment.To(o.effect.treatment), format.Plural(len(values), "value")))
	}
	if p := o.effect.knownPropensity(); p <= 0 || p >= 1 {
		return flags.UsageError(
			fmt.Errorf(
				"%v: expected a probability between 0 and 1, or a column of them",
				mention.Propensity.To(o.effect.propensity),
			),
		)
	}
	if m.Name != method.Default {
		return flags.UsageError(
			fmt.Errorf("method %s has no effects of treatments, expected %v", m.Name, mention.Method.To(method.Default)),
		)
	}
	if o.isLinear() {
		return flags.UsageError(
			fmt.Errorf(
				"%v asks for importances for means, expected %v", mention.Kernel.To(mmd.Linear.String()),
				mention.Effect.To("mean"),
			),
		)
	}
	for _, name := range withoutEffect {
		if o.isSet(name) {
			return flags.UsageError(fmt.Errorf("%v has no meaning for the effect of a treatment, expected it "+
				"without %v", mention.Name(name), mention.Treatment))
		}
	}
	return nil
}

// setAside makes the columns of the treatment and of propensities no inputs.
func (o *effectOptions) setAside(s *samplingOptions) {
	if !o.isSet() {
		return
	}
	s.further = []string{o.column()}
	if o.propensity != "" && math.IsNaN(o.knownPropensity()) {
		s.furtherNumbers = []string{o.propensity}
	}
}

// treatment is a treatment as a table has it.
type treatment struct {
	column           string
	values           [2]string // of untreated rows, and of treated ones
	treated          []bool
	propensity       []float64 // nil if it is learnt
	propensityColumn string    // "" if it is one number, or learnt
	others           int       // rows with another value, which are left out
}

// usualValues are pairs of values of which the second says that a row was treated.
var usualValues = [][2]string{
	{"0", "1"}, {"false", "true"}, {"no", "yes"}, {"n", "y"}, {"control", "treated"}, {"untreated", "treated"},
}

// arms returns the values of untreated and treated rows among those of a column.
func (o *effectOptions) arms(c datasets.Column) (arms [2]string, err error) {
	column := inSentence(c.Name)
	if chosen := o.values(); chosen != nil {
		for _, value := range chosen {
			if !slices.Contains(c.Levels, value) {
				return arms, fmt.Errorf("column %q has no value %q, expected two of %s", column, value, enumeratedNames(c.Levels))
			}
		}
		return [2]string{chosen[1], chosen[0]}, nil
	}
	if len(c.Levels) != 2 {
		return arms, fmt.Errorf("column %q has %s, expected two%s", column, format.Plural(len(c.Levels), "value"),
			textIf(
				len(c.Levels) > 2,
				fmt.Sprintf(
					": %v compares the first with the second",
					mention.Treatment.To(namedList(c.Name, c.Levels[:2])),
				),
			))
	}
	for _, pair := range usualValues {
		for _, arms := range [][2]string{{c.Levels[0], c.Levels[1]}, {c.Levels[1], c.Levels[0]}} {
			if strings.EqualFold(arms[0], pair[0]) && strings.EqualFold(arms[1], pair[1]) {
				return arms, nil
			}
		}
	}
	return arms, fmt.Errorf("column %q has the values %s: %v if the first is the treated one",
		column, format.Enumerated(c.Levels), mention.Treatment.To(namedList(c.Name, c.Levels)))
}

// namedList writes a name and a list as datasets.NamedList reads them, in quotation marks where
// these are needed.
func namedList(name string, cells []string) string {
	words := collect(append([]string{name}, cells...), func(word string) string {
		if strings.ContainsAny(word, `"=, `) {
			return datasets.Quoted(word)
		}
		return word
	})
	return words[0] + "=" + strings.Join(words[1:], ",")
}

// divide reads the treatment, and leaves out the rows that have another value.
func (e *estimation) divide(o effectOptions) (*treatment, error) {
	aside := func(name string) datasets.Column {
		return e.problem.Aside[slices.IndexFunc(e.problem.Aside, func(c datasets.Column) bool { return c.Name == name })]
	}
	column := aside(o.column())
	arms, err := o.arms(column)
	if err != nil {
		return nil, err
	}
	t := &treatment{column: column.Name, values: arms}
	var propensities []float64
	if name := slices.Concat(e.sampling.furtherNumbers, []string{""})[0]; name != "" {
		if t.propensityColumn, propensities = name, aside(name).Values; propensities == nil {
			return nil, fmt.Errorf("column %q holds %s, expected probabilities", name, aside(name).Kind)
		}
	}
	var rows []int // of the two arms
	for i, code := range column.Codes {
		value := column.Levels[code]
		if value != arms[0] && value != arms[1] {
			continue
		}
		rows, t.treated = append(rows, i), append(t.treated, value == arms[1])
		switch p := o.knownPropensity(); {
		case propensities != nil:
			t.propensity = append(t.propensity, propensities[i])
		case !math.IsNaN(p):
			t.propensity = append(t.propensity, p)
		}
	}
	t.others = len(column.Codes) - len(rows)
	e.choose(rows)
	return t, nil
}

// choose leaves out all rows but some.
func (e *estimation) choose(rows []int) {
	n, _ := e.problem.X.Dims()
	if len(rows) == n {
		return
	}
	chosen := *e.problem
	chosen.X, chosen.Y = linalg.Rows(chosen.X, rows), linalg.Rows(chosen.Y, rows)
	e.rows.Numbers = datasets.Numbered(chosen.Numbers, rows)
	if e.rows.Clusters != nil {
		e.rows.Clusters = picked(e.rows.Clusters, rows)
		e.rows.Count = countOf(e.rows.Clusters)
	}
	e.rows.Counted = len(rows)
	e.problem = &chosen
}

// effect estimates the effect of a treatment.
func (e *estimation) effect(ctx context.Context, o effectOptions) (*effectAnalysis, error) {
	if len(e.problem.Targets) != 1 || e.problem.Targets[0].Categorical {
		return nil, flags.UsageError(
			fmt.Errorf(
				"%v %s: an effect is one on a single target of numbers", mention.Targets,
				strings.Join(responseNames(e.problem), ","),
			),
		)
	}
	t, err := e.divide(o)
	if err != nil {
		return nil, err
	}
	e.bound()
	e.evaluated = 0
	a := &effectAnalysis{analysis: e.describe(), treatment: *t}
	settings, err := e.testSettings(false, a.analysis)
	if err != nil {
		return nil, err
	}
	if err := e.checkSize(a.analysis, settings, e.size()); err != nil {
		return nil, err
	}
	return a, e.estimateEffect(ctx, a, settings, effect.Kind(cmp.Or(o.kind.Value, string(effect.Law))))
}
