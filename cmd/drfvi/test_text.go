package main

import (
	"fmt"
	"slices"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
)

// tested is a finished test.
type tested struct {
	dependence
	analysis *analysis
	adjusted *float64 // p-value adjusted for other tests; nil of a single one
}

func (t *tested) p() float64             { return t.analysis.inference().P[0] }
func (t *tested) lost() importance.Share { return t.analysis.inference().Lost[0] }
func (t *tested) robustness() float64    { return t.analysis.inference().Robustness[0] }
func (t *tested) strength() float64      { return unit(t.lost().Value) }
func (t *tested) beyond() string         { return phrase(" beyond ", t.Given) }
func phrase(of string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return of + enumeratedNames(names)
}

// found tells whether dependence is established.
func (t *tested) found() bool {
	if t.adjusted != nil {
		return significant(*t.adjusted)
	}
	return significant(t.p())
}

// enumeratedNames names columns, if they are not too many.
func enumeratedNames(names []string) string { return enumerated(inSentences(names), "others") }

// sentence says what was found.
func (t *tested) sentence() string {
	p, title := t.p(), "p"
	if t.adjusted != nil {
		p, title = *t.adjusted, "p (Holm)"
	}
	if !t.found() {
		return fmt.Sprintf("No dependence of %s on %s%s was found (%s %s).", enumeratedNames(t.Y), enumeratedNames(t.X), t.beyond(), title, format.Equality(p))
	}
	matter := "matters"
	if len(t.X) > 1 {
		matter = "matter"
	}
	return fmt.Sprintf("%s %s for %s%s (%s %s).", enumeratedNames(t.X), matter, enumeratedNames(t.Y), t.beyond(), title, format.Equality(p))
}

// moves are the aspects of Y that X was found to move, where anything is found.
func (t *tested) moves() []string {
	if !t.found() || !t.analysis.hasAspects() {
		return nil
	}
	return t.analysis.Explained.Aspects.Words(0)
}

// tableOf has a row for each test.
func tableOf(tests []*tested) report.Table {
	lost := collect(tests, func(t *tested) importance.Interval { return t.lost().Interval })
	open := collect(tests, func(t *tested) bool { return !t.found() })
	moves := report.Computed("moves", tests, func(t *tested) any { return report.Some(t.moves()) })
	moves.Join, moves.Left = "; ", true
	if slices.ContainsFunc(tests, func(t *tested) bool { return t.moves() != nil }) {
		moves.Title, moves.Text = "moves", func(k int) string { return format.Enumerated(tests[k].analysis.Explained.brief(tests[k].moves())) }
	}
	names := func(name string, of func(t *tested) []string) report.Column {
		c := report.Computed(name, tests, func(t *tested) []string { return report.List(of(t)) })
		c.Join, c.Left = ";", true
		if len(tests) > 1 {
			c.Title, c.Text, c.Long = name, func(k int) string { return enumeratedNames(of(tests[k])) }, true
		}
		return c
	}
	var adjusted report.Column
	if tests[0].adjusted != nil {
		adjusted = report.Computed("p_adjusted", tests, func(t *tested) float64 { return *t.adjusted }).Shown("p (Holm)", report.Probability)
	}
	return report.Table{Rows: len(tests), Strong: collect(tests, (*tested).found), Columns: []report.Column{
		names("x", func(t *tested) []string { return t.X }),
		names("y", func(t *tested) []string { return t.Y }),
		names("given", func(t *tested) []string { return t.Given }),
		report.Computed("p", tests, (*tested).p).Shown("p", report.Probability),
		adjusted,
		report.Computed("strength", tests, (*tested).strength).Shown("strength", report.Fixed(3)),
		report.Intervals("strength_interval", lost, 3, open),
		report.Computed("robustness", tests, (*tested).robustness).Shown("robustness", report.Fixed(3)),
		report.Computed("established", tests, (*tested).found),
		moves,
	}}
}

// title says what is tested.
func (t *tested) title() string {
	return fmt.Sprintf("Test of %s on %s%s", enumeratedNames(t.Y), enumeratedNames(t.X), phrase(" given ", t.Given))
}

// meaning says what the numbers are.
func (t *tested) meaning() []string {
	left := "of both"
	if len(t.Given) > 0 {
		left = "of what the given columns leave of both"
	}
	texts := []string{fmt.Sprintf("strength: the share of the variation of the %s that is lost without %s.", t.analysis.distribution(), enumeratedNames(t.X))}
	if t.found() {
		texts = append(texts, fmt.Sprintf("robustness: to raise p above 0.05, a common cause that is not given, or an effect that is not learnt, would have to explain %s %% %s.", percent(t.robustness()), left))
	}
	return texts
}

// doubts are what to know of the verdict.
func (t *tested) doubts() []string {
	var texts []string
	if units, few := t.analysis.few(); few && !t.found() {
		share := inference.Detectable(units, len(t.X)+len(t.Given), max(t.analysis.inference().Explained.Value, 0))
		texts = append(texts, fmt.Sprintf("In tables of %s, a strength of %.1g is found about half of the time; what is not found may still exist.", format.Plural(units, "row"), min(share, 1)))
	}
	if t.analysis.standsIn(0) {
		texts = append(texts, fmt.Sprintf("The given columns tell nearly all of %s, or follow it along a curve: what is found may be their effect, and what is not cannot be told from it.", enumeratedNames(t.X)))
	}
	return texts
}

// facts are the test for other programs.
func (t *tested) facts() report.Object {
	e := t.analysis
	return e.source().Without("targets").With(tableOf([]*tested{t}).Object(0)).Add("sentence", t.sentence()).
		Add("explained_share", e.inference().Explained.Value).Add("level", e.inference().Explained.Interval.Coverage.Level()).
		Add("stands_in", report.Nonzero(e.standsIn(0))).With(e.settings()).With(e.forestFacts().Without("preset").Without("p")).Add("gamma", report.Nonzero(e.Result.Gamma)).
		Add("sample_size", report.Nonzero(e.SampleSize)).Add("elapsed_seconds", report.Nonzero(e.Elapsed.Seconds())).Add("warnings", e.allWarnings())
}

// settings are those of one test or of several on the same rows, for other programs.
func (e *analysis) settings() report.Object {
	return report.Object{{"method", e.Method.Name}, {"kernel", e.Kernel}, {"preset", e.Preset}}.With(e.Rows.facts()).
		Add("trees", e.Trees).Add("seed", e.Seed).Add("scale", e.Scale).Add("bounded_rows", report.Nonzero(e.Bounded))
}

// report says what was found, and what the numbers mean.
func (t *tested) report() *report.Report {
	e, table := t.analysis, tableOf([]*tested{t})
	f := &report.Report{Table: table, Data: t.facts(), Warnings: e.shownWarnings()}
	f.Add(report.Remark(fmt.Sprintf("%s (%s)", t.title(), e.rowsOf())), report.Sentence(t.sentence()))
	f.Add(report.Notes(t.doubts()), report.Break{}, table, report.Break{}, report.Notes(t.meaning()))
	f.Add(e.remarks()...)
	f.Page = e.pageOf(f, t.title(), "The test.")
	return f
}
