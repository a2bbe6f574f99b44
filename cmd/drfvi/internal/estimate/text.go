package estimate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/results"
)

// Text returns the estimate for reading: what is explained at all, the inputs, the
// most important first, and what the numbers mean.
func (e *Estimate) Text(v View) string {
	var b strings.Builder
	b.WriteString(v.Remark(fmt.Sprintf("%s (%s)", e.Title("Importance"), format.Plural(e.N, "row"))))
	if sentence := e.Explained(); sentence != "" {
		b.WriteString(v.Sentence(sentence))
	}
	if doubt := e.Outdone(); doubt != "" {
		b.WriteString(v.Warning(doubt))
	}
	b.WriteByte('\n')
	if e.nothing() && e.Result.Denominator <= 0 {
		return b.String() + e.Remarks(v)
	}
	shown := table.Shown(len(e.Variables), v.Top)
	e.table(shown).Write(&b, v.Screen)
	if shown < len(e.Variables) {
		b.WriteString(v.Remark(e.leftOut(shown)))
	}
	b.WriteByte('\n')
	if e.hasAspects() {
		b.WriteString(e.Study.Text(v.Screen) + "\n")
	}
	for _, sentence := range e.meaning() {
		b.WriteString(v.Sentence(sentence))
	}
	return b.String() + e.Remarks(v)
}

// Remarks are the warnings, and under them what the numbers depend on and took.
func (e *Estimate) Remarks(v View) string {
	text := e.Warned(v) + v.Remark(strings.Join(append(e.dependsOn(), terminal.Duration(e.Elapsed)), ", ")) + e.Made(v, Computed(e.Result.Aggregation, e.Result.Forests))
	if e.Bounded > 0 {
		text += v.Remark(fmt.Sprintf("bounded: trees, rows that are measured on, halves and tests are those of a table of %d rows, but trees draw theirs from all %d; --exact bounds nothing", e.Bounded, e.N))
	}
	return text
}

// Warned are the warnings.
func (e *Estimate) Warned(v View) string {
	var b strings.Builder
	for _, warning := range e.Warnings {
		b.WriteString(v.Warning(warning))
	}
	return b.String()
}

// Made says what preset auto has chosen, and how all was computed for those who ask.
func (e *Estimate) Made(v View, computed string) string {
	text := ""
	if chosen := e.Result.Chosen; chosen != nil {
		text = v.Remark("chosen: " + inWords(*chosen))
	}
	if v.Verbose {
		text += v.Remark(computed)
	}
	return text
}

// Computed says how distances were summed up and what that took.
func Computed(aggregation string, forests float64) string {
	text := fmt.Sprintf("computed: the work of %.3g forests on all inputs", forests)
	if aggregation != "" {
		text += "; distances by " + aggregation
	}
	return text
}

// Outdone is the doubt that the user's own choices make forests that explain clearly
// less than those of preset paper; "" if there is none.
func (e *Estimate) Outdone() string {
	const clear = 0.02 // of the variation
	c := e.Result.Chosen
	if c == nil || math.IsNaN(c.Paper) || c.Paper-max(c.Explained, 0) < max(clear, c.Paper/10) {
		return ""
	}
	return fmt.Sprintf("these forests explain %s of the variation out-of-bag, those of preset %s %s: choices such as --min-node-size and --sample-size hold them back",
		atLeastNothing(c.Explained), forest.PresetNames()[0], atLeastNothing(c.Paper))
}

// Distribution names what is explained.
func (e *Estimate) Distribution() string {
	if len(e.Targets) == 1 {
		return "distribution of " + e.Targets[0]
	}
	return "joint distribution"
}

// Explained says how much the inputs explain at all.
func (e *Estimate) Explained() string {
	if variance, ok := e.Result.Extra[string(results.ValueExplained)]; ok {
		return fmt.Sprintf("The inputs explain %s %% of the variance of %s.", percent(variance), e.TargetNames())
	}
	share := e.share()
	switch {
	case share == nil:
		return ""
	case !share.Nothing():
		return fmt.Sprintf("The inputs explain %s %% of the variation of the %s (%s).", percent(share.Value), e.Distribution(), e.shareInterval())
	}
	text := fmt.Sprintf("Nothing is explained: what the inputs tell of the variation of the %s, %s %% (%s), may be chance", e.Distribution(), percent(share.Value), e.shareInterval())
	if share.Value <= 0 {
		text = fmt.Sprintf("Nothing is explained: forests predict the %s no better than they would without any input", e.Distribution())
	}
	if !math.IsNaN(share.P) {
		text += fmt.Sprintf(" (p = %s)", Probability(share.P))
	}
	return text + ". Importances are shares of what is explained, and shares of nothing are no findings."
}

// shareInterval is the interval of the explained share.
func (e *Estimate) shareInterval() string {
	interval := e.share().Interval
	return fmt.Sprintf("95 %%: %s to %s %%", percent(interval.Low), percent(interval.High))
}

// pTitle names the p-values that are shown.
func (e *Estimate) pTitle() string {
	return map[string]string{"holm": "p (Holm)", "by": "p (BY)", "none": "p"}[e.Adjustment]
}

// table shows so many inputs: by importance with bars, but where nothing is explained
// in their order and plain. Those that are significant stand out.
func (e *Estimate) table(shown int) table.Table {
	in := e.Inference()
	largest := slices.Max(e.Result.Clamped)
	digits := format.Decimals(largest, 3, 3, 9)
	t := table.Table{Head: []string{"variable", "importance"}, Left: 1, Bars: !e.nothing() && largest > 0}
	if e.sharesNothing() {
		t.Head = []string{"variable", e.pTitle()}
		for _, i := range e.shownOrder()[:shown] {
			t.Rows = append(t.Rows, table.Row{Cells: []string{e.Variables[i], Probability(in.Adjusted[i])}})
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
		row := table.Row{Cells: []string{e.Variables[i], strconv.FormatFloat(e.Result.Clamped[i], 'f', digits, 64)}}
		if in.Intervals != nil {
			row.Cells = append(row.Cells, bound(in.Intervals[i].Low, digits)+" to "+bound(in.Intervals[i].High, digits))
		}
		if in.P != nil {
			row.Cells = append(row.Cells, Probability(in.Adjusted[i]))
		}
		for _, s := range e.spreads() {
			row.Cells = append(row.Cells, strconv.FormatFloat(s.values[i], 'f', digits, 64))
		}
		if e.hasAspects() {
			row.Cells = append(row.Cells, e.Study.Words(i))
		}
		if t.Bars {
			row.Bar = e.Result.Clamped[i] / largest
		}
		row.Strong = e.significant(i)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// sharesNothing tells whether the table has p-values alone, since importances are shares
// of nothing; JSON and CSV have them.
func (e *Estimate) sharesNothing() bool { return e.nothing() && e.Inference().P != nil }

// shownOrder is the order in which the table has the variables.
func (e *Estimate) shownOrder() []int {
	order := rank.Descending(e.Result.Raw)
	if e.nothing() {
		slices.Sort(order)
	}
	return order
}

// significant reports whether a test found the variable.
func (e *Estimate) significant(i int) bool {
	in := e.Inference()
	return in.P != nil && !e.nothing() && in.Adjusted[i] <= importance.Level
}

// leftOut tells of the variables after the first so many.
func (e *Estimate) leftOut(shown int) string {
	rest, found := e.shownOrder()[shown:], 0
	for _, i := range rest {
		if e.significant(i) {
			found++
		}
	}
	about := ""
	if !e.nothing() && e.Inference().P != nil {
		many := "none"
		if found > 0 {
			many = strconv.Itoa(found)
		}
		about = fmt.Sprintf(", %s of them with %s at most %v", many, e.pTitle(), importance.Level)
	}
	return table.LeftOut(len(rest), about)
}

// spread is a column of errors that are not about the data.
type spread struct {
	title, about string
	values       []float64
}

// spreads returns those errors that there are.
func (e *Estimate) spreads() []spread {
	all := []spread{
		{"± trees", "by about how much other trees on the same data would change a value; other data would change it more", e.Result.SE},
		{"± approx.", "the standard error that evaluating some rows, or an approximate kernel, adds", e.Result.AggregationSE},
	}
	return slices.DeleteFunc(all, func(s spread) bool { return s.values == nil })
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

// Probability writes a p-value.
func Probability(p float64) string {
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

// dependsOn lists what the numbers depend on.
func (e *Estimate) dependsOn() []string {
	parts := []string{"method " + e.Method.Name}
	if e.Preset != None {
		parts = append(parts, "preset "+e.Preset)
	}
	if e.Kernel != None {
		parts = append(parts, fmt.Sprintf("kernel %s (γ = %.4g)", e.Kernel, e.Result.Gamma))
	}
	parts = append(parts, e.Rows.Words()...)
	if !e.Method.Forestless {
		trees, about := format.Plural(e.Trees, "tree"), ""
		if e.Rows.Cluster != "" { // some clusters are larger
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
