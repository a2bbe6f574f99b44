package reports

import (
	"cmp"
	"math"
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

// importance is the section of experiments whose importances are drawn as bars.
type importance struct{ experiment }

// mostColumns is how many panels stand side by side.
const mostColumns = 4

// figures draws the importances of an experiment: methods side by side, the
// published convention above its textbook twin. Sample sizes and the like
// stand side by side as well if there is room, in figures of their own if not.
func (s importance) figures() []chart.Figure {
	groups := summary.Groups(s.Cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel)
	columns := 0
	for _, g := range groups {
		columns += len(summary.TwinsOf(g.Cells))
	}
	if len(groups) == 1 || columns <= mostColumns {
		f := s.figure(s.Cells)
		f.Name = s.Experiment.Name
		return []chart.Figure{f}
	}
	var figures []chart.Figure
	for _, g := range groups {
		f := s.figure(g.Cells)
		f.Name = s.Experiment.Name + "-" + summary.Slug(g.Common)
		figures = append(figures, f)
	}
	return figures
}

// figureTitle names an experiment and what the figure's cells share.
func figureTitle(e results.Experiment, common map[string]string) string {
	text := summary.Title(e)
	if rest := summary.Describe(common); rest != "" {
		text += ": " + rest
	}
	return text
}

// figure puts columns across and variants down; more columns than fit go
// into further rows. Panels that show the same kind of value share a scale.
func (s importance) figure(cells []summary.Cell) chart.Figure {
	variants := summary.Distinct(cells, results.KeyVariant)
	columns := summary.TwinsOf(cells)
	lines := (len(columns)-1)/mostColumns + 1
	across := (len(columns)-1)/lines + 1
	own, rest := s.parted(cells)
	names := rowNames(own, rest)
	common := summary.Without(summary.Shared(cells), results.KeyVariant, results.KeyPreset, results.KeyKernel)
	if len(summary.Distinct(cells, results.KeyMethod)) == len(columns) {
		delete(common, results.KeyMethod)
	}
	f := chart.Figure{Title: figureTitle(s.Experiment, common), Width: chart.PageWidth}
	f.Caption = f.Title + ". Bars are our means over repetitions; scales differ between methods."
	if s.Experiment.OfUser() {
		f.Caption = f.Title + ". " + texts.Of("user bars")[0]
	}
	if rest != nil {
		f.Caption += " Others are variables that matter nowhere: the largest of those in the table."
	}
	if len(variants) > 1 {
		f.Caption += " Rows of panels: " + summary.VariantLabel(variants[0]) + ", " + summary.VariantLabel(variants[1]) + "."
	}
	scales := make(chart.Ranges) // by what the axis shows
	var legend chart.BarLegend
	for len(columns) > 0 {
		line := columns[:min(across, len(columns))]
		columns = columns[len(line):]
		for _, variant := range variants {
			row := make([]*plot.Plot, across)
			of := make([]chart.RowBars, len(line))
			lanes := false
			for j, column := range line {
				if c, ok := column.Cells[variant]; ok {
					of[j] = s.bars(c, own, rest)
					lanes = lanes || of[j].HasPrinted()
				}
			}
			for j, column := range line {
				c, ok := column.Cells[variant]
				if !ok {
					continue
				}
				b := of[j]
				b.Lanes = lanes // alike in all panels of the row
				legend.Add(b, c.Cell[results.KeyMethod])
				row[j] = chart.BarPanel(column.Label, method.Of(c.Cell[results.KeyMethod]).Axis, b, max(5, 9-2*across))
				scales.Include(row[j].X.Label.Text, row[j].X.Min, row[j].X.Max)
			}
			label := ""
			if len(variants) > 1 {
				label = summary.VariantLabel(variant)
			}
			if chart.LabelRow(row, names, label) {
				f.Plots = append(f.Plots, row)
			}
		}
	}
	for _, row := range f.Plots {
		for _, p := range row {
			if p != nil {
				p.X.Min, p.X.Max = scales[p.X.Label.Text].Padded()
			}
		}
	}
	f.Height = chart.BarHeight(len(f.Plots), len(names))
	f.Legend = legend.Items(len(s.Experiment.Relevant) > 0)
	return f
}

// others are variables that do nothing: one row shows the largest of them.
type others []string

// negligible is the share of the largest value of a cell below which a variable is not
// drawn in a row of its own unless it is relevant.
const negligible = 0.1

// parted returns the variables that have rows of their own, and the others, where the
// experiment says what is relevant and there are at least two. Other variables have
// their row if they stand out in any cell.
func (s experiment) parted(cells []summary.Cell) (own []string, rest others) {
	names := s.Shown(cells)
	if len(s.Experiment.Relevant) == 0 {
		return names, nil
	}
	for _, name := range names {
		stands := slices.Contains(s.Experiment.Relevant, name) || slices.ContainsFunc(cells, func(c summary.Cell) bool {
			largest := 0.0
			for _, of := range names {
				largest = max(largest, c.Importance(of).Mean)
			}
			return c.Importance(name).Mean > negligible*largest
		})
		if stands {
			own = append(own, name)
		} else {
			rest = append(rest, name)
		}
	}
	if len(rest) < 2 {
		return names, nil
	}
	return own, rest
}

// rowNames are the names of the rows of own and other variables.
func rowNames(own []string, rest others) []string {
	if rest == nil {
		return own
	}
	return append(slices.Clone(own), "others")
}

// largestOf returns the one of some variables with the largest mean in a cell, the first
// where there are none.
func largestOf(c summary.Cell, names others) string {
	return slices.MaxFunc(names, func(a, b string) int {
		x, y := c.Importance(a), c.Importance(b)
		return cmp.Or(cmp.Compare(x.N, y.N), cmp.Compare(x.Mean, y.Mean))
	})
}

// bars collects what is drawn for a cell: own variables, and the largest of others.
func (s experiment) bars(c summary.Cell, own []string, rest others) chart.RowBars {
	var b chart.RowBars
	names := slices.Clone(own)
	if rest != nil {
		names = append(names, largestOf(c, rest))
	}
	for _, name := range names {
		row := chart.RowBar{Ours: chart.Estimate{Value: math.NaN()}, Printed: chart.Estimate{Value: math.NaN()}, Colour: chart.Unmarked}
		if stat := c.Importance(name); stat.N > 0 {
			row.Ours = drawn(stat)
		}
		if e, ok := s.Expected(c, summary.ImportanceOf(name)); ok {
			row.Printed.Value, row.Bound = e.Value, e.Below
			if e.SE != nil {
				row.Printed.SE = *e.SE
			}
		}
		if len(s.Experiment.Relevant) == 0 || slices.Contains(s.Experiment.Relevant, name) {
			row.Colour = chart.MethodColour(c.Cell[results.KeyMethod])
		}
		b.Rows = append(b.Rows, row)
	}
	if c.Repetitions == 0 {
		b.EmptyReason = c.Missing()
	}
	return b
}

// mostValues is how many columns of numbers stand side by side in a table.
const mostValues = 7

// tables compare methods side by side, variables down: for each
// method, and each sample size if there are several, what is printed, ours
// under the published convention, and ours in the textbook twin. Sample sizes
// have tables of their own if they do not fit into one.
func (s experiment) tables() []page.Table {
	if columns := summary.TwinsOf(s.Cells); s.widthOf(columns...) <= mostValues {
		return []page.Table{s.table(columns)}
	}
	var tables []page.Table
	for _, g := range summary.Groups(s.Cells, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel) {
		var columns []summary.Twins
		for _, c := range summary.TwinsOf(g.Cells) {
			if len(columns) > 0 && s.widthOf(append(columns, c)...) > mostValues {
				tables = append(tables, s.table(columns))
				columns = nil
			}
			columns = append(columns, c)
		}
		tables = append(tables, s.table(columns))
	}
	return tables
}

// widthOf is how many columns of numbers columns of cells take.
func (s experiment) widthOf(columns ...summary.Twins) int {
	width := 0
	for _, c := range columns {
		width += len(s.heads(c))
	}
	return width
}

// head is what a column of numbers shows: printed numbers, or ours, of a cell.
type head struct {
	name    string
	cell    summary.Cell
	printed bool
}

// heads returns the columns of numbers that a column of cells takes.
func (s experiment) heads(c summary.Twins) []head {
	var heads []head
	for _, variant := range summary.Distinct(s.Cells, results.KeyVariant) {
		cell, ok := c.Cells[variant]
		if !ok {
			continue
		}
		if s.Published(cell) {
			heads = append(heads, head{"printed", cell, true})
		}
		name := s.ours()
		if s.Experiment.OfUser() && len(summary.Distinct(s.Cells, results.KeyVariant)) > 1 {
			name = variant
		} else if variant == results.VariantTextbook && !s.Experiment.OfUser() {
			name = "textbook"
		}
		heads = append(heads, head{name, cell, false})
	}
	return heads
}

// ours is what columns of our numbers are called.
func (s experiment) ours() string {
	if s.Experiment.OfUser() {
		return "mean"
	}
	return "ours"
}

func (s experiment) table(columns []summary.Twins) page.Table {
	var cells []summary.Cell
	var heads []head
	t := page.Table{Columns: []page.Column{{Name: "variable", Left: true}}}
	for _, c := range columns {
		for _, h := range s.heads(c) {
			heads = append(heads, h)
			t.Columns = append(t.Columns, page.Column{Group: c.Label, Name: h.name})
			if !h.printed {
				cells = append(cells, h.cell)
			}
		}
	}
	t.Caption = summary.Title(s.Experiment)
	if rest := summary.Describe(summary.Without(summary.Shared(cells), results.KeyVariant, results.KeyPreset, results.KeyKernel)); rest != "" {
		t.Caption += ": " + rest
	}
	t.Notes = s.tableNotes(cells, true, true)
	add := func(q summary.Quantity, mark page.Mark) {
		row := page.Row{Cells: []string{q.Label()}, Mark: mark}
		for _, h := range heads {
			row.Cells = append(row.Cells, s.number(h, q))
		}
		t.Rows = append(t.Rows, row)
	}
	for _, name := range s.Shown(s.Cells) {
		mark := page.Plain
		if slices.Contains(s.Experiment.Relevant, name) {
			mark = page.Relevant
		}
		add(summary.ImportanceOf(name), mark)
	}
	var further []summary.Quantity
	for _, c := range cells {
		for _, q := range append(s.Statistics(c), s.Named(c)...) {
			if !slices.Contains(further, q) {
				further = append(further, q)
				add(q, page.Plain)
			}
		}
	}
	return t
}

// number formats a printed number or ours.
func (s experiment) number(h head, q summary.Quantity) string {
	printed, ok := s.Expected(h.cell, q)
	if h.printed {
		if !ok {
			return format.None
		}
		return verdict.PrintedText(printed)
	}
	if h.cell.Repetitions == 0 {
		return h.cell.Missing()
	}
	value, err := h.cell.Estimate(q, s.Experiment.Relevant)
	if err != nil {
		return format.None
	}
	text := stat.Text(value, printed.Digits)
	if s.overview.Differs(s.Experiment.Name, h.cell, q) {
		text += " †"
	}
	return text
}
