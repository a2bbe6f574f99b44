package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/results"
)

// Words of what is established by a test and of what is not. None claims that there is no
// effect: a test that does not find one leaves that open.

// explained says how much the inputs explain at all.
func (e *estimate) explained() string {
	if variance, ok := e.Result.Extra[string(results.ValueExplained)]; ok {
		return fmt.Sprintf("The inputs explain %s %% of the variance of %s.", percent(variance), e.targetNames())
	}
	share := e.share()
	switch {
	case share == nil:
		return ""
	case !share.Nothing():
		return fmt.Sprintf("The inputs explain %s %% of the variation of the %s (%s).", percent(share.Value), e.distribution(), e.shareInterval())
	}
	return e.lacking() + " " + noShares
}

// noShares says why there is no importance where nothing is established.
const noShares = "Importances are shares of what is explained, and none is established while that is not."

// lacking says that it is not established that anything is explained.
func (e *estimate) lacking() string {
	share := e.share()
	alone, found := e.onlyAlone(), "No effect was found"
	if alone != "" {
		alone, found = " "+alone, "Forests found no effect"
	}
	text := fmt.Sprintf("%s: what the inputs explain of the variation of the %s, %s %% (%s), is not established", found, e.distribution(), percent(share.Value), e.shareInterval())
	if share.Value <= 0 {
		text = fmt.Sprintf("%s: that forests predict the %s better than they would without any input is not established (%s)", found, e.distribution(), e.shareInterval())
	}
	if !math.IsNaN(share.P) {
		text += ", p " + format.Equality(share.P)
	}
	return text + "." + alone
}

// shareInterval is the interval of the explained share: its upper end where the lower one is 0,
// or it is open whether anything is explained.
func (e *estimate) shareInterval() string {
	i := e.share().Interval
	if e.nothing() || percent(i.Low) == "0" {
		return fmt.Sprintf("%v: up to %s %%", i.Coverage, percent(i.High))
	}
	return fmt.Sprintf("%v: %s to %s %%", i.Coverage, percent(i.Low), percent(i.High))
}

// fewRows is the number of rows below which is said what could have been found.
const fewRows = 300

// power says of a small table what could have been found; "" of others, and without tests.
func (e *estimate) power() string {
	in, units := e.inference(), e.N
	if e.Rows.Cluster != "" {
		units = e.Rows.Count
	}
	if in.P == nil || units >= fewRows {
		return ""
	}
	of := "row"
	if units < e.N {
		of = "cluster"
	}
	text := format.Plural(units, of) + " are few for forests: they can miss effects that a linear model sees."
	if e.Method.Name != method.Default {
		return text
	}
	if value := in.Explained.Value; !e.nothing() {
		lost := inference.Detectable(units, len(e.Variables), value) / value
		return fmt.Sprintf("%s An importance of %.1g is found in about half of such tables, if no other input can stand in and before p is adjusted.", text, min(lost, 1))
	}
	return fmt.Sprintf("%s An explained share of about %.1g %% is found in about half of such tables.", text, 100*inference.Detectable(units, len(e.Variables), 0))
}

// openValues tells of each input whether it is open that it adds anything to the others; nil
// without tests.
func (e *estimate) openValues() []bool {
	var open []bool
	for _, p := range e.inference().Adjusted {
		open = append(open, e.nothing() || p > importance.Level)
	}
	return open
}

// establishedColumn has the same for other programs.
func (e *estimate) establishedColumn() finding.Column {
	open := e.openValues()
	if open == nil {
		return finding.Column{}
	}
	return finding.Column{Name: "established", Cell: func(i int) any { return !open[i] }}
}

// shown is the value of an input for reading: shares lie between 0 and 1.
func (e *estimate) shown() []float64 {
	values := make([]float64, len(e.Result.Clamped))
	for i, v := range e.Result.Clamped {
		if values[i] = v; e.Method.Shares || e.Method.Unit {
			values[i] = min(max(v, 0), 1)
		}
	}
	return values
}

// beyond says that there are estimates below 0 or above 1 which are shown as these; "" if there
// are none.
func beyond(raw []float64) string {
	var ends []string
	if slices.Min(raw) < 0 {
		ends = append(ends, "below 0 are shown as 0")
	}
	if slices.Max(raw) > 1 {
		ends = append(ends, "above 1 as 1")
	}
	switch {
	case ends == nil:
		return ""
	case ends[0] == "above 1 as 1":
		ends[0] = "above 1 are shown as 1"
	}
	return "Estimates " + strings.Join(ends, " and ") + ": what is beyond is error; JSON and CSV have it."
}
