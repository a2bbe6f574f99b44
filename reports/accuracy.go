package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// accuracy is the section of experiments that compare estimators by their errors
// against population values.
type accuracy struct{ experiment }

// paperEstimator is what others are compared with.
var paperEstimator = map[string]string{results.KeyMethod: "coupled", results.KeyPreset: "paper"}

// estimators returns the methods with their presets, in the order of the cells.
func (s experiment) estimators() []map[string]string {
	var all []map[string]string
	for _, of := range summary.Grouped(s.Cells, func(c summary.Cell) string { return estimatorName(c.Cell) }) {
		all = append(all, summary.Only(of[0].Cell, results.KeyMethod, results.KeyPreset))
	}
	return all
}

// estimatorName names the method with its preset: "stacked, auto".
func estimatorName(cell map[string]string) string {
	return summary.MethodLabel(cell[results.KeyMethod]) + ", " + cell[results.KeyPreset]
}

// caseName names a design with its number of rows: "linear, n = 300".
func caseName(cell map[string]string) string {
	return cell[results.KeyScenario] + ", n = " + cell[results.KeyN]
}

func caseNames(cases []summary.Group) []string {
	names := make([]string, len(cases))
	for i, g := range cases {
		names[i] = caseName(g.Common)
	}
	return names
}

// ratios are those of an estimator to the paper's.
func (s accuracy) ratios(estimator map[string]string) []summary.ErrorRatio {
	return summary.ErrorRatios(s.Cells, estimator, paperEstimator)
}

// tables list errors, their ratios to those of the paper's estimator, and biases.
func (s accuracy) tables() []page.Table {
	estimators := s.estimators()
	list := func(what string, notes []string, text func(c summary.Cell) string) page.Table {
		t := page.Table{
			Caption: summary.Title(s.Experiment) + ": " + what, Long: true, Notes: notes,
			Columns: []page.Column{{Name: "design", Left: true}, {Name: "tables"}},
		}
		for _, e := range estimators {
			t.Columns = append(t.Columns, page.Column{Group: summary.MethodLabel(e[results.KeyMethod]), Name: e[results.KeyPreset]})
		}
		for _, g := range s.known() {
			row, tables := page.Row{Cells: []string{caseName(g.Common), format.None}}, 0
			for _, e := range estimators {
				row.Cells = append(row.Cells, entry(g.Cells, e, func(c summary.Cell) string {
					tables = max(tables, c.Repetitions)
					return text(c)
				}))
			}
			if tables > 0 {
				row.Cells[1] = strconv.Itoa(tables)
			}
			t.Rows = append(t.Rows, row)
		}
		return t
	}
	errors := list("root mean square errors", texts.Of("accuracy errors"), func(c summary.Cell) string { return significant(c.TypicalError().Mean) })
	ratios := list("errors as shares of those of "+estimatorName(paperEstimator), texts.Of("accuracy ratios"), func(c summary.Cell) string {
		for _, r := range s.ratios(summary.Only(c.Cell, results.KeyMethod, results.KeyPreset)) {
			if r.Cell.Slug == c.Slug {
				return stat.Text(r.Ratio, 0)
			}
		}
		return format.None
	})
	mean, worst := page.Row{Cells: []string{"geometric mean", ""}}, page.Row{Cells: []string{"largest", ""}}
	for _, e := range estimators {
		all := s.ratios(e)
		m, at, err := summary.GeometricMean(all)
		if err != nil || len(all) == 0 {
			mean.Cells, worst.Cells = append(mean.Cells, format.None), append(worst.Cells, format.None)
			continue
		}
		mean.Cells, worst.Cells = append(mean.Cells, stat.Text(m, 0)), append(worst.Cells, significant(all[at].Ratio.Mean))
	}
	ratios.Rows = append(ratios.Rows, mean, worst)
	biases := list("mean errors of inputs that do something, and of those that do nothing", texts.Of("accuracy biases"), func(c summary.Cell) string {
		return format.Fixed(c.RelevantBias().Mean, 3) + ", " + format.Fixed(c.NullBias().Mean, 3)
	})
	tables := []page.Table{errors, ratios, biases}
	if drifts := summary.Drifts(s.Cells); len(drifts) > 0 {
		tables = append(tables, s.drifts(drifts, estimators))
	}
	return tables
}

// known are the designs with population values.
func (s accuracy) known() []summary.Group {
	return slices.DeleteFunc(summary.Designs(s.Cells), func(g summary.Group) bool {
		return slices.ContainsFunc(g.Cells, summary.Cell.Unknown)
	})
}

// drifts lists how far estimates on rows of data sets move with the number of rows.
func (s accuracy) drifts(drifts []summary.Drift, estimators []map[string]string) page.Table {
	t := page.Table{
		Caption: summary.Title(s.Experiment) + ": from some rows of a data set to more", Long: true, Notes: texts.Of("accuracy drifts"),
		Columns: []page.Column{{Name: "data set", Left: true}, {Name: "tables"}},
	}
	for _, e := range estimators {
		t.Columns = append(t.Columns, page.Column{Group: summary.MethodLabel(e[results.KeyMethod]), Name: e[results.KeyPreset]})
	}
	name := func(d summary.Drift) string {
		return fmt.Sprintf("%s, from n = %s to %s", d.Cell.Cell[results.KeyScenario], d.Cell.Cell[results.KeyN], d.Largest.Cell[results.KeyN])
	}
	for _, of := range summary.Grouped(drifts, name) {
		row := page.Row{Cells: []string{name(of[0]), strconv.Itoa(of[0].Cell.Repetitions)}}
		for _, e := range estimators {
			text := format.None
			for _, d := range of {
				if summary.Matches(e, d.Cell.Cell) {
					text = stat.Text(d.By, 0)
				}
			}
			row.Cells = append(row.Cells, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// significant formats a number that may not be there.
func significant(v float64) string {
	if math.IsNaN(v) {
		return format.None
	}
	return format.Significant(v, 3)
}

// text says in words how estimators compare, and where they do worse.
func (s accuracy) text() []page.Block {
	var items []string
	for _, c := range s.compared() {
		larger := 0
		for _, r := range c.all {
			if r.Ratio.Mean > 1 {
				larger++
			}
		}
		items = append(items, fmt.Sprintf("%s: %s of the error of %s in geometric mean, at most %s (%s); a larger error on %d of %d.",
			c.name, stat.Text(c.mean, 0), estimatorName(paperEstimator), significant(c.worst.Ratio.Mean), caseName(c.worst.Cell.Cell), larger, len(c.all)))
	}
	if items == nil {
		return nil
	}
	return []page.Block{page.Bullets(items)}
}

// comparison is an estimator beside the paper's.
type comparison struct {
	name  string
	all   []summary.ErrorRatio
	mean  stat.Stat // geometric
	worst summary.ErrorRatio
}

// compared returns all estimators but the paper's.
func (s accuracy) compared() []comparison {
	var list []comparison
	for _, e := range s.estimators() {
		all := s.ratios(e)
		mean, worst, err := summary.GeometricMean(all)
		if err == nil && len(all) > 0 && !summary.Matches(paperEstimator, e) {
			list = append(list, comparison{estimatorName(e), all, mean, all[worst]})
		}
	}
	return list
}

// excerpt draws the ratios of the estimator with the least, among those that have one for
// each design.
func (s accuracy) excerpt() chart.Figure {
	f := s.emptyFigure("")
	f.Name += "-excerpt"
	names := caseNames(s.known())
	marks := chart.RowMarks{Rows: make([][]chart.RowMark, len(names)), Lines: []float64{1}}
	list := slices.DeleteFunc(s.compared(), func(c comparison) bool { return len(c.all) < len(names) })
	var methods []string
	if len(list) > 0 {
		best := slices.MinFunc(list, func(a, b comparison) int { return cmp.Compare(a.mean.Mean, b.mean.Mean) })
		methods = []string{best.all[0].Cell.Cell[results.KeyMethod]}
		f.Title = fmt.Sprintf("Errors of %s as shares of those of %s", best.name, estimatorName(paperEstimator))
		f.Caption = f.Title + "; left of the dashed line is better."
		for _, r := range best.all {
			at := slices.Index(names, caseName(r.Cell.Cell))
			marks.Rows[at] = append(marks.Rows[at], chart.RowMark{Method: methods[0], At: drawn(r.Ratio)})
		}
	}
	p := chart.ListPanel("", names, marks, marks.Reach())
	p.X.Label.Text = "error / that of " + estimatorName(paperEstimator)
	f.Plots, f.Height = [][]*plot.Plot{{p}}, vg.Length(len(names))*9+80
	f.Legend = chart.MethodLegend(methods, chart.MethodShape)
	return f
}

// advice ranks the estimators in a sentence.
func (s accuracy) advice() []string {
	list := s.compared()
	if list == nil {
		return nil
	}
	slices.SortStableFunc(list, func(a, b comparison) int { return cmp.Compare(a.mean.Mean, b.mean.Mean) })
	var parts []string
	for _, c := range list {
		parts = append(parts, fmt.Sprintf("%s %s (at most %s)", c.name, stat.Text(c.mean, 0), significant(c.worst.Ratio.Mean)))
	}
	return []string{fmt.Sprintf("Errors as shares of those of the paper's estimator, %s, in geometric mean over designs: %s.", estimatorName(paperEstimator), strings.Join(parts, "; "))}
}

// rows are errors, their ratios and biases.
func (s accuracy) rows() []summary.Row {
	var rows []summary.Row
	drifts := summary.Drifts(s.Cells)
	for _, c := range s.Cells {
		add := func(name string, value stat.Stat) {
			rows = append(rows, summary.Row{Cell: c.Cell, Quantity: name, Value: value, Raw: stat.New(nil)})
		}
		for _, d := range drifts {
			if d.Cell.Slug == c.Slug {
				add("drift", d.By)
			}
		}
		if c.TypicalError().N == 0 {
			continue
		}
		add("typical_error", c.TypicalError())
		add("bias_relevant", c.RelevantBias())
		add("bias_null", c.NullBias())
		for _, r := range s.ratios(summary.Only(c.Cell, results.KeyMethod, results.KeyPreset)) {
			if r.Cell.Slug == c.Slug {
				add("error_ratio", r.Ratio)
			}
		}
	}
	return rows
}

// figures draws the ratios, a panel for each preset.
func (s accuracy) figures() []chart.Figure {
	f := s.emptyFigure(texts.Of("accuracy figure")[0])
	cases := s.known()
	names := caseNames(cases)
	var methods []string
	var panels []*plot.Plot
	reach := new(chart.Range)
	for _, preset := range summary.Distinct(s.Cells, results.KeyPreset) {
		marks := chart.RowMarks{Rows: make([][]chart.RowMark, len(cases)), Lines: []float64{1}}
		for _, e := range s.estimators() {
			if e[results.KeyPreset] != preset || summary.Matches(paperEstimator, e) {
				continue
			}
			if !slices.Contains(methods, e[results.KeyMethod]) {
				methods = append(methods, e[results.KeyMethod])
			}
			for _, r := range s.ratios(e) {
				at := slices.Index(names, caseName(r.Cell.Cell))
				if r.Ratio.N > 0 {
					marks.Rows[at] = append(marks.Rows[at], chart.RowMark{Method: e[results.KeyMethod], At: drawn(r.Ratio)})
				}
			}
		}
		p := chart.ListPanel("preset "+preset, names, marks, marks.Reach())
		p.X.Label.Text = "error / that of " + estimatorName(paperEstimator)
		panels = append(panels, p)
		if r := marks.Reach(); r.Set {
			reach.Include(r.Low, r.High)
		}
	}
	for _, p := range panels {
		if reach.Set {
			p.X.Min, p.X.Max = reach.Padded()
		}
	}
	chart.NameOnce(panels)
	f.Plots = [][]*plot.Plot{panels}
	f.Height = chart.RowMarksHeight(len(names))
	f.Legend = chart.MethodLegend(methods, chart.MethodShape)
	return []chart.Figure{f}
}
