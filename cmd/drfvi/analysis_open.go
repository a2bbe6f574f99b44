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

// Sentences about the inputs of which it is open whether they add anything to the others: why a
// test may not see them, and what to do. Each is "" where there is nothing to say.

// linked names the inputs that one is linked with.
func (e *analysis) linked(j int) string {
	if e.Linked == nil || e.Linked[j] == nil {
		return "the others"
	}
	const most = 30 // letters
	if text := e.run(e.Linked[j]); utf8.RuneCountInString(text) <= most {
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
		for last+1 < len(inputs) && inputs[last+1] == inputs[last]+1 && numbered(e.Variables[inputs[last]], e.Variables[inputs[last+1]]) {
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

// about is a sentence about the inputs of which something holds, with what to say of one or of
// several; "" if there are none.
func (e *analysis) about(holds func(j int) bool, one, several string) string {
	inputs := e.some(holds)
	if inputs == nil {
		return ""
	}
	text := e.run(inputs)
	if text == allInputs {
		text = "All inputs"
	}
	return text + " " + verb(inputs, one, several)
}

// noteColumns say beside an input that it cannot be told from others, or may stand in for them;
// other programs have the same as two columns.
func (e *analysis) noteColumns() []report.Column {
	if e.inference().StandsIn == nil {
		return nil
	}
	follows := collect(rank.Numbers[int](len(e.Variables)), e.follows)
	note := report.Computed("stands_in", follows, report.Nonzero[bool])
	if n := len(e.some(e.follows)); 0 < n && n <= mostNames { // of more the sentences below tell
		note.Title, note.Left = "note", true
		note.Text = func(j int) string {
			switch {
			case e.inseparable(j):
				return "hardly separable from " + e.linked(j)
			case follows[j]:
				return "may stand in for " + e.linked(j)
			}
			return ""
		}
	}
	from := report.Column{Name: "not_separable_from", Join: ";", Cell: func(j int) any {
		if e.Linked == nil || e.Linked[j] == nil || !e.inseparable(j) {
			return nil
		}
		return picked(e.Variables, e.Linked[j])
	}}
	return []report.Column{note, from}
}

// some returns the inputs of which something holds.
func (e *analysis) some(holds func(j int) bool) []int {
	return positions(len(e.Variables), holds)
}

// separable says which inputs tests can hardly tell from others.
func (e *analysis) separable() string {
	text := e.toldByOthers(e.inseparable) + ": drfvi groups tests them together."
	return e.about(e.inseparable, "can hardly be told from "+text, "can hardly be told from "+text)
}

// doubtful says which inputs that were found may stand in for others.
func (e *analysis) doubtful() string {
	along := when(e.some(func(j int) bool { return e.standsIn(j) && !e.Answers.Inputs[j].NearCopy }) != nil, ", along a curve")
	text := e.toldByOthers(e.standsIn) + along + ": where the effect of the others is learnt poorly, a part of it may be found here."
	return e.about(e.standsIn, "follows "+text, "follow "+text)
}

// toldByOthers names the inputs beside those of which something holds, with the share of these that they
// tell, or between which shares it lies.
func (e *analysis) toldByOthers(holds func(j int) bool) string {
	inputs := e.some(holds)
	if inputs == nil {
		return ""
	}
	told := collect(inputs, e.predicted)
	least, most := percent(max(slices.Min(told), 0)), percent(slices.Max(told))
	return fmt.Sprintf("the other inputs, which predict %s %% of %s", least+when(most != least, " to "+most), verb(inputs, "it", "each"))
}

// onlyAspects says which inputs move an aspect, while it is open whether the whole distribution
// moves with them.
func (e *analysis) onlyAspects() string {
	inputs := e.some(func(j int) bool { return e.open(j) && e.moved(j) != nil })
	if inputs == nil {
		return ""
	}
	aspect, moves := "Single aspects", "move"
	if len(inputs) == 1 {
		words := e.Explained.brief(e.moved(inputs[0]))
		aspect = "The " + format.Enumerated(words)
		if len(words) == 1 && !strings.HasPrefix(words[0], string(aspects.Levels)) {
			moves = "moves"
		}
	}
	text := fmt.Sprintf("%s %s with %s, though the test of the whole distribution leaves it open.", aspect, moves, e.run(inputs))
	responses := e.Explained.Aspects.Responses
	return text + when(len(responses) == 1 && responses[0].Levels, " The levels of a category are its whole distribution, of which two tests disagree, each adjusted among its own: report "+e.pTitle()+" unless levels were the question from the start.")
}

// noAspect says which inputs are found while no aspect is found to move with them.
func (e *analysis) noAspect() string {
	if !e.hasAspects() {
		return ""
	}
	return e.about(func(j int) bool { return e.established(j) && e.moved(j) == nil },
		"is found for the whole distribution and for no single aspect, where p-values are adjusted for more tests.",
		"are found for the whole distribution and for no single aspect, where p-values are adjusted for more tests.")
}

// onlyAlone says which inputs tell something by themselves, the most first, while it is open whether they
// add anything to the others.
func (e *analysis) onlyAlone() string {
	inputs := e.some(func(j int) bool { return e.foundAlone(j) && e.open(j) && !e.inseparable(j) })
	slices.SortStableFunc(inputs, func(j, k int) int { return cmp.Compare(e.Alone[k].Share, e.Alone[j].Share) })
	return when(inputs != nil, "Found alone, but not beyond the other inputs: "+enumerated(inSentences(picked(e.Variables, inputs)), "more")+".")
}

// weakerThanAlone says that an input explains more alone than the forests do with all.
func (e *analysis) weakerThanAlone() string {
	best, weak := e.Answers.Doubt(answer.WeakForests)
	if !weak || e.Alone == nil { // commands that do not show what inputs explain alone
		return ""
	}
	return fmt.Sprintf("%s alone explains more than the forests do with all inputs (%s %% and %s %%): they learn too little from these rows; trust the column \"alone\", or a model with fewer parameters.",
		inSentence(e.Variables[best]), roughPercent(e.Alone[best].Share), percent(max(e.share().Value, 0)))
}

// addHolder adds to what the columns show an input that explains nearly all of the targets, beside which the
// others add next to nothing.
func (e *analysis) addHolder() {
	if input, held := e.Answers.Doubt(answer.HoldsTarget); held && len(e.Leaks) == 0 {
		e.Leaks = []datasets.Leak{{Inputs: []string{e.Variables[input]}, Target: e.targetNames()}}
	}
}

// redundant says that importances add up to little, since inputs share information. Those of
// independent inputs add up to 1 or more.
func (e *analysis) redundant() string {
	return when(e.Answers.Overall.Redundant && e.divided() && e.intervals() != nil && len(e.Variables) > 1,
		fmt.Sprintf("Importances add up to %.2f: the rest of what is explained is lost only if several inputs are dropped together. drfvi groups tests such inputs together, drfvi shapley divides what they share.", floats.Sum(e.Result.Clamped)))
}

// openSentences are all of these, but for what the lead has said.
func (e *analysis) openSentences() []string {
	if first, _ := e.found(); first < 0 {
		return nonempty(e.separable(), e.doubtful(), e.redundant())
	}
	return nonempty(e.separable(), e.doubtful(), e.redundant(), e.onlyAspects(), e.noAspect(), e.onlyAlone())
}
