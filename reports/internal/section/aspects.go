package section

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
)

// Aspects is the section of experiments on what moves.
type Aspects struct{ Base }

// Tables list, by design, the aspects that move with the inputs that move them, and what
// comes nearest to moving of what does not.
func (s Aspects) Tables() []document.Table {
	t := document.Table{
		Caption: summary.Title(s.Experiment) + ": what moves, and what seems to", Long: true, Notes: texts.Of("aspects"),
		Columns: append([]document.Column{{Name: "design", Left: true}, {Name: "aspect", Left: true}, {Name: "explained"}, {Name: "input", Left: true}}, document.Columns("", "area", "found")...),
	}
	for _, c := range s.Cells {
		if c.Repetitions == 0 {
			continue
		}
		name := caseName(c.Cell)
		add := func(cells ...string) {
			t.Rows = append(t.Rows, document.Row{Cells: append([]string{name}, cells...)})
			name = ""
		}
		var still summary.Aspect // the one of what does not move with the largest area, of input
		input, area, most := 0, -1.0, stat.Count{}
		for _, a := range c.Aspects() {
			about := []string{a.Name, format.Percent(stat.Mean(stat.Column(a.Explained, 0)), 1, 1)}
			for j, moves := range a.Moves {
				found := a.FoundWith(j)
				switch mean := a.Area(j).Mean; {
				case moves:
					add(about[0], about[1], c.Variables[j], format.Fixed(mean, 3), found.Percent())
					about = []string{"", ""}
				case mean > area:
					still, input, area = a, j, mean
				}
				if !moves {
					most = stat.Count{K: max(most.K, found.K), N: found.N}
				}
			}
		}
		if area >= 0 {
			add("no other, at most", "", c.Variables[input]+" in "+still.Name, format.Fixed(area, 3), most.Percent())
		}
	}
	return []document.Table{t}
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
				add("found", name, a.Moves[j], a.FoundWith(j).Share())
			}
		}
	}
	return rows
}

// counts are in how many tables something is found that does not move, and how often over
// all tables what moves is found.
func (s Aspects) counts() (falsely, found stat.Count) {
	for _, c := range s.Cells {
		falsely = falsely.Plus(c.FalselyMoved())
		for _, a := range c.Aspects() {
			for j, moves := range a.Moves {
				if moves {
					found = found.Plus(a.FoundWith(j))
				}
			}
		}
	}
	return falsely, found
}

// Finding says how much of what moves is found.
func (s Aspects) Finding() string {
	falsely, found := s.counts()
	if falsely.N == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d that move are found, something else in %d of %s", found.K, found.N, falsely.K, format.Plural(falsely.N, "table"))
}

// Text counts what was found.
func (s Aspects) Text() []document.Block {
	falsely, found := s.counts()
	if falsely.N == 0 {
		return nil
	}
	return []document.Block{document.Paragraph(fmt.Sprintf("Of what moves, %s of %s over all tables is found; in %s of %d tables something is found that does not move.",
		strconv.Itoa(found.K), format.Plural(found.N, "case"), strconv.Itoa(falsely.K), falsely.N))}
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
					found := a.FoundWith(j)
					cell := chart.Cell{Share: found.Share().Mean, Expected: a.Moves[j], Series: "does not move"}
					if a.Moves[j] {
						cell.Series = "moves"
					}
					cell.Text = fmt.Sprintf("found in %d of %s, mean area %s", found.K, format.Plural(found.N, "table"), format.Fixed(a.Area(j).Mean, 3))
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
