package section

import (
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/methods/method"
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

// Tables list the importances of all methods side by side, a table per design.
func (s Designs) Tables() (tables []document.Table) {
	for _, g := range s.groups() {
		notes := s.TableNotes(g.Cells, true, true)
		notes[0] += " " + texts.Of("designs table")[0] + " " + Repetitions(g.Cells)
		heads := []head{{document.Column{Name: "population"}, func(r inputRow) string {
			if p := summary.PopulationOf(g, r.quantity.Variable); p.N > 0 {
				return format.Fixed(p.Mean, 3)
			}
			return format.None
		}}}
		for _, c := range g.Cells {
			heads = append(heads, s.ours(document.Column{Name: summary.MethodLabel(c.Cell[results.KeyMethod])}, c, 3))
		}
		own, rest := s.parted(g.Cells)
		tables = append(tables, s.list(summary.Title(s.Experiment)+": "+summary.Describe(summary.Without(g.Common, results.KeyVariant)), notes, heads, own, rest).Table)
	}
	return tables
}

// Figures draws importances, methods side by side, a row per design. Each
// panel has its own scale: what counts is which inputs stand out in it.
func (s Designs) Figures() []chart.Figure {
	f := s.Figure(texts.Of("designs figure")[0])
	own, rest := s.parted(s.Cells)
	names := rowNames(own, rest)
	marks := newTwinMarks()
	for _, g := range s.groups() {
		var panels []*plot.Plot
		for _, c := range g.Cells {
			var rows chart.Rows
			rows.Add(s.marks(marks, c, 0, own, rest)...)
			if len(c.Recorded[results.ValuePopulation]) > 0 {
				for i, name := range own {
					rows.Add(marks.print(i, chart.Estimate{Value: summary.PopulationOf(g, name).Mean}, false))
				}
			}
			p := chart.ListPanel(summary.MethodLabel(c.Cell[results.KeyMethod]), names, rows)
			p.X.Label.Text, _, _ = strings.Cut(method.Of(c.Cell[results.KeyMethod]).Axis, ", ") // the title has the rest
			p.X.Tick.Marker = chart.RoundTicks{Most: 3}
			panels = append(panels, p)
		}
		chart.NameOnce(panels)
		panels[0].Y.Label.Text = g.Common[results.KeyScenario]
		f.Plots = append(f.Plots, panels)
	}
	f.Height = vg.Length(len(f.Plots))*(vg.Length(len(names))*rowPitch+46) + 44
	for _, item := range marks.legend(nil) {
		item.Text = strings.Replace(item.Text, "printed", "population value", 1)
		f.Legend = append(f.Legend, item)
	}
	return []chart.Figure{f}
}

// Finding says in how many designs the first method finds the input that the design is
// about.
func (s Designs) Finding() string {
	if len(s.Experiment.Relevant) == 0 {
		return ""
	}
	var found []string
	groups, about := s.groups(), s.Experiment.Relevant[0]
	for _, method := range summary.Distinct(s.Cells, results.KeyMethod) {
		n := 0
		for _, g := range groups {
			c, _ := summary.CellOf(g.Cells, method)
			noise := summary.NoiseColumns(c.Variables, s.Experiment.Relevant)
			value := c.Importance(about)
			if value.N > 0 && !slices.ContainsFunc(noise, func(j int) bool { return value.Mean-2*value.SE <= c.Compared[j].Mean }) {
				n++
			}
		}
		if n == len(groups) {
			found = append(found, summary.MethodLabel(method))
		}
	}
	if found == nil {
		return ""
	}
	return about + " is found by " + format.Enumerated(found) + " alone"
}
