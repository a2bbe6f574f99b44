package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/results"
)

// textWidth is the width of sentences in letters.
const textWidth = 80

// barWidth is the length of the longest bar in letters.
const barWidth = 20

// text returns the estimate for reading: what is explained at all, the inputs, the
// most important first, and what the numbers mean.
func (e *estimate) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Importance of %s for %s (%s)\n", terminal.Counted(len(e.variables), "input"), listed(e.targets), terminal.Counted(e.n, "row"))
	if sentence := e.explained(); sentence != "" {
		b.WriteString(terminal.Wrapped(sentence, textWidth) + "\n")
	}
	b.WriteByte('\n')
	if e.nothing() && e.result.Denominator <= 0 {
		return b.String() + e.remarks()
	}
	b.WriteString(e.table())
	b.WriteByte('\n')
	for _, sentence := range e.meaning() {
		b.WriteString(terminal.Wrapped(sentence, textWidth) + "\n")
	}
	return b.String() + e.remarks()
}

// remarks are the warnings, and under them the settings.
func (e *estimate) remarks() string {
	var b strings.Builder
	for _, warning := range e.warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	fmt.Fprintln(&b, e.settings())
	if chosen := e.result.Chosen; chosen != nil {
		fmt.Fprintln(&b, "chosen: "+inWords(*chosen))
	}
	return b.String()
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

// table shows the inputs: by importance with bars, but where nothing is explained in
// their order and plain.
func (e *estimate) table() string {
	in, order := e.inference(), e.order()
	largest := slices.Max(e.result.Clamped)
	decimals := decimalsFor(largest)
	if e.nothing() {
		slices.Sort(order)
	}
	head := []string{"variable", "importance"}
	if in.Intervals != nil {
		head = append(head, "95 % interval")
	}
	if in.P != nil {
		head = append(head, e.pTitle())
	}
	for _, s := range e.spreads() {
		head = append(head, s.title)
	}
	rows := [][]string{head}
	for _, i := range order {
		row := []string{e.variables[i], strconv.FormatFloat(e.result.Clamped[i], 'f', decimals, 64)}
		if in.Intervals != nil {
			row = append(row, bound(in.Intervals[i].Low, decimals)+" to "+bound(in.Intervals[i].High, decimals))
		}
		if in.P != nil {
			row = append(row, probability(in.Adjusted[i]))
		}
		for _, s := range e.spreads() {
			row = append(row, strconv.FormatFloat(s.values[i], 'f', decimals, 64))
		}
		rows = append(rows, row)
	}
	var b strings.Builder
	terminal.WriteColumns(&b, rows, 1)
	if e.nothing() {
		return b.String()
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	for k, i := range order {
		if bar := bar(e.result.Clamped[i], largest); bar != "" {
			lines[k+1] += "  " + bar
		}
	}
	return strings.Join(lines, "\n") + "\n"
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

// bar returns the bar of a value, in steps of half a letter.
func bar(value, largest float64) string {
	if !(value > 0) {
		return ""
	}
	halves := int(math.Round(2 * barWidth * value / largest))
	return strings.Repeat("█", halves/2) + strings.Repeat("▌", halves%2)
}

// meaning says in words what the numbers are.
func (e *estimate) meaning() []string {
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
	if e.method.UsesKernel && slices.Max(e.result.Clamped) > 1 {
		sentences = append(sentences, "A value above 1 means what 1 means, that all of it is lost: what is above is error of the estimate.")
	}
	if e.method.Clamped && slices.Min(e.result.Raw) < 0 {
		sentences = append(sentences, "Estimates below 0 are shown as 0; JSON and CSV have them.")
	}
	if e.result.Inference != nil {
		sentences = append(sentences, fmt.Sprintf("Intervals hold, for 95 of 100 tables, the importance for forests grown on %s; what such forests have yet to learn of the population is not in them (docs/inference.md).", terminal.Counted(e.n, "row")))
	}
	for _, s := range e.spreads() {
		sentences = append(sentences, s.title+": "+s.about+".")
	}
	return sentences
}

// settings lists what the numbers depend on and what they took.
func (e *estimate) settings() string {
	parts := []string{"method " + e.method.Name}
	if e.preset != none {
		parts = append(parts, "preset "+e.preset)
	}
	if e.kernel != none {
		parts = append(parts, fmt.Sprintf("kernel %s (γ = %.4g)", e.kernel, e.result.Gamma))
	}
	trees := terminal.Counted(e.trees, "tree")
	if e.sampleSize > 0 {
		trees += fmt.Sprintf(" of %s", terminal.Counted(e.sampleSize, "row"))
	}
	parts = append(parts, trees, fmt.Sprintf("seed %d", e.seed))
	if e.result.Bias != nil {
		parts = append(parts, fmt.Sprintf("bias subtracted %.4g", *e.result.Bias))
	}
	if e.evaluated > 0 && e.evaluated < e.n {
		parts = append(parts, fmt.Sprintf("evaluated on %d rows", e.evaluated))
	}
	if e.result.AggregationSE != nil {
		parts = append(parts, "aggregation "+e.result.Aggregation)
	}
	return strings.Join(append(parts, terminal.Duration(e.elapsed)), ", ")
}

// inWords says what preset auto has chosen.
func inWords(chosen importance.Chosen) string {
	c := chosen.Config
	parts := []string{fmt.Sprintf("minimum node size %d", c.MinNodeSize), "honesty"}
	if !c.Honesty {
		parts[1] = "no honesty"
	}
	of := percent(c.SampleFraction) + " % of the rows"
	switch c.SampleFraction {
	case 0.25:
		of = "a quarter of the rows"
	case 0.5:
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
