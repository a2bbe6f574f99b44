package main

import (
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// mostInLead is how many inputs the lead names after the first.
const mostInLead = 6

// lead says in a sentence or two what was found: which input matters most and what of the
// targets moves with it, which come next, and whether they share information. It never says
// that an input does nothing, which no test shows.
func (e *estimate) lead() string {
	if e.nothing() {
		return e.lacking()
	}
	order := rank.Descending(e.Result.Raw)
	established, noMore := order, ""
	if e.inference().P != nil {
		established = slices.DeleteFunc(slices.Clone(order), func(j int) bool { return !e.established(j) })
		noMore = "; of the others none is established"
		if len(established) == len(order) {
			noMore = ""
		}
	}
	if len(established) == 0 {
		return "No input is established by itself" + e.sharing(": the rows may be too few to tell which of them matter")
	}
	first := established[0]
	text := fmt.Sprintf("%s matters most (%s)", inSentence(e.Variables[first]), e.amount(first))
	if others := e.enumerated(established[1:]); others != "" {
		text += ", then " + others
	}
	return text + noMore + e.sharing("")
}

// amount is how much an input matters, and what moves with it.
func (e *estimate) amount(j int) string {
	value := e.Result.Clamped[j]
	text := format.Significant(value, 3)
	if e.Method.Shares {
		text = percent(min(value, 1)) + " %"
	}
	if e.hasAspects() {
		if words := e.Explained.Aspects.Words(j); len(words) > 0 {
			text += ", the " + format.Enumerated(words[:min(len(words), mostWords)])
		}
	}
	return text
}

// enumerated names inputs, if they are not too many.
func (e *estimate) enumerated(inputs []int) string {
	var names []string
	for _, j := range inputs {
		names = append(names, inSentence(e.Variables[j]))
	}
	if left := len(names) - mostInLead; left > 1 {
		names = append(names[:mostInLead:mostInLead], strconv.Itoa(left)+" more")
	}
	return format.Enumerated(names)
}

// inSentence is a name as sentences have it.
func inSentence(name string) string {
	return format.Shortened(format.VisibleLine(name), format.Longest)
}

// inSentences are names as sentences have them.
func inSentences(names []string) []string {
	short := make([]string, len(names))
	for i, name := range names {
		short[i] = inSentence(name)
	}
	return short
}

// sharing ends a sentence with what is known of all inputs together: that they add up to
// little since they share information.
func (e *estimate) sharing(otherwise string) string {
	if e.redundant() == "" {
		return otherwise + "."
	}
	return fmt.Sprintf(". The parts add up to %s %%: inputs share information, which drfvi groups and drfvi shapley take apart.", percent(floats.Sum(e.Result.Clamped)))
}
