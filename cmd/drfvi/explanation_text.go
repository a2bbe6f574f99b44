package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/internal/rank"
)

// mostWords is the largest number of aspects in the words of an input.
const mostWords = 3

// movesColumns have the aspects that each input was found to move, and which of them may be
// errors of the mean; for reading, these bear a question mark.
func (x *explanation) movesColumns() []report.Column {
	column := func(name string, words func(input int) []string) report.Column {
		return report.Column{
			Name: name, Join: "; ", Left: true, Cell: func(input int) any { return report.Some(words(input)) },
		}
	}
	moves := column("moves", x.words)
	moves.Title, moves.Text = "affects", func(input int) string {
		names := x.marked(input)
		if further := len(names) - mostWords; further > 0 {
			names = append(names[:mostWords:mostWords], fmt.Sprintf("%d more", further))
		}
		return strings.Join(names, ", ")
	}
	return []report.Column{moves, column("less_sure", x.lessSureWords)}
}

// marked are the aspects that an input was found to move, with a question mark after those that
// may be errors of the mean.
func (x *explanation) marked(input int) []string {
	words, doubtful := x.words(input), x.lessSureWords(input)
	names := x.brief(words)
	for k, word := range words {
		if slices.Contains(doubtful, word) {
			names[k] += "?"
		}
	}
	return names
}

// words are the aspects that move with an input, the largest first; nil if none does.
func (x *explanation) words(input int) []string {
	return x.moving(input, func(answer.Effect) bool { return true })
}

// clearWords are those that cannot be of the mean, lessSureWords the others.
func (x *explanation) clearWords(input int) []string {
	return x.moving(input, func(e answer.Effect) bool { return !e.MayBeMean })
}
func (x *explanation) lessSureWords(input int) []string {
	return x.moving(input, func(e answer.Effect) bool { return e.MayBeMean })
}

func (x *explanation) moving(input int, named func(answer.Effect) bool) (names []string) {
	for _, k := range answer.Moves(x.Answers, input) {
		if f := x.Answers[k]; named(f.Inputs[input]) {
			names = append(names, f.Name(x.Aspects.Responses))
		}
	}
	return names
}

// short is the name of an aspect, without the target where there is only one.
func (x *explanation) short(f answer.Aspect) string {
	return x.brief([]string{f.Name(x.Aspects.Responses)})[0]
}

// brief leaves the target out of the names of aspects where there is only one.
func (x *explanation) brief(names []string) []string {
	if len(x.Aspects.Responses) > 1 {
		return names
	}
	return collect(names, func(name string) string { return strings.TrimSuffix(name, " of "+x.Aspects.Responses[0].Name) })
}

// table lists aspects of which something is explained, how much, and what moves each.
func (x *explanation) table(explained []answer.Aspect) report.Table {
	aspect := report.Computed("", explained, x.short).Shown("aspect", report.Text).Words()
	share := report.Computed(
		"", explained, func(f answer.Aspect) string { return roughPercent(f.Explained.Value) + " %" },
	).Shown(
		"share explained", report.Text,
	)
	movers := report.Computed("", explained, x.movers).Shown("affected by (points lost without it)", report.Text).Words()
	aspect.Long, movers.Wrap = true, true
	return report.Table{Rows: len(explained), Columns: []report.Column{aspect, share, movers}}
}

// tested reports whether aspects were tested.
func (x *explanation) tested() bool {
	return len(x.Answers) > 0 && !math.IsNaN(x.Answers[0].Explained.P)
}

// explained are the aspects that are worth a line.
func (x *explanation) explained() []answer.Aspect {
	return having(x.Answers, func(f answer.Aspect) bool { return f.Notable })
}

// aspects is the section of what moves: the aspects, how much of each is explained, and by what.
func (x *explanation) aspects(significant func(j int) bool) report.Section {
	var nothing []answer.Aspect
	var clear []string
	unaffected, small := false, false
	for _, f := range x.Answers {
		if !f.Notable {
			nothing = append(nothing, f)
			small = small || f.Significant
			continue
		}
		unaffected = unaffected || x.movers(f) == ""
		if f.NearlyAll {
			clear = append(clear, x.Aspects.Responses[f.Of[0]].Name)
		}
	}
	s := report.Section{
		Title: "What is affected", Caption: "Aspects of the targets: how much of each is explained",
		Figures: x.ofAspects(significant),
	}
	if explained := x.explained(); len(explained) > 0 {
		s.Table = x.table(explained)
		s.Table.Note = textIf(unaffected, say("unaffected", slots{"Tested": x.tested()}))
	}
	leaks := x.leaks()
	s.Notes = nonempty(
		textIf(clear != nil, say("nearly all of the mean", slots{"Targets": strings.Join(clear, ", ")})),
		textIf(leaks != nil, say("less certain", slots{"Effects": strings.Join(leaks, ", ")})),
		textIf(
			nothing != nil,
			say(
				"no effect on aspects",
				slots{"Tested": x.tested(), "Small": small, "Aspects": strings.Join(x.together(nothing), ", ")},
			),
		))
	return s
}

// fewOfKind is the largest number of findings of a kind that are named one by one.
const fewOfKind = 3

// together names findings, and those of a kind together where they are many.
func (x *explanation) together(findings []answer.Aspect) []string {
	ofKind := func(candidates []answer.Aspect, kind aspects.Kind) []answer.Aspect {
		return having(candidates, func(f answer.Aspect) bool { return f.Kind == kind })
	}
	var names []string
	for _, f := range findings {
		name, same := x.short(f), ofKind(findings, f.Kind)
		if len(same) > fewOfKind {
			name = x.ofMany(same, len(same) == len(ofKind(x.Answers, f.Kind)))
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// ofMany names many findings of one kind, which may be all of them.
func (x *explanation) ofMany(same []answer.Aspect, complete bool) string {
	target := func(k int) string { return inSentence(x.Aspects.Responses[same[k].Of[0]].Name) }
	switch kind := same[0].Kind; {
	case kind == aspects.Dependence && complete:
		return "dependence of any two"
	case kind == aspects.Dependence:
		return fmt.Sprintf("dependence of %d pairs of targets", len(same))
	case complete:
		return fmt.Sprintf("%s of any target", kind)
	default:
		return fmt.Sprintf("%s of %s, %s and %d more targets", kind, target(0), target(1), len(same)-2)
	}
}

// leaks names the findings that may be of the mean, with their inputs.
func (x *explanation) leaks() []string {
	var names []string
	for _, f := range x.Answers {
		for j, name := range x.Variables {
			if f.Inputs[j].MayBeMean {
				names = append(names, fmt.Sprintf("%s with %s", x.short(f), inSentence(name)))
			}
		}
	}
	return names
}

// movers lists the inputs that an aspect was found to move with, with how much of it is
// lost without each, the most first.
func (x *explanation) movers(f answer.Aspect) string {
	order := rank.Descending(collect(f.Inputs, func(e answer.Effect) float64 { return e.Area }))
	return strings.Join(collect(having(order, func(j int) bool { return f.Inputs[j].Significant }), func(j int) string {
		return fmt.Sprintf("%s (%s %%)", inSentence(x.Variables[j]), roughPercent(f.Inputs[j].Area))
	}), ", ")
}

// roughPercent writes a share in percent with a digit or two that count.
func roughPercent(share float64) string {
	decimals := 0
	if share < 0.0995 {
		decimals = 1
	}
	return strconv.FormatFloat(100*math.Max(share, 0), 'f', decimals, 64)
}

// mostDots is how many terms of rows a page shows at most, each a dot; --figures draws more.
const mostDots = 20_000

// alongRows are the sections of what single rows tell, which are figures.
func (x *explanation) alongRows() []report.Section {
	rows, fans := x.ofRows()
	var sections []report.Section
	if fans != nil {
		sections = append(sections, report.Section{Title: "In which direction", Figures: fans})
	}
	if rows != nil && len(x.Rows.V)*len(x.Variables) <= mostDots {
		sections = append(sections, report.Section{Title: "Row by row", Figures: rows})
	}
	return sections
}
