package section

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
)

// Aspects is the section of experiments on what moves.
type Aspects struct{ Base }

// Tables list, by design, what is found of each aspect with those inputs that move it,
// and the largest area of the others.
func (s Aspects) Tables() []page.Table {
	t := page.Table{
		Caption: summary.Title(s.Experiment) + ": what moves, and what seems to", Long: true, Notes: texts.Of("aspects"),
		Columns: []page.Column{
			{Name: "aspect", Left: true}, {Name: "explained"}, {Group: "moves", Name: "input", Left: true}, {Group: "moves", Name: "area"},
			{Group: "moves", Name: "found"}, {Group: "does not", Name: "input", Left: true}, {Group: "does not", Name: "largest area"}, {Group: "does not", Name: "found"},
		},
	}
	for _, c := range s.Cells {
		if c.Repetitions == 0 {
			continue
		}
		t.Rows = append(t.Rows, page.Row{Heading: fmt.Sprintf("%s, %s", caseName(c.Cell), format.Plural(c.Repetitions, "table"))})
		for _, a := range c.Aspects() {
			t.Rows = append(t.Rows, aspectRows(c, a)...)
		}
	}
	return []page.Table{t}
}

// aspectRows has a row for each input that moves the aspect, at least one, the first with
// the largest of the others.
func aspectRows(c summary.Cell, a summary.Aspect) []page.Row {
	worst, found := -1, 0
	for j, moves := range a.Moves {
		if moves {
			continue
		}
		if worst < 0 || a.Area(j).Mean > a.Area(worst).Mean {
			worst = j
		}
		found = max(found, a.FoundWith(j))
	}
	n := len(a.Found)
	rows := []page.Row{{Cells: []string{a.Name, format.Percent(stat.Mean(stat.Column(a.Explained, 0)), 1, 1), "", "", "", "", "", ""}}}
	if worst >= 0 {
		rows[0].Cells[5], rows[0].Cells[6], rows[0].Cells[7] = c.Variables[worst], format.Fixed(a.Area(worst).Mean, 3), stat.Percent(found, n)
	}
	k := 0
	for j, moves := range a.Moves {
		if !moves {
			continue
		}
		if k == len(rows) {
			rows = append(rows, page.Row{Cells: make([]string, len(rows[0].Cells))})
		}
		rows[k].Cells[2], rows[k].Cells[3], rows[k].Cells[4] = c.Variables[j], format.Fixed(a.Area(j).Mean, 3), stat.Percent(a.FoundWith(j), n)
		k++
	}
	return rows
}

// Rows are mean areas, shares of findings and explained shares.
func (s Aspects) Rows() []summary.Row {
	var rows []summary.Row
	for _, c := range s.Cells {
		for _, a := range c.Aspects() {
			add := func(quantity, variable string, relevant bool, value stat.Stat) {
				rows = append(rows, summary.Row{Cell: c.Cell, Quantity: quantity + " " + a.Name, Variable: variable, Relevant: relevant, Value: value})
			}
			add("r2", "", false, stat.New(stat.Column(a.Explained, 0)))
			for j, name := range c.Variables {
				add("area", name, a.Moves[j], a.Area(j))
				add("found", name, a.Moves[j], stat.Share(a.FoundWith(j), len(a.Found)))
			}
		}
	}
	return rows
}

// Text counts what was found.
func (s Aspects) Text() []page.Block {
	tables, falsely, move, found := 0, 0, 0, 0
	for _, c := range s.Cells {
		tables, falsely = tables+c.Repetitions, falsely+c.FalselyMoved()
		for _, a := range c.Aspects() {
			for j, moves := range a.Moves {
				if moves {
					move, found = move+len(a.Found), found+a.FoundWith(j)
				}
			}
		}
	}
	if tables == 0 {
		return nil
	}
	return []page.Block{page.Paragraph(fmt.Sprintf("Of what moves, %s of %s over all tables is found; in %s of %d tables something is found that does not move.",
		strconv.Itoa(found), format.Plural(move, "case"), strconv.Itoa(falsely), tables))}
}

// Figures draws, of designs with the same aspects, the share of tables in which each input
// is found to move each of them.
func (s Aspects) Figures() []chart.Figure {
	run := slices.DeleteFunc(slices.Clone(s.Cells), func(c summary.Cell) bool { return c.Repetitions == 0 })
	var figures []chart.Figure
	for i, of := range summary.Grouped(run, func(c summary.Cell) string { return strings.Join(aspectNames(c), ", ") }) {
		names := aspectNames(of[0])
		var panels []*plot.Plot
		for _, c := range of {
			cells := make([][]chart.Cell, len(names))
			for k, a := range c.Aspects() {
				for j := range c.Variables {
					found, tables := a.FoundWith(j), len(a.Found)
					cell := chart.Cell{Share: stat.Share(found, tables).Mean, Expected: a.Moves[j], Series: "does not move"}
					if a.Moves[j] {
						cell.Series = "moves"
					}
					cell.Text = fmt.Sprintf("found in %d of %s, mean area %s", found, format.Plural(tables, "table"), format.Fixed(a.Area(j).Mean, 3))
					cells[k] = append(cells[k], cell)
				}
			}
			panels = append(panels, chart.CellsPanel(caseName(c.Cell), names, c.Variables, cells))
		}
		var responses []string
		for _, name := range names {
			if y, ok := strings.CutPrefix(name, "mean of "); ok {
				responses = append(responses, y)
			}
		}
		f := s.Figure("")
		if i > 0 {
			f.Name += "-" + strconv.Itoa(i+1)
		}
		f.Title = "Aspects of " + format.Enumerated(responses) + " that move with an input"
		f.Caption = f.Title + ". " + texts.Of("aspects figure")[0]
		f.Plots = chart.InRows(panels, 3)
		for _, row := range f.Plots {
			chart.NameOnce(row)
		}
		f.Height = chart.CellsHeight(len(f.Plots), len(names))
		f.Legend = chart.CellsLegend("known to move", "found in none, …, all of the tables", "found, but does not move")
		figures = append(figures, f)
	}
	return figures
}

// aspectNames are those of a cell's aspects.
func aspectNames(c summary.Cell) []string {
	var names []string
	for _, a := range c.Aspects() {
		names = append(names, a.Name)
	}
	return names
}
