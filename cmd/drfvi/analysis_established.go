package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/methods/method"
	"drfvi/results"
)

// Words of what is established by a test and of what is not. None claims that there is no
// effect: a test that does not find one leaves that open.

// explained says how much the inputs explain at all.
func (e *analysis) explained() string {
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
const noShares = "With nothing explained, there are no shares to report."

// lacking says that it is not established that anything is explained.
func (e *analysis) lacking() string {
	share := e.share()
	alone, found := e.onlyAlone(), "No effect was found"
	if alone != "" {
		alone, found = " "+alone, "Forests found no effect"
	}
	what := fmt.Sprintf("the inputs explain %s %% of the variation of the %s (%s), which may be chance", percent(share.Value), e.distribution(), e.shareInterval())
	if share.Value <= 0 {
		what = fmt.Sprintf("they predict the %s no better with the inputs than without (%s)", e.distribution(), e.shareInterval())
		if alone == "" {
			what = "forests" + strings.TrimPrefix(what, "they")
		}
	}
	return found + ": " + what + when(!math.IsNaN(share.P), ", p "+format.Equality(share.P)) + "." + alone + e.apart()
}

// apart says which inputs have small p-values though it is not established that anything is explained.
func (e *analysis) apart() string {
	small := e.about(func(j int) bool { return e.inference().Adjusted != nil && significant(e.inference().Adjusted[j]) },
		fmt.Sprintf("has %s at most %v, but counts as found only where it is found that the inputs explain something.", e.pTitle(), importance.Level),
		fmt.Sprintf("have %s at most %v, but count as found only where it is found that the inputs explain something.", e.pTitle(), importance.Level))
	return when(small != "", " "+small)
}

// shareInterval is the interval of the explained share: its upper end where the lower one is 0,
// or it is open whether anything is explained.
func (e *analysis) shareInterval() string {
	i := e.share().Interval
	if e.nothing() || percent(i.Low) == "0" {
		return fmt.Sprintf("%v: up to %s %%", i.Coverage, percent(i.High))
	}
	return fmt.Sprintf("%v: %s to %s %%", i.Coverage, percent(i.Low), percent(i.High))
}

// fewRows is the number of rows below which is said what could have been found.
const fewRows = 300

// few returns the number of independent rows, and whether they are so few that what could have
// been found is said; not without tests.
func (e *analysis) few() (int, bool) {
	units := e.N
	if e.Rows.Cluster != "" || e.Rows.Together {
		units = e.Rows.Count
	}
	return units, units < fewRows && e.inference().P != nil
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

// power says of a small table what could have been found; "" of others, and without tests.
func (e *analysis) power() string {
	units, few := e.few()
	if !few {
		return ""
	}
	rows := format.Plural(units, e.unit())
	if e.Method.Name != method.Default {
		return rows + " are few for forests: a linear model may see more."
	}
	seen := fmt.Sprintf("an explained share of %s %%", format.Significant(100*e.detectable(units), 1))
	if !e.nothing() {
		seen = fmt.Sprintf("an importance of %.1g", e.detectable(units))
	}
	return fmt.Sprintf("In tables of %s, %s is found about half of the time (p below 0.05, unadjusted); a linear model may see more.", rows, seen)
}

// detectable is the importance, or where nothing is explained the explained share, that is found
// in about half of the tables of so many independent rows.
func (e *analysis) detectable(units int) float64 {
	if value := e.inference().Explained.Value; !e.nothing() {
		return min(inference.Detectable(units, len(e.Variables), value)/value, 1)
	}
	return inference.Detectable(units, len(e.Variables), 0)
}

// significant tells whether a test has found something.
func significant(p float64) bool { return p <= importance.Level }

// openValues tells of each input whether it is open that it adds anything to the others; nil
// without tests.
func (e *analysis) openValues() []bool {
	return collect(e.inference().Adjusted, func(p float64) bool { return e.nothing() || !significant(p) })
}

// robust says how strong a cause that is not among the inputs would have to be to explain away what
// is established; "" without robustness values.
func (e *analysis) robust() string {
	of, established := e.inference().Robustness, having(rank.Descending(e.Result.Raw), e.established)
	if of == nil || len(established) == 0 {
		return ""
	}
	if len(established) > mostNames+1 {
		established = established[:mostNames]
	}
	values := collect(established, func(j int) string { return fmt.Sprintf("%s %s %%", inSentence(e.Variables[j]), percent(of[j])) })
	return "Robustness: to explain an input away, a cause that is not measured, or an effect of the others that is not learnt, would need this share of what the others leave of both: " + strings.Join(values, ", ") + "."
}

// shown is the value of an input for reading: shares lie between 0 and 1.
func (e *analysis) shown() []float64 {
	if e.Method.Shares || e.Method.Unit {
		return collect(e.Result.Clamped, unit)
	}
	return e.Result.Clamped
}

// beyond says that estimates below 0 or above 1 are shown as these; "" if there are none.
func beyond(raw []float64) string {
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

// lead says in a sentence or two what was found: which input matters most and what of the
// targets moves with it, and which come next. It never says that an input does nothing, which
// no test shows.
func (e *analysis) lead() string {
	if e.nothing() {
		return e.lacking()
	}
	in, established := e.inference(), rank.Descending(e.Result.Raw)
	if in.P != nil {
		established = slices.DeleteFunc(established, func(j int) bool { return !e.established(j) })
	} else if in.Intervals != nil { // without tests
		established = slices.DeleteFunc(established, func(j int) bool { return in.Intervals[j].Low <= 0 })
	}
	if len(established) == 0 {
		if in.P == nil {
			return "No input has an interval that excludes 0: the rows may be too few to tell which of them matter."
		}
		if e.addUpToLittle() {
			return "No input is established by itself: the others can replace it, or the rows are too few to tell."
		}
		return "No input is established by itself: the rows may be too few to tell which of them matter."
	}
	first, others := established[0], established[1:]
	next := fmt.Sprintf(" Next %s %s.", verb(others, "comes", "come"), enumerated(inSentences(picked(e.Variables, others)), "more"))
	return fmt.Sprintf("%s %s: %s.", inSentence(e.Variables[first]), e.place(first), e.amount(first)) + when(len(others) > 0, next)
}

// place says that the first input matters most, unless by its interval of ranks another may
// matter more.
func (e *analysis) place(first int) string {
	if ranks := e.inference().Ranks; ranks != nil && ranks[first].High > 1 {
		return "comes first"
	}
	return "matters most"
}

// amount is how much an input matters, and what moves with it.
func (e *analysis) amount(j int) string {
	value := e.Result.Clamped[j]
	text := "its importance is " + format.Significant(value, 3)
	if e.Method.Shares {
		text = "without it, " + percent(min(value, 1)) + " % of what the inputs explain is lost"
	}
	if e.hasAspects() {
		if words := e.Explained.brief(e.Explained.Aspects.ClearWords(j)); len(words) > 0 {
			text += ", and it moves the " + format.Enumerated(words[:min(len(words), mostWords)])
		}
	}
	return text
}
