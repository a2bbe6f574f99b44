package main

import (
	"fmt"
	"slices"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
)

// tested is a finished test.
type tested struct {
	dependence
	about    *estimate
	adjusted *float64 // p-value adjusted for other tests; nil of a single one
}

func (t *tested) p() float64             { return t.about.inference().P[0] }
func (t *tested) lost() importance.Share { return t.about.inference().Lost[0] }
func (t *tested) robustness() float64    { return t.about.inference().Robustness[0] }
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
	if !t.found() || !t.about.hasAspects() {
		return nil
	}
	return t.about.Explained.Aspects.Words(0)
}

// tableOf has a row for each test.
func tableOf(tests []*tested) finding.Table {
	lost := collect(tests, func(t *tested) importance.Interval { return t.lost().Interval })
	open := collect(tests, func(t *tested) bool { return !t.found() })
	moves := finding.Computed("moves", tests, func(t *tested) any { return finding.Some(t.moves()) })
	moves.Join, moves.Left = "; ", true
	if slices.ContainsFunc(tests, func(t *tested) bool { return t.moves() != nil }) {
		moves.Title, moves.Text = "moves", func(k int) string { return format.Enumerated(tests[k].about.Explained.brief(tests[k].moves())) }
	}
	names := func(name string, of func(t *tested) []string) finding.Column {
		c := finding.Computed(name, tests, func(t *tested) []string { return finding.List(of(t)) })
		c.Join, c.Left = ";", true
		if len(tests) > 1 {
			c.Title, c.Text, c.Long = name, func(k int) string { return enumeratedNames(of(tests[k])) }, true
		}
		return c
	}
	var adjusted finding.Column
	if tests[0].adjusted != nil {
		adjusted = finding.Computed("p_adjusted", tests, func(t *tested) float64 { return *t.adjusted }).Shown("p (Holm)", finding.Probability)
	}
	return finding.Table{Rows: len(tests), Strong: collect(tests, (*tested).found), Columns: []finding.Column{
		names("x", func(t *tested) []string { return t.X }),
		names("y", func(t *tested) []string { return t.Y }),
		names("given", func(t *tested) []string { return t.Given }),
		finding.Computed("p", tests, (*tested).p).Shown("p", finding.Probability),
		adjusted,
		finding.Computed("strength", tests, (*tested).strength).Shown("strength", finding.Fixed(3)),
		finding.Intervals("strength_interval", lost, 3, open),
		finding.Computed("robustness", tests, (*tested).robustness).Shown("robustness", finding.Fixed(3)),
		finding.Computed("established", tests, (*tested).found),
		moves,
	}}
}

// title says what is tested.
func (t *tested) title() string {
	return fmt.Sprintf("Test of %s on %s%s", enumeratedNames(t.Y), enumeratedNames(t.X), phrase(" given ", t.Given))
}

// meaning says what the numbers are.
func (t *tested) meaning() []string {
	on := "of what is left of both"
	if len(t.Given) > 0 {
		on = "of what the given columns leave of both"
	}
	texts := []string{fmt.Sprintf("strength: the share of the variation of the %s that is lost without %s.", t.about.distribution(), enumeratedNames(t.X))}
	if t.found() {
		texts = append(texts, fmt.Sprintf("robustness: a cause of both that is not given, or an effect of the given columns that is not learnt, would need %s %% %s to explain this away.", percent(t.robustness()), on))
	}
	return texts
}

// doubts are what to know of the verdict.
func (t *tested) doubts() []string {
	var texts []string
	if units, few := t.about.few(); few && !t.found() {
		share := inference.Detectable(units, len(t.X)+len(t.Given), max(t.about.inference().Explained.Value, 0))
		texts = append(texts, fmt.Sprintf("With %s, the test has about a 50 %% chance of finding a strength of %.1g; what is not found may still exist.", format.Plural(units, "row"), min(share, 1)))
	}
	if t.about.standsIn(0) {
		texts = append(texts, fmt.Sprintf("The given columns tell nearly all of %s, or follow it along a curve: what is found may be their effect, and what is not cannot be told from it.", enumeratedNames(t.X)))
	}
	return texts
}

// facts are the test for other programs.
func (t *tested) facts() finding.Object {
	e := t.about
	return e.source().Without("targets").With(tableOf([]*tested{t}).Object(0)).Add("sentence", t.sentence()).
		Add("explained_share", e.inference().Explained.Value).Add("level", e.inference().Explained.Interval.Coverage.Level()).
		Add("stands_in", finding.Nonzero(e.standsIn(0))).With(e.settings()).With(e.forestFacts().Without("preset").Without("p")).Add("gamma", finding.Nonzero(e.Result.Gamma)).
		Add("sample_size", finding.Nonzero(e.SampleSize)).Add("elapsed_seconds", finding.Nonzero(e.Elapsed.Seconds())).Add("warnings", e.allWarnings())
}

// settings are those of one test or of several on the same rows, for other programs.
func (e *estimate) settings() finding.Object {
	return finding.Object{{"method", e.Method.Name}, {"kernel", e.Kernel}, {"preset", e.Preset}}.With(e.Rows.facts()).
		Add("trees", e.Trees).Add("seed", e.Seed).Add("scale", e.Scale).Add("bounded_rows", finding.Nonzero(e.Bounded))
}

// finding says what was found, and what the numbers mean.
func (t *tested) finding() *finding.Finding {
	e, table := t.about, tableOf([]*tested{t})
	f := &finding.Finding{Table: table, Data: t.facts(), Warnings: e.told()}
	f.Add(finding.Remark(fmt.Sprintf("%s (%s)", t.title(), e.rowsOf())), finding.Sentence(t.sentence()))
	f.Add(finding.Notes(t.doubts()), finding.Break{}, table, finding.Break{}, finding.Notes(t.meaning()))
	f.Add(e.remarks()...)
	f.Page = e.pageOf(f, t.title(), "The test.")
	return f
}
