package reports

import (
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// setsPerFigure is how many data sets of an ablation stand in one figure.
const setsPerFigure = 4

// choicePitch is the height of a variant in a panel.
const choicePitch = vg.Length(11)

// ablationFigures draw an ablation: a row of panels per data set, variants down,
// importances on the left, split frequencies in the middle, the change of the
// loss on the right.
func (s Summary) ablationFigures() []figure {
	sets := s.ablatedSets()
	var figures []figure
	for first := 0; first < len(sets); first += setsPerFigure {
		figures = append(figures, s.ablationFigure(sets[first:min(first+setsPerFigure, len(sets))], first/setsPerFigure))
	}
	return figures
}

// ablationFigure draws some data sets; further figures have the first of their
// sets in their name.
func (s Summary) ablationFigure(sets []ablatedSet, number int) figure {
	f := figure{name: s.Experiment.Name, title: s.Experiment.Title, width: pageWidth}
	if number > 0 {
		f.name += "-" + sets[0].data
	}
	f.title += ": " + strings.Join(dataNames(sets), ", ")
	f.caption = f.title + ". Left, importances; in the middle, vimp-drf of the same forests; right, what a choice changes of the MMD loss (below 0 is better). Error bars are ±2 standard errors of the change from the first row, repetition by repetition, and the pale lines are at its values; bars that are not seen are shorter than the dots. Diamonds are population values, where they are known."
	most, ranked, population := 0, false, false
	for _, a := range sets {
		f.plots = append(f.plots, s.ablationPanels(a))
		rows := len(a.cells)
		if a.hasPopulation() {
			population = true
			rows++
		}
		f.height += vg.Length(rows)*choicePitch + 52
		most = max(most, len(a.shown))
		if len(a.cells[0].Relevant) == 0 {
			ranked = true
			f.caption += " Variables of " + a.data + ", by importance: " + strings.Join(a.shownNames(), ", ") + "."
		}
	}
	f.height += 50
	for k := range most {
		text := "X" + string(rune('1'+k))
		if ranked {
			text = []string{"largest", "second", "third", "fourth"}[k%mostShown]
		}
		f.legend = append(f.legend, legendItem{colours: []color.Color{series[k%len(series)]}, glyph: shapes[k%len(shapes)], text: text})
	}
	if population {
		f.legend = append(f.legend, legendItem{glyph: diamond{}, text: "population"})
	}
	f.legend = append(f.legend, legendItem{bar: true, text: "±2 standard errors of the change"})
	return f
}

func dataNames(sets []ablatedSet) []string {
	names := make([]string, len(sets))
	for i, a := range sets {
		names[i] = a.data
	}
	return names
}

// ablationPanels draws a data set.
func (s Summary) ablationPanels(a ablatedSet) []*plot.Plot {
	var names []string
	if a.hasPopulation() {
		names = append(names, "population")
	}
	for _, c := range a.cells {
		names = append(names, s.variantTitle(c.Cell))
	}
	var panels []*plot.Plot
	for i, kind := range []string{kindImportance, kindSplits, kindLoss} {
		dots := a.dots(kind)
		p := newPlot()
		setHeading(p, map[string]string{kindImportance: a.data + ", importance", kindSplits: "vimp-drf", kindLoss: "change of the loss"}[kind])
		p.Add(gridLines{x: true}, dots)
		if len(dots.columns) == 0 {
			p.Add(message("not run"))
			p.X.Min, p.X.Max = 0, 1
		} else {
			low, high, _, _ := dots.DataRange()
			p.X.Min, p.X.Max = airy(low, high)
		}
		p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
		p.Y.Tick.Marker = namedTicks(names)
		if i > 0 {
			p.Y.Tick.Marker = plot.ConstantTicks{}
		}
		p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
		p.X.Tick.Marker = roundTicks{4}
		panels = append(panels, p)
	}
	return panels
}

// airy widens a range so that dots at its ends are whole.
func airy(low, high float64) (float64, float64) {
	air := 0.05 * (high - low)
	if air == 0 {
		air = 1
	}
	return low - air, high + air
}

// shownNames are the names of the variables shown.
func (a ablatedSet) shownNames() []string {
	var names []string
	for _, j := range a.shown {
		names = append(names, a.cells[0].Variables[j])
	}
	return names
}

// dots returns what a panel shows.
func (a ablatedSet) dots(kind string) choiceDots {
	var d choiceDots
	base := a.cells[0]
	if a.hasPopulation() {
		d.rows++
	}
	if len(base.Compared) == 0 {
		return d
	}
	k := 0
	for _, m := range a.measures() {
		if m.kind != kind {
			continue
		}
		column := dotColumn{population: math.NaN(), colour: series[k%len(series)], shape: shapes[k%len(shapes)]}
		if kind == kindLoss {
			column.colour = ink
		}
		if a.hasPopulation() && kind == kindImportance {
			column.population = columnStats(base.values[valuePopulation])[a.shown[k]].Mean
		}
		for _, c := range a.cells {
			dot := newStat(m.of(c))
			dot.SE = pairedDifference(c, base, m.of).SE
			if kind == kindLoss {
				dot = pairedDifference(c, base, m.of)
			}
			column.dots = append(column.dots, drawn(dot))
		}
		d.columns = append(d.columns, column)
		k++
	}
	return d
}

// choiceDots draws dots with error bars, a row per variant below the given
// number of rows for other things.
type choiceDots struct {
	rows    int
	columns []dotColumn
}

// dotColumn is a variable down the variants.
type dotColumn struct {
	colour     color.NRGBA
	shape      draw.GlyphDrawer
	population float64 // in the first row, NaN for none
	dots       []estimate
}

var _ plot.DataRanger = choiceDots{}

// DataRange includes all error bars.
func (d choiceDots) DataRange() (xmin, xmax, ymin, ymax float64) {
	r := new(axisRange)
	rows := d.rows
	for _, column := range d.columns {
		if !math.IsNaN(column.population) {
			r.include(column.population, column.population)
		}
		for _, dot := range column.dots {
			if !dot.none() {
				r.include(dot.value-dot.reach(), dot.value+dot.reach())
			}
		}
		rows = d.rows + len(column.dots)
	}
	return r.low, r.high, -float64(rows) + 0.5, 0.5
}

func (d choiceDots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, column := range d.columns {
		if first := column.dots[0]; !first.none() {
			at := x(first.value)
			c.StrokeLine2(draw.LineStyle{Color: pale(column.colour), Width: vg.Points(0.5)}, at, c.Min.Y, at, y(-float64(d.rows)))
		}
	}
	for k, column := range d.columns {
		// Variables with nearly the same value stand a little aside.
		aside := (vg.Length(k) - vg.Length(len(d.columns)-1)/2) * 1.1
		if !math.IsNaN(column.population) {
			c.DrawGlyph(draw.GlyphStyle{Color: column.colour, Radius: vg.Points(2), Shape: diamond{}}, vg.Point{X: x(column.population), Y: y(0)})
		}
		for i, dot := range column.dots {
			if dot.none() {
				continue
			}
			at := y(-float64(d.rows+i)) - aside
			if r := dot.reach(); r > 0 {
				whisker(c, hairline(column.colour), x(dot.value-r), x(dot.value+r), at, 1.6)
			}
			c.DrawGlyph(draw.GlyphStyle{Color: column.colour, Radius: vg.Points(1.9), Shape: column.shape}, vg.Point{X: x(dot.value), Y: at})
		}
	}
}
