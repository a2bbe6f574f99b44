package reports

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// calibration is the section of experiments on tests and intervals.
type calibration struct{ experiment }

// testLevels are the levels of tests that are listed; findings at testLevel are drawn.
var testLevels = []float64{0.01, 0.05, 0.1}

const testLevel = 0.05

// tables list what is found falsely, and how inputs that do something are covered
// and found.
func (s calibration) tables() []page.Table {
	falsely := page.Table{
		Caption: summary.Title(s.Experiment) + ": inputs that do nothing", Long: true, Notes: texts.Of("calibration sizes"),
		Columns: []page.Column{{Name: "estimator", Left: true}, {Name: "tables"}, {Name: "inputs"}},
	}
	for _, level := range testLevels {
		falsely.Columns = append(falsely.Columns, page.Column{Group: "found at", Name: percent(level)})
	}
	falsely.Columns = append(falsely.Columns, page.Column{Name: "nothing left open"}, page.Column{Name: "any, Holm"}, page.Column{Name: "worst at " + percent(testLevel)})
	covered := page.Table{
		Caption: summary.Title(s.Experiment) + ": inputs that do something", Long: true, Notes: texts.Of("calibration coverage"),
		Columns: []page.Column{
			{Name: "estimator", Left: true}, {Name: "input", Left: true}, {Name: "population"}, {Name: "mean"},
			{Name: "width"}, {Name: "found"}, {Group: "covered", Name: "population"}, {Group: "covered", Name: "mean"},
		},
	}
	for _, g := range summary.Designs(s.Cells) {
		first, second := page.Row{Heading: caseName(g.Common)}, page.Row{Heading: caseName(g.Common)}
		for _, c := range g.Cells {
			if c.Repetitions == 0 {
				continue
			}
			if null := c.Null(); len(null) > 0 {
				if first.Heading != "" {
					falsely.Rows, first.Heading = append(falsely.Rows, first), ""
				}
				falsely.Rows = append(falsely.Rows, falseRow(c, null))
			}
			for _, j := range c.Effective() {
				if second.Heading != "" {
					covered.Rows, second.Heading = append(covered.Rows, second), ""
				}
				covered.Rows = append(covered.Rows, coveredRow(c, j))
			}
		}
	}
	return []page.Table{falsely, covered}
}

// percent writes a share: "5 %".
func percent(share float64) string { return format.Fixed(100*share, 0) + " %" }

// tenths writes a share to a tenth of a percent.
func tenths(share float64) string { return format.Fixed(100*share, 1) + " %" }

// falseRow says how often the inputs of a cell that do nothing are found.
func falseRow(c summary.Cell, null []int) page.Row {
	n := len(c.PValues())
	row := page.Row{Cells: []string{estimatorName(c.Cell), strconv.Itoa(n), strconv.Itoa(len(null))}}
	for _, level := range testLevels {
		found := 0
		for _, j := range null {
			found += c.Found(j, level)
		}
		row.Cells = append(row.Cells, tenths(stat.Share(found, n*len(null)).Mean))
	}
	_, most := worstNull(c, null)
	open := format.None
	if count, told := c.NothingOpen(testLevel); told > 0 {
		open = tenths(stat.Share(count, told).Mean)
	}
	anyOf := c.FalselyFound(testLevel)
	row.Cells = append(row.Cells, open, tenths(stat.Share(anyOf, n).Mean), tenths(stat.Share(most, n).Mean))
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
		estimatorName(c.Cell), c.Variables[j], significant(v.Population), significant(v.Target),
		significant(v.Width), tenths(stat.Share(c.Found(j, testLevel), c.Repetitions).Mean),
		tenths(stat.Share(v.PopulationCovered, v.Tables).Mean), tenths(stat.Share(v.Covered, v.Tables).Mean),
	}}
	if !v.Covers(coverLow, coverHigh) {
		row.Mark = page.Alarm
	}
	return row
}

// faults are what is found too often of inputs that do nothing and what is not covered
// of those that do something, by an estimator, and how many inputs there are of each.
func (s calibration) faults(estimator map[string]string) (nulls, inputs int, wrong, outside []string) {
	for _, c := range s.Cells {
		if !summary.Matches(estimator, c.Cell) || c.Repetitions == 0 {
			continue
		}
		null, n := c.Null(), len(c.PValues())
		nulls += len(null)
		for _, j := range null {
			if found := c.Found(j, testLevel); stat.Exceeds(found, n, testLevel, stat.Level/float64(len(null))) {
				wrong = append(wrong, fmt.Sprintf("%s of %s %s", c.Variables[j], caseName(c.Cell), tenths(stat.Share(found, n).Mean)))
			}
		}
		for _, j := range c.Effective() {
			inputs++
			if v := c.CoverageOf(j); !v.Covers(coverLow, coverHigh) {
				outside = append(outside, fmt.Sprintf("%s of %s %s", c.Variables[j], caseName(c.Cell), tenths(stat.Share(v.Covered, v.Tables).Mean)))
			}
		}
	}
	return nulls, inputs, wrong, outside
}

// text names, for each estimator, what is found too often and what is not covered.
func (s calibration) text() []page.Block {
	var items []string
	for _, e := range s.estimators() {
		if nulls, inputs, wrong, outside := s.faults(e); nulls+inputs > 0 {
			items = append(items, fmt.Sprintf("%s: of %d inputs that do nothing %s; of %d that do something %s.", estimatorName(e),
				nulls, listed("are found significantly too often", wrong), inputs, listed("have a coverage outside of the band", outside)))
		}
	}
	if items == nil {
		return nil
	}
	return []page.Block{page.Bullets(items)}
}

// advice counts the same, of all estimators in a sentence each.
func (s calibration) advice() []string {
	var tests, intervals []string
	for _, e := range s.estimators() {
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
		items = append(items, "Inputs that do nothing and are found significantly too often: "+strings.Join(tests, "; ")+".")
	}
	if intervals != nil {
		items = append(items, "Inputs that do something whose intervals cover significantly too seldom or too often: "+strings.Join(intervals, "; ")+".")
	}
	return items
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

// rows are rates of findings and of coverage.
func (s calibration) rows() []summary.Row {
	var rows []summary.Row
	for _, c := range s.Cells {
		n := len(c.PValues())
		if n == 0 {
			continue
		}
		add := func(name, variable string, value stat.Stat) {
			relevant := slices.Contains(c.Effective(), slices.Index(c.Variables, variable))
			rows = append(rows, summary.Row{Cell: c.Cell, Quantity: name, Variable: variable, Relevant: relevant, Value: value, Raw: stat.New(nil)})
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

// figures draws, by design, the input that does nothing and is found most, the
// least coverage and the least power.
func (s calibration) figures() []chart.Figure {
	f := s.emptyFigure(texts.Of("calibration figure")[0])
	cases := summary.Designs(s.Cells)
	names := caseNames(cases)
	least := func(c summary.Cell, of func(j int) stat.Stat) (worst stat.Stat) {
		for _, j := range c.Effective() {
			if v := of(j); worst.N == 0 || v.Mean < worst.Mean {
				worst = v
			}
		}
		return worst
	}
	var panels []*plot.Plot
	for _, of := range []struct {
		heading string
		lines   []float64
		value   func(c summary.Cell) stat.Stat
	}{
		{"false findings at 5 %", []float64{testLevel}, func(c summary.Cell) stat.Stat {
			_, most := worstNull(c, c.Null())
			return stat.Share(max(most, 0), min(len(c.Null()), 1)*len(c.PValues()))
		}},
		{"least coverage", []float64{coverLow, coverHigh}, func(c summary.Cell) stat.Stat {
			return least(c, func(j int) stat.Stat { v := c.CoverageOf(j); return stat.Share(v.Covered, v.Tables) })
		}},
		{"least power at 5 %", nil, func(c summary.Cell) stat.Stat {
			return least(c, func(j int) stat.Stat { return stat.Share(c.Found(j, testLevel), len(c.PValues())) })
		}},
	} {
		marks := chart.RowMarks{Rows: make([][]chart.RowMark, len(cases)), Lines: of.lines}
		for i, g := range cases {
			for _, c := range g.Cells {
				if v := of.value(c); v.N > 0 {
					marks.Rows[i] = append(marks.Rows[i], chart.RowMark{Method: c.Cell[results.KeyMethod], At: drawn(v)})
				}
			}
		}
		reach := marks.Reach()
		if reach.Set {
			reach.Low, reach.High = 0, 1
		}
		panels = append(panels, chart.ListPanel(of.heading, names, marks, reach))
	}
	chart.NameOnce(panels)
	f.Plots = [][]*plot.Plot{panels}
	f.Height = chart.RowMarksHeight(len(names))
	f.Legend = chart.MethodLegend(summary.Distinct(s.Cells, results.KeyMethod), chart.MethodShape)
	return []chart.Figure{f}
}
