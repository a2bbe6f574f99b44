package reports

import (
	"cmp"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Marks of a strip.
var (
	ownMark    = draw.GlyphStyle{Color: vermilion, Radius: vg.Points(3.4), Shape: draw.BoxGlyph{}}
	besideMark = draw.GlyphStyle{Color: green, Radius: vg.Points(3.4), Shape: draw.PyramidGlyph{}}
	otherMark  = draw.GlyphStyle{Color: color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0xA0}, Radius: vg.Points(1.7), Shape: draw.CircleGlyph{}}
)

// stripPitch is the height of a strip.
const stripPitch = vg.Length(46)

// frozenFigure draws a dot for each frozen set, drf's own marked: importances on
// the left, split frequencies in the middle, the loss on the right.
func (s Summary) frozenFigure() figure {
	f := figure{name: s.Experiment.Name, title: s.Experiment.Title, width: pageWidth, legend: []legendItem{
		{colours: []color.Color{otherMark.Color}, glyph: otherMark.Shape, text: "another frozen set"},
		{colours: []color.Color{ownMark.Color}, glyph: ownMark.Shape, text: "drf's own set"},
	}}
	var titles []string
	population := false
	for _, spread := range s.frozenSpreads() {
		rows := max(len(spread.shown), 1)
		f.plots = append(f.plots, s.frozenPanels(spread, rows))
		f.height += vg.Length(rows)*stripPitch + 50
		population = population || spread.hasPopulation()
		for _, c := range spread.beside {
			if title := s.variantTitle(c.Cell); !slices.Contains(titles, title) {
				titles = append(titles, title)
			}
		}
	}
	f.height += 50
	if len(titles) > 0 {
		f.legend = append(f.legend, legendItem{colours: []color.Color{besideMark.Color}, glyph: besideMark.Shape, text: strings.Join(titles, ", ")})
	}
	if population {
		f.legend = append(f.legend, legendItem{glyph: diamond{}, text: "population"})
	}
	f.caption = f.title + ". A dot is the mean over repetitions with one frozen set of frequencies; all sets see the same tables and random numbers. Left, importances; in the middle, vimp-drf; right, the MMD loss."
	return f
}

// frozenPanels draws a data set.
func (s Summary) frozenPanels(f frozenSpread, rows int) []*plot.Plot {
	var panels []*plot.Plot
	for i, kind := range []string{kindImportance, kindSplits, kindLoss} {
		var all dotStrips
		var names []string
		for k, m := range f.measures() {
			if m.kind != kind {
				continue
			}
			t := dotStrip{own: newStat(m.of(f.own)).Mean, population: math.NaN()}
			t.others, t.beside = meansOf(f.others, m), meansOf(f.beside, m)
			if kind == kindImportance && f.hasPopulation() {
				t.population = columnStats(f.own.values[valuePopulation])[f.shown[k]].Mean
			}
			all, names = append(all, t), append(names, m.label)
		}
		p := newPlot()
		setHeading(p, map[string]string{kindImportance: f.data + ", importance", kindSplits: "vimp-drf", kindLoss: "loss"}[kind])
		p.Add(gridLines{x: true}, all)
		r := all.reach()
		p.X.Min, p.X.Max = airy(r.low, r.high)
		if kind == kindLoss {
			names = []string{""} // the heading says it
		}
		if !r.set {
			p.Add(message("not run"))
		}
		p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
		p.Y.Tick.Marker = namedTicks(names)
		if i == 1 {
			p.Y.Tick.Marker = plot.ConstantTicks{}
		}
		p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
		p.X.Tick.Marker = roundTicks{4}
		panels = append(panels, p)
	}
	return panels
}

// meansOf returns the mean of a measure for each cell that has it.
func meansOf(cells []CellSummary, m measure) []float64 {
	var means []float64
	for _, c := range cells {
		if values := m.of(c); len(values) > 0 {
			means = append(means, newStat(values).Mean)
		}
	}
	return means
}

// dotStrip is one measure: the means of other sets, drf's own, what stands
// beside them, and the population value; NaN stands for none.
type dotStrip struct {
	others, beside  []float64
	own, population float64
}

// dotStrips draws strips of dots, the first on top. Dots that would cover each
// other are stacked.
type dotStrips []dotStrip

// reach is the range of all dots.
func (all dotStrips) reach() axisRange {
	r := new(axisRange)
	for _, s := range all {
		for _, v := range slices.Concat(s.others, s.beside, []float64{s.own, s.population}) {
			if !math.IsNaN(v) {
				r.include(v, v)
			}
		}
	}
	return *r
}

func (all dotStrips) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, s := range all {
		middle := y(-float64(i))
		if i > 0 {
			edge := y(-float64(i) + 0.5)
			c.StrokeLine2(draw.LineStyle{Color: gridColour, Width: vg.Points(0.5)}, c.Min.X, edge, c.Max.X, edge)
		}
		places := make([]vg.Length, len(s.others))
		for k, v := range s.others {
			places[k] = x(v)
		}
		for k, at := range stacked(places, 2*otherMark.Radius, stripPitch/2-otherMark.Radius-8) {
			c.DrawGlyph(otherMark, vg.Point{X: places[k], Y: middle + at})
		}
		for _, v := range s.beside {
			c.DrawGlyph(besideMark, vg.Point{X: x(v), Y: middle - stripPitch/2 + 5})
		}
		if !math.IsNaN(s.population) {
			c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: vg.Points(2.8), Shape: diamond{}}, vg.Point{X: x(s.population), Y: middle - stripPitch/2 + 5})
		}
		if !math.IsNaN(s.own) {
			c.DrawGlyph(ownMark, vg.Point{X: x(s.own), Y: middle + stripPitch/2 - 5})
			c.StrokeLine2(draw.LineStyle{Color: vermilion, Width: vg.Points(0.6)}, x(s.own), middle-stripPitch/2+10, x(s.own), middle+stripPitch/2-5)
		}
	}
}

// stacked returns how far dots at some places must be moved up or down so that
// none is nearer to another than a width, as far as the reach allows.
func stacked(places []vg.Length, width, reach vg.Length) []vg.Length {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(places[a], places[b]) })
	moves := make([]vg.Length, len(places))
	for n, i := range order {
		free := func(move vg.Length) bool {
			for _, j := range order[:n] {
				dx, dy := places[i]-places[j], move-moves[j]
				if dx*dx+dy*dy < width*width*0.98 {
					return false
				}
			}
			return true
		}
		for step := vg.Length(0); step <= reach; step += width / 2 {
			if free(step) {
				moves[i] = step
				break
			}
			if free(-step) {
				moves[i] = -step
				break
			}
		}
	}
	return moves
}
