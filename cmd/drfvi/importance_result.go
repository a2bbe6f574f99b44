package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/study"
	"drfvi/experiments"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/version"
)

// none stands for a preset or kernel that a method does not use.
const none = "none"

// estimate is a finished estimation on a user's table.
type estimate struct {
	method         experiments.Method
	file           string
	missing        string // how missing values were treated
	dropped        int    // rows left out for them
	targets        []string
	variables      []string // in column order
	kernel, preset string
	n, trees       int
	rows           sampling.Sampled
	sampleSize     int    // rows that each tree is grown from; 0 for methods without a preset
	bounded        int    // what a large table's rows are bounded by; 0 for all rows
	scale          string // of numeric targets
	evaluated      int    // rows that distances are summed up over; 0 for methods without a kernel
	aggregation    string // of distances, if not exact
	seed           uint64
	elapsed        time.Duration
	result         importance.Result
	study          *study.Study // what was asked for beside importances; nil for other commands
	adjustment     string       // of p-values; empty without tests
	warnings       []string
}

// sourceJSON says, in the results for other programs, where they are from.
type sourceJSON struct {
	Version string   `json:"version"` // of the program
	File    string   `json:"file"`
	Targets []string `json:"targets"`
	Missing string   `json:"missing"` // how missing values were treated
	Read    int      `json:"rows_read"`
	Used    int      `json:"rows_used"`
	Dropped int      `json:"rows_dropped"` // for missing values
}

func (e *estimate) source() sourceJSON {
	return sourceJSON{version.Program, e.file, e.targets, e.missing, e.rows.Given + e.dropped, e.rows.Counted, e.dropped}
}

// estimateJSON is the form of an estimate for other programs.
type estimateJSON struct {
	sourceJSON
	Method string      `json:"method"`
	Kernel string      `json:"kernel"`
	Preset string      `json:"preset"`
	Chosen *chosenJSON `json:"chosen,omitempty"` // by preset auto
	N      int         `json:"n"`
	P      int         `json:"p"`
	D      int         `json:"d"`
	sampling.Sampled
	Trees             int                `json:"trees"`
	SampleSize        int                `json:"sample_size,omitempty"` // rows drawn for a tree
	Seed              uint64             `json:"seed"`
	Scale             string             `json:"scale"`                  // of numeric targets
	BoundedRows       int                `json:"bounded_rows,omitempty"` // of a large table
	Gamma             float64            `json:"gamma,omitempty"`        // of the kernel
	EvaluatedRows     int                `json:"evaluated_rows,omitempty"`
	Aggregation       string             `json:"aggregation,omitempty"` // with its error
	Explained         *float64           `json:"explained_share,omitempty"`
	ExplainedInterval *[2]float64        `json:"explained_share_interval,omitempty"`
	ExplainedP        *float64           `json:"explained_p,omitempty"`
	Total             *float64           `json:"total_variation,omitempty"`
	Adjustment        string             `json:"adjustment,omitempty"` // of p_adjusted
	Variables         []variableJSON     `json:"variables"`
	Aspects           []study.AspectJSON `json:"aspects,omitempty"`
	Curves            []study.CurveJSON  `json:"curves,omitempty"`
	Bias              *float64           `json:"bias,omitempty"`
	Denominator       float64            `json:"denominator"`
	Forests           float64            `json:"forests"` // work, in forests on all inputs
	ElapsedSeconds    float64            `json:"elapsed_seconds,omitempty"`
	Warnings          []string           `json:"warnings"`
}

// chosenJSON is what preset auto has chosen.
type chosenJSON struct {
	Config    forest.Config `json:"config"`
	Explained float64       `json:"explained_share"`                 // by its forest for the choice
	Paper     *float64      `json:"explained_share_paper,omitempty"` // by that of preset paper
}

func newChosenJSON(c importance.Chosen) *chosenJSON {
	return &chosenJSON{Config: c.Config, Explained: c.Explained, Paper: known(c.Paper)}
}

type variableJSON struct {
	Name          string      `json:"name"`
	Importance    float64     `json:"importance"` // as the table shows it
	Interval      *[2]float64 `json:"interval,omitempty"`
	P             *float64    `json:"p,omitempty"`
	Adjusted      *float64    `json:"p_adjusted,omitempty"`
	Raw           float64     `json:"raw"`
	Clamped       float64     `json:"clamped"`
	SE            *float64    `json:"se,omitempty"`             // over tables
	TreesSE       *float64    `json:"se_trees,omitempty"`       // over trees
	AggregationSE *float64    `json:"aggregation_se,omitempty"` // of approximate aggregation
	Moves         []string    `json:"moves,omitempty"`          // aspects that the input was found to move
}

// share returns what is known of the explained share; nil if nothing is.
func (e *estimate) share() *importance.Share {
	if e.result.Inference != nil {
		return &e.result.Inference.Explained
	}
	return e.result.Explained
}

// inference returns what is known beside the values, empty if nothing is.
func (e *estimate) inference() importance.Inference {
	if e.result.Inference != nil {
		return *e.result.Inference
	}
	return importance.Inference{}
}

func (e *estimate) json() any {
	j := estimateJSON{
		sourceJSON: e.source(),
		Method:     e.method.Name, Kernel: e.kernel, Preset: e.preset,
		N: e.n, P: len(e.variables), D: len(e.targets), Sampled: e.rows, Trees: e.trees, SampleSize: e.sampleSize, Seed: e.seed, Scale: e.scale, BoundedRows: e.bounded,
		Gamma: e.result.Gamma, EvaluatedRows: e.evaluated, Aggregation: e.result.Aggregation, Adjustment: e.adjustment,
		Bias: e.result.Bias, Denominator: e.result.Denominator, Forests: e.result.Forests,
		ElapsedSeconds: e.elapsed.Seconds(), Warnings: e.doubts(e.warnings),
	}
	if chosen := e.result.Chosen; chosen != nil {
		j.Chosen = newChosenJSON(*chosen)
	}
	if share := e.share(); share != nil {
		j.Explained, j.ExplainedInterval = &share.Value, &[2]float64{share.Interval.Low, share.Interval.High}
		j.ExplainedP, j.Total = known(share.P), &share.Total
	}
	in := e.inference()
	for i, name := range e.variables {
		v := variableJSON{
			Name: name, Importance: e.result.Clamped[i], Raw: e.result.Raw[i], Clamped: e.result.Clamped[i],
			P: at(in.P, i), Adjusted: at(in.Adjusted, i),
			SE: at(in.SE, i), TreesSE: at(e.result.SE, i), AggregationSE: at(e.result.AggregationSE, i),
		}
		if in.Intervals != nil {
			v.Interval = &[2]float64{in.Intervals[i].Low, in.Intervals[i].High}
		}
		if e.hasAspects() {
			v.Moves = e.study.Aspects.Words(i)
		}
		j.Variables = append(j.Variables, v)
	}
	j.Aspects, j.Curves = e.study.AspectsJSON(), e.study.CurvesJSON()
	return j
}

// hasAspects tells whether aspects were asked for.
func (e *estimate) hasAspects() bool { return e.study != nil && e.study.Aspects != nil }

// doubts are the warnings for other programs, first the one about the forests.
func (e *estimate) doubts(warnings []string) []string {
	all := []string{}
	if doubt := e.outdone(); doubt != "" {
		all = append(all, doubt)
	}
	return append(all, warnings...)
}

// at returns a value of those that there may be.
func at(values []float64, i int) *float64 {
	if values == nil {
		return nil
	}
	return &values[i]
}

// known returns the value; nil for NaN.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}

// csv writes one row an input, in column order.
func (e *estimate) csv(w io.Writer) error {
	in := e.inference()
	type column struct {
		name   string
		values []float64
	}
	columns := []column{{"importance", e.result.Clamped}}
	if in.Intervals != nil {
		low, high := make([]float64, len(in.Intervals)), make([]float64, len(in.Intervals))
		for i, interval := range in.Intervals {
			low[i], high[i] = interval.Low, interval.High
		}
		columns = append(columns, column{"interval_low", low}, column{"interval_high", high})
	}
	columns = append(columns, column{"p", in.P}, column{"p_adjusted", in.Adjusted}, column{"raw", e.result.Raw}, column{"clamped", e.result.Clamped},
		column{"se", in.SE}, column{"se_trees", e.result.SE}, column{"aggregation_se", e.result.AggregationSE})
	columns = slices.DeleteFunc(columns, func(c column) bool { return c.values == nil })
	out := csv.NewWriter(w)
	row := []string{"variable"}
	for _, c := range columns {
		row = append(row, c.name)
	}
	if e.hasAspects() {
		row = append(row, "moves")
	}
	_ = out.Write(row) // Flush tells
	for i, name := range e.variables {
		row = append(row[:0], name)
		for _, c := range columns {
			row = append(row, exact(c.values[i]))
		}
		if e.hasAspects() {
			row = append(row, strings.Join(e.study.Aspects.Words(i), "; "))
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

// nothing tells that the inputs may explain nothing at all.
func (e *estimate) nothing() bool {
	share := e.share()
	return share != nil && share.Nothing()
}

// plot draws the importances as bars.
func (e *estimate) plot(path string) error { return chart.Draw(path, e.chart()) }

func (e *estimate) chart() chart.BarChart {
	b := chart.BarChart{
		Title:  "Importance for " + listed(e.targets) + " (" + e.method.Name + ")",
		Axis:   e.method.Axis,
		Names:  e.variables,
		Values: e.result.Clamped,
		SE:     e.result.SE,
		Method: e.method.Name,
	}
	if e.method.Shares {
		b.Axis = "share of what the inputs explain that is lost without the input"
	}
	if share := e.share(); share != nil {
		explained := fmt.Sprintf("%s %% of the variation explained (%s)", percent(share.Value), e.shareInterval())
		if e.nothing() {
			explained = "nothing is explained"
		}
		b.Title += ": " + explained
	}
	in := e.inference()
	for i, interval := range in.Intervals {
		b.Intervals = append(b.Intervals, chart.Interval(interval))
		b.IntervalName = "95 % interval"
		if in.P != nil {
			b.Found = append(b.Found, in.Adjusted[i] <= importance.Level)
			b.FoundName = fmt.Sprintf("%s at most %v", e.pTitle(), importance.Level)
		}
	}
	return b
}

// listed names targets, if they are not too many.
func listed(names []string) string {
	const most = 6
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most-2], ", ") + fmt.Sprintf(" and %d more", len(names)-most+2)
}

// percent writes a share in percent, small ones with decimals.
func percent(share float64) string {
	decimals := 0
	for v := math.Abs(100 * share); v > 0 && v < 9.95 && decimals < 2; v *= 10 {
		decimals++
	}
	text := strconv.FormatFloat(100*share, 'f', decimals, 64)
	if v, _ := strconv.ParseFloat(text, 64); v == 0 {
		return "0"
	}
	return text
}
