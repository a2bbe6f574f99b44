package main

import (
	"fmt"
	"math"
	"slices"

	"drfvi/importance/answer"
	"drfvi/internal/format"
	"drfvi/results"
)

// explained says how much the inputs explain at all; "" if the method does not estimate it.
func (e *analysis) explained() string {
	share := e.share()
	variance, known := e.variance()
	switch {
	case e.nothingLearnt():
		return say("nothing learnt", slots{"Targets": e.targetNames()})
	case known:
		return say("explained variance", slots{"Share": percent(variance), "Targets": e.targetNames()})
	case share == nil:
		return ""
	case e.noEffect():
		return e.withoutEffect()
	case e.indivisible():
		return e.withoutShares()
	}
	return say("explained", e.shareSlots())
}

// shareSlots are the facts of the explained share.
func (e *analysis) shareSlots() slots {
	share := e.share()
	return slots{
		"Share": percent(share.Value), "Positive": share.Value > 0, "Interval": e.shareInterval(),
		"Distribution": e.distribution(), "Tested": !e.untested(), "P": share.P,
	}
}

// withoutEffect says that no effect is significant, or that nothing was tested.
func (e *analysis) withoutEffect() string {
	s := e.shareSlots()
	s["Little"] = say("little explained", s)
	text := ""
	if e.untested() {
		text = say("not tested", s)
		if excluding := e.excluding(); excluding != "" {
			text += " " + excluding
		}
	} else {
		text = say("no effect", s)
	}
	if e.shareless() {
		text += " " + say("no importances", nil)
	}
	return text
}

// withoutShares says that there is an effect whose size is too uncertain to be divided.
func (e *analysis) withoutShares() string {
	s := e.shareSlots()
	effective, few := worthFew(e.Rows.Clusters)
	unit := "cluster"
	if e.Rows.Block > 0 {
		unit = "block"
	}
	s["FewUnits"], s["Units"], s["Worth"] = few, format.Plural(e.Rows.Count, unit), ""
	if effective < 0.95*float64(e.Rows.Count) {
		s["Worth"] = fmt.Sprintf("%.1f", effective)
	}
	s["Little"] = say("little explained", s)
	return say("indivisible", s)
}

// variance is the share of the variance that a regression forest explains, if the method grows one.
func (e *analysis) variance() (share float64, known bool) {
	share, known = e.Result.Extra[string(results.ValueExplained)]
	return share, known
}

// nothingLearnt reports whether a regression forest explains nothing.
func (e *analysis) nothingLearnt() bool {
	variance, known := e.variance()
	return known && variance <= 0
}

// shareless reports whether there is no importance to show: no test is significant, or nothing
// is explained.
func (e *analysis) shareless() bool { return e.noEffect() && (!e.untested() || e.share().Value <= 0) }

// excluding names the inputs whose intervals exclude 0, where something may be explained and
// nothing is tested.
func (e *analysis) excluding() string {
	inputs := e.foremost()
	if len(inputs) == 0 || e.shareless() {
		return ""
	}
	return say("intervals exclude 0", slots{"Inputs": picked(e.Variables, inputs)})
}

// shareInterval is the interval of the explained share: its upper end if no effect is
// significant. If one is, the lower end is above 0, whatever the interval.
func (e *analysis) shareInterval() string {
	share := e.share()
	coverage, low, high := share.Interval.Coverage, percent(share.Interval.Low), percent(share.Interval.High)
	switch {
	case e.noEffect() || share.Value <= 0:
		return fmt.Sprintf("%v: up to %s %%", coverage, high)
	case low == "0" || e.indivisible():
		return fmt.Sprintf("%v: above 0, up to %s %%", coverage, high)
	case low == high:
		return fmt.Sprintf("%v: about %s %%", coverage, high)
	}
	return fmt.Sprintf("%v: %s to %s %%", coverage, low, high)
}

// unit is an independent row: a cluster, or a row that weights repeat.
func (e *analysis) unit() string {
	switch {
	case e.Rows.Cluster != "" && e.Rows.Count < e.N:
		return "cluster"
	case e.Rows.Together:
		return "distinct row"
	}
	return "row"
}

// fewRows says of a small table that effects can be missed; "" of others, without tests, and where
// everything is significant.
func (e *analysis) fewRows() string {
	if _, few := e.Answers.Doubt(answer.FewRows); !few {
		return ""
	}
	return say("few rows", slots{"Units": format.Plural(e.Units, e.unit())})
}

// shown is the value of an input for reading: shares lie between 0 and 1.
func (e *analysis) shown() []float64 {
	if e.Method.Shares || e.Method.Unit {
		return collect(e.Result.Clamped, unit)
	}
	return e.Result.Clamped
}

// beyondRange says that estimates below 0 or above 1 are shown as these; "" if there are none.
func beyondRange(raw []float64) string {
	below, above := slices.Min(raw) < 0, slices.Max(raw) > 1
	text := "Negative estimates are shown as 0"
	switch {
	case !below && !above:
		return ""
	case below && above:
		text += " and those above 1 as 1"
	case above:
		text = "Estimates above 1 are shown as 1"
	}
	return text + "; JSON and CSV give raw values."
}

// untested reports whether what the inputs explain was not tested.
func (e *analysis) untested() bool { return math.IsNaN(e.share().P) }
