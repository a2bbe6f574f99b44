package section

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Calibration is the section of experiments on tests and intervals.
type Calibration struct{ Base }

// testLevels are the levels of tests that are listed; findings at testLevel are drawn.
var testLevels = []float64{0.01, 0.05, 0.1}

const testLevel = 0.05

// Tables list what is found falsely, and how inputs that do something are covered
// and found.
func (s Calibration) Tables() []page.Table {
	falsely := page.Table{
		Caption: summary.Title(s.Experiment) + ": inputs that do nothing", Long: true, Notes: texts.Of("calibration sizes"),
		Columns: []page.Column{{Name: "estimator", Left: true}, {Name: "tables"}, {Name: "inputs"}},
	}
	for _, level := range testLevels {
		falsely.Columns = append(falsely.Columns, page.Column{Group: "found at", Name: format.Percent(level, 1, 0)})
	}
	falsely.Columns = append(falsely.Columns, page.Column{Name: "nothing left open"}, page.Column{Name: "any, Holm"}, page.Column{Name: "worst at " + format.Percent(testLevel, 1, 0)})
	covered := page.Table{
		Caption: summary.Title(s.Experiment) + ": inputs that do something", Long: true, Notes: texts.Of("calibration coverage"),
		Columns: []page.Column{
			{Name: "estimator", Left: true}, {Name: "input", Left: true}, {Name: "population"}, {Name: "mean"},
			{Name: "width"}, {Name: "found"}, {Group: "covered", Name: "population"}, {Group: "covered", Name: "mean"},
		},
	}
	for _, g := range summary.Designs(s.Cells) {
		var first, second []page.Row
		for _, c := range g.Cells {
			if null := c.Null(); len(null) > 0 && c.Repetitions > 0 {
				first = append(first, falseRow(c, null))
			}
			for _, j := range c.Effective() {
				second = append(second, coveredRow(c, j))
			}
		}
		falsely.Under(caseName(g.Common), first...)
		covered.Under(caseName(g.Common), second...)
	}
	return []page.Table{falsely, covered}
}

// falseRow says how often the inputs of a cell that do nothing are found.
func falseRow(c summary.Cell, null []int) page.Row {
	n := len(c.PValues())
	row := page.Row{Cells: []string{estimatorName(c.Cell), strconv.Itoa(n), strconv.Itoa(len(null))}}
	for _, level := range testLevels {
		found := 0
		for _, j := range null {
			found += c.Found(j, level)
		}
		row.Cells = append(row.Cells, stat.Percent(found, n*len(null)))
	}
	_, most := worstNull(c, null)
	open, told := c.NothingOpen(testLevel)
	anyOf := c.FalselyFound(testLevel)
	row.Cells = append(row.Cells, stat.Percent(open, told), stat.Percent(anyOf, n), stat.Percent(most, n))
	if stat.Exceeds(most, n, testLevel, stat.Level/float64(len(null))) || stat.Exceeds(anyOf, n, testLevel, stat.Level) {
		row.Mark = page.Alarm
	}
	return row
}

// worstNull returns the input that does nothing and is found most often, and how
// often.
func worstNull(c summary.Cell, null []int) (at, most int) {
	most = -1
	for _, j := range null {
		if found := c.Found(j, testLevel); found > most {
			at, most = j, found
		}
	}
	return at, most
}

// The band of coverage, as in the claims of the specification.
const coverLow, coverHigh = 0.93, 0.97

// coveredRow says how an input that does something is estimated, covered and found.
func coveredRow(c summary.Cell, j int) page.Row {
	v := c.CoverageOf(j)
	row := page.Row{Cells: []string{
		estimatorName(c.Cell), c.Variables[j], format.Significant(v.Population, 3), format.Significant(v.Target, 3),
		format.Significant(v.Width, 3), stat.Percent(c.Found(j, testLevel), c.Repetitions),
		stat.Percent(v.PopulationCovered, v.Tables), stat.Percent(v.Covered, v.Tables),
	}}
	if !v.Covers(coverLow, coverHigh) {
		row.Mark = page.Alarm
	}
	return row
}

// faults are what is found too often of inputs that do nothing and what is not covered
// of those that do something, by an estimator, and how many inputs there are of each.
func (s Calibration) faults(estimator map[string]string) (nulls, inputs int, wrong, outside []string) {
	for _, c := range s.Cells {
		if !summary.Matches(estimator, c.Cell) || c.Repetitions == 0 {
			continue
		}
		null, n := c.Null(), len(c.PValues())
		nulls += len(null)
		for _, j := range null {
			if found := c.Found(j, testLevel); stat.Exceeds(found, n, testLevel, stat.Level/float64(len(null))) {
				wrong = append(wrong, fmt.Sprintf("%s of %s %s", c.Variables[j], caseName(c.Cell), stat.Percent(found, n)))
			}
		}
		for _, j := range c.Effective() {
			inputs++
			if v := c.CoverageOf(j); !v.Covers(coverLow, coverHigh) {
				outside = append(outside, fmt.Sprintf("%s of %s %s", c.Variables[j], caseName(c.Cell), stat.Percent(v.Covered, v.Tables)))
			}
		}
	}
	return nulls, inputs, wrong, outside
}

// Text names, for each estimator, what is found too often and what is not covered.
func (s Calibration) Text() []page.Block {
	var items []string
	for _, e := range estimators(s.Cells) {
		if nulls, inputs, wrong, outside := s.faults(e); nulls+inputs > 0 {
			items = append(items, fmt.Sprintf("%s: of %d inputs that do nothing %s%s; of %d that do something %s.", estimatorName(e),
				nulls, listed("are found significantly too often", wrong), s.meanText(e), inputs, listed("have a coverage outside of the band", outside)))
		}
	}
	return Bullets(items)
}

// meanText says how often an estimator finds inputs that do nothing in the mean over cells.
func (s Calibration) meanText(estimator map[string]string) string {
	var cells []summary.Cell
	for _, c := range s.Cells {
		if summary.Matches(estimator, c.Cell) {
			cells = append(cells, c)
		}
	}
	mean, _, tests := summary.MeanSize(cells, testLevel)
	if tests == 0 {
		return ""
	}
	return fmt.Sprintf(", in the mean over designs in %s of the tables", format.Percent(mean.Mean, 1, 1))
}

// Advice counts the same, of all estimators in a sentence each, and has the figure. There
// is none of tests that are there to fail.
func (s Calibration) Advice() ([]string, []chart.Figure) {
	if slices.ContainsFunc(s.Cells, func(c summary.Cell) bool { return method.Of(c.Cell[results.KeyMethod]).Control }) {
		return nil, nil
	}
	var tests, intervals []string
	for _, e := range estimators(s.Cells) {
		nulls, inputs, wrong, outside := s.faults(e)
		if nulls > 0 {
			tests = append(tests, fmt.Sprintf("%s %d of %d", estimatorName(e), len(wrong), nulls))
		}
		if inputs > 0 {
			intervals = append(intervals, fmt.Sprintf("%s %d of %d", estimatorName(e), len(outside), inputs))
		}
	}
	var items []string
	if tests != nil {
		items = append(items, "Inputs that do nothing and are found significantly too often: "+strings.Join(tests, "; ")+". "+s.powerText())
	}
	if intervals != nil {
		items = append(items, "Inputs that do something whose intervals cover significantly too seldom or too often: "+strings.Join(intervals, "; ")+".")
	}
	return items, s.Figures()
}

// powerText says how surely an input that is found twice as often as it should be would be
// said to be.
func (s Calibration) powerText() string {
	least, most := 1.0, 0.0
	for _, c := range s.Cells {
		if null, n := c.Null(), len(c.PValues()); n > 0 && len(null) > 0 {
			power := stat.Power(n, 2*testLevel, testLevel, stat.Level/float64(len(null)))
			least, most = min(least, power), max(most, power)
		}
	}
	return fmt.Sprintf("One that is found in %s of all tables would be counted here with a probability of %s to %s.",
		format.Percent(2*testLevel, 1, 0), format.Percent(least, 1, 0), format.Percent(most, 1, 0))
}

// listed says how many there are of something, and which, unless these are many.
func listed(what string, of []string) string {
	const most = 8
	switch {
	case len(of) == 0:
		return "none " + what
	case len(of) > most:
		return fmt.Sprintf("%d %s (%s, …)", len(of), what, strings.Join(of[:most], "; "))
	}
	return fmt.Sprintf("%d %s (%s)", len(of), what, strings.Join(of, "; "))
}

// Rows are rates of findings and of coverage.
func (s Calibration) Rows() []summary.Row {
	var rows []summary.Row
	for _, c := range s.Cells {
		n := len(c.PValues())
		if n == 0 {
			continue
		}
		add := func(name, variable string, value stat.Stat) {
			relevant := slices.Contains(c.Effective(), slices.Index(c.Variables, variable))
			rows = append(rows, summary.Row{Cell: c.Cell, Quantity: name, Variable: variable, Relevant: relevant, Value: value})
		}
		for j, name := range c.Variables {
			for _, level := range testLevels {
				add(fmt.Sprintf("found_%g", level), name, stat.Share(c.Found(j, level), n))
			}
		}
		for _, j := range c.Effective() {
			v := c.CoverageOf(j)
			add("covered", c.Variables[j], stat.Share(v.Covered, v.Tables))
			add("population_covered", c.Variables[j], stat.Share(v.PopulationCovered, v.Tables))
		}
		add("any_falsely_found", "", stat.Share(c.FalselyFound(testLevel), n))
		if open, told := c.NothingOpen(testLevel); told > 0 {
			add("nothing_left_open", "", stat.Share(open, told))
		}
	}
	return rows
}

// Figures draws, by design, the input that does nothing and is found most, the
// least coverage and the least power.
func (s Calibration) Figures() []chart.Figure {
	f := s.Figure(texts.Of("calibration figure")[0])
	least := func(c summary.Cell, of func(j int) stat.Stat) (worst stat.Stat) {
		for _, j := range c.Effective() {
			if v := of(j); worst.N == 0 || v.Mean < worst.Mean {
				worst = v
			}
		}
		return worst
	}
	drawQuantities(&f, summary.Designs(s.Cells), caseName,
		quantity{"false findings at 5 %", []float64{testLevel}, true, func(c summary.Cell) stat.Stat {
			_, most := worstNull(c, c.Null())
			return stat.Share(max(most, 0), min(len(c.Null()), 1)*len(c.PValues()))
		}},
		quantity{"least coverage", []float64{coverLow, coverHigh}, true, func(c summary.Cell) stat.Stat {
			return least(c, func(j int) stat.Stat { v := c.CoverageOf(j); return stat.Share(v.Covered, v.Tables) })
		}},
		quantity{"least power at 5 %", nil, true, func(c summary.Cell) stat.Stat {
			return least(c, func(j int) stat.Stat { return stat.Share(c.Found(j, testLevel), len(c.PValues())) })
		}})
	return []chart.Figure{f}
}
