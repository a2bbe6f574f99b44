package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/scale"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/results"
)

// text returns the estimate for reading: what is explained at all, the inputs, the
// most important first, and what the numbers mean.
func (e *estimate) text(v view) string {
	var b strings.Builder
	b.WriteString(v.Remark(fmt.Sprintf("Importance of %s for %s (%s)", terminal.Counted(len(e.variables), "input"), listed(e.targets), terminal.Counted(e.n, "row"))))
	if sentence := e.explained(); sentence != "" {
		b.WriteString(v.Sentence(sentence))
	}
	if doubt := e.outdone(); doubt != "" {
		b.WriteString(v.Warning(doubt))
	}
	b.WriteByte('\n')
	if e.nothing() && e.result.Denominator <= 0 {
		return b.String() + e.remarks(v)
	}
	shown := table.Shown(len(e.variables), v.top)
	e.table(shown).Write(&b, v.Screen)
	if shown < len(e.variables) {
		b.WriteString(v.Remark(e.leftOut(shown)))
	}
	b.WriteByte('\n')
	if e.hasAspects() {
		b.WriteString(e.study.Text(v.Screen) + "\n")
	}
	for _, sentence := range e.meaning() {
		b.WriteString(v.Sentence(sentence))
	}
	return b.String() + e.remarks(v)
}

// remarks are the warnings, and under them the settings.
func (e *estimate) remarks(v view) string {
	var b strings.Builder
	for _, warning := range e.warnings {
		b.WriteString(v.Warning(warning))
	}
	b.WriteString(v.Remark(e.settings()))
	if chosen := e.result.Chosen; chosen != nil {
		b.WriteString(v.Remark("chosen: " + inWords(*chosen)))
	}
	if v.verbose {
		b.WriteString(v.Remark(computed(e.result.Aggregation, e.result.Forests)))
	}
	if e.bounded > 0 {
		b.WriteString(v.Remark(fmt.Sprintf("bounded: trees, rows that are measured on, halves and tests are those of a table of %d rows, but trees draw theirs from all %d; --exact bounds nothing", e.bounded, e.n)))
	}
	return b.String()
}

// computed says how distances were summed up and what that took.
func computed(aggregation string, forests float64) string {
	text := fmt.Sprintf("computed: the work of %.3g forests on all inputs", forests)
	if aggregation != "" {
		text += "; distances by " + aggregation
	}
	return text
}

// outdone is the doubt that the user's own choices make forests that explain clearly
// less than those of preset paper; "" if there is none.
func (e *estimate) outdone() string {
	const clear = 0.02 // of the variation
	c := e.result.Chosen
	if c == nil || math.IsNaN(c.Paper) || c.Paper-max(c.Explained, 0) < max(clear, c.Paper/10) {
		return ""
	}
	return fmt.Sprintf("these forests explain %s of the variation out-of-bag, those of preset %s %s: choices such as --min-node-size and --sample-size hold them back",
		atLeastNothing(c.Explained), forest.PresetNames()[0], atLeastNothing(c.Paper))
}

// distribution names what is explained.
func (e *estimate) distribution() string {
	if len(e.targets) == 1 {
		return "distribution of " + e.targets[0]
	}
	return "joint distribution"
}

// explained says how much the inputs explain at all.
func (e *estimate) explained() string {
	if variance, ok := e.result.Extra[string(results.ValueExplained)]; ok {
		return fmt.Sprintf("The inputs explain %s %% of the variance of %s.", percent(variance), listed(e.targets))
	}
	share := e.share()
	switch {
	case share == nil:
		return ""
	case !share.Nothing():
		return fmt.Sprintf("The inputs explain %s %% of the variation of the %s (%s).", percent(share.Value), e.distribution(), e.shareInterval())
	}
	text := fmt.Sprintf("Nothing is explained: what the inputs tell of the variation of the %s, %s %% (%s), may be chance", e.distribution(), percent(share.Value), e.shareInterval())
	if share.Value <= 0 {
		text = fmt.Sprintf("Nothing is explained: forests predict the %s no better than they would without any input", e.distribution())
	}
	if !math.IsNaN(share.P) {
		text += fmt.Sprintf(" (p = %s)", probability(share.P))
	}
	return text + ". Importances are shares of what is explained, and shares of nothing are no findings."
}

// shareInterval is the interval of the explained share.
func (e *estimate) shareInterval() string {
	interval := e.share().Interval
	return fmt.Sprintf("95 %%: %s to %s %%", percent(interval.Low), percent(interval.High))
}

// pTitle names the p-values that are shown.
func (e *estimate) pTitle() string {
	return map[string]string{"holm": "p (Holm)", "by": "p (BY)", "none": "p"}[e.adjustment]
}

// table shows so many inputs: by importance with bars, but where nothing is explained
// in their order and plain. Those that are significant stand out.
func (e *estimate) table(shown int) table.Table {
	in := e.inference()
	largest := slices.Max(e.result.Clamped)
	decimals := decimalsFor(largest)
	t := table.Table{Head: []string{"variable", "importance"}, Left: 1, Bars: !e.nothing() && largest > 0}
	if e.sharesNothing() {
		t.Head = []string{"variable", e.pTitle()}
		for _, i := range e.shownOrder()[:shown] {
			t.Rows = append(t.Rows, table.Row{Cells: []string{e.variables[i], probability(in.Adjusted[i])}})
		}
		return t
	}
	if in.Intervals != nil {
		t.Head = append(t.Head, "95 % interval")
	}
	if in.P != nil {
		t.Head = append(t.Head, e.pTitle())
	}
	for _, s := range e.spreads() {
		t.Head = append(t.Head, s.title)
	}
	if e.hasAspects() {
		t.Head, t.Bars, t.Words = append(t.Head, "moves"), false, true
	}
	for _, i := range e.shownOrder()[:shown] {
		row := table.Row{Cells: []string{e.variables[i], strconv.FormatFloat(e.result.Clamped[i], 'f', decimals, 64)}}
		if in.Intervals != nil {
			row.Cells = append(row.Cells, bound(in.Intervals[i].Low, decimals)+" to "+bound(in.Intervals[i].High, decimals))
		}
		if in.P != nil {
			row.Cells = append(row.Cells, probability(in.Adjusted[i]))
		}
		for _, s := range e.spreads() {
			row.Cells = append(row.Cells, strconv.FormatFloat(s.values[i], 'f', decimals, 64))
		}
		if e.hasAspects() {
			row.Cells = append(row.Cells, e.study.Words(i))
		}
		if t.Bars {
			row.Bar = e.result.Clamped[i] / largest
		}
		row.Strong = e.significant(i)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// sharesNothing tells whether the table has p-values alone, since importances are shares
// of nothing; JSON and CSV have them.
func (e *estimate) sharesNothing() bool { return e.nothing() && e.inference().P != nil }

// shownOrder is the order in which the table has the variables.
func (e *estimate) shownOrder() []int {
	order := e.order()
	if e.nothing() {
		slices.Sort(order)
	}
	return order
}

// significant reports whether a test found the variable.
func (e *estimate) significant(i int) bool {
	in := e.inference()
	return in.P != nil && !e.nothing() && in.Adjusted[i] <= importance.Level
}

// leftOut tells of the variables after the first so many.
func (e *estimate) leftOut(shown int) string {
	rest, found := e.shownOrder()[shown:], 0
	for _, i := range rest {
		if e.significant(i) {
			found++
		}
	}
	about := ""
	switch {
	case e.nothing() || e.inference().P == nil:
	case found == 0:
		about = fmt.Sprintf(", none of them with %s at most %v", e.pTitle(), importance.Level)
	default:
		about = fmt.Sprintf(", %d of them with %s at most %v", found, e.pTitle(), importance.Level)
	}
	return table.LeftOut(len(rest), about)
}

// spread is a column of errors that are not about the data.
type spread struct {
	title, about string
	values       []float64
}

// spreads returns those errors that there are.
func (e *estimate) spreads() []spread {
	all := []spread{
		{"± trees", "by about how much other trees on the same data would change a value; other data would change it more", e.result.SE},
		{"± approx.", "the standard error that evaluating some rows, or an approximate kernel, adds", e.result.AggregationSE},
	}
	return slices.DeleteFunc(all, func(s spread) bool { return s.values == nil })
}

// decimalsFor returns how many decimals show the largest value to three digits, at
// least three and at most nine.
func decimalsFor(largest float64) int {
	if !(largest > 0) {
		return 3
	}
	return min(max(2-int(math.Floor(math.Log10(largest))), 3), 9)
}

// bound writes an end of an interval of values with so many decimals: with one less
// where that shows anything.
func bound(v float64, decimals int) string {
	for _, d := range []int{decimals - 1, decimals} {
		text := strconv.FormatFloat(v, 'f', d, 64)
		if shown, _ := strconv.ParseFloat(text, 64); shown != 0 {
			return text
		}
	}
	return "0"
}

// probability writes a p-value.
func probability(p float64) string {
	switch {
	case p < 0.0001:
		return "< 0.0001"
	case p < 0.01:
		return fmt.Sprintf("%.4f", p)
	case p < 0.9995:
		return fmt.Sprintf("%.3f", p)
	}
	return "1"
}

// meaning says in words what the numbers are.
func (e *estimate) meaning() []string {
	if e.sharesNothing() {
		return []string{"JSON and CSV have the importances all the same."}
	}
	var sentences []string
	if !e.nothing() {
		// The largest value that can be a share stands for all.
		order := e.order()
		example := order[0]
		for _, i := range order {
			if e.result.Clamped[i] <= 1 {
				example = i
				break
			}
		}
		value := e.result.Clamped[example]
		sentences = append(sentences, strings.NewReplacer("{targets}", listed(e.targets), "{input}", e.variables[example],
			"{value}", strconv.FormatFloat(value, 'f', decimalsFor(value), 64), "{percent}", percent(min(value, 1))).Replace(e.method.Reading))
	}
	if e.method.Shares && slices.Max(e.result.Clamped) > 1 {
		sentences = append(sentences, "A value above 1 means what 1 means, that all of it is lost: what is above is error of the estimate.")
	}
	if e.method.Clamped && slices.Min(e.result.Raw) < 0 {
		sentences = append(sentences, "Estimates below 0 are shown as 0; JSON and CSV have them.")
	}
	if e.result.Inference != nil {
		grown := terminal.Counted(e.n, "row")
		if e.bounded > 0 {
			grown += fmt.Sprintf(" by trees of %d", e.sampleSize)
		}
		sentences = append(sentences, fmt.Sprintf("Intervals hold, for 95 of 100 tables, the importance for forests grown on %s; what such forests have yet to learn of the population is not in them (docs/inference.md).", grown))
	}
	for _, s := range e.spreads() {
		sentences = append(sentences, s.title+": "+s.about+".")
	}
	return sentences
}

// settings lists what the numbers depend on and what they took.
func (e *estimate) settings() string {
	return strings.Join(append(e.dependsOn(), terminal.Duration(e.elapsed)), ", ")
}

// dependsOn lists what the numbers depend on.
func (e *estimate) dependsOn() []string {
	parts := []string{"method " + e.method.Name}
	if e.preset != none {
		parts = append(parts, "preset "+e.preset)
	}
	if e.kernel != none {
		parts = append(parts, fmt.Sprintf("kernel %s (γ = %.4g)", e.kernel, e.result.Gamma))
	}
	trees := terminal.Counted(e.trees, "tree")
	switch {
	case e.sampleSize > 0 && e.rows.Cluster != "": // some clusters are larger
		trees += fmt.Sprintf(" of about %s", terminal.Counted(e.sampleSize, "row"))
	case e.sampleSize > 0:
		trees += fmt.Sprintf(" of %s", terminal.Counted(e.sampleSize, "row"))
	}
	parts = append(parts, e.rows.Words()...)
	if !e.method.Forestless {
		parts = append(parts, trees)
	}
	parts = append(parts, fmt.Sprintf("seed %d", e.seed))
	if e.result.Bias != nil {
		parts = append(parts, fmt.Sprintf("bias subtracted %.4g", *e.result.Bias))
	}
	if e.evaluated > 0 && e.evaluated < e.n {
		parts = append(parts, fmt.Sprintf("evaluated on %d rows", e.evaluated))
	}
	if e.scale != string(scale.None) {
		parts = append(parts, "scale "+e.scale)
	}
	if e.aggregation != "" {
		parts = append(parts, "aggregation "+e.aggregation)
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
		of = terminal.Counted(c.DrawnRows(c.MostRows), "row")
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
	text := strings.Join(parts, ", ") + "; explains " + atLeastNothing(chosen.Explained)
	if !math.IsNaN(chosen.Paper) {
		text += fmt.Sprintf(", preset %s %s", forest.PresetNames()[0], atLeastNothing(chosen.Paper))
	}
	return text
}

// atLeastNothing writes the share that a forest explains in percent.
func atLeastNothing(share float64) string {
	if share <= 0 {
		return "nothing"
	}
	return percent(share) + " %"
}
