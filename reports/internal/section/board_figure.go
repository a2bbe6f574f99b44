package section

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
)

// Draw draws the mean ranks by each score, a row for each measure, and below them the
// cliques of what cannot be told apart.
func (b Board) Draw(f chart.Figure) chart.Figure {
	var names []string
	for _, m := range b.Order {
		names = append(names, m.Name)
	}
	most := 0
	for _, st := range b.Standings {
		most = max(most, len(st.Cliques))
	}
	for range (most + 1) / 2 {
		names = append(names, "")
	}
	var panels []*plot.Plot
	for _, st := range b.Standings {
		marks := chart.Rows{Banded: true}
		for i, m := range b.Order {
			for _, r := range st.Ranked {
				if r.Name == m.Name {
					marks.Add(chart.Below(i, []chart.Dot{chart.MethodDot(m.Method, chart.Estimate{Value: r.Rank.Mean})})...)
				}
			}
		}
		for k, c := range st.Cliques {
			at := chart.Height{Row: float64(len(b.Order)) + float64(k)/2}
			marks.Add(chart.Rule{Low: st.Ranked[c[0]].Rank.Mean, High: st.Ranked[c[1]].Rank.Mean, Top: at, Bottom: at, Style: draw.LineStyle{Color: chart.Ink, Width: 2.2}, Beyond: 2})
		}
		p := chart.ListPanel(st.Name, names, marks)
		p.X.Label.Text = fmt.Sprintf("mean rank over %s", format.Plural(st.Designs, "design"))
		panels = append(panels, p)
	}
	chart.NameOnce(panels)
	f.Plots = [][]*plot.Plot{panels}
	f.Height = vg.Length(len(names))*11 + 90
	return f
}

// Map draws the scores of all measures on all designs and sizes: what cannot be told from
// the best has a frame, and the others are the deeper the worse they are.
func (b Board) Map(f chart.Figure) chart.Figure {
	f.Name += "-designs"
	var columns, rows []string
	letters := 0
	for _, m := range b.Order {
		columns = append(columns, m.Name)
		letters = max(letters, len([]rune(m.Name)))
	}
	var panels []*plot.Plot
	for _, s := range []Score{Scores[0], Scores[2]} {
		var cells [][]chart.Cell
		rows = nil
		for _, d := range b.scored(Scores[0]) {
			for _, size := range d.Sizes {
				rows = append(rows, d.Name+", n = "+size.N)
				cells = append(cells, size.row(s, b.Order))
			}
		}
		p := chart.CellsPanel(s.Name, rows, columns, cells)
		p.X.Tick.Label.Rotation, p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign, p.X.Padding = math.Pi/2, draw.XRight, draw.YCenter, 4
		panels = append(panels, p)
	}
	chart.NameOnce(panels)
	f.Plots = [][]*plot.Plot{panels}
	f.Height = vg.Length(len(rows))*13 + vg.Length(letters)*4 + 90
	legend := chart.CellsLegend("the best, and what cannot be told from it", "", "a little, …, far worse than the best")
	f.Legend = []chart.LegendItem{legend[0], legend[2]}
	return f
}

// row are the scores of measures on a design of a size: by how much they are worse than the
// best, of errors as a share of themselves.
func (s Size) row(score Score, measures []Measure) []chart.Cell {
	near, best := s.nearBest(score), math.NaN()
	for _, m := range measures {
		if v := s.mean(score, m.Name); !math.IsNaN(v) && !(score.better(best-v) >= 0) {
			best = v
		}
	}
	cells := make([]chart.Cell, len(measures))
	for i, m := range measures {
		v := s.mean(score, m.Name)
		if math.IsNaN(v) {
			continue
		}
		worse := 1 - best/v
		if score.up {
			worse = 2 * (best - v) // of an area, half of which is chance
		}
		cells[i] = chart.Cell{Share: max(0.04, min(1, worse)), Series: "worse than the best", Text: format.Fixed(v, 2)}
		if near[m.Name] {
			cells[i].Share, cells[i].Expected, cells[i].Series = 1-min(1, max(0, worse)), true, "cannot be told from the best"
		}
	}
	return cells
}

// tellable reports whether measures can be told apart: whether the least p-value of
// Wilcoxon's signed rank test, adjusted for all pairs, is at most 5 %.
func tellable(designs, measures int) bool {
	pairs := float64(measures*(measures-1)) / 2
	return pairs*math.Exp2(1-float64(designs)) <= boardLevel
}

// Sentences say of each score which measures lead, and of tests and intervals whether
// they keep what they promise.
func (b Board) Sentences() []string {
	var list []string
	for _, st := range b.Standings {
		if len(st.Ranked) < 2 {
			continue
		}
		best := st.Ranked[0]
		var alike, beaten []string
		for _, r := range st.Ranked[1:] {
			if r.Better == 0 {
				alike = append(alike, r.Name)
			}
		}
		for _, r := range st.Ranked {
			if r.Better > 0 {
				beaten = append(beaten, r.Name)
			}
		}
		text := fmt.Sprintf("By %s, over %s, the best mean rank is that of %s (%s).", st.Name, format.Plural(st.Designs, "design"), best.Name, format.Fixed(best.Rank.Mean, 1))
		switch {
		case !tellable(st.Designs, len(st.Ranked)):
			text += " So few designs cannot tell any two measures apart, however different they are."
		case len(beaten) == 0:
			text += " No measure is surely better than any other."
		case len(alike) > 0:
			text += " No measure is surely better than " + separated(alike) + " either."
			fallthrough
		default:
			text += " Surely worse than some other: " + separated(beaten) + "."
		}
		if len(st.Missing) > 0 {
			var missing []string
			for _, m := range st.Missing {
				missing = append(missing, m.Name)
			}
			text += " Not run on all designs, and not ranked: " + separated(missing) + "."
		}
		list = append(list, text)
	}
	for _, m := range b.Order {
		if c := b.claim(m, ""); c.False.Exceeds(boardLevel, stat.Level) {
			list = append(list, fmt.Sprintf("%s finds null inputs at 5 %% in %s of the tables.", m.Name, c.False.Percent()))
		}
	}
	return list
}

// separated lists names with commas, or with semicolons where names have commas of their own.
func separated(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, ", ") }) {
		return strings.Join(names, "; ")
	}
	return strings.Join(names, ", ")
}
