package view

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// figure is a named figure, or a named table. A further one is a function here and its line in
// figures.
type figure struct {
	values []string // the measures that it shows
	across int      // panels side by side, 0 for all
	draw   func(l *layout, marks *legends) (panels []*plot.Plot, height vg.Length)
	table  func(l *layout) []document.Table
}

// figures are the named figures.
var figures = map[string]figure{
	"importances":    {values: []string{"importance"}, draw: importancesFigure},
	"designs":        {values: []string{"importance"}, across: 4, draw: designsFigure},
	"scaling":        {values: []string{"importance"}, across: 4, draw: scalingFigure},
	"losses":         {values: slices.Concat(setFacts, []string{"cumulative", "gap", "gap_t"}), table: (*layout).losses},
	"savings":        {values: []string{"saving"}, draw: savingsFigure},
	"paths":          {across: 3, draw: pathsFigure},
	"choices":        {values: []string{"importance"}, across: 4, draw: choicesFigure},
	"choice-losses":  {values: []string{"test_loss"}, across: 4, draw: choiceLossesFigure},
	"frozen-sets":    {values: []string{"importance", "vimp_drf"}, draw: frozenSetsFigure},
	"convergence":    {values: []string{"log10_error"}, across: 3, draw: convergenceFigure},
	"slopes":         {values: []string{"slope"}, table: slopesTable},
	"cost-of-rows":   {values: costs, across: 3, draw: costFigure(results.KeyN, results.KeyP)},
	"cost-of-inputs": {values: costs, across: 3, draw: costFigure(results.KeyP, results.KeyN)},
	"error-ratios":   {values: []string{"error_ratio"}, draw: errorRatiosFigure},
	"calibration":    {values: calibrated, draw: calibrationFigure},
	"aspects":        {across: 3, draw: aspectsFigure},
	"effects":        {values: []string{"typical_error", "population_coverage"}, draw: effectsFigure},
	"tests":          {values: []string{"test_size", "test_power"}, across: 2, draw: testsFigure},
}

// importancesFigure draws the importance of each input, a panel for each estimator.
func importancesFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"importance"}, results.KeyN, dimEstimator)
	return l.dots(marks, l.rows([]string{dimInput}, false), panels, drawTwins)
}

// designsFigure is the same of several designs, with population values.
func designsFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"importance"}, results.KeyScenario, dimEstimator)
	return l.dots(marks, l.rows([]string{dimInput}, false), panels, drawTwins)
}

// scalingFigure draws the importance of inputs that matter against the number of rows, or of
// inputs where that varies alone.
func scalingFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	key := results.KeyN
	if len(summary.Distinct(l.cells, results.KeyN)) < 2 && len(summary.Distinct(l.cells, results.KeyP)) > 1 {
		key = results.KeyP
	}
	panels := l.panels([]string{"importance"}, results.KeyMethod, results.KeyVariant)
	for i := range panels {
		panels[i].axis = "importance"
	}
	return l.lines(marks, key, panels, l.inputSeries, false)
}

// savingsFigure draws the share of the loss of vimp-drf that methods save on each data set.
func savingsFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"saving"}, results.KeyMethod)
	panels = slices.DeleteFunc(panels, func(p panel) bool { return results.Matches(splitCounts, p.cells[0].Cell) })
	for i := range panels {
		panels[i].compared, panels[i].comparison = []float64{0}, "0: equal losses"
	}
	return l.dots(marks, l.rows([]string{results.KeyData}, false), panels, drawTwins)
}

// choicesFigure draws the importance of inputs that matter under each choice, a panel for each
// data set.
func choicesFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"importance"}, results.KeyData)
	for i := range panels {
		panels[i].scale = ""
	}
	return l.dots(marks, l.rows([]string{results.KeyVariant}, false), panels, drawSeries(l.inputSeries))
}

// choiceLossesFigure draws the loss on other rows under each choice.
func choiceLossesFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"test_loss"}, results.KeyData)
	for i := range panels {
		panels[i].scale = ""
	}
	return l.dots(marks, l.rows([]string{results.KeyVariant}, false), panels, drawTwins)
}

// frozenSetsFigure draws box plots over frozen sets.
func frozenSetsFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"importance", "vimp_drf"}, results.KeyData)
	return l.dots(marks, l.rows([]string{dimInput}, true), panels, drawSeries(l.seriesBy(results.KeyVariant)))
}

// convergenceFigure draws errors against the number of rows.
func convergenceFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"log10_error"}, results.KeyScenario, results.KeyVariant)
	return l.lines(marks, results.KeyN, panels, l.seriesBy(results.KeyMethod), true)
}

// slopesTable sets the slopes of the lines of convergenceFigure.
func slopesTable(l *layout) []document.Table {
	rows := []string{results.KeyScenario, results.KeyVariant}
	l.Table = results.Pivot{Rows: rows, Columns: []string{results.KeyMethod}, Values: []string{"slope"}}
	return l.pivot()
}

// costs are the measures of costFigure: those that it draws, and the seconds themselves for the
// CSV file.
var costs = []string{"log10_forests", "log10_core_seconds", "log10_error", "core_seconds"}

// costFigure draws work, time and error against one number, a panel for each value of another.
func costFigure(along, key string) func(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	return func(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
		return l.lines(marks, along, l.panels(costs[:3], key), l.seriesBy(results.KeyMethod), true)
	}
}

// errorRatiosFigure draws the errors of estimators on each design, a panel for each preset.
func errorRatiosFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"error_ratio"}, results.KeyPreset)
	for i := range panels {
		panels[i].compared, panels[i].comparison = []float64{1}, "1: equal errors"
	}
	rows := l.rows([]string{results.KeyScenario, results.KeyN}, false)
	return l.dots(marks, rows, panels, drawSeries(l.seriesBy(results.KeyMethod)))
}

// calibrated are the measures of calibrationFigure.
var calibrated = []string{"false_findings", "least_coverage", "least_population", "least_power"}

// calibrationFigure draws the rates of tests and intervals on each design.
func calibrationFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels(calibrated)
	for i := range panels {
		panels[i].axis = "share"
	}
	panels[0].compared, panels[0].comparison = []float64{Level}, "5 %, the level"
	panels[0].clip = &chart.Interval{Low: 0, High: 0.3}
	for i := 1; i <= 2; i++ {
		panels[i].compared, panels[i].comparison = []float64{CoverLow, CoverHigh}, "93 and 97 % covered"
		panels[i].clip = &chart.Interval{Low: 0.6, High: 1}
	}
	rows := l.rows([]string{results.KeyScenario, results.KeyN, results.KeyP}, false)
	return l.dots(marks, rows, panels, drawSeries(l.seriesBy(dimEstimator)))
}

// effectsFigure draws errors and coverage of effects on each design.
func effectsFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	panels := l.panels([]string{"typical_error", "population_coverage"})
	panels[1].axis, panels[1].compared, panels[1].comparison = "share", []float64{0.95}, "95 % covered"
	rows := l.rows([]string{results.KeyScenario, results.KeyN, results.KeyP}, false)
	return l.dots(marks, rows, panels, drawSeries(l.seriesBy(dimEstimator)))
}

// testsFigure draws the rates of tests on each design, of drfvi's methods and of others.
func testsFigure(l *layout, marks *legends) ([]*plot.Plot, vg.Length) {
	const drfvis = "stacked|stacked-mean|loco-t"
	var panels []panel
	for _, group := range [][2]string{{", drfvi", drfvis}, {", others", "!" + drfvis}} {
		cells := summary.Selected(l.cells, map[string]string{results.KeyMethod: group[1]})
		for _, p := range l.panels([]string{"test_size", "test_power"}) {
			p.title, p.axis, p.cells = p.title+group[0], "share", cells
			panels = append(panels, p)
		}
	}
	rows := l.rows([]string{results.KeyScenario}, false)
	return l.dots(marks, rows, panels, drawSeries(l.seriesBy(results.KeyMethod)))
}

// mostUpright is the number of inputs up to which their names below a map are not turned.
const mostUpright = 8

// aspectsFigure draws, for each design, the share of tables in which each input is found to
// move each aspect of the responses.
func aspectsFigure(l *layout, marks *legends) (panels []*plot.Plot, height vg.Length) {
	highest := 0
	for _, cells := range l.grouped(l.cells, []string{results.KeyScenario}) {
		c := cells[0]
		if c.Repetitions == 0 {
			continue
		}
		var names []string
		var rows [][]chart.Cell
		for _, a := range c.Aspects() {
			names = append(names, a.Name)
			rows = append(rows, aspectRow(c, a))
		}
		highest = max(highest, len(names))
		p := chart.CellsPanel(l.label(c, []string{results.KeyScenario}), "input", "aspect", names, c.Variables, rows)
		if len(c.Variables) > mostUpright {
			chart.Turned(p)
		}
		panels = append(panels, p)
	}
	marks.Legend = chart.Legend{
		chart.Framed("known to move"),
		chart.Swatch("found in all tables; paler: in fewer", chart.CellBlue),
		chart.Swatch("found, but does not move", chart.CellRed),
	}
	return panels, vg.Length(highest)*13 + 40
}

// aspectRow is the row of an aspect: for each input in how many tables it is found to move it.
func aspectRow(c summary.Cell, a summary.Aspect) (row []chart.Cell) {
	for j, variable := range c.Variables {
		found := a.Found(func(summary.Cell) []int { return []int{j} }).Count(c)
		cell := chart.Cell{Amount: -found.Share().Mean, Framed: a.Moves[j], Series: "does not move"}
		if a.Moves[j] {
			cell.Amount, cell.Series = -cell.Amount, "moves"
		}
		if cell.Framed || cell.Amount != 0 { // otherwise it is as it should be
			area := format.Fixed(c.Mean(a.Area(), variable).Mean, 3)
			cell.Said = fmt.Sprintf("found in %d of %s, mean area %s", found.K, format.Plural(found.N, "table"), area)
		}
		row = append(row, cell)
	}
	return row
}

// Paths of eliminations show the losses of 3 to 100 inputs, as the published ones do.
const leastVariables = 3

// pathsFigure draws the loss against the number of inputs left, a panel for each data set.
func pathsFigure(l *layout, marks *legends) (plots []*plot.Plot, height vg.Length) {
	panels, split := l.panels([]string{"loss"}, results.KeyData), l.seriesBy(results.KeyMethod)
	for _, p := range panels {
		var lines []chart.Line
		for _, s := range split(p.cells) {
			line := chart.Line{Name: s.name, Colour: s.colour(), Shape: chart.Shapes[0], Band: "±2 standard errors"}
			steps := len(s.cells[0].Variables)
			for k := max(1, min(leastVariables, steps)); k <= min(steps, results.CumulativeVariables); k++ {
				if v := l.frame.number(s.cells[0], string(results.ValueLoss), strconv.Itoa(k)); v.N > 1 {
					line.X, line.Y = append(line.X, float64(k)), append(line.Y, marks.estimate(v))
				}
			}
			if len(line.X) > 0 {
				lines = append(lines, line)
			}
		}
		plane := chart.Plane{Heading: p.title, X: "inputs", Y: "MMD loss"}
		if plot := drawLines(marks, lines, plane, cmp.Or(l.named.across, len(panels))); plot != nil {
			plots = append(plots, plot)
		}
	}
	return plots, linesHeight
}
