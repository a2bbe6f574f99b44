package section

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Designs is the section of experiments that compare methods on designs.
type Designs struct{ Undrawn }

// groups puts the cells of an experiment with several designs together by
// design: all that differ in the method alone.
func (s Designs) groups() []summary.Group {
	return summary.Groups(s.Cells, results.KeyMethod, results.KeyPreset, results.KeyKernel)
}

// Tables list the importances of all methods side by side, a table per
// design.
func (s Designs) Tables() []page.Table {
	var tables []page.Table
	for _, g := range s.groups() {
		t := page.Table{
			Caption: summary.Title(s.Experiment) + ": " + summary.Describe(summary.Without(g.Common, results.KeyVariant)),
			Columns: []page.Column{{Name: "variable", Left: true}, {Name: "population"}},
			Notes:   s.TableNotes(g.Cells, true, true),
		}
		t.Notes[0] += " " + texts.Of("designs table")[0] + " " + Repetitions(g.Cells)
		for _, c := range g.Cells {
			t.Columns = append(t.Columns, page.Column{Name: summary.MethodLabel(c.Cell[results.KeyMethod])})
		}
		for _, name := range s.Shown(g.Cells) {
			row := page.Row{Cells: []string{name, format.None}}
			if slices.Contains(s.Experiment.Relevant, name) {
				row.Mark = page.Relevant
			}
			if p := summary.PopulationOf(g, name); p.N > 0 {
				row.Cells[1] = format.Significant(p.Mean, 3)
			}
			for _, c := range g.Cells {
				text := c.Missing()
				if c.Repetitions > 0 {
					text = stat.Text(c.Importance(name), 0)
				}
				row.Cells = append(row.Cells, text)
			}
			t.Rows = append(t.Rows, row)
		}
		tables = append(tables, t)
	}
	return tables
}

// Figures draws importances, methods side by side, a row per design. Each
// panel has its own scale: what counts is which variables stand out in it.
func (s Designs) Figures() []chart.Figure {
	f := s.Figure("Means over repetitions; every panel has its own scale. Diamonds: population values. Others are variables that matter nowhere: the largest of them.")
	own, rest := s.parted(s.Cells)
	var rows []barRow
	for _, g := range s.groups() {
		row := barRow{label: summary.Describe(summary.Without(g.Common, results.KeyVariant))}
		for _, c := range g.Cells {
			b := s.bars(c, own, rest)
			if len(c.Recorded[results.ValuePopulation]) > 0 {
				for i, name := range own {
					b.Rows[i].Printed.Value = summary.PopulationOf(g, name).Mean
				}
			}
			name := c.Cell[results.KeyMethod]
			row.panels = append(row.panels, barPanel{summary.MethodLabel(name), name, b})
		}
		rows = append(rows, row)
	}
	s.draw(&f, rows, rowNames(own, rest), 3, false)
	for i := range f.Legend {
		f.Legend[i].Text = strings.Replace(f.Legend[i].Text, "printed (±2 standard errors)", "population value", 1)
	}
	return []chart.Figure{f}
}

// Text says of each design and method how far the first relevant variable,
// the one that the design is about, stands out from what does not matter.
func (s Designs) Text() []page.Block {
	if len(s.Experiment.Relevant) == 0 {
		return nil
	}
	about := s.Experiment.Relevant[0]
	var blocks []page.Block
	for _, g := range s.groups() {
		var parts []string
		for _, c := range g.Cells {
			value, noisy := c.Importance(about), summary.NoiseColumns(c.Variables, s.Experiment.Relevant)
			if value.N == 0 || len(noisy) == 0 {
				continue
			}
			largest := slices.MaxFunc(noisy, func(a, b int) int { return cmp.Compare(c.Compared[a].Mean, c.Compared[b].Mean) })
			parts = append(parts, fmt.Sprintf("%s %s against %s for %s", summary.MethodLabel(c.Cell[results.KeyMethod]),
				format.TrueMinus(format.Significant(value.Mean, 2)), format.TrueMinus(format.Significant(c.Compared[largest].Mean, 2)), c.Variables[largest]))
		}
		if len(parts) > 0 {
			text := fmt.Sprintf("Design %s, value of %s against the largest of all variables that do not matter: %s.", g.Common[results.KeyScenario], about, strings.Join(parts, "; "))
			if p := summary.PopulationOf(g, about); p.N > 0 {
				text += fmt.Sprintf(" The population value is %s.", format.Significant(p.Mean, 2))
			}
			blocks = append(blocks, page.Paragraph(text))
		}
	}
	return blocks
}
