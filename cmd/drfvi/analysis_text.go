package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/importance/answer"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/methods/method"
)

// report returns the analysis as what was found: how much is explained and which inputs
// matter, all of them, the most important first, and what to know of those that are open.
func (e *analysis) report() *report.Report {
	t := e.table()
	r := e.begin(e.title("Importance"))
	r.Share = e.explained()
	r.Headline, r.Picture, r.Table, r.Data = joined(e.lead(), e.copied()), e.chart(), t,
		e.facts(string(e.Answers.Adjustment), t).Add("remarks", report.Some(e.remarks()))
	if e.noEffect() { // the headline says so
		r.Share = ""
	}
	r.Remarks = []string{e.fewRows()}
	if !e.listed() {
		return r
	}
	inputs := report.Section{Caption: "Inputs", Table: t}
	if e.divisible() {
		inputs.Caption = "Importance: " + e.axis()
		if intervals := e.intervals(); intervals != nil {
			inputs.Caption += ", with its " + intervals[0].Coverage.Title()
		}
		inputs.Caption += textIf(len(e.Alone) > 1, "; alone: share of all variation that the input explains on its own") + "."
	}
	r.Legend, r.Meaning = e.legend(), e.meaning()
	r.Sections, r.Notes = append(r.Sections, inputs), append(e.openSentences(), r.Notes...)
	if e.hasAspects() && !e.noEffect() {
		moves := e.Explained.aspects(e.significant)
		r.Sections, r.Data = append(r.Sections, moves), r.Data.Add(
			"aspect_remarks", report.Some(nonempty(append([]string{moves.Table.Note}, moves.Notes...)...)),
		)
	}
	if e.Answers.Interactions != nil && !e.noEffect() {
		r.Sections = append(r.Sections, e.interactions())
		r.Data = r.Data.Add("interaction_remark", e.interactionSentence())
	}
	if e.divisible() { // single rows tell of shares
		r.Sections = append(r.Sections, e.Explained.alongRows()...)
	}
	return r
}

// remarks are the sentences on what is open that other programs print as they are.
func (e *analysis) remarks() []string {
	remarks := []string{textIf(e.divisible(), e.borderline())}
	if e.listed() {
		remarks = append(remarks, e.separable(), e.doubtful(), e.redundant(), e.onlyAspects(), e.noAspect())
	}
	return nonempty(append(remarks, e.onlyAlone(), e.fewRows())...)
}

// begin begins the report of a command: its title, what the numbers depend on, and warnings.
func (e *analysis) begin(title string) *report.Report {
	return &report.Report{
		Title: title, Of: e.rowsOf(), File: origin(e.File), Warnings: e.shownWarnings(),
		Settings: e.dependsOn(), Choices: append(e.choices(), fmt.Sprintf("seed %d", e.Seed)),
		Notes: nonempty(
			append(slices.Clone(e.Members), textIf(e.Bounded > 0, fmt.Sprintf("The work is bounded as for a table of "+
				"%d rows, though trees draw theirs from all %d; --exact lifts the bounds.", e.Bounded, e.N)))...,
		),
		Computed: computation(e.Result.Aggregation, e.Result.Forests), Elapsed: e.Elapsed,
	}
}

// listed says that the inputs are worth a table: there is something to say of each.
func (e *analysis) listed() bool {
	return !e.noEffect() || e.tested()
}

// rowsOf says how many rows were used, and of how many.
func (e *analysis) rowsOf() string {
	return format.Plural(e.N, "row") + textIf(e.Dropped > 0, fmt.Sprintf(" of %d", e.N+e.Dropped))
}

// legend says in a few words how to read what the table shows, of methods without tests what an
// importance is.
func (e *analysis) legend() string {
	return strings.Join(nonempty(
		textIf(!e.tested() && e.divisible(), e.reading()),
		textIf(
			slices.Contains(e.inParentheses(), true) && e.divisible(),
			"Parentheses: "+map[bool]string{true: "the interval includes 0.",
				false: fmt.Sprintf("p > %v.", e.Answers.Level)}[!e.tested()],
		),
		e.bases(),
		textIf(e.Result.SE != nil, treesTitle+": the standard error over trees, not over tables."),
	), " ")
}

// bases says what the shares of the table are shares of; "" where all are of what is explained.
func (e *analysis) bases() string {
	switch {
	case len(e.Alone) < 2:
		return ""
	case !e.divisible():
		return "alone: the input's own share of all variation."
	}
	return fmt.Sprintf("importance: of the %s %%; alone: of all variation.", percent(e.share().Value))
}

// choices are what the numbers depend on that is not so by default.
func (e *analysis) choices() []string {
	other := textIf(e.Method.Name != "" && e.Method.Name != method.Default && e.Method.Infers, "method "+e.Method.Name)
	linear := textIf(e.isLinear(), e.kernelWords(""))
	return nonempty(slices.Concat([]string{other, linear}, e.Rows.words(), []string{e.scaling()})...)
}

// scaling is the scale of the targets, "" if they are not scaled.
func (e *analysis) scaling() string {
	return textIf(e.Scale != string(datasets.ScaleNone), "scale "+e.Scale)
}

// computation says how distances were summed up and what that took.
func computation(aggregation string, forests float64) string {
	return fmt.Sprintf(
		"the work of %.3g forests on all inputs", forests,
	) + textIf(aggregation != "", "; distances by "+aggregation)
}

// distribution names what is explained.
func (e *analysis) distribution() string {
	if e.isLinear() {
		return "values of " + e.targetNames()
	}
	if names := e.Responses; len(names) == 1 {
		return "distribution of " + names[0]
	}
	return "joint distribution"
}

// pTitle names the p-values that are shown.
func (e *analysis) pTitle() string {
	return map[answer.Adjustment]string{
		answer.Holm: "p (Holm)", answer.BenjaminiYekutieli: "p (BY)", answer.Unadjusted: "p",
	}[e.Answers.Adjustment]
}

// table has all inputs: by importance with bars, but where nothing is explained in their
// order and plain. Those that are significant stand out.
func (e *analysis) table() report.Table {
	in, shown := e.inference(), e.shown()
	digits := e.digits()
	number := report.Fixed(digits)
	t := report.Table{Rows: len(e.Variables), Order: rank.Descending(e.Result.Raw), Cut: true, Noun: "input"}
	t.Columns = []report.Column{
		report.Names(e.Variables),
		report.Each("importance", e.Result.Clamped),
		report.Each("", shown).Shown("importance", number),
		report.Intervals("interval", e.intervals(), digits, e.inParentheses()),
		e.shownRanks(),
		report.Each("p", in.P),
		report.Each("p_adjusted", e.adjusted()).Shown(e.pTitle(), report.Probability),
		report.Each("raw", e.Result.Raw), report.Each("clamped", e.Result.Clamped), report.Each("se", in.SE),
		report.Each("se_trees", e.Result.SE).Shown(treesTitle, number),
		report.Each("aggregation_se", e.Result.AggregationSE).Shown(approximateTitle, number),
	}
	t.Columns = append(t.Columns, e.aloneColumns()...)
	if e.hasAspects() {
		t.Columns = append(t.Columns, e.Explained.movesColumns()...)
	}
	t.Columns = append(t.Columns, report.Each("established", e.significantValues()))
	t.Columns = append(t.Columns, e.noteColumns()...)
	t.Columns = append(t.Columns, e.rankColumn(), report.Each("robustness", in.Robustness), e.partnersColumn())
	if !e.divisible() { // importances are shares of little or nothing; JSON and CSV have them
		slices.Sort(t.Order)
		read := []string{"name", "p_adjusted", "alone"}
		if !e.noEffect() {
			t.Strong, read = e.significantValues(), append(read, "moves")
		}
		return t.Hidden(func(c report.Column) bool { return !slices.Contains(read, c.Name) })
	}
	for i, value := range shown {
		dot := document.Dot{Value: value}
		if in.Intervals != nil {
			dot.Low, dot.High = e.Answers.Inputs[i].Interval.Low, e.Answers.Inputs[i].Interval.High
		}
		t.Dots = append(t.Dots, dot)
	}
	if e.tested() {
		t.StrongAre = fmt.Sprintf("with %s at most %v", e.pTitle(), e.Answers.Level)
	}
	t.Strong = e.significantValues()
	return t
}

// digits is the number of decimals of importances.
func (e *analysis) digits() int {
	largest := slices.Max(e.shown())
	for _, i := range e.intervals() {
		largest = max(largest, i.High) // of importances that are all 0 but for rounding
	}
	return format.Decimals(largest, 3, 3, 9)
}

// Titles of columns of errors that are not about the data.
const (
	treesTitle       = "± trees"
	approximateTitle = "± approx."
)

// methodAndRows are the first of what numbers depend on; use says what the kernel is used for,
// "" for everything.
func (e *analysis) methodAndRows(use string) []string {
	kernel := e.kernelWords(use)
	inference := e.Method.Versions["inference"] // which papers state
	named := "method " + e.Method.Name + textIf(inference != "", " (inference "+inference+")")
	parts := nonempty(
		textIf(e.Method.Name != "", named), textIf(e.Preset != noneUsed, "preset "+e.Preset),
		textIf(e.Kernel != noneUsed, kernel),
	)
	return append(parts, e.Rows.words()...)
}

// dependsOn lists what the numbers depend on.
func (e *analysis) dependsOn() []string {
	about := textIf(e.Rows.Clusters != nil, "about ") // some clusters are larger
	trees := format.Plural(e.Trees, "tree") + textIf(e.SampleSize > 0, " of "+about+format.Plural(e.SampleSize, "row"))
	bias := ""
	if e.Result.Bias != nil {
		bias = fmt.Sprintf("bias subtracted %.4g", *e.Result.Bias)
	}
	return nonempty(append(e.methodAndRows(""),
		textIf(!e.Method.Forestless, trees), fmt.Sprintf("seed %d", e.Seed), bias,
		textIf(e.Evaluated > 0 && e.Evaluated < e.N, fmt.Sprintf("evaluated on %d rows", e.Evaluated)),
		e.scaling(), textIf(e.Aggregation != "", "aggregation "+e.Aggregation))...)
}

// meaning says in words what the numbers are.
func (e *analysis) meaning() []string {
	inferred := e.Result.Inference != nil && e.divisible()
	grown := format.Plural(e.N, "row") + textIf(e.Bounded > 0, fmt.Sprintf(" by trees of %d", e.SampleSize))
	return nonempty(
		textIf(e.divisible(), e.reading()),
		textIf(len(e.Alone) > 1, fmt.Sprintf("alone: the share of all variation of the %s, not of what is "+
			"explained, that the input explains on its own, by smooth functions of its ranks or by its levels; in "+
			"parentheses where it is not significant (%s > %v).", e.distribution(), e.pTitle(), e.Answers.Level)),
		textIf(e.Method.Shares || e.Method.Unit, beyondRange(e.Result.Raw)),
		textIf(inferred, fmt.Sprintf("%.6g of 100 such intervals contain the mean importance of forests grown on "+
			"%s; the error that such forests have in common is not included.",
			100*e.inference().Explained.Interval.Coverage.Level(), grown)),
		textIf(inferred && slices.Contains(e.openValues(), true), fmt.Sprintf("In parentheses: not significant "+
			"(%s > %v); the importance may be 0, or as large as the interval allows.", e.pTitle(), e.Answers.Level)),
		e.robust(),
		textIf(e.Result.SE != nil, treesTitle+": the standard error over other trees on the same data; other data "+
			"would change a value more."),
		textIf(e.Result.AggregationSE != nil, approximateTitle+": the standard error of evaluating some rows "+
			"only, or of an approximate kernel."),
	)
}

// reading explains the largest value that can be a share and is significant; if none is
// significant, what the largest would mean if it were.
func (e *analysis) reading() string {
	order, open := rank.Descending(e.Result.Raw), e.openValues()
	example, words := order[0], e.Method.Reading
	first := slices.IndexFunc(order, func(i int) bool { return e.Result.Clamped[i] <= 1 && (open == nil || !open[i]) })
	if first >= 0 {
		example = order[first]
	} else if open != nil {
		words = "If it were significant: " + words
	}
	if share := e.share(); share != nil && share.Value > 0 {
		words = strings.Replace(
			words, "of what the inputs explain",
			fmt.Sprintf("of the %s %% that the inputs explain", percent(share.Value)), 1,
		)
	}
	if e.isLinear() {
		words = strings.Replace(words, "the distribution of", "the values of", 1)
	}
	value := e.Result.Clamped[example]
	return strings.NewReplacer(
		"{targets}", e.targetNames(), "{input}", format.Shortened(e.Variables[example], format.Longest),
		"{value}", strconv.FormatFloat(value, 'f', format.Decimals(value, 3, 3, 9), 64), "{percent}",
		percent(min(value, 1)),
	).Replace(words)
}
