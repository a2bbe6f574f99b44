package reports

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/reports/internal/section"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// answers are what a reader wants to know first: what agrees, what survives, and what
// to use, with a figure each where there is one.
func answers(summaries []summary.Summary, o verdict.Overview) []page.Block {
	if ofUser(summaries) {
		return agreement(o, "Numbers expected")
	}
	survivors := verdict.Survivors(summaries)
	blocks := agreement(o, "Published numbers")
	if len(survivors) > 0 {
		text, _ := surviving("What survives", survivors, false)
		blocks = append(append(blocks, text...), page.FigureBlock(survivalFigure(survivors)))
	}
	items, figures := advice(summaries)
	if items == nil {
		return blocks
	}
	items = append(items, texts.Of("advice")...)
	if len(survivors) > 0 {
		items = append(items, texts.Of("advice, convention")...)
	}
	return append(append(blocks, page.Part("What to use"), page.Bullets(items)), figures...)
}

// mostExceptions is how many of what does not agree are named first.
const mostExceptions = 6

// agreement counts the verdicts, of numbers under a label and of claims, and names those
// that are not of agreement. It is nothing where there is nothing to compare with.
func agreement(o verdict.Overview, numbers string) []page.Block {
	if len(o.Cells)+len(o.Claims) == 0 {
		return nil
	}
	cellsAgree, claimsAgree := o.Count(verdict.Agrees)
	cellsDiffer, claimsDiffer := o.Count(verdict.Differs)
	cellsMissing, claimsMissing := o.Count(verdict.Missing)
	blocks := []page.Block{page.Part("What agrees")}
	if len(o.Cells) > 0 {
		blocks = append(blocks, page.Score{Label: numbers, Agree: cellsAgree, Differ: cellsDiffer, Missing: cellsMissing})
	}
	if len(o.Claims) > 0 {
		blocks = append(blocks, page.Score{Label: "Claims", Agree: claimsAgree, Differ: claimsDiffer, Missing: claimsMissing})
	}
	return append(blocks, exceptions(o)...)
}

// exceptions names what does not agree, and draws the numbers that were tested.
func exceptions(o verdict.Overview) []page.Block {
	var blocks []page.Block
	exceptions := o.Exceptions()
	if more := len(exceptions) - mostExceptions; more > 0 {
		exceptions = append(exceptions[:mostExceptions], fmt.Sprintf("and %d more, which are marked under “Verdicts”.", more))
	}
	if len(exceptions) > 0 {
		blocks = append(blocks, page.Bullets(exceptions))
	}
	if slices.ContainsFunc(o.Cells, verdict.CellCheck.Tested) {
		blocks = append(blocks, page.FigureBlock(reproduction(o)))
	}
	return blocks
}

// surviving says what becomes of the claims under textbook conventions, and which are
// decided under one alone.
func surviving(title string, all []verdict.Survivor, pairs bool) (blocks []page.Block, open []string) {
	blocks = []page.Block{page.Part(title), page.Paragraph(verdict.SurvivalText(all))}
	reversed, open := verdict.Changes(all, pairs)
	if len(reversed) > 0 {
		blocks = append(blocks, page.Paragraph("Turned round by the convention:"), page.Bullets(reversed))
	}
	return blocks, open
}

// survivalFigure counts the outcomes of claims by experiment, a panel for each
// convention.
func survivalFigure(all []verdict.Survivor) chart.Figure {
	outcomes, counts := verdict.CountOutcomes(all)
	colours := []chart.CountKind{
		{Colour: chart.Blue, Text: color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF, A: 0xFF}}, {Colour: chart.Unmarked, Text: chart.Black},
		{Colour: chart.Vermilion, Text: chart.Black}, {Colour: chart.Band, Text: chart.Black},
	}
	for i, name := range outcomes {
		colours[i].Name = name
	}
	var published, twin chart.Rows
	var names []string
	for i, c := range counts {
		names = append(names, c.Experiment)
		published.Add(chart.Segments(i, colours, c.Published)...)
		twin.Add(chart.Segments(i, colours, c.Twin)...)
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
func advice(summaries []summary.Summary) (items []string, figures []page.Block) {
	for _, s := range summaries {
		if s.Records == 0 {
			continue
		}
		said, drawn := section.Of(s, verdict.Overview{}).Advice()
		items = append(items, said...)
		for _, f := range drawn {
			figures = append(figures, page.FigureBlock(f))
		}
	}
	return items, figures
}
