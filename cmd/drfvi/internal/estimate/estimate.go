// Package estimate holds what an estimation has found on a user's table, and writes it
// for people and for other programs: importances and what is known beside them.
package estimate

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/study"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/version"
	"drfvi/methods"
)

// None stands for a preset or kernel that a method does not use.
const None = "none"

// Estimate is a finished estimation on a user's table.
type Estimate struct {
	Method         methods.Method
	File           string
	Missing        string // how missing values were treated
	Dropped        int    // rows left out for them
	Targets        []string
	Variables      []string // in column order
	Kernel, Preset string
	N, Trees       int
	Rows           sampling.Sampled
	SampleSize     int    // rows that each tree is grown from; 0 for methods without a preset
	Bounded        int    // what a large table's rows are bounded by; 0 for all rows
	Scale          string // of numeric targets
	Evaluated      int    // rows that distances are summed up over; 0 for methods without a kernel
	Aggregation    string // of distances, if not exact
	Seed           uint64
	Elapsed        time.Duration
	Result         importance.Result
	Study          *study.Study // what was asked for beside importances; nil for other commands
	Adjustment     string       // of p-values; empty without tests
	Warnings       []string
}

// View is how a result is shown for reading.
type View struct {
	terminal.Screen
	Top     int  // rows of its table, 0 for no wish
	Verbose bool // whether to tell how it was computed
}

// Source says, in the results for other programs, where they are from.
type Source struct {
	Version string   `json:"version"` // of the program
	File    string   `json:"file"`
	Targets []string `json:"targets"`
	Missing string   `json:"missing"` // how missing values were treated
	Read    int      `json:"rows_read"`
	Used    int      `json:"rows_used"`
	Dropped int      `json:"rows_dropped"` // for missing values
}

// Source returns where the estimate is from.
func (e *Estimate) Source() Source {
	return Source{version.Program, e.File, e.Targets, e.Missing, e.Rows.Given + e.Dropped, e.Rows.Counted, e.Dropped}
}

// Forests says, in the results for other programs, how forests are grown and on what.
type Forests struct {
	Preset string  `json:"preset"`
	Chosen *Chosen `json:"chosen,omitempty"` // by preset auto
	N      int     `json:"n"`
	P      int     `json:"p"` // inputs
	D      int     `json:"d"`
}

// Chosen is what preset auto has chosen.
type Chosen struct {
	Config    forest.Config `json:"config"`
	Explained float64       `json:"explained_share"`                 // by its forest for the choice
	Paper     *float64      `json:"explained_share_paper,omitempty"` // by that of preset paper
}

// Forests returns how forests were grown.
func (e *Estimate) Forests() Forests {
	f := Forests{Preset: e.Preset, N: e.N, P: len(e.Variables), D: len(e.Targets)}
	if c := e.Result.Chosen; c != nil {
		f.Chosen = &Chosen{c.Config, c.Explained, encode.Known(c.Paper)}
	}
	return f
}

// JSON is the form of an estimate for other programs.
type JSON struct {
	Source
	Method string `json:"method"`
	Kernel string `json:"kernel"`
	Forests
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
	Variables         []Variable         `json:"variables"`
	Aspects           []study.AspectJSON `json:"aspects,omitempty"`
	Curves            []study.CurveJSON  `json:"curves,omitempty"`
	Bias              *float64           `json:"bias,omitempty"`
	Denominator       float64            `json:"denominator"`
	Work              float64            `json:"forests"` // in forests on all inputs
	ElapsedSeconds    float64            `json:"elapsed_seconds,omitempty"`
	Warnings          []string           `json:"warnings"`
}

// Variable is what is known of an input.
type Variable struct {
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
func (e *Estimate) share() *importance.Share {
	if e.Result.Inference != nil {
		return &e.Result.Inference.Explained
	}
	return e.Result.Explained
}

// Inference returns what is known beside the values, empty if nothing is.
func (e *Estimate) Inference() importance.Inference {
	if e.Result.Inference != nil {
		return *e.Result.Inference
	}
	return importance.Inference{}
}

// JSON returns the estimate for other programs.
func (e *Estimate) JSON() any {
	j := JSON{
		Source: e.Source(), Method: e.Method.Name, Kernel: e.Kernel, Forests: e.Forests(),
		Sampled: e.Rows, Trees: e.Trees, SampleSize: e.SampleSize, Seed: e.Seed, Scale: e.Scale, BoundedRows: e.Bounded,
		Gamma: e.Result.Gamma, EvaluatedRows: e.Evaluated, Aggregation: e.Result.Aggregation, Adjustment: e.Adjustment,
		Aspects: e.Study.AspectsJSON(), Curves: e.Study.CurvesJSON(),
		Bias: e.Result.Bias, Denominator: e.Result.Denominator, Work: e.Result.Forests,
		ElapsedSeconds: e.Elapsed.Seconds(), Warnings: e.Doubts(e.Warnings),
	}
	if share := e.share(); share != nil {
		ends := encode.Ends(share.Interval)
		j.Explained, j.ExplainedInterval, j.ExplainedP, j.Total = &share.Value, &ends, encode.Known(share.P), &share.Total
	}
	in := e.Inference()
	for i, name := range e.Variables {
		v := Variable{
			Name: name, Importance: e.Result.Clamped[i], Raw: e.Result.Raw[i], Clamped: e.Result.Clamped[i],
			Interval: encode.EndsAt(in.Intervals, i), P: encode.At(in.P, i), Adjusted: encode.At(in.Adjusted, i),
			SE: encode.At(in.SE, i), TreesSE: encode.At(e.Result.SE, i), AggregationSE: encode.At(e.Result.AggregationSE, i),
		}
		if e.hasAspects() {
			v.Moves = e.Study.Aspects.Words(i)
		}
		j.Variables = append(j.Variables, v)
	}
	return j
}

// hasAspects tells whether aspects were asked for.
func (e *Estimate) hasAspects() bool { return e.Study != nil && e.Study.Aspects != nil }

// Doubts are the warnings for other programs, first the one about the forests.
func (e *Estimate) Doubts(warnings []string) []string {
	all := []string{}
	if doubt := e.Outdone(); doubt != "" {
		all = append(all, doubt)
	}
	return append(all, warnings...)
}

// CSV writes one row an input, in column order.
func (e *Estimate) CSV(w io.Writer) error {
	in := e.Inference()
	var low, high []float64
	for _, interval := range in.Intervals {
		low, high = append(low, interval.Low), append(high, interval.High)
	}
	type column struct {
		name   string
		values []float64
	}
	columns := slices.DeleteFunc([]column{
		{"importance", e.Result.Clamped}, {"interval_low", low}, {"interval_high", high}, {"p", in.P}, {"p_adjusted", in.Adjusted},
		{"raw", e.Result.Raw}, {"clamped", e.Result.Clamped}, {"se", in.SE}, {"se_trees", e.Result.SE}, {"aggregation_se", e.Result.AggregationSE},
	}, func(c column) bool { return c.values == nil })
	head := []any{"variable"}
	for _, c := range columns {
		head = append(head, c.name)
	}
	if e.hasAspects() {
		head = append(head, "moves")
	}
	out := encode.NewCSV(w, head...)
	for i, name := range e.Variables {
		row := []any{name}
		for _, c := range columns {
			row = append(row, c.values[i])
		}
		if e.hasAspects() {
			row = append(row, strings.Join(e.Study.Aspects.Words(i), "; "))
		}
		out.Row(row...)
	}
	return out.End()
}

// nothing tells that the inputs may explain nothing at all.
func (e *Estimate) nothing() bool {
	share := e.share()
	return share != nil && share.Nothing()
}

// Picture shows the importances as bars.
func (e *Estimate) Picture() chart.Picture { return e.chart() }

func (e *Estimate) chart() chart.BarChart {
	b := chart.BarChart{
		Title:  "Importance for " + e.TargetNames() + " (" + e.Method.Name + ")",
		Axis:   e.Method.Axis,
		Names:  e.Variables,
		Values: e.Result.Clamped,
		Rank:   e.Result.Raw,
		SE:     e.Result.SE,
		Method: e.Method.Name,
	}
	if e.Method.Shares {
		b.Axis = "share of what the inputs explain that is lost without the input"
	}
	if share := e.share(); share != nil {
		explained := fmt.Sprintf("%s %% of the variation explained (%s)", percent(share.Value), e.shareInterval())
		if e.nothing() {
			explained = "nothing is explained"
		}
		b.Title += ": " + explained
	}
	in := e.Inference()
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

// TargetNames names the targets, if they are not too many.
func (e *Estimate) TargetNames() string {
	const most = 6
	names := e.Targets
	if len(names) <= most {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:most-2], ", ") + fmt.Sprintf(" and %d more", len(names)-most+2)
}

// Title says what the result is: something of the inputs for the targets.
func (e *Estimate) Title(what string) string {
	return fmt.Sprintf("%s of %s for %s", what, format.Plural(len(e.Variables), "input"), e.TargetNames())
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
