package reports

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/method"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
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
	blocks := slices.Concat(agreement(o, "Published numbers"), surviving(survivors))
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

// surviving says what becomes of the claims under textbook conventions.
func surviving(all []verdict.Survivor) []page.Block {
	if len(all) == 0 {
		return nil
	}
	blocks := []page.Block{page.Part("What survives"), page.Paragraph(verdict.SurvivalText(all))}
	if reversed := verdict.Reversed(all); len(reversed) > 0 {
		blocks = append(blocks, page.Paragraph("Turned round by the convention:"), page.Bullets(reversed))
	}
	return append(blocks, page.FigureBlock(survivalFigure(all)))
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
	published, twin := chart.CountRows{Kinds: colours}, chart.CountRows{Kinds: colours}
	var names []string
	for _, c := range counts {
		names = append(names, c.Experiment)
		published.Rows, twin.Rows = append(published.Rows, c.Published), append(twin.Rows, c.Twin)
	}
	panels := []*plot.Plot{
		chart.ListPanel(summary.VariantLabel(results.VariantPublished), names, published, published.Reach()),
		chart.ListPanel(summary.VariantLabel(results.VariantTextbook), names, twin, twin.Reach()),
	}
	for _, p := range panels {
		p.X.Label.Text, p.X.Min = "claims", 0
	}
	chart.NameOnce(panels)
	return chart.Figure{
		Name: "survival", Title: "Claims by experiment", Width: chart.PageWidth, Height: chart.CountRowsHeight(len(names)),
		Caption: texts.Of("survival figure")[0], Plots: [][]*plot.Plot{panels}, Legend: published.Legend(),
	}
}

// advice says what the estimators cost and how far they are off, as far as that was
// run, and what of it to take.
func advice(summaries []summary.Summary) (items []string, figures []page.Block) {
	for _, s := range summaries {
		if s.Records == 0 {
			continue
		}
		e := experiment{Summary: s}
		switch s.Experiment.Figure {
		case results.FigureCost:
			items = append(items, cost{e}.advice()...)
			figures = append(figures, page.FigureBlock(cost{e}.excerpt()))
		case results.FigurePaths:
			items = append(items, elimination{e}.advice()...)
		case results.FigureAccuracy:
			items = append(items, accuracy{e}.advice()...)
			figures = append(figures, page.FigureBlock(accuracy{e}.excerpt()))
		case results.FigureCalibration:
			if slices.ContainsFunc(s.Cells, func(c summary.Cell) bool { return method.Of(c.Cell[results.KeyMethod]).Control }) {
				continue // nobody is advised of tests that are there to fail
			}
			items = append(items, calibration{e}.advice()...)
			figures = append(figures, page.FigureBlock(calibration{e}.figures()[0]))
		}
	}
	return items, figures
}

// advice compares the work of the estimators where retraining takes most.
func (s cost) advice() []string {
	var items []string
	for _, v := range s.curves() {
		if v.key != results.KeyP {
			continue
		}
		for _, size := range slices.Backward(v.sizes) {
			retrained, a := v.cell(size, "retrain")
			coupled, b := v.cell(size, "coupled")
			if !a || !b || retrained.Repetitions == 0 || coupled.Repetitions == 0 {
				continue
			}
			of := func(c summary.Cell, k int) string {
				return format.Significant(stat.New(costMeasures[k].values(c)).Mean, 2)
			}
			items = append(items, fmt.Sprintf("The importance itself by coupled forests: with %s inputs the work of %s forests in the place of %s (%s s in the place of %s s), with an error of %s in the place of %s.",
				size, of(coupled, 0), of(retrained, 0), of(coupled, 1), of(retrained, 1), of(coupled, 2), of(retrained, 2)))
			break
		}
	}
	return items
}

// advice counts the data sets whose elimination loses less by the importance.
func (s elimination) advice() []string {
	better, worse, sets := 0, 0, 0
	cells := s.ByVariant()[0].Cells
	importance, ok := s.contender(cells)
	if !ok {
		return nil
	}
	for _, line := range summary.Groups(cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		ours, a := summary.CellOf(line.Cells, importance)
		theirs, b := summary.CellOf(line.Cells, baseline)
		gap := summary.PairedDifference(theirs, ours, summary.Cell.CumulativeLosses)
		if !a || !b || gap.N < 2 {
			continue
		}
		sets++
		switch {
		case gap.Mean > 2*gap.SE:
			better++
		case gap.Mean < -2*gap.SE:
			worse++
		}
	}
	return []string{fmt.Sprintf("To keep few inputs: the importance. It loses less than %s on %d of %s and more on %d, by over two standard errors.",
		summary.MethodLabel(baseline), better, format.Plural(sets, "data set"), worse)}
}
