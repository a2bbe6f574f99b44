package section

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Calibration is the section of experiments on tests and intervals.
type Calibration struct{ Base }

// testLevels are the levels of tests that are listed; findings at testLevel are drawn.
var testLevels = []float64{0.01, 0.05, 0.1}

const testLevel = 0.05

// mostEstimators is how many estimators stand side by side in a table.
const mostEstimators = 5

// Tables list what is found falsely, and how active inputs are found and covered:
// designs down, and estimators across.
func (s Calibration) Tables() (tables []document.Table) {
	title, designs, all := summary.Title(s.Experiment), summary.Designs(s.Cells), estimators(s.Cells)
	for part := range slices.Chunk(all, mostEstimators) {
		t := newMetricTable(title+": null inputs, in % of tables", s.notes(texts.Of("calibration sizes")), document.Column{Name: "design", Left: true})
		t.Column(document.Column{Name: "tables"}, repeated)
		t.Column(document.Column{Name: "inputs"}, func(r metricRow) string { return strconv.Itoa(nullOf(r.cells)) })
		for _, e := range part {
			t.Column(document.Column{Group: estimatorName(e), Name: "mean"}, metric(e, sizeText))
			t.Column(document.Column{Group: estimatorName(e), Name: "any"}, metric(e, familyText))
		}
		for _, g := range designs {
			if nullOf(g.Cells) > 0 {
				t.Row(metricRow{name: caseName(g.Common), cells: g.Cells})
			}
		}
		t.Long = true
		tables = append(tables, t.Table)
	}
	for part := range slices.Chunk(all, mostEstimators) {
		t := newMetricTable(title+": active inputs, in % of tables", s.notes(texts.Of("calibration coverage")), document.Column{Name: "design", Left: true})
		t.Column(document.Column{Name: "input", Left: true}, func(r metricRow) string { return mostRun(r.cells).Variables[r.input] })
		t.Column(document.Column{Name: "population"}, func(r metricRow) string { return format.Fixed(mostRun(r.cells).CoverageOf(r.input).Population, 3) })
		for _, e := range part {
			t.Column(document.Column{Group: estimatorName(e), Name: "found"}, metric(e, func(c summary.Cell, input int) string { return bare(c.Found(input, testLevel), false) }))
			t.Column(document.Column{Group: estimatorName(e), Name: "covered"}, metric(e, func(c summary.Cell, input int) string {
				v := c.CoverageOf(input)
				return bare(v.Covered, !v.Covers(coverLow, coverHigh))
			}))
		}
		for _, g := range designs {
			name := caseName(g.Common)
			for _, input := range mostRun(g.Cells).Effective() {
				t.Row(metricRow{name, g.Cells, input})
				name = "" // said once
			}
		}
		t.Long = true
		tables = append(tables, t.Table)
	}
	return slices.DeleteFunc(tables, func(t document.Table) bool { return len(t.Rows) == 0 })
}

// notes are those of a table, and where the p-values of controls are from.
func (s Calibration) notes(list []string) []string {
	methods := summary.Distinct(s.Cells, results.KeyMethod)
	if slices.Contains(methods, "coupled") {
		list = append(list, texts.Of("calibration, coupled")...)
	}
	if slices.Contains(methods, "permute-t") {
		list = append(list, texts.Of("calibration, permute-t")...)
	}
	return list
}

// Finding says how many bands hold.
func (s Calibration) Finding() string { return s.held() }

// mostRun is the first of the cells with the most repetitions.
func mostRun(cells []summary.Cell) summary.Cell {
	return slices.MaxFunc(cells, func(a, b summary.Cell) int { return cmp.Compare(a.Repetitions, b.Repetitions) })
}

// nullOf is the number of null inputs of a design.
func nullOf(cells []summary.Cell) int { return len(mostRun(cells).Null()) }

// bare writes a count in percent without the sign, with an asterisk where it stands out.
func bare(c stat.Count, outstanding bool) string {
	text := strings.TrimSuffix(c.Percent(), " %")
	if outstanding {
		text += "*"
	}
	return text
}

// sizeText says how often null inputs are found in the mean, and familyText how
// often any of them is after adjustment.
func sizeText(c summary.Cell, _ int) string {
	return bare(c.NullFound(testLevel), worstNull(c).Exceeds(testLevel, stat.Level/float64(max(1, len(c.Null())))))
}

func familyText(c summary.Cell, _ int) string {
	found := c.FalselyFound(testLevel)
	return bare(found, found.Exceeds(testLevel, stat.Level))
}

// worstNull counts the findings of the null input that is found most often.
func worstNull(c summary.Cell) (most stat.Count) {
	for _, j := range c.Null() {
		if found := c.Found(j, testLevel); most.N == 0 || found.K > most.K {
			most = found
		}
	}
	return most
}

// The band of coverage, as in the claims of the specification.
const coverLow, coverHigh = 0.93, 0.97

// faults counts the null inputs that are found too often and the active ones whose intervals
// miss the band of coverage.
type faults struct {
	nulls, active  int
	wrong, outside []string
	least, most    stat.Count // of what is wrong
	worst          stat.Count // least coverage outside of the band
	worstOf        string
}

// faults are those of cells.
func (s Calibration) faults(cells []summary.Cell) (f faults) {
	for _, c := range cells {
		if c.Repetitions == 0 {
			continue
		}
		null := c.Null()
		f.nulls += len(null)
		for _, j := range null {
			if found := c.Found(j, testLevel); found.Exceeds(testLevel, stat.Level/float64(len(null))) {
				f.note(found)
				f.wrong = append(f.wrong, fmt.Sprintf("%s of %s: %s", c.Variables[j], caseName(c.Cell), found.Percent()))
			}
		}
		for _, j := range c.Effective() {
			f.active++
			if v := c.CoverageOf(j); !v.Covers(coverLow, coverHigh) {
				what := fmt.Sprintf("%s of %s", c.Variables[j], caseName(c.Cell))
				f.outside = append(f.outside, what+": "+v.Covered.Percent())
				if f.worst.N == 0 || v.Covered.Share().Mean < f.worst.Share().Mean {
					f.worst, f.worstOf = v.Covered, what
				}
			}
		}
	}
	return f
}

// note notes what is found too often.
func (f *faults) note(found stat.Count) {
	if f.most.N == 0 || found.Share().Mean > f.most.Share().Mean {
		f.most = found
	}
	if f.least.N == 0 || found.Share().Mean < f.least.Share().Mean {
		f.least = found
	}
}

// Text names, for each estimator, what is found too often and what is not covered.
func (s Calibration) Text() []document.Block {
	var items []string
	for _, e := range estimators(s.Cells) {
		cells, name := summary.Selected(s.Cells, e), estimatorName(e)
		if overTrees(cells) {
			name += " (negative control, between-tree standard errors)"
		}
		if f := s.faults(cells); f.nulls+f.active > 0 {
			items = append(items, fmt.Sprintf("%s: of %d null inputs %s%s; of %d active inputs %s.", name,
				f.nulls, listed("are found significantly too often", f.wrong), s.meanText(e), f.active, listed("have a coverage significantly outside of 93 to 97 %", f.outside)))
		}
	}
	return Bullets(items)
}

// meanText says how often an estimator finds null inputs in the mean over cells.
func (s Calibration) meanText(estimator map[string]string) string {
	mean, found := summary.MeanSize(summary.Selected(s.Cells, estimator), testLevel)
	if found.N == 0 {
		return ""
	}
	return fmt.Sprintf(", in the mean over designs in %s of the tables", format.Percent(mean.Mean, 1, 1))
}

// listed says how many there are of something, and which, unless these are many.
func listed(what string, of []string) string {
	const most = 4
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
		if len(c.PValues()) == 0 {
			continue
		}
		add := func(name, variable string, value stat.Stat) {
			relevant := slices.Contains(c.Effective(), slices.Index(c.Variables, variable))
			rows = append(rows, summary.Row{Cell: c.Cell, Quantity: name, Variable: variable, Relevant: relevant, Value: value})
		}
		for j, name := range c.Variables {
			for _, level := range testLevels {
				add(fmt.Sprintf("found_%g", level), name, c.Found(j, level).Share())
			}
		}
		for _, j := range c.Effective() {
			v := c.CoverageOf(j)
			add("covered", c.Variables[j], v.Covered.Share())
			add("population_covered", c.Variables[j], v.PopulationCovered.Share())
			add("interval_width", c.Variables[j], stat.Stat{Mean: v.Width, SD: math.NaN(), SE: math.NaN(), N: v.Covered.N})
		}
		add("any_falsely_found", "", c.FalselyFound(testLevel).Share())
		if open := c.NothingOpen(testLevel); open.N > 0 {
			add("nothing_left_open", "", open.Share())
		}
	}
	return rows
}

// Figures draws, by design, the null input that is found most, the
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
		quantity{"false findings at 5 %", []float64{testLevel}, true, func(c summary.Cell) stat.Stat { return worstNull(c).Share() }},
		quantity{"least coverage", []float64{coverLow, coverHigh}, true, func(c summary.Cell) stat.Stat {
			return least(c, func(j int) stat.Stat { return c.CoverageOf(j).Covered.Share() })
		}},
		quantity{"least power at 5 %", nil, true, func(c summary.Cell) stat.Stat {
			return least(c, func(j int) stat.Stat { return c.Found(j, testLevel).Share() })
		}})
	return []chart.Figure{f}
}
