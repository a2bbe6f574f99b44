package reports

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// spreadFigure draws spread against work of retrained and coupled importances:
// irrelevant variables on the left, relevant ones on the right, a row of panels
// per variant.
func spreadFigure(all []spreadPair) figure {
	f := figure{
		name: spreadName, title: "Spread against work, retrained and coupled", width: pageWidth,
		legend: []legendItem{
			{colours: []color.Color{methodColour("retrain")}, glyph: draw.CircleGlyph{}, text: "retrain"},
			{colours: []color.Color{methodColour("coupled")}, glyph: draw.BoxGlyph{}, text: "coupled"},
		},
	}
	f.caption = f.title + ". A line joins the two estimators of one cell. Spread is the standard deviation over repetitions, as root mean square over variables; work is counted in forest fits. Both scales are logarithmic: nearer to the lower left corner is better."
	var variants []string
	most := 0
	for _, p := range all {
		if v := p.retrain.Cell[keyVariant]; !slices.Contains(variants, v) {
			variants = append(variants, v)
		}
	}
	kinds := []struct {
		name string
		of   func(spreadPair) scatterPair
	}{
		{"irrelevant variables", func(p spreadPair) scatterPair { return p.irrelevant }},
		{"relevant variables", func(p spreadPair) scatterPair { return p.relevant }},
	}
	panels := make([][]*plot.Plot, len(variants))
	work := new(axisRange)
	var drawn []spreadLine
	for _, kind := range kinds {
		spread := new(axisRange)
		for i, variant := range variants {
			lines := spreadLines(all, variant, kind.of)
			most, drawn = max(most, len(lines)), append(drawn, lines...)
			heading := kind.name
			if label := variantLabel(variant); label != "" {
				heading = label + ", " + heading
			}
			panels[i] = append(panels[i], spreadPanel(lines, heading))
			for _, l := range lines {
				work.include(min(l.x[0], l.x[1]), max(l.x[0], l.x[1]))
				spread.include(min(l.y[0], l.y[1]), max(l.y[0], l.y[1]))
			}
		}
		for i := range variants {
			p := panels[i][len(panels[i])-1]
			p.Y.Min, p.Y.Max = spread.stretched()
		}
	}
	low, high := work.stretched()
	high = withLabels(drawn, low, high, spreadPanelWidth)
	for _, row := range panels {
		for _, p := range row {
			p.X.Min, p.X.Max = low, high
		}
	}
	f.plots = panels
	f.height = vg.Length(len(panels))*max(190, vg.Length(most)*11+60) + 50
	return f
}

// stretched returns a range of positive numbers with air at both ends, for a
// logarithmic axis.
func (r axisRange) stretched() (low, high float64) {
	if !r.set {
		return 1, 10
	}
	air := math.Max(1.15, math.Pow(r.high/r.low, 0.06))
	return r.low / air, r.high * air
}

// spreadLine joins the retrained (first) and the coupled (second) estimates of
// a cell.
type spreadLine struct {
	label string
	x, y  [2]float64 // work, spread
}

// spreadLines returns the lines of a variant that can stand on logarithmic
// scales.
func spreadLines(all []spreadPair, variant string, of func(spreadPair) scatterPair) []spreadLine {
	var lines []spreadLine
	for _, p := range all {
		s := of(p)
		l := spreadLine{
			label: p.experiment.Name,
			x:     [2]float64{p.retrain.Forests.Mean, p.coupled.Forests.Mean}, y: [2]float64{s.retrain, s.coupled},
		}
		if p.label != "" {
			l.label += ", " + p.label
		}
		if p.retrain.Cell[keyVariant] == variant && s.retrain > 0 && s.coupled > 0 && l.x[0] > 0 && l.x[1] > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

func spreadPanel(lines []spreadLine, heading string) *plot.Plot {
	p := newPlot()
	setHeading(p, heading)
	p.X.Label.Text, p.Y.Label.Text = "work, forests", "spread"
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = powersOfTen, powersOfTen
	p.Add(gridLines{x: true, y: true}, spreadLinesPlot(lines))
	if len(lines) == 0 {
		p.Add(message("no such variables"))
	}
	return p
}

// spreadLinesPlot draws lines with their labels.
type spreadLinesPlot []spreadLine

func (s spreadLinesPlot) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, l := range s {
		c.StrokeLine2(draw.LineStyle{Color: unmarked, Width: vg.Points(0.8)}, x(l.x[0]), y(l.y[0]), x(l.x[1]), y(l.y[1]))
	}
	s.labels(c, x, y)
	for _, l := range s {
		c.DrawGlyph(draw.GlyphStyle{Color: methodColour("coupled"), Radius: vg.Points(2.4), Shape: draw.BoxGlyph{}}, vg.Point{X: x(l.x[1]), Y: y(l.y[1])})
		c.DrawGlyph(draw.GlyphStyle{Color: methodColour("retrain"), Radius: vg.Points(2.4), Shape: draw.CircleGlyph{}}, vg.Point{X: x(l.x[0]), Y: y(l.y[0])})
	}
}

// Measures of labels.
const (
	spreadLabelSize   = vg.Length(7)
	spreadLabelPitch  = vg.Length(8)
	spreadLabelOffset = vg.Length(14)  // from the point to its label, with a leader
	spreadPanelWidth  = vg.Length(188) // of the data in a panel, at least
)

// labels writes the label of each line to the right of its retrained end, moved
// up or down where labels would overlap and joined to the point by a leader.
func (s spreadLinesPlot) labels(c draw.Canvas, x, y func(float64) vg.Length) {
	style := textStyle(spreadLabelSize, false, ink)
	style.YAlign = draw.YCenter
	lines := slices.Clone(s)
	slices.SortStableFunc(lines, func(a, b spreadLine) int { return cmp.Compare(a.y[0], b.y[0]) })
	heights := make([]vg.Length, len(lines))
	for i, l := range lines {
		heights[i] = y(l.y[0])
	}
	apart(heights, spreadLabelPitch, c.Min.Y+spreadLabelPitch/2, c.Max.Y-spreadLabelPitch/2)
	for i, l := range lines {
		from := vg.Point{X: x(l.x[0]), Y: y(l.y[0])}
		to := vg.Point{X: from.X + spreadLabelOffset - 2, Y: heights[i]}
		c.StrokeLines(draw.LineStyle{Color: unmarked, Width: vg.Points(0.4)}, []vg.Point{from, to})
		clearText(c, style, vg.Point{X: to.X + 2, Y: heights[i]}, l.label)
	}
}

// withLabels returns how far an axis of work must reach from low on so that all
// labels end on a panel of a width.
func withLabels(lines []spreadLine, low, high float64, width vg.Length) float64 {
	style := textStyle(spreadLabelSize, false, ink)
	for _, l := range lines {
		if room := width - spreadLabelOffset - style.Width(l.label); room > 0 && l.x[0] > low {
			high = max(high, low*math.Pow(l.x[0]/low, float64(width/room)))
		}
	}
	return high
}

// clearText writes text to the right of a point on a ground that hides the lines
// below it.
func clearText(c draw.Canvas, style text.Style, at vg.Point, label string) {
	half := spreadLabelPitch / 2
	ground := vg.Rectangle{Min: vg.Point{X: at.X - 1, Y: at.Y - half}, Max: vg.Point{X: at.X + style.Width(label) + 1, Y: at.Y + half}}
	c.SetColor(color.White)
	c.Fill(ground.Path())
	c.FillText(style, at, label)
}

// apart moves ascending heights so that neighbours are at least a pitch apart
// and all lie between low and high, as far as there is room.
func apart(heights []vg.Length, pitch, low, high vg.Length) {
	// Neighbours too near each other form a block around their common centre;
	// blocks that come to touch are joined.
	type block struct {
		sum vg.Length // of wished heights, less i·pitch each
		n   int
	}
	start := func(b block) vg.Length {
		least := b.sum / vg.Length(b.n)
		return max(low, min(least, high-vg.Length(b.n-1)*pitch))
	}
	var blocks []block
	for _, h := range heights {
		blocks = append(blocks, block{h, 1})
		for k := len(blocks) - 1; k > 0; k-- {
			above, below := blocks[k], blocks[k-1]
			if start(below)+vg.Length(below.n)*pitch <= start(above) {
				break
			}
			joined := block{below.sum + above.sum - vg.Length(above.n)*vg.Length(below.n)*pitch, below.n + above.n}
			blocks = append(blocks[:k-1], joined)
		}
	}
	i := 0
	for _, b := range blocks {
		at := start(b)
		for range b.n {
			heights[i] = at
			at += pitch
			i++
		}
	}
}
