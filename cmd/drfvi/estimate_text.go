package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// finding returns the estimate as what was found: what is explained at all, the inputs,
// the most important first, and what the numbers mean.
func (e *estimate) finding() *finding.Finding {
	t := e.table()
	f := &finding.Finding{Table: t, Data: e.facts(e.Adjustment, t), Picture: e.chart()}
	f.Add(finding.Remark(fmt.Sprintf("%s (%s)", e.title("Importance"), format.Plural(e.N, "row"))))
	if sentence := e.explained(); sentence != "" {
		f.Add(finding.Sentence(sentence))
	}
	if sentence := e.power(); sentence != "" {
		f.Add(finding.Sentence(sentence))
	}
	if warning := e.weakForests(); warning != "" {
		f.Add(finding.Warning(warning))
	}
	f.Add(finding.Break{})
	if !e.nothing() || e.Result.Denominator > 0 {
		f.Add(t, finding.Break{})
		if e.hasAspects() {
			f.Add(append(e.Explained.parts(), finding.Break{})...)
		}
		for _, sentence := range e.meaning() {
			f.Add(finding.Sentence(sentence))
		}
	}
	f.Add(e.remarks()...)
	return f
}

// remarks are the warnings, and under them what the numbers depend on and took.
func (e *estimate) remarks() []finding.Part {
	parts := append(e.warned(), finding.Remark(strings.Join(append(e.dependsOn(), terminal.Duration(e.Elapsed)), ", ")))
	parts = append(parts, e.made(computation(e.Result.Aggregation, e.Result.Forests))...)
	if e.Bounded > 0 {
		parts = append(parts, finding.Remark(fmt.Sprintf("bounded: trees, rows that are measured on, halves and tests are those of a table of %d rows, but trees draw theirs from all %d; --exact bounds nothing", e.Bounded, e.N)))
	}
	return parts
}

// warned are the warnings.
func (e *estimate) warned() []finding.Part {
	var parts []finding.Part
	for _, warning := range e.Warnings {
		parts = append(parts, finding.Warning(warning))
	}
	return parts
}

// made says what preset auto has chosen, and how all was computed for those who ask.
func (e *estimate) made(computed string) []finding.Part {
	var parts []finding.Part
	if chosen := e.Result.Chosen; chosen != nil {
		parts = append(parts, finding.Remark("chosen: "+inWords(*chosen)))
	}
	return append(parts, finding.Detail(computed))
}

// computation says how distances were summed up and what that took.
func computation(aggregation string, forests float64) string {
	text := fmt.Sprintf("computed: the work of %.3g forests on all inputs", forests)
	if aggregation != "" {
		text += "; distances by " + aggregation
	}
	return text
}

// weakForests is the warning that the user's own choices make forests that explain clearly
// less than those of preset paper; "" if they do not.
func (e *estimate) weakForests() string {
	const clear = 0.02 // of the variation
	c := e.Result.Chosen
	if c == nil || math.IsNaN(c.Paper) || c.Paper-max(c.Explained, 0) < max(clear, c.Paper/10) {
		return ""
	}
	return fmt.Sprintf("these forests explain %s of the variation out-of-bag, those of preset %s %s: choices such as --min-node-size and --sample-size hold them back",
		atLeastNothing(c.Explained), forest.PresetNames()[0], atLeastNothing(c.Paper))
}

// distribution names what is explained.
func (e *estimate) distribution() string {
	if names := e.responses(); len(names) == 1 {
		return "distribution of " + names[0]
	}
	return "joint distribution"
}

// pTitle names the p-values that are shown.
func (e *estimate) pTitle() string {
	return map[string]string{"holm": "p (Holm)", "by": "p (BY)", "none": "p"}[e.Adjustment]
}

// table has all inputs: by importance with bars, but where nothing is explained in their
// order and plain. Those that are significant stand out.
func (e *estimate) table() finding.Table {
	in, shown := e.inference(), e.shown()
	digits := format.Decimals(slices.Max(shown), 3, 3, 9)
	number := finding.Fixed(digits)
	t := finding.Table{Rows: len(e.Variables), Order: e.shownOrder(), Cut: true, Noun: "input"}
	t.Columns = []finding.Column{
		finding.Names(e.Variables),
		finding.Each("importance", e.Result.Clamped),
		{Title: "importance", Form: number, Cell: func(i int) any { return shown[i] }},
		finding.Intervals(in.Intervals, digits, e.openValues()),
		finding.Each("p", in.P),
		finding.Each("p_adjusted", in.Adjusted).Shown(e.pTitle(), finding.Probability),
		finding.Each("raw", e.Result.Raw), finding.Each("clamped", e.Result.Clamped), finding.Each("se", in.SE),
		finding.Each("se_trees", e.Result.SE).Shown(treesTitle, number),
		finding.Each("aggregation_se", e.Result.AggregationSE).Shown(approximateTitle, number),
	}
	t.Columns = append(t.Columns, e.Alone.columns()...)
	if e.hasAspects() {
		t.Columns = append(t.Columns, e.Explained.movesColumn())
	}
	t.Columns = append(t.Columns, e.establishedColumn(), e.standsInColumn())
	if e.sharesNothing() {
		for k, c := range t.Columns {
			if c.Name != "name" && c.Name != "p_adjusted" && c.Name != "alone" {
				t.Columns[k].Form, t.Columns[k].Text = nil, nil
			}
		}
	}
	if e.nothing() {
		return t
	}
	for i, value := range shown {
		bar := document.Dot{Value: value}
		if in.Intervals != nil {
			bar.Low, bar.High = in.Intervals[i].Low, in.Intervals[i].High
		}
		t.Bars = append(t.Bars, bar)
	}
	if in.P != nil {
		t.StrongAre = fmt.Sprintf("with %s at most %v", e.pTitle(), importance.Level)
	}
	for _, p := range in.Adjusted {
		t.Strong = append(t.Strong, p <= importance.Level)
	}
	return t
}

// sharesNothing tells whether the table has p-values alone, since importances are shares
// of nothing; JSON and CSV have them.
func (e *estimate) sharesNothing() bool { return e.nothing() && e.inference().P != nil }

// shownOrder is the order in which the table has the variables.
func (e *estimate) shownOrder() []int {
	order := rank.Descending(e.Result.Raw)
	if e.nothing() {
		slices.Sort(order)
	}
	return order
}

// Titles of columns of errors that are not about the data.
const (
	treesTitle       = "± trees"
	approximateTitle = "± approx."
)

// dependsOn lists what the numbers depend on.
func (e *estimate) dependsOn() []string {
	parts := []string{"method " + e.Method.Name}
	if e.Preset != noneUsed {
		parts = append(parts, "preset "+e.Preset)
	}
	if e.Kernel != noneUsed {
		parts = append(parts, fmt.Sprintf("kernel %s (γ = %.4g)", e.Kernel, e.Result.Gamma))
	}
	parts = append(parts, e.Rows.words()...)
	if !e.Method.Forestless {
		trees, about := format.Plural(e.Trees, "tree"), ""
		if e.Rows.Clusters != nil { // some clusters are larger
			about = "about "
		}
		if e.SampleSize > 0 {
			trees += " of " + about + format.Plural(e.SampleSize, "row")
		}
		parts = append(parts, trees)
	}
	parts = append(parts, fmt.Sprintf("seed %d", e.Seed))
	if e.Result.Bias != nil {
		parts = append(parts, fmt.Sprintf("bias subtracted %.4g", *e.Result.Bias))
	}
	if e.Evaluated > 0 && e.Evaluated < e.N {
		parts = append(parts, fmt.Sprintf("evaluated on %d rows", e.Evaluated))
	}
	if e.Scale != string(datasets.ScaleNone) {
		parts = append(parts, "scale "+e.Scale)
	}
	if e.Aggregation != "" {
		parts = append(parts, "aggregation "+e.Aggregation)
	}
	return parts
}

// inWords says what preset auto has chosen.
func inWords(chosen importance.Chosen) string {
	c := chosen.Config
	parts := []string{fmt.Sprintf("minimum node size %d", c.MinNodeSize), "honesty"}
	if !c.Honesty {
		parts[1] = "no honesty"
	}
	of := percent(c.SampleFraction) + " % of the rows"
	switch {
	case c.MostRows > 0:
		of = format.Plural(c.DrawnRows(c.MostRows), "row")
	case c.SampleFraction == 0.25:
		of = "a quarter of the rows"
	case c.SampleFraction == 0.5:
		of = "half of the rows"
	}
	parts = append(parts, "trees of "+of)
	switch c.MTry {
	case forest.MTryAll:
		parts = append(parts, "all inputs as candidates of a split")
	case forest.MTrySqrt20:
	default:
		parts = append(parts, string(c.MTry)+" candidates of a split")
	}
	text := strings.Join(parts, ", ") + "; explains " + atLeastNothing(chosen.Explained) + " out-of-bag"
	if !math.IsNaN(chosen.Paper) {
		text += fmt.Sprintf(", preset %s %s", forest.PresetNames()[0], atLeastNothing(chosen.Paper))
	}
	return text
}

// atLeastNothing writes the share that a forest explains in percent.
func atLeastNothing(share float64) string {
	if share <= 0 {
		return "0 %"
	}
	return percent(share) + " %"
}

// meaning says in words what the numbers are.
func (e *estimate) meaning() []string {
	var sentences []string
	only := e.onlyAlone()
	if e.nothing() {
		only = "" // said already
	}
	for _, sentence := range []string{e.standsIn(), only, e.meaningOfAlone()} {
		if sentence != "" {
			sentences = append(sentences, sentence)
		}
	}
	if e.sharesNothing() {
		return append(sentences, "JSON and CSV have the importances all the same.")
	}
	if !e.nothing() {
		sentences = append(sentences, e.reading())
	}
	if together := e.redundant(); together != "" {
		sentences = append(sentences, together)
	}
	if beyond := beyond(e.Result.Raw); beyond != "" && (e.Method.Shares || e.Method.Unit) {
		sentences = append(sentences, beyond)
	}
	if e.Result.Inference != nil {
		grown := format.Plural(e.N, "row")
		if e.Bounded > 0 {
			grown += fmt.Sprintf(" by trees of %d", e.SampleSize)
		}
		sentences = append(sentences, fmt.Sprintf("Of 100 such intervals %.6g hold the importance that forests grown on %s have on average; what such forests miss is not included (docs/inference.md).", 100*e.share().Interval.Coverage.Level(), grown))
		if slices.Contains(e.openValues(), true) && !e.nothing() {
			sentences = append(sentences, fmt.Sprintf("In parentheses: not established, since %s is above %v; the importance may be 0, or as large as the interval allows.", e.pTitle(), importance.Level))
		}
	}
	if e.Result.SE != nil {
		sentences = append(sentences, treesTitle+": by about how much other trees on the same data would change a value; other data would change it more.")
	}
	if e.Result.AggregationSE != nil {
		sentences = append(sentences, approximateTitle+": the standard error that evaluating some rows, or an approximate kernel, adds.")
	}
	return sentences
}

// reading explains the largest value that can be a share and is established; where none is
// established, what the largest would mean if it were.
func (e *estimate) reading() string {
	order, open := rank.Descending(e.Result.Raw), e.openValues()
	example, words := order[0], e.Method.Reading
	first := slices.IndexFunc(order, func(i int) bool { return e.Result.Clamped[i] <= 1 && (open == nil || !open[i]) })
	if first >= 0 {
		example = order[first]
	} else if open != nil {
		words = "If it were established: " + words
	}
	value := e.Result.Clamped[example]
	return strings.NewReplacer("{targets}", e.targetNames(), "{input}", format.Shortened(e.Variables[example], format.Longest),
		"{value}", strconv.FormatFloat(value, 'f', format.Decimals(value, 3, 3, 9), 64), "{percent}", percent(min(value, 1))).Replace(words)
}

// redundant says that importances add up to little, since inputs can stand in for each
// other; "" if they do not. Those of inputs that are independent add up to 1 or more.
func (e *estimate) redundant() string {
	const little = 0.5
	sum := floats.Sum(e.Result.Clamped)
	if e.share() == nil || e.nothing() || !e.Method.Shares || sum >= little {
		return ""
	}
	return fmt.Sprintf("Importances add up to %s: the rest of what is explained is lost only if several inputs are dropped together. drfvi groups tests such inputs together, drfvi shapley divides what they share.",
		strconv.FormatFloat(sum, 'f', 2, 64))
}
