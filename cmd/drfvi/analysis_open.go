package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// Sentences about inputs that are not significant, or whose effects may be those of others, and
// what to do. Each is "" where there is nothing to say.

// linked names the inputs that one is linked with.
func (e *analysis) linked(j int) string {
	if e.Linked == nil || e.Linked[j] == nil {
		return "the others"
	}
	const mostRunes = 30 // letters
	if text := e.run(e.Linked[j]); utf8.RuneCountInString(text) <= mostRunes {
		return text
	}
	return format.Plural(len(e.Linked[j]), "other input")
}

const allInputs = "all inputs"

// run names inputs in the order of their columns, three and more that are numbered by the first and
// the last: "s1–s4 and bmi"; all of many are "all inputs".
func (e *analysis) run(inputs []int) string {
	if len(inputs) > 2 && len(inputs) == len(e.Variables) {
		return allInputs
	}
	var parts []string
	for k := 0; k < len(inputs); {
		last := k
		for last+1 < len(inputs) && inputs[last+1] == inputs[last]+1 &&
			numbered(e.Variables[inputs[last]], e.Variables[inputs[last+1]]) {
			last++
		}
		name := inSentence(e.Variables[inputs[k]])
		if last-k >= 2 {
			name += "–" + inSentence(e.Variables[inputs[last]])
			k = last
		}
		parts = append(parts, name)
		k++
	}
	return enumerated(parts, "more")
}

// numbered tells whether names are alike but for numbers at their ends, the second by one above
// the first.
func numbered(name, next string) bool {
	const digits = "0123456789"
	stem := strings.TrimRight(name, digits)
	number, err := strconv.Atoi(name[len(stem):])
	return err == nil && next == stem+strconv.Itoa(number+1)
}

// about are the facts of a sentence about inputs, which may be all.
func (e *analysis) about(inputs []int) slots {
	names := e.run(inputs)
	if names == allInputs {
		names = capital(names)
	}
	return slots{"Inputs": names, "Single": len(inputs) == 1}
}

// noteColumns say beside an input that it is collinear with others, or that others predict it;
// other programs have the same as two columns.
func (e *analysis) noteColumns() []report.Column {
	if e.inference().StandsIn == nil {
		return nil
	}
	follows := collect(rank.Numbers[int](len(e.Variables)), e.inDoubt)
	note := report.Computed("stands_in", follows, report.Nonzero[bool])
	if n := len(e.inputsWith(e.inDoubt)); 0 < n && n <= mostNames { // of more the sentences below tell
		note.Title, note.Left = "note", true
		note.Text = func(j int) string {
			switch {
			case e.collinear(j):
				return "collinear with " + e.linked(j)
			case follows[j]:
				return "predicted by " + e.linked(j)
			}
			return ""
		}
	}
	from := report.Column{Name: "not_separable_from", Join: ";", Cell: func(j int) any {
		if e.Linked == nil || e.Linked[j] == nil || !e.collinear(j) {
			return nil
		}
		return picked(e.Variables, e.Linked[j])
	}}
	return []report.Column{note, from}
}

// inputsWith returns the inputs of which something holds.
func (e *analysis) inputsWith(holds func(j int) bool) []int {
	return positions(len(e.Variables), holds)
}

// separable names the inputs that tests can hardly separate from others.
func (e *analysis) separable() string {
	return e.predictedByOthers("collinear", e.collinear)
}

// doubtful names the significant inputs whose effects may be those of others.
func (e *analysis) doubtful() string {
	return e.predictedByOthers("effect of others", e.standsIn)
}

// predictedByOthers says of the inputs of which something holds how much the others predict of
// them.
func (e *analysis) predictedByOthers(sentence string, holds func(j int) bool) string {
	inputs := e.inputsWith(holds)
	if inputs == nil {
		return ""
	}
	shares := collect(inputs, e.predicted)
	s := e.about(inputs)
	s["Least"], s["Most"] = percent(max(slices.Min(shares), 0)), percent(slices.Max(shares))
	s["Curved"] = slices.ContainsFunc(inputs, func(j int) bool { return !e.Answers.Inputs[j].NearCopy })
	return say(sentence, s)
}

// onlyAspects says which inputs affect an aspect, while the test of the whole distribution is not
// significant.
func (e *analysis) onlyAspects() string {
	inputs := e.inputsWith(func(j int) bool { return e.open(j) && e.moved(j) != nil })
	if inputs == nil {
		return ""
	}
	aspect, several := "Single aspects", true
	if len(inputs) == 1 {
		words := e.Explained.brief(e.moved(inputs[0]))
		aspect = "The " + format.Enumerated(words)
		several = len(words) > 1 || strings.HasPrefix(words[0], string(aspects.Levels))
	}
	responses := e.Explained.Aspects.Responses
	return say("only aspects", slots{
		"Aspects": aspect, "Several": several, "Inputs": e.run(inputs), "Levels": len(responses) == 1 &&
			responses[0].Levels, "Title": e.pTitle(),
	})
}

// noAspect names the inputs that are significant while no aspect is significantly affected.
func (e *analysis) noAspect() string {
	inputs := e.inputsWith(func(j int) bool { return e.significant(j) && e.moved(j) == nil })
	if !e.hasAspects() || inputs == nil {
		return ""
	}
	return say("no aspect", e.about(inputs))
}

// onlyAlone names the inputs that are significant on their own, the most important first, but not
// given the others.
func (e *analysis) onlyAlone() string {
	inputs := e.inputsWith(func(j int) bool { return e.significantAlone(j) && e.open(j) && !e.collinear(j) })
	if inputs == nil {
		return ""
	}
	slices.SortStableFunc(inputs, func(j, k int) int { return cmp.Compare(e.Alone[k].Share, e.Alone[j].Share) })
	return say("only alone", slots{"Inputs": picked(e.Variables, inputs)})
}

// weakerThanAlone says that an input explains more on its own than the forests do with all.
func (e *analysis) weakerThanAlone() string {
	best, weak := e.Answers.Doubt(answer.WeakForests)
	if !weak || e.Alone == nil { // commands that do not show what inputs explain on their own
		return ""
	}
	return say("weak forests", slots{
		"Input": inSentence(e.Variables[best]), "Alone": roughPercent(e.Alone[best].Share),
		"Forests": percent(max(e.share().Value, 0)),
	})
}

// addHolder adds to what the columns show an input that explains nearly all of the targets,
// beside which the others add next to nothing.
func (e *analysis) addHolder() {
	if input, held := e.Answers.Doubt(answer.HoldsTarget); held && len(e.Leaks) == 0 {
		e.Leaks = []datasets.Leak{{Inputs: []string{e.Variables[input]}, Target: e.targetNames()}}
	}
}

// redundant says that importances add up to little, since inputs share information. Those of
// independent inputs add up to 1 or more.
func (e *analysis) redundant() string {
	if !e.Answers.Overall.Redundant || len(e.Variables) < 2 {
		return ""
	}
	return say("redundant", slots{"Sum": fmt.Sprintf("%.2f", floats.Sum(e.Result.Clamped))})
}

// openSentences are all of these, but for what the lead has said.
func (e *analysis) openSentences() []string {
	if len(e.foremost()) == 0 {
		return nonempty(e.separable(), e.doubtful(), e.redundant())
	}
	return nonempty(e.separable(), e.doubtful(), e.redundant(), e.onlyAspects(), e.noAspect(), e.onlyAlone())
}
