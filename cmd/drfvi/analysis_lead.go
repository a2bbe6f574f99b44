package main

import (
	"fmt"
	"slices"

	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// lead says in a sentence or two what was found: which input matters most and what of the
// targets moves with it, and which come next. It never says that an input does nothing, which
// no test shows.
func (e *analysis) lead() string {
	if e.nothing() {
		return e.lacking()
	}
	established := rank.Descending(e.Result.Raw)
	if e.inference().P != nil {
		established = slices.DeleteFunc(established, func(j int) bool { return !e.established(j) })
	}
	if len(established) == 0 {
		if e.addUpToLittle() {
			return "No input is established by itself: the others can replace it, or the rows are too few to tell."
		}
		return "No input is established by itself: the rows may be too few to tell which of them matter."
	}
	first := established[0]
	text := fmt.Sprintf("%s %s: %s.", inSentence(e.Variables[first]), e.place(first), e.amount(first))
	if others := established[1:]; len(others) > 0 {
		text += fmt.Sprintf(" Next %s %s.", verb(others, "comes", "come"), enumerated(inSentences(picked(e.Variables, others)), "more"))
	}
	return text
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
