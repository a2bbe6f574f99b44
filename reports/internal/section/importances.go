package section

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Importances is the section of experiments whose importances are drawn, a row for each
// input.
type Importances struct{ Undrawn }

// mostColumns is how many panels stand side by side, and rowPitch the height of a row.
const (
	mostColumns = 4
	rowPitch    = vg.Length(15)
)

// twinMarks draw an estimate, that under another convention and the printed number on one
// row, and remember which there are.
type twinMarks struct{ ours, twin, printed, bound, noise bool }

func newTwinMarks() *twinMarks { return new(twinMarks) }

// dot is an estimate of a variant: the first full, others pale and hollow.
func (m *twinMarks) dot(row, variant int, at chart.Estimate, colour color.NRGBA) chart.Dot {
	m.ours = m.ours || variant == 0
	d := chart.Dot{Height: chart.Height{Row: float64(row)}, Series: "ours", At: at, Style: draw.GlyphStyle{Color: colour, Radius: 2.3, Shape: draw.CircleGlyph{}}}
	if variant > 0 {
		m.twin = true
		d.Series, d.Up, d.Style = "the other convention", -4.2, draw.GlyphStyle{Color: chart.Pale(colour), Radius: 2.1, Shape: draw.RingGlyph{}}
	}
	return d
}

// print is a printed number, or an upper bound.
func (m *twinMarks) print(row int, at chart.Estimate, bound bool) chart.Dot {
	d := chart.Dot{Height: chart.Height{Row: float64(row), Up: 4.2}, Series: "printed", At: at, Style: draw.GlyphStyle{Color: chart.Black, Radius: 2, Shape: chart.Diamond{}}}
	if bound {
		m.bound = true
		d.Series, d.Style.Shape = "printed upper bound", chart.LeftTriangle{}
	} else {
		m.printed = true
	}
	return d
}

// legend explains the marks that there are, by the names of the variants.
func (m *twinMarks) legend(variants []string) (items []chart.LegendItem) {
	ours := "ours"
	if len(variants) > 1 {
		ours += ", " + variants[0]
	}
	items = append(items, chart.Glyph(ours, draw.GlyphStyle{Color: chart.Ink, Shape: draw.CircleGlyph{}}))
	if m.twin {
		items = append(items, chart.Glyph(strings.Join(variants[1:], ", "), draw.GlyphStyle{Color: chart.Grey, Shape: draw.RingGlyph{}}))
	}
	if m.printed {
		items = append(items, chart.LegendItem{Glyph: chart.Diamond{}, Text: "printed"})
	}
	if m.bound {
		items = append(items, chart.LegendItem{Glyph: chart.LeftTriangle{}, Text: "printed upper bound"})
	}
	if m.noise {
		items = append(items, chart.Swatch("null inputs", chart.Unmarked))
	}
	return append(items, chart.ErrorBars)
}

// variantLabels are the names of the variants.
func (s Base) variantLabels() (labels []string) {
	for _, v := range summary.Distinct(s.Cells, results.KeyVariant) {
		labels = append(labels, summary.VariantLabel(v))
	}
	return labels
}

// Figures draws a panel for each method, and each sample size if there are several, a row
// for each input that matters and one for the largest of the others. Panels that show the
// same kind of value share a scale.
func (s Importances) Figures() []chart.Figure {
	f := s.Figure(texts.Of("importances figure")[0])
	if s.Experiment.OfUser() {
		f = s.Figure(texts.Of("user importances")[0])
	}
	variants := summary.Distinct(s.Cells, results.KeyVariant)
	own, rest := s.parted(s.Cells)
	names := rowNames(own, rest)
	marks, scales, kinds := newTwinMarks(), make(chart.Ranges), make(map[*plot.Plot]string)
	var panels []*plot.Plot
	for _, column := range summary.TwinsOf(s.Cells) {
		if !slices.ContainsFunc(variants, func(v string) bool { return column.Cells[v].Repetitions > 0 }) {
			continue // the tables say so
		}
		var rows chart.Rows
		name := ""
		for i, variant := range variants {
			if c, ok := column.Cells[variant]; ok {
				name = c.Cell[results.KeyMethod]
				rows.Add(s.marks(marks, c, i, own, rest)...)
			}
		}
		p := chart.ListPanel(column.Label, names, rows)
		p.X.Label.Text = method.Of(name).Axis
		kinds[p] = kindOf(name)
		if reach := rows.Reach(); reach.Set {
			scales.Include(kinds[p], min(0, reach.Low), reach.High)
		}
		panels = append(panels, p)
	}
	if len(panels) == 0 {
		return nil
	}
	for p, kind := range kinds {
		low, high := scales[kind].Padded()
		p.X.Min, p.X.Max = low-0.02*(high-low), high
	}
	lines := (len(panels)-1)/mostColumns + 1
	f.Plots = chart.InRows(panels, (len(panels)-1)/lines+1)
	for _, row := range f.Plots {
		chart.NameOnce(row)
	}
	f.Height = vg.Length(len(f.Plots))*(vg.Length(len(names))*rowPitch+46) + 44
	f.Legend = marks.legend(s.variantLabels())
	return []chart.Figure{f}
}

// marks are what is drawn of a cell: its own inputs, and the largest of the others.
func (s Undrawn) marks(marks *twinMarks, c summary.Cell, variant int, own []string, rest others) (list []chart.RowMark) {
	names := slices.Clone(own)
	if rest != nil {
		names = append(names, largestOf(c, rest))
	}
	for row, name := range names {
		colour := chart.MethodColour(c.Cell[results.KeyMethod])
		if len(s.Experiment.Relevant) > 0 && !slices.Contains(s.Experiment.Relevant, name) {
			colour, marks.noise = chart.Grey, true
		}
		if v := c.Importance(name); v.N > 0 {
			list = append(list, marks.dot(row, variant, Drawn(v), colour))
		}
		e, ok := s.Expected(c, summary.ImportanceOf(name))
		if row >= len(own) {
			e, ok = s.largestPrinted(c, rest)
		}
		if ok {
			at := chart.Estimate{Value: e.Value}
			if e.SE != nil {
				at.SE = *e.SE
			}
			list = append(list, marks.print(row, at, e.Below))
		}
	}
	return list
}

// Finding names the inputs that stand out from the null ones, by the first method.
func (s Importances) Finding() string {
	for _, c := range s.Cells {
		if c.Repetitions == 0 || len(c.Compared) == 0 {
			continue
		}
		if len(s.Experiment.Relevant) == 0 {
			return ""
		}
		noise := summary.NoiseColumns(c.Variables, s.Experiment.Relevant)
		largest := 0.0
		for _, j := range noise {
			largest = max(largest, c.Compared[j].Mean+2*max(0, c.Compared[j].SE))
		}
		found := slices.Clone(s.Experiment.Relevant)
		slices.SortStableFunc(found, func(a, b string) int { return cmp.Compare(c.Importance(b).Mean, c.Importance(a).Mean) })
		found = slices.DeleteFunc(found, func(name string) bool { return c.Importance(name).Mean <= largest })
		if len(found) == 0 {
			return ""
		}
		var parts []string
		for _, name := range found {
			text := name
			if len(found) <= 2 {
				text += " (" + format.Fixed(c.Importance(name).Mean, 2) + ")"
			}
			parts = append(parts, text)
		}
		text := format.Enumerated(parts) + " stand out"
		if len(parts) == 1 {
			text += "s"
		}
		if len(noise) > 0 {
			text += fmt.Sprintf("; nothing else is above %s", format.Significant(roundedUp(largest), 2))
		}
		return text
	}
	return ""
}

// roundedUp is the least number of two digits that is not below a positive one.
func roundedUp(v float64) float64 {
	if v <= 0 {
		return v
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Ceil(v/unit-1e-9) * unit
}

// kindOf names the kind of value of a method. Each external program has a kind of its own.
func kindOf(name string) string {
	facts := method.Of(name)
	if facts.External() {
		return "of " + name
	}
	return facts.Axis
}

// others are null inputs: one row shows the largest of them.
type others []string

// negligible is the share of the largest value of a cell below which an input is not
// drawn in a row of its own unless it is relevant.
const negligible = 0.1

// parted returns the inputs that have rows of their own, and the others, where the
// experiment says what is relevant and there are at least two. Other inputs have
// their row if they stand out in any cell.
func (s Undrawn) parted(cells []summary.Cell) (own []string, rest others) {
	names := s.Shown(cells)
	if len(s.Experiment.Relevant) == 0 {
		return names, nil
	}
	outstanding := make(map[string]bool)
	for _, c := range cells {
		largest := 0.0
		for _, of := range c.Compared {
			largest = max(largest, of.Mean)
		}
		for j, of := range c.Compared[:min(len(c.Compared), len(c.Variables))] {
			outstanding[c.Variables[j]] = outstanding[c.Variables[j]] || of.Mean > negligible*largest
		}
	}
	for _, name := range names {
		if outstanding[name] || slices.Contains(s.Experiment.Relevant, name) || s.singled(name) {
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

// rowNames are the names of the rows of own and other inputs.
func rowNames(own []string, rest others) []string {
	if rest == nil {
		return own
	}
	return append(slices.Clone(own), noiseRow)
}

// largestOf returns the one of some inputs with the largest mean in a cell, the first
// where there are none.
func largestOf(c summary.Cell, names others) string {
	return slices.MaxFunc(names, func(a, b string) int {
		x, y := c.Importance(a), c.Importance(b)
		return cmp.Or(cmp.Compare(x.N, y.N), cmp.Compare(x.Mean, y.Mean))
	})
}

// largestPrinted is the largest printed number of some inputs.
func (s Base) largestPrinted(c summary.Cell, names others) (largest results.Expected, ok bool) {
	for _, name := range names {
		if e, printed := s.Expected(c, summary.ImportanceOf(name)); printed && (!ok || e.Value > largest.Value) {
			largest, ok = e, true
		}
	}
	return largest, ok
}

// noiseRow names the row of null inputs.
const noiseRow = "noise, largest"

// singled tells whether the paper prints the value of a null input where it
// prints but bounds of others.
func (s Undrawn) singled(name string) bool {
	bounds, value := false, false
	for _, e := range s.Experiment.Expected {
		bounds = bounds || e.Below
		value = value || e.Variable == name && !e.Below
	}
	return bounds && value
}
