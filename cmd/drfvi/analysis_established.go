package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance/answer"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/results"
)

// Words of what is established by a test and of what is not. None claims that there is no
// effect: a test that does not find one leaves that open.

// explained says how much the inputs explain at all.
func (e *analysis) explained() string {
	variance, ok := e.variance()
	switch {
	case e.unlearnt():
		return fmt.Sprintf("Nothing is explained: the forest predicts the mean of %s no better than without the inputs.", e.targetNames())
	case ok:
		return fmt.Sprintf("The inputs explain %s %% of the variance of %s.", percent(variance), e.targetNames())
	}
	share := e.share()
	switch {
	case share == nil:
		return ""
	case e.nothing():
		return e.lacking() + when(e.shareless(), " "+noShares)
	case e.indivisible():
		return fmt.Sprintf("An effect is found%s, but %s to divide it among the inputs: %s.", when(!math.IsNaN(share.P), " (p "+report.Equality(share.P)+")"), e.vague(), e.little())
	}
	return fmt.Sprintf("The inputs explain %s %% of the variation of the %s (%s%s).", percent(share.Value), e.distribution(), e.shareInterval(), when(!e.untested(), "; p "+report.Equality(share.P)))
}

// vague says why it is not known well enough how much is explained.
func (e *analysis) vague() string {
	if worth, few := worthFew(e.Rows.Clusters); few {
		return fmt.Sprintf("%s%s are too few", format.Plural(e.Rows.Count, when(e.Rows.Block == 0, "cluster")+when(e.Rows.Block > 0, "block")), when(worth < 0.95*float64(e.Rows.Count), fmt.Sprintf(", worth %.1f of equal size,", worth)))
	}
	return "how much is explained is too uncertain"
}

// variance is the share of the variance that a regression forest explains, if the method grows one.
func (e *analysis) variance() (share float64, ok bool) {
	share, ok = e.Result.Extra[string(results.ValueExplained)]
	return share, ok
}

// unlearnt says that a regression forest explains nothing.
func (e *analysis) unlearnt() bool {
	variance, ok := e.variance()
	return ok && variance <= 0
}

// noShares says why there is no importance where nothing is established.
const noShares = "With nothing explained, there are no shares to report."

// shareless says that there is no importance to tell of: a test finds nothing, or nothing is explained.
func (e *analysis) shareless() bool { return e.nothing() && (!e.untested() || e.share().Value <= 0) }

// lacking says that it is not established that anything is explained: by a test, or without any.
func (e *analysis) lacking() string {
	share, chance := e.share(), ""
	if share.Value > 0 {
		chance = ", which may be chance"
	}
	if little := e.little() + chance; e.untested() {
		return strings.ToUpper(little[:1]) + little[1:] + ": nothing was tested (--no-test)." + e.excluding()
	}
	return "No effect was found: " + e.little() + chance + ", p " + report.Equality(share.P) + "."
}

// excluding names the inputs whose intervals exclude 0, where something may be explained and nothing is tested.
func (e *analysis) excluding() string {
	first, others := e.found()
	if first < 0 || e.shareless() {
		return ""
	}
	inputs := append([]int{first}, others...)
	names := enumerated(inSentences(picked(e.Variables, inputs)), "more")
	return fmt.Sprintf(" %s of %s 0.", verb(inputs, "The interval of the importance", "The intervals of the importances"), names+verb(inputs, " excludes", " exclude"))
}

// little says how little of the variation forests explain.
func (e *analysis) little() string {
	share := e.share()
	if share.Value <= 0 {
		return fmt.Sprintf("forests predict the %s no better with the inputs than without (%s)", e.distribution(), e.shareInterval())
	}
	return fmt.Sprintf("the inputs explain %s %% of the variation of the %s (%s)", percent(share.Value), e.distribution(), e.shareInterval())
}

// shareInterval is the interval of the explained share: its upper end where it is open whether anything is
// explained; where that is established, the lower one is above 0, whatever the interval.
func (e *analysis) shareInterval() string {
	share := e.share()
	i, high := share.Interval, percent(share.Interval.High)
	switch low := percent(i.Low); {
	case e.nothing() || share.Value <= 0:
		return fmt.Sprintf("%v: up to %s %%", i.Coverage, high)
	case low == "0" || e.indivisible():
		return fmt.Sprintf("%v: above 0, up to %s %%", i.Coverage, high)
	case low == high:
		return fmt.Sprintf("%v: about %s %%", i.Coverage, high)
	default:
		return fmt.Sprintf("%v: %s to %s %%", i.Coverage, low, high)
	}
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

// fewRows says of a small table that what is not found may exist; "" of others, without tests, and
// where everything is found.
func (e *analysis) fewRows() string {
	_, few := e.Answers.Doubt(answer.FewRows)
	return when(few, format.Plural(e.Units, e.unit())+" are few for forests: what is not found may still exist, and a linear model may see more.")
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
	values := collect(established, func(j int) string { return fmt.Sprintf("%s %s %%", inSentence(e.Variables[j]), robustPercent(of[j])) })
	return "Robustness: to explain an input away, an unmeasured cause, or an unlearnt effect of the other inputs, would have to explain this share of what these leave of the input and of the targets: " + strings.Join(values, ", ") + "."
}

// robustPercent writes a robustness value of what is found, which is 0 where p is barely at most importance.Level.
func robustPercent(value float64) string {
	if value < 0.001 {
		return "less than 0.1"
	}
	return percent(value)
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

// copied says which inputs are copies of each other, "" for none: none of them is named as important by itself while another
// is there, by methods that drop one at a time.
func (e *analysis) copied() string {
	const most = 3 // sets
	if len(e.Copies) == 0 || e.nothing() || e.unlearnt() {
		return ""
	}
	sets := collect(e.Copies[:min(most, len(e.Copies))], func(set []int) string {
		return enumerated(inSentences(picked(e.Variables, set)), "more")
	})
	others := when(len(e.Copies) > most, fmt.Sprintf("; and %d more such sets", len(e.Copies)-most))
	return " Copies of each other, which can stand in for each other, are " + strings.Join(sets, "; ") + others + "."
}

// lead says in a sentence or two what was found: which input matters most of those that are
// established and what of the targets moves with it, and which come next. No sentence begins with
// the name of an input. It never says that an input does nothing, which
// no test shows.
func (e *analysis) lead() string {
	if e.nothing() {
		return e.lacking()
	}
	if e.unlearnt() {
		return "No input is said to matter most: the importances are those of noise."
	}
	if e.indivisible() && !e.tested() {
		return "Single aspects move with " + e.run(e.some(func(j int) bool { return e.moved(j) != nil })) + "."
	}
	first, others := e.found()
	if first < 0 {
		return e.noneFound()
	}
	name, all := inSentence(e.Variables[first]), append([]int{first}, others...)
	names := func(inputs []int) string { return enumerated(inSentences(picked(e.Variables, inputs)), "more") }
	next := when(len(others) > 0, fmt.Sprintf(" Next %s %s.", verb(others, "comes", "come"), names(others)))
	ranks := e.inference().Ranks
	switch {
	case !e.tested() && e.intervals() == nil:
		how := " (" + format.Significant(e.Result.Clamped[first], 3) + ")"
		if e.Method.Shares {
			how = ": " + e.amount(first, "it")
		}
		return e.unranked() + fmt.Sprintf("The largest importance is that of %s%s.", name, how)
	case !e.tested():
		amount := e.amount(first, name)
		return "No input was tested (--no-test)." + e.excluding() + " " + strings.ToUpper(amount[:1]) + amount[1:] + "."
	case !e.divided():
		return e.byP(all)
	case first != rank.Descending(e.Result.Raw)[0] && len(others) == 0:
		return fmt.Sprintf("Of single inputs only %s is established: %s.", name, e.amount(first, "it")) + e.closeCall()
	case first != rank.Descending(e.Result.Raw)[0]:
		return fmt.Sprintf("Established are %s: %s.", names(all), e.amount(first, name)) + e.closeCall()
	case ranks != nil && ranks[first].High > 1: // another may matter more
		return fmt.Sprintf("First comes %s: %s.", name, e.amount(first, "it")) + next + e.closeCall()
	}
	return fmt.Sprintf("Most important is %s: %s.", name, e.amount(first, "it")) + next + e.closeCall()
}

// unranked says what is open where a method has no test of single inputs: whether any matters or, where all together
// are found to, which; "" for a single one.
func (e *analysis) unranked() string {
	switch share := e.share(); {
	case share == nil || !e.Answers.Overall.Significant:
		return fmt.Sprintf("Method %s has no test, so that it is open whether any input matters. ", e.Method.Name)
	case len(e.Variables) > 1:
		return fmt.Sprintf("Method %s tests all inputs together, so that it is open which of them matter. ", e.Method.Name)
	}
	return ""
}

// closeCall names the inputs that are found narrowly; "" if there are none.
func (e *analysis) closeCall() string {
	narrowly := e.some(func(j int) bool { return e.Answers.Inputs[j].CloseCall })
	if len(narrowly) == 0 {
		return ""
	}
	names := enumerated(inSentences(picked(e.Variables, narrowly)), "more")
	return fmt.Sprintf(" %s: %s.", verb(narrowly, "Close call", "Close calls"), names)
}

// byP says which inputs are established where importances are not told: those with the least p
// first.
func (e *analysis) byP(established []int) string {
	inputs := e.Answers.Inputs
	slices.SortStableFunc(established, func(j, k int) int {
		return cmp.Or(cmp.Compare(inputs[j].Adjusted, inputs[k].Adjusted), cmp.Compare(inputs[j].P, inputs[k].P))
	})
	names := inSentences(picked(e.Variables, established))
	return fmt.Sprintf("An effect of %s is found (%s %s).", names[0], e.pTitle(), report.Equality(inputs[established[0]].Adjusted)) +
		when(len(names) > 1, fmt.Sprintf(" Found %s %s too.", verb(names[1:], "is", "are"), enumerated(names[1:], "more")))
}

// found returns the input that matters most of those that are established, and the others. Without
// tests they are those whose intervals exclude 0, and without these, those that are above 0 as shown;
// -1 and nil if there are none.
func (e *analysis) found() (first int, others []int) {
	all := having(rank.Descending(e.Result.Raw), func(j int) bool {
		switch {
		case e.tested():
			return e.established(j)
		case e.intervals() != nil:
			return e.Answers.Inputs[j].ExcludesZero
		}
		digits := e.digits()
		return e.Result.Clamped[j] > 0 && format.Fixed(e.Result.Clamped[j], digits) != format.Fixed(0, digits)
	})
	if len(all) == 0 {
		return -1, nil
	}
	return all[0], all[1:]
}

// noneFound says what is established where no input is by itself.
func (e *analysis) noneFound() string {
	switch {
	case !e.tested() && e.intervals() == nil:
		return "No input has an importance above 0."
	case !e.tested():
		return "No input was tested (--no-test), and no input has an interval that excludes 0: the rows may be too few to tell which of them matter."
	case e.onlyAspects() != "" || e.onlyAlone() != "":
		return strings.Join(nonempty(e.onlyAspects(), e.onlyAlone()), " ")
	case e.Answers.Overall.Redundant:
		return "No input is established by itself: the others can replace it, or the rows are too few to tell."
	}
	return "No input is established by itself: the rows may be too few to tell which of them matter."
}

// amount is how much an input matters, and what moves with it; name is a word for the input.
func (e *analysis) amount(j int, name string) string {
	value, intervals := e.Result.Clamped[j], e.intervals()
	text := fmt.Sprintf("the importance of %s is %s", name, format.Significant(value, 3))
	switch lost := percent(min(value, 1)); {
	case e.Method.Shares && lost == "0" && e.tested():
		text = fmt.Sprintf("an effect is found, but not how much of what the inputs explain is lost without %s (%v: up to %s %%)", name, intervals[j].Coverage, percent(min(intervals[j].High, 1)))
	case e.Method.Shares:
		text = fmt.Sprintf("without %s, %s %% of what the inputs explain is lost", name, lost)
	}
	if e.hasAspects() {
		if words := e.Explained.brief(e.Explained.clearWords(j)); len(words) > 0 {
			text += ", and " + name + " moves the " + format.Enumerated(words[:min(len(words), mostWords)])
		}
	}
	return text
}
