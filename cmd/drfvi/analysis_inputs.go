package main

import (
	"cmp"
	"fmt"
	"slices"

	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// lead says which inputs matter, or what prevents saying so.
func (e *analysis) lead() string {
	inputs := e.foremost()
	switch {
	case e.noEffect():
		return e.withoutEffect()
	case e.nothingLearnt():
		return say("noise", nil)
	case e.indivisible() && !e.tested():
		return e.ofAspectsAlone()
	case len(inputs) == 0:
		return e.noneSignificant()
	case e.tested() && e.indivisible():
		return e.byP(inputs)
	case e.tested():
		return e.bySize(inputs)
	case e.intervals() != nil:
		return say(
			"no input tested", slots{"Excluding": e.excluding()},
		) + " " + capital(e.amount(inputs[0], inSentence(e.Variables[inputs[0]]))) + "."
	}
	return e.largest(inputs[0])
}

// foremost are the inputs that are significant, by importance. Without tests they are those whose
// intervals exclude 0, and without these, those whose importance is above 0 as shown.
func (e *analysis) foremost() []int {
	digits := e.digits()
	return having(rank.Descending(e.Result.Raw), func(j int) bool {
		input := e.Answers.Inputs[j]
		switch {
		case e.tested():
			return input.Significant
		case e.intervals() != nil:
			return input.ExcludesZero
		}
		return input.Importance > 0 && format.Fixed(input.Importance, digits) != format.Fixed(0, digits)
	})
}

// bySize lists the significant inputs, and says what is lost without the most important one of
// them.
func (e *analysis) bySize(inputs []int) string {
	first, order := inputs[0], e.order(inputs[0])
	name := inSentence(e.Variables[first])
	subject := name
	if len(inputs) == 1 || order == orderFirst {
		subject = "it"
	}
	return say("significant inputs", slots{
		"Only": len(e.Variables) == 1, "Inputs": picked(e.Variables, inputs), "Count": capital(counted(len(inputs))),
		"First": name, "Order": order, "Amount": e.amount(first, subject),
	}) + e.andBorderline()
}

// What is known of the order of the significant inputs.
const (
	orderUnknown   = ""
	orderFirst     = "first" // no other input can be more important than the first
	orderUncertain = "uncertain"
)

// order says whether the largest of the significant importances is the largest of all.
func (e *analysis) order(first int) string {
	ranks := e.inference().Ranks
	switch {
	case first != rank.Descending(e.Result.Raw)[0] || ranks != nil && ranks[first].High > 1:
		return orderUncertain
	case ranks == nil:
		return orderUnknown
	}
	return orderFirst
}

// counted is a number in words, up to twelve.
func counted(n int) string {
	words := []string{
		"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
	}
	if n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// borderline names the inputs that may not be significant with another seed; "" if there are none.
func (e *analysis) borderline() string {
	inputs := e.inputsWith(func(j int) bool { return e.Answers.Inputs[j].Borderline })
	if inputs == nil {
		return ""
	}
	return say("borderline", slots{"Inputs": picked(e.Variables, inputs)})
}

// andBorderline is borderline behind another sentence.
func (e *analysis) andBorderline() string {
	text := e.borderline()
	return textIf(text != "", " "+text)
}

// byP names the significant inputs where importances are not shown: those with the least p first.
func (e *analysis) byP(inputs []int) string {
	answers := e.Answers.Inputs
	slices.SortStableFunc(inputs, func(j, k int) int {
		return cmp.Or(cmp.Compare(answers[j].Adjusted, answers[k].Adjusted), cmp.Compare(answers[j].P, answers[k].P))
	})
	names := picked(e.Variables, inputs)
	return say("significant without shares", slots{
		"First": names[:1], "Others": names[1:], "Title": e.pTitle(), "P": answers[inputs[0]].Adjusted,
	})
}

// noneSignificant says that no single input matters for sure, and what is significant beside.
func (e *analysis) noneSignificant() string {
	switch {
	case !e.tested() && e.intervals() == nil:
		return "No input has an importance above 0."
	case !e.tested():
		return say("no input tested", slots{"Excluding": ""})
	case e.onlyAspects() != "" || e.onlyAlone() != "":
		return joined(e.onlyAspects(), e.onlyAlone())
	}
	return say("none significant", slots{"Redundant": e.Answers.Overall.Redundant})
}

// ofAspectsAlone names the inputs that affect single aspects, where importances were not tested and
// are not shown.
func (e *analysis) ofAspectsAlone() string {
	inputs := e.inputsWith(func(j int) bool { return e.moved(j) != nil })
	if inputs == nil {
		return e.notKnown()
	}
	return say("only aspects of the targets", slots{"Inputs": e.run(inputs)})
}

// largest names the largest importance of a method that does not test inputs.
func (e *analysis) largest(first int) string {
	how := " (" + format.Significant(e.Result.Clamped[first], 3) + ")"
	if e.Method.Shares {
		how = ": " + e.amount(first, "it")
	}
	return joined(e.notKnown(), say("largest", slots{"Name": inSentence(e.Variables[first]), "How": how}))
}

// notKnown says what is not known where a method has no test of single inputs: whether any
// matters or, if all together are significant, which; "" for a single one.
func (e *analysis) notKnown() string {
	together := e.share() != nil && e.Answers.Overall.Significant
	if together && len(e.Variables) == 1 {
		return ""
	}
	return say("no test", slots{"Together": together, "Method": e.Method.Name})
}

// amount is how much an input matters, and which aspects it affects; name is a word for the input.
func (e *analysis) amount(j int, name string) string {
	value := e.Result.Clamped[j]
	lost := percent(min(value, 1))
	s := slots{"Name": name, "Lost": lost, "Affected": e.affected(j)}
	switch {
	case !e.Method.Shares:
		return say("importance", slots{"Name": name, "Value": format.Significant(value, 3)})
	case lost == "0" && e.tested():
		interval := e.intervals()[j]
		s["Coverage"], s["Upper"] = interval.Coverage, percent(min(interval.High, 1))
		return say("lost, uncertain", s)
	}
	return say("lost", s)
}

// affected lists the first aspects that an input affects, without those that may be errors of the
// mean; "" for none.
func (e *analysis) affected(j int) string {
	if !e.hasAspects() {
		return ""
	}
	words := e.Explained.brief(e.Explained.clearWords(j))
	if len(words) == 0 {
		return ""
	}
	return format.Enumerated(words[:min(len(words), mostWords)])
}

// copied names the inputs that are copies of each other, "" if there are none: by methods that
// drop one at a time, none of them matters while another is there.
func (e *analysis) copied() string {
	const mostSets = 3
	if len(e.Copies) == 0 || e.noEffect() || e.nothingLearnt() {
		return ""
	}
	sets := collect(e.Copies[:min(mostSets, len(e.Copies))], func(set []int) []string { return picked(e.Variables, set) })
	return say("copies", slots{"Sets": sets, "More": max(len(e.Copies)-mostSets, 0)})
}

// robust says how strong a cause that is not among the inputs would have to be to explain away
// the effects that are significant; "" without robustness values.
func (e *analysis) robust() string {
	robustness, inputs := e.inference().Robustness, having(rank.Descending(e.Result.Raw), e.significant)
	if robustness == nil || len(inputs) == 0 {
		return ""
	}
	if len(inputs) > mostNames+1 {
		inputs = inputs[:mostNames]
	}
	return say("robustness", slots{"Values": collect(inputs, func(j int) string {
		return fmt.Sprintf("%s %s %%", inSentence(e.Variables[j]), robustPercent(robustness[j]))
	})})
}

// robustPercent writes a robustness value of a significant effect, which is 0 if p is barely at
// the level.
func robustPercent(value float64) string {
	if value < 0.001 {
		return "less than 0.1"
	}
	return percent(value)
}
