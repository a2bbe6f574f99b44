package main

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/rank"
	"drfvi/internal/version"
	"drfvi/methods"
)

// noneUsed stands for a preset or kernel that a method does not use.
const noneUsed = "none"

// analysis is a finished estimation on a user's table. A model that is kept has what is not
// marked otherwise, under the names of the fields.
type analysis struct {
	Method         methods.Method `json:"-"` // without a name where no other can be chosen
	File           string
	Missing        string   // how missing values were treated
	Dropped        int      // rows left out for them
	Targets        []string // one a level of a category
	Responses      []string `json:"-"` // the targets as the table names them: a category is one
	Variables      []string // in column order
	Members        []string `json:"-"` // which columns each group of inputs has, in words
	Kernel, Preset string
	N, Trees       int
	Rows           sampledRows
	Config         *forest.Config // of the forests; nil for methods without a preset
	SampleSize     int            // rows that each tree is grown from; 0 for methods without a preset
	Bounded        int            // what a large table's rows are bounded by; 0 for all rows
	Scale          string         // of numeric targets
	Evaluated      int            // rows that distances are summed up over; 0 for methods without a kernel
	Aggregation    string         // of distances, if not exact
	Seed           uint64
	// Shares are what the forest that predicts explains, and its stack; nil if not known.
	Shares  *inference.Shares `json:",omitempty"`
	Elapsed time.Duration     `json:"-"`
	// Evidence is what was measured, and Answers are what was decided of it.
	answer.Evidence `json:"-"`
	Answers         answer.Answers `json:"-"`
	Explained       explanation    `json:"-"` // what was asked for beside importances
	Warnings        []string
	// Copies has the sets of inputs that are the same in every row.
	Copies [][]int `json:"-"`
	// Leaks has inputs that hold nearly all of a target, or follow from it.
	Leaks []datasets.Leak `json:"-"`
	// OfRows are the warnings of the table of the rows to predict.
	OfRows []string `json:"-"`
	// Kept says that the forest is a model's, whose making has told its warnings.
	Kept bool `json:"-"`
	// Independent says that rows are taken for independent, whatever they are.
	Independent bool `json:"-"`
	// Takes tells which flags the command has; nil for all.
	Takes func(flag string) bool `json:"-"`
}

// basis is what the numbers are from and depend on, for other programs.
func (e *analysis) basis() report.Object {
	o := report.Object{
		{"version", version.Program}, {"file", e.File}, {"targets", e.Targets}, {"missing", e.Missing},
		{"rows_read", e.Rows.Given + e.Dropped}, {"rows_used", e.Rows.Counted}, {"rows_dropped", e.Dropped},
	}
	if e.Method.Versions != nil {
		o = o.Add("versions", e.Method.Versions)
	}
	o = o.Add("method", report.Nonzero(e.Method.Name)).Add("kernel", e.Kernel).Add("preset", e.Preset)
	if e.Config != nil {
		o = o.Add("forest", e.Config)
	}
	return o.Add("n", e.N).Add("p", len(e.Variables)).Add("d", len(e.Targets)).With(e.Rows.facts()).
		Add("trees", e.Trees).Add("sample_size", report.Nonzero(e.SampleSize)).Add("seed", e.Seed).Add("scale", e.Scale).
		Add("bounded_rows", report.Nonzero(e.Bounded)).Add("gamma", report.Nonzero(e.Result.Gamma)).
		Add("evaluated_rows", report.Nonzero(e.Evaluated)).Add("aggregation", report.Nonzero(e.Result.Aggregation))
}

// closing are the last facts.
func (e *analysis) closing() report.Object {
	return report.Object{}.Add("elapsed_seconds", report.Nonzero(e.Elapsed.Seconds())).Add(
		"warnings", report.Said(e.allWarnings()),
	)
}

// inference returns what is known beside the values, empty if nothing is.
func (e *analysis) inference() importance.Inference {
	if e.Result.Inference != nil {
		return *e.Result.Inference
	}
	return importance.Inference{}
}

// drawn is an interval as pictures have it.
func drawn(i importance.Interval) chart.Interval { return chart.Interval{Low: i.Low, High: i.High} }

// dots are the values of a series of a picture, in an order, with intervals unless these are nil.
func dots(name string, series int, order []int, values []float64, intervals []importance.Interval) chart.DotSeries {
	s := chart.DotSeries{
		Name: name, Colour: []color.NRGBA{chart.Blue, chart.Vermilion}[series], Shape: chart.Shapes[series],
		Values: chart.Numbers(picked(values, order)),
	}
	for k, j := range order {
		if intervals != nil {
			s.Values[k].Interval = drawn(intervals[j])
		}
	}
	return s
}

// unit is a share for reading, between 0 and 1.
func unit(share float64) float64 { return min(max(share, 0), 1) }

// facts are the analysis for other programs, with p-values of an adjustment, and the
// table of variables unless that is nil.
func (e *analysis) facts(adjustment string, variables any) report.Object {
	r, o, share := e.Result, e.basis(), e.share()
	if share != nil {
		o = o.Add("level", share.Interval.Coverage.Level())
	}
	if e.tested() {
		o = o.Add("established", !e.noEffect())
	}
	o = o.Add("undivided", report.Nonzero(e.indivisible()))
	if share != nil {
		o = o.Add("explained_share", share.Value).Add("explained_share_interval", report.Ends(share.Interval)).
			Add("explained_share_learnt", report.Nonzero(share.Learnt)).Add("explained_p", report.Known(share.P)).Add(
			"total_variation", share.Total,
		)
	}
	o = o.Add("adjustment", report.Nonzero(adjustment)).Add("variables", variables).Add(
		"contrasts", e.contrasts(),
	).With(e.Explained.facts()).Add("interactions", e.interactionFacts())
	if r.Bias != nil {
		o = o.Add("bias", *r.Bias)
	}
	return o.Add("denominator", r.Denominator).Add("forests", r.Forests).With(e.closing())
}

// hasAspects reports whether aspects were asked for.
func (e *analysis) hasAspects() bool { return e.Explained.Aspects != nil }

// messagesOf returns what warnings of the library say, with settings as they are mentioned; nil is
// none.
func messagesOf(warnings ...error) []string {
	return collect(having(warnings, func(w error) bool { return w != nil }), mention.Marked)
}

// warn adds warnings; "" is none.
func (e *analysis) warn(warnings ...string) {
	e.Warnings = append(e.Warnings, nonempty(warnings...)...)
}

// allWarnings are those of the forests, of the method, of the table, and of the rows to predict.
func (e *analysis) allWarnings() []string {
	warnings := append(nonempty(e.weakerThanAlone()), messagesOf(collect(e.Leaks, datasets.Leak.Warning)...)...)
	warnings = append(warnings, e.Warnings...)
	// of the same table
	warnings = append(
		warnings, having(e.OfRows, func(warning string) bool { return !slices.Contains(warnings, warning) })...,
	)
	return collect(warnings, func(warning string) string { return mention.Without(warning, e.untaken) })
}

// untaken tells whether a setting is none of the command, or not where rows are taken for
// independent.
func (e *analysis) untaken(name mention.Name) bool {
	return e.Independent && (name == mention.Cluster || name == mention.Block) || e.Takes != nil && !e.Takes(string(name))
}

// shownWarnings are those for reading: those of a model were shown when it was made.
func (e *analysis) shownWarnings() []string {
	if e.Kept {
		return e.OfRows
	}
	return e.allWarnings()
}

// chart shows the importances, the largest first.
func (e *analysis) chart() chart.DotChart {
	title := "Importance for " + e.targetNames() + " (" + e.Method.Name + ")"
	if share := e.share(); share != nil {
		explained := fmt.Sprintf("%s %% of the variation explained (%s)", percent(max(share.Value, 0)), e.shareInterval())
		if e.noEffect() {
			explained = textIf(e.untested(), "nothing was tested") + textIf(!e.untested(), "no significant effect")
		}
		title += ": " + explained
	}
	d := chart.DotChart{Title: title, Axis: e.axis()}
	in, shown, order := e.inference(), e.shown(), rank.Descending(e.Result.Raw)
	intervals := e.intervals()
	if intervals != nil {
		d.IntervalName = intervals[0].Coverage.Title()
	} else if e.Result.SE != nil {
		d.IntervalName = chart.ErrorBars.Text
		for j, se := range e.Result.SE {
			intervals = append(intervals, importance.Interval{Low: shown[j] - 2*se, High: shown[j] + 2*se})
		}
	}
	series := dots("importance", 0, order, shown, intervals)
	series.Colour = chart.MethodColour(e.Method.Name)
	if in.P != nil {
		series.Found, d.FoundName = collect(order, e.significant), fmt.Sprintf("%s at most %v", e.pTitle(), e.Answers.Level)
	}
	d.Names, d.Series = picked(e.Variables, order), []chart.DotSeries{series}
	return d
}

// axis says what importances are.
func (e *analysis) axis() string {
	if e.Method.Shares {
		return "share of what the inputs explain that is lost without the input"
	}
	return e.Method.Axis
}

// targetNames names the targets, if they are not too many.
func (e *analysis) targetNames() string {
	const mostTargets = 6
	names := e.Responses
	if len(names) <= mostTargets {
		return strings.Join(names, ", ")
	}
	return strings.Join(names[:mostTargets-2], ", ") + fmt.Sprintf(" and %d more", len(names)-mostTargets+2)
}

// title says what the result is: something of the inputs for the targets.
func (e *analysis) title(what string) string {
	return fmt.Sprintf("%s of %s for %s", what, format.Plural(len(e.Variables), "input"), e.targetNames())
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
