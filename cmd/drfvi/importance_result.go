package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"drfvi/experiments"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/results"
)

// none stands for a preset or kernel that a method does not use.
const none = "none"

// estimate is a finished estimation on a user's table.
type estimate struct {
	method         experiments.Method
	targets        []string
	variables      []string // in column order
	kernel, preset string
	n, trees       int
	sampleSize     int // rows that each tree is grown from; 0 for methods without a preset
	evaluated      int // rows that distances are summed up over; 0 for methods without a kernel
	seed           uint64
	elapsed        time.Duration
	result         importance.Result
	warnings       []string
}

// estimateJSON is the form of an estimate for other programs.
type estimateJSON struct {
	Method         string         `json:"method"`
	Kernel         string         `json:"kernel"`
	Preset         string         `json:"preset"`
	N              int            `json:"n"`
	P              int            `json:"p"`
	D              int            `json:"d"`
	Trees          int            `json:"trees"`
	SampleSize     int            `json:"sample_size,omitempty"` // rows drawn for a tree
	Seed           uint64         `json:"seed"`
	Gamma          float64        `json:"gamma,omitempty"` // of the kernel
	EvaluatedRows  int            `json:"evaluated_rows,omitempty"`
	Aggregation    string         `json:"aggregation,omitempty"` // with its error
	Variables      []variableJSON `json:"variables"`
	Bias           *float64       `json:"bias,omitempty"`
	Denominator    float64        `json:"denominator"`
	Forests        float64        `json:"forests"` // work, in forests on all variables
	ElapsedSeconds float64        `json:"elapsed_seconds"`
	Warnings       []string       `json:"warnings"`
}

type variableJSON struct {
	Name          string   `json:"name"`
	Raw           float64  `json:"raw"`
	Clamped       float64  `json:"clamped"`
	SE            *float64 `json:"se,omitempty"`             // over trees
	AggregationSE *float64 `json:"aggregation_se,omitempty"` // of approximate aggregation
}

func (e *estimate) json() any {
	j := estimateJSON{
		Method: e.method.Name, Kernel: e.kernel, Preset: e.preset,
		N: e.n, P: len(e.variables), D: len(e.targets), Trees: e.trees, SampleSize: e.sampleSize, Seed: e.seed,
		Gamma: e.result.Gamma, EvaluatedRows: e.evaluated, Aggregation: e.result.Aggregation,
		Bias: e.result.Bias, Denominator: e.result.Denominator, Forests: e.result.Forests,
		ElapsedSeconds: e.elapsed.Seconds(), Warnings: append([]string{}, e.warnings...),
	}
	for i, name := range e.variables {
		v := variableJSON{Name: name, Raw: e.result.Raw[i], Clamped: e.result.Clamped[i]}
		if e.result.SE != nil {
			v.SE = &e.result.SE[i]
		}
		if e.result.AggregationSE != nil {
			v.AggregationSE = &e.result.AggregationSE[i]
		}
		j.Variables = append(j.Variables, v)
	}
	return j
}

// spread is a column of standard errors beside the values.
type spread struct {
	key, title string // in CSV and in text
	about      string
	values     []float64
}

// spreads returns the standard errors that there are.
func (e *estimate) spreads() []spread {
	all := []spread{
		{"se", "± s.e.", "by about how much other trees on the same data would change a value", e.result.SE},
		{"aggregation_se", "± approx.", "the standard error that evaluating some rows, or an approximate kernel, adds", e.result.AggregationSE},
	}
	return slices.DeleteFunc(all, func(s spread) bool { return s.values == nil })
}

// csv writes one row a variable, in column order.
func (e *estimate) csv(w io.Writer) error {
	header := []string{"variable", "raw", "clamped"}
	for _, s := range e.spreads() {
		header = append(header, s.key)
	}
	out := csv.NewWriter(w)
	_ = out.Write(header) // Flush tells
	for i, name := range e.variables {
		row := []string{name, exact(e.result.Raw[i]), exact(e.result.Clamped[i])}
		for _, s := range e.spreads() {
			row = append(row, exact(s.values[i]))
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// order returns the variables by decreasing importance.
func (e *estimate) order() []int {
	order := make([]int, len(e.variables))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(e.result.Raw[b], e.result.Raw[a]) })
	return order
}

// barWidth is the length of the longest bar in characters.
const barWidth = 40

// text returns the estimate as a table for reading, the most important
// variable first.
func (e *estimate) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Importance of %s for %s, method %s\n\n",
		counted(len(e.variables), "variable"), strings.Join(e.targets, ", "), e.method.Name)
	const title = "variable"
	width, largest := len(title), 0.0
	for i, name := range e.variables {
		width = max(width, utf8.RuneCountInString(name))
		largest = max(largest, e.result.Clamped[i])
	}
	decimals := decimalsFor(largest)
	fmt.Fprintf(&b, "%s%s  importance", title, strings.Repeat(" ", width-len(title)))
	for _, s := range e.spreads() {
		fmt.Fprintf(&b, "  %s", s.title)
	}
	b.WriteByte('\n')
	for _, i := range e.order() {
		name := e.variables[i]
		fmt.Fprintf(&b, "%s%s  %10.*f", name, strings.Repeat(" ", width-utf8.RuneCountInString(name)), decimals, e.result.Clamped[i])
		for _, s := range e.spreads() {
			fmt.Fprintf(&b, "  %*.*f", utf8.RuneCountInString(s.title), decimals, s.values[i])
		}
		if bar := bar(e.result.Clamped[i], largest); bar != "" {
			b.WriteString("  " + bar)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\n" + e.meaning() + "\n")
	for _, s := range e.spreads() {
		fmt.Fprintf(&b, "%s: %s.\n", s.title, s.about)
	}
	b.WriteString(e.settings())
	for _, warning := range e.warnings {
		fmt.Fprintf(&b, "warning: %s\n", warning)
	}
	return b.String()
}

// decimalsFor returns how many decimals show the largest value to four
// digits, at least four and at most nine.
func decimalsFor(largest float64) int {
	if !(largest > 0) {
		return 4
	}
	return min(max(3-int(math.Floor(math.Log10(largest))), 4), 9)
}

// bar returns the bar of a value, in steps of half a character.
func bar(value, largest float64) string {
	if !(value > 0) {
		return ""
	}
	halves := int(math.Round(2 * barWidth * value / largest))
	return strings.Repeat("█", halves/2) + strings.Repeat("▌", halves%2)
}

// meaning says in words what the numbers are.
func (e *estimate) meaning() string {
	return strings.ReplaceAll(e.method.Reading, "{targets}", strings.Join(e.targets, ", "))
}

// settings lists what the numbers depend on and what they took.
func (e *estimate) settings() string {
	parts := []string{fmt.Sprintf("n = %d", e.n)}
	if e.preset != none {
		parts = append(parts, "preset "+e.preset)
	}
	if e.kernel != none {
		parts = append(parts, fmt.Sprintf("kernel %s (γ = %.4g)", e.kernel, e.result.Gamma))
	}
	trees := fmt.Sprintf("%d trees", e.trees)
	if e.sampleSize > 0 {
		trees += fmt.Sprintf(" of %d rows", e.sampleSize)
	}
	parts = append(parts, trees, fmt.Sprintf("seed %d", e.seed))
	text := strings.Join(parts, ", ") + "\n"
	parts = nil
	if e.result.Bias != nil {
		parts = append(parts, fmt.Sprintf("bias subtracted %.4g", *e.result.Bias))
	}
	if e.method.UsesKernel {
		parts = append(parts, fmt.Sprintf("explained variation %.4g", e.result.Denominator))
	}
	if share, ok := e.result.Extra[string(results.ValueExplained)]; ok {
		parts = append(parts, fmt.Sprintf("explained variance %.1f %%", 100*share))
	}
	if e.result.Aggregation != "" {
		parts = append(parts, "aggregation "+e.result.Aggregation)
	}
	parts = append(parts, duration(e.elapsed))
	return text + strings.Join(parts, ", ") + "\n"
}

// plot draws the importances as bars.
func (e *estimate) plot(path string) error { return chart.Draw(path, e.chart()) }

func (e *estimate) chart() chart.BarChart {
	axis := e.method.Axis
	if e.method.UsesKernel {
		axis = "share of what the variables explain that is lost without the variable"
	}
	return chart.BarChart{
		Title:  "Importance for " + strings.Join(e.targets, ", ") + " (" + e.method.Name + ")",
		Axis:   axis,
		Names:  e.variables,
		Values: e.result.Clamped,
		SE:     e.result.SE,
		Method: e.method.Name,
	}
}
