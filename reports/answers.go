package reports

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// answers are what a reader wants to know first: what holds, what changes by convention,
// and what to use, with a figure each where there is one.
func answers(summaries []summary.Summary, o verdict.Overview) []document.Block {
	if ofUser(summaries) {
		return headline(o)
	}
	blocks := headline(o)
	if onlyEvidence(summaries) {
		items, figures := advice(summaries) // who reads of errors wants to use the estimates
		items = slices.Concat(texts.Of("advice"), items)
		return slices.Concat([]document.Block{document.Part("What to use"), document.Bullets(items)}, figures, blocks)
	}
	twins := slices.DeleteFunc(slices.Clone(o.Claims), func(j verdict.Judged) bool { return !j.HasTwin() })
	if len(twins) > 0 {
		blocks = append(blocks, document.Part("What changes by convention"), document.Paragraph(conventionText(twins)))
		if reversed := verdict.Reversed(twins); len(reversed) > 0 {
			blocks = append(blocks, document.Paragraph(fmt.Sprintf("Turned round by the convention (%d):", len(reversed))), document.Bullets(reversed))
		}
		blocks = append(blocks, document.FigureBlock(survivalFigure(twins)))
	}
	items, figures := advice(summaries)
	if items == nil {
		return blocks
	}
	items = append(items, texts.Of("advice")...)
	if len(twins) > 0 {
		items = append(items, texts.Of("advice, convention")...)
	}
	return append(append(blocks, document.Part("What to use"), document.Bullets(items)), figures...)
}

// conventionText counts the outcomes of claims under both conventions.
func conventionText(twins []verdict.Judged) string {
	return fmt.Sprintf("Of the %s to be judged under both conventions, %s under the published one (preset drf-1.1.0, kernel authors); %s under the textbook's (preset paper, kernel median).",
		format.Plural(len(twins), "claim"), verdict.OutcomesText(twins, verdict.Judged.Outcome), verdict.OutcomesText(twins, verdict.Judged.Twin))
}

// tones are what outcomes of claims mean.
var tones = map[verdict.Outcome]document.Tone{verdict.Holds: document.Good, verdict.Undecided: document.Open, verdict.Fails: document.Bad, verdict.NotRun: document.Absent}

// score counts the outcomes of claims.
func score(label string, claims []verdict.Judged) document.Score {
	s := document.Score{Label: label}
	for _, o := range verdict.Outcomes {
		n, what := verdict.CountClaims(claims, o), string(o)
		if n != 1 {
			what = strings.TrimSuffix(what, "s") // they hold, and fail
		}
		s.Counts = append(s.Counts, document.Count{N: n, What: what, Tone: tones[o]})
	}
	return s
}

// mostExceptions is how many of what does not hold are named first.
const mostExceptions = 6

// headline counts claims, each once, and names those that fail; then says how near printed
// numbers are. It is nothing where there is nothing to compare with.
func headline(o verdict.Overview) []document.Block {
	if len(o.Cells)+len(o.Claims) == 0 {
		return nil
	}
	blocks := []document.Block{document.Part("What holds")}
	var rules []string
	papers := slices.DeleteFunc(slices.Clone(o.Claims), func(j verdict.Judged) bool { return !j.OfPaper() })
	others := slices.DeleteFunc(slices.Clone(o.Claims), verdict.Judged.OfPaper)
	if len(papers) > 0 {
		blocks = append(blocks, score("The paper's claims", papers))
	}
	if len(papers) == 0 && len(others) > 0 {
		blocks = append(blocks, score("Acceptance bands", others))
	} else if len(others) > 0 {
		rules = append(rules, fmt.Sprintf("Of %s of ours, about experiments beyond the paper, %s.", format.Plural(len(others), "claim"), verdict.OutcomesText(others, verdict.Judged.Outcome)))
	}
	if rules = append(rules, ruleTexts(o.Claims)...); rules != nil {
		blocks = append(blocks, document.Paragraph(strings.Join(rules, " ")))
	}
	blocks = append(blocks, named("These fail:", verdict.Named(o.Claims, verdict.Fails))...)
	if len(o.Cells) > 0 {
		text := fmt.Sprintf("Of %s, %d are compatible with ours, %d differ, and %d are missing.", format.Plural(len(o.Cells), "published value"),
			o.Count(verdict.Compatible), o.Count(verdict.Differs), o.Count(verdict.Missing))
		blocks = append(append(blocks, document.Paragraph(strings.TrimSpace(text+" "+o.Precision()))), named("", o.Exceptions())...)
	}
	if slices.ContainsFunc(o.Cells, verdict.CellCheck.Tested) {
		blocks = append(blocks, document.FigureBlock(reproduction(o)))
	}
	return blocks
}

// ruleTexts say when claims, and bands, hold and fail.
func ruleTexts(claims []verdict.Judged) (rules []string) {
	if slices.ContainsFunc(claims, func(j verdict.Judged) bool { return !j.Banded() }) {
		rules = append(rules, texts.Of("rule of claims")...)
	}
	if slices.ContainsFunc(claims, verdict.Judged.Banded) {
		rules = append(rules, texts.Of("rule of bands")...)
	}
	return rules
}

// named lists what is so, as far as there is room.
func named(heading string, list []string) (blocks []document.Block) {
	if more := len(list) - mostExceptions; more > 0 {
		list = append(list[:mostExceptions], fmt.Sprintf("and %d more.", more))
	}
	if len(list) == 0 {
		return nil
	}
	if heading != "" {
		blocks = append(blocks, document.Paragraph(heading))
	}
	return append(blocks, document.Bullets(list))
}

// survivalFigure counts the outcomes of claims by experiment, a panel for each
// convention.
func survivalFigure(all []verdict.Judged) chart.Figure {
	colours := []chart.CountKind{
		{Colour: chart.Blue, Text: color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}}, {Colour: chart.Unmarked, Text: chart.Black},
		{Colour: chart.Vermilion, Text: chart.Black}, {Colour: chart.Band, Text: chart.Black},
	}
	for i, o := range verdict.Outcomes {
		colours[i].Name = string(o)
	}
	var published, twin chart.Rows
	var names []string
	for i, of := range summary.Grouped(all, verdict.Judged.Experiment) {
		names = append(names, of[0].Experiment())
		first, second := make([]int, len(verdict.Outcomes)), make([]int, len(verdict.Outcomes))
		for _, j := range of {
			first[slices.Index(verdict.Outcomes, j.Outcome())]++
			second[slices.Index(verdict.Outcomes, j.Twin())]++
		}
		published.Add(chart.Segments(i, colours, first)...)
		twin.Add(chart.Segments(i, colours, second)...)
	}
	panels := []*plot.Plot{
		chart.ListPanel(summary.VariantLabel(results.VariantPublished), names, published),
		chart.ListPanel(summary.VariantLabel(results.VariantTextbook), names, twin),
	}
	for _, p := range panels {
		p.X.Label.Text, p.X.Min = "claims", 0
	}
	chart.NameOnce(panels)
	return chart.Figure{
		Name: "survival", Title: "Claims by experiment", Width: chart.PageWidth, Height: chart.SegmentsHeight(len(names)),
		Caption: texts.Of("survival figure")[0], Plots: [][]*plot.Plot{panels}, Legend: chart.CountLegend(colours),
	}
}

// advice is what the sections say first of what was run, with a figure each.
func advice(summaries []summary.Summary) (items []string, figures []document.Block) {
	for _, s := range summaries {
		if s.Records == 0 {
			continue
		}
		said, drawn := section.Of(s, verdict.Overview{}).Advice()
		items = append(items, said...)
		for _, f := range drawn {
			figures = append(figures, document.FigureBlock(f))
		}
	}
	return items, figures
}
