package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/methods"
	"drfvi/methods/method"
)

type testOfOptions struct {
	estimationOptions
	x, y, conditions []string
	noMoves          bool
}

func (o *testOfOptions) addFlags(cmd *cobra.Command) {
	o.table.addReading(cmd)
	set := cmd.Flags()
	set.StringSliceVar(&o.x, "x", nil, "`NAMES` of the columns whose effect is tested, together")
	set.StringSliceVar(&o.y, "y", nil, "`NAMES` of the columns that may depend on them")
	o.table.addTargetsFrom(cmd)
	set.StringSliceVar(&o.conditions, "given", nil, "`NAMES` of the columns to condition on; '*' for all others")
	flags.Group(cmd, flags.GroupData)
	set.BoolVar(&o.noMoves, "no-moves", false, "omit the affected aspects, in about half the time")
	flags.Group(cmd, flags.GroupTests)
	o.addComputation(
		cmd,
		offer{usual: method.Default, trees: 500, exact: "use all rows, even of large tables", level: true, page: true},
	)
}

func (o *testOfOptions) run(cmd *cobra.Command, args []string) error {
	file := args[0]
	if err := o.table.readTargets(cmd.InOrStdin()); err != nil {
		return err
	}
	if err := o.columns(); err != nil {
		return err
	}
	method, err := o.check(cmd, file)
	if err != nil {
		return err
	}
	if err := o.checkOutputs(); err != nil {
		return err
	}
	table, err := o.read(cmd, file, method)
	if err != nil {
		return err
	}
	d, err := parted(collect(table.Columns, func(c datasets.Column) string { return c.Name }), o.x, o.y, o.conditions)
	if err != nil {
		return computed(cmd.Context(), file, flags.UsageError(err))
	}
	found, err := o.test(cmd, file, method, table, d)
	if err := computed(cmd.Context(), file, err); err != nil {
		return err
	}
	return o.write(cmd, found.report())
}

// columns resolves which columns are read.
func (o *testOfOptions) columns() error {
	o.y = slices.Concat(o.y, o.table.targets)
	if lacking := cmp.Or(textIf(len(o.x) == 0, "x"), textIf(len(o.y) == 0, "y")); lacking != "" {
		return flags.UsageError(
			fmt.Errorf("test needs %v%s", mention.Name(lacking), mention.Clause("; see drfvi test %v", mention.Help)),
		)
	}
	o.table.targets, o.table.reading.Only, o.table.reading.Given = o.y, slices.Concat(o.x, o.y, o.conditions), o.conditions
	return o.checkDistinct()
}

// checkDistinct returns an error for a column that is named twice.
func (o *testOfOptions) checkDistinct() error {
	flagOf := map[string]string{} // by column, its flag
	for _, named := range []struct {
		flag  string
		names []string
	}{
		{"y", o.y}, {"x", o.x}, {"given", o.conditions}, {"exclude", o.table.reading.Exclude},
		{"cluster", []string{o.sampling.cluster}}, {"weights", []string{o.sampling.weights}},
	} {
		for _, name := range named.names {
			switch other := flagOf[name]; {
			case name == "":
			case other == named.flag:
				return flags.UsageError(
					fmt.Errorf("column %q is in %v twice, expected distinct columns", name, mention.Name(other)),
				)
			case other != "":
				return flags.UsageError(
					fmt.Errorf(
						"column %q is in %v and in %v, expected it in one of them", name, mention.Name(other),
						mention.Name(named.flag),
					),
				)
			}
			flagOf[name] = named.flag
		}
	}
	return nil
}

// dependence is what is tested: whether the columns Y depend on the columns X, given others.
type dependence struct{ X, Y, Given []string }

// parted resolves the names and patterns of a user. Patterns leave out what is named before, --y
// before --x before --given.
func parted(names, x, y, conditions []string) (dependence, error) {
	used := map[string]bool{}
	var d dependence
	for _, part := range []struct {
		flag    string
		choices []string
		to      *[]string
	}{{"y", y, &d.Y}, {"x", x, &d.X}, {"given", conditions, &d.Given}} {
		matching, err := datasets.Matching("column in --"+part.flag, names, part.choices)
		if err != nil {
			return d, err
		}
		for _, name := range matching {
			if !used[name] {
				*part.to, used[name] = append(*part.to, name), true
			}
		}
		if len(*part.to) == 0 && part.choices != nil {
			return d, fmt.Errorf("%v has no columns besides those of others", mention.Name(part.flag).Each(part.choices...))
		}
	}
	return d, nil
}

// test makes one test: the columns X are one input, and the only one whose importance is estimated.
// Given columns that are the same in every row hold nothing equal, and are left out.
func (o *testOfOptions) test(
	cmd *cobra.Command, file string, method methods.Method, table *datasets.Table, d dependence,
) (*tested, error) {
	part := *table
	part.Columns = having(table.Columns, func(c datasets.Column) bool {
		return slices.Contains(slices.Concat(d.X, d.Y), c.Name) || slices.Contains(d.Given, c.Name) && !c.Constant()
	})
	o.table.targets = d.Y
	e, err := o.estimationOn(cmd, file, method, &part)
	if err != nil {
		// it is added later
		return nil, errors.New(inColumns.Replace(strings.TrimPrefix(mention.Marked(err), origin(file)+": ")))
	}
	e.problem, err = only(e.problem, d.X)
	if err != nil {
		return nil, err
	}
	t, err := e.test(cmd.Context(), d, !o.noMoves)
	if err != nil {
		return nil, err
	}
	for _, c := range table.Columns {
		if slices.Contains(d.Given, c.Name) && c.Constant() {
			t.analysis.warn(fmt.Sprintf("%s: column %q %s", table.Origin, c.Name, c.Sameness()))
		}
	}
	return t, nil
}

// only returns a problem with some columns as its only input; the others are conditioned on.
func only(problem *datasets.Problem, names []string) (*datasets.Problem, error) {
	reduced := *problem
	variable := datasets.Variable{Name: strings.Join(names, ", ")}
	for _, in := range problem.Inputs {
		for k := in.First; k < in.First+in.Width && slices.Contains(names, in.Name); k++ {
			variable.Columns = append(variable.Columns, k)
		}
	}
	// as many variables as columns would be the columns
	reduced.Variables, reduced.XNames = []datasets.Variable{variable}, nil
	if varying := reduced.Varying(); len(varying.Variables) > 0 {
		return varying, nil
	}
	return nil, fmt.Errorf(
		"%s: the same in every row, expected a column of %v that varies", strings.Join(names, ", "), mention.X,
	)
}

// test estimates and tests the only input.
func (e *estimation) test(ctx context.Context, d dependence, moves bool) (*tested, error) {
	e.tests = true
	moves = moves && len(e.problem.Targets) <= aspects.MostResponses
	a, err := e.importance(ctx, questions{Questions: answer.Questions{Adjustment: answer.Unadjusted}, aspects: moves})
	if err != nil {
		return nil, err
	}
	a.Warnings = slices.DeleteFunc(a.Warnings, e.unfit)
	a.Warnings = collect(a.Warnings, inColumns.Replace)
	a.warn(e.gaps(d.Given))
	t := &tested{dependence: d, analysis: a}
	return t, nil
}

// tested is a finished test.
type tested struct {
	dependence
	analysis *analysis
}

func (t *tested) answer() answer.Input   { return t.analysis.Answers.Inputs[0] }
func (t *tested) p() float64             { return t.answer().P }
func (t *tested) lost() importance.Share { return *t.answer().Lost }
func (t *tested) robustness() float64    { return t.analysis.inference().Robustness[0] }
func (t *tested) strength() float64      { return unit(t.lost().Value) }
func (t *tested) givenWords() string     { return phrase(" given ", t.Given) }
func phrase(preposition string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return preposition + enumeratedNames(names)
}

// found tells whether dependence is established.
func (t *tested) significant() bool { return t.answer().Significant }

// enumeratedNames names columns, if they are not too many.
func enumeratedNames(names []string) string { return enumerated(inSentences(names), "others") }

// sentence says what was found.
func (t *tested) sentence() string {
	return say("dependence", slots{
		"Significant": t.significant(), "Y": enumeratedNames(t.Y), "X": enumeratedNames(t.X),
		"Beyond": t.givenWords(), "P": t.p(),
	})
}

// moves are the aspects of Y that X was found to move, where anything is found, and lessSure
// those of them that may be errors of the mean.
func (t *tested) moves() (names, lessSure []string) {
	if !t.significant() || !t.analysis.hasAspects() {
		return nil, nil
	}
	return t.analysis.Explained.words(0), t.analysis.Explained.lessSureWords(0)
}

// table has the test in one row.
func (t *tested) table() report.Table {
	row := []*tested{t}
	robustness := report.Computed("robustness", row, (*tested).robustness).Shown("robustness", report.Fixed(3))
	if t.significant() && t.robustness() < 0.0005 {
		robustness.Text = func(int) string { return "below 0.001" }
	}
	aspects := func(name string, words []string) report.Column {
		c := report.Computed(name, row, func(*tested) any { return report.Some(words) })
		c.Join, c.Left = "; ", true
		return c
	}
	found, lessSure := t.moves()
	moves := aspects("moves", found)
	if found != nil {
		moves.Title, moves.Text = "affects", func(int) string { return format.Enumerated(t.analysis.Explained.marked(0)) }
	}
	names := func(name string, words []string) report.Column { // not shown: the title has them
		c := report.Computed(name, row, func(*tested) []string { return report.List(words) })
		c.Join, c.Left = ";", true
		return c
	}
	return report.Table{Rows: 1, Strong: []bool{t.significant()}, Columns: []report.Column{
		names("x", t.X),
		names("y", t.Y),
		names("given", t.Given),
		report.Computed("p", row, (*tested).p).Shown("p", report.Probability),
		report.Computed("strength", row, (*tested).strength).Shown("strength", report.Fixed(3)),
		report.Intervals("strength_interval", []importance.Interval{t.lost().Interval}, 3, []bool{!t.significant()}),
		robustness,
		report.Computed("established", row, (*tested).significant),
		moves, aspects("less_sure", lessSure),
	}}
}

// title says what is tested.
func (t *tested) title() string {
	return fmt.Sprintf("Test of %s on %s%s", enumeratedNames(t.Y), enumeratedNames(t.X), phrase(" given ", t.Given))
}

// meaning says what the numbers are.
func (t *tested) meaning() []string {
	affected, lessSure := t.moves()
	s := slots{
		"Distribution": t.analysis.distribution(), "X": enumeratedNames(t.X), "Y": enumeratedNames(t.Y),
		"Given": len(t.Given) > 0,
		"Level": t.analysis.Answers.Level, "LessSure": lessSure != nil, "Share": robustPercent(t.robustness()),
	}
	return nonempty(
		say("strength", s),
		textIf(affected != nil, say("affected aspects", s)),
		textIf(t.significant(), say("robustness of a test", s)))
}

// doubts are what to know of the verdict.
func (t *tested) doubts() []string {
	_, few := t.analysis.Answers.Doubt(answer.FewRows)
	units := slots{"Units": format.Plural(t.analysis.Units, t.analysis.unit())}
	predicted := slots{
		"Share": percent(
			max(t.answer().Predicted, 0),
		), "X": enumeratedNames(t.X), "Curved": !t.answer().NearCopy, "Significant": t.significant(),
	}
	return nonempty(
		textIf(few, say("few rows of a test", units)),
		textIf(t.standsIn(), say("predicted by given columns", predicted)))
}

// standsIn tells whether X may stand in for given columns.
func (t *tested) standsIn() bool {
	return t.answer().Doubt != answer.NoDoubt
}

// facts are the test for other programs.
func (t *tested) facts() report.Object {
	e := t.analysis
	return t.table().Object(0).Add("sentence", t.sentence()).
		Add("explained_share", e.inference().Explained.Value).Add("level", e.inference().Explained.Interval.Coverage.Level()).
		Add("stands_in", report.Nonzero(t.standsIn())).With(e.basis().Without("targets").Without("p")).With(e.closing())
}

// report says what was found, and what the numbers mean.
func (t *tested) report() *report.Report {
	e, table := t.analysis, t.table()
	r := e.begin(t.title())
	r.Headline, r.Remarks = t.sentence(), t.doubts()
	r.Table, r.Data = table, t.facts().Add("remarks", report.Some(r.Remarks))
	r.Sections = []report.Section{{Caption: "p-value, strength with its interval, and robustness value.", Table: table}}
	r.Notes = append(r.Notes, t.meaning()...)
	return r
}
