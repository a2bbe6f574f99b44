package reports

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// rowBars draws horizontal bars from 0, the first on top, with error bars of
// ±2 standard errors and marks for printed numbers. NaN means none.
type rowBars struct {
	values, se  []float64
	printed     []float64
	printedSE   []float64
	bound       []bool // the printed number is an upper bound
	colours     []color.Color
	lanes       bool   // leaves room below each bar for a printed number
	emptyReason string // stands in the middle of a plot without values
}

var _ plot.DataRanger = rowBars{}

// DataRange includes 0 and all error bars.
func (b rowBars) DataRange() (xmin, xmax, ymin, ymax float64) {
	for i, v := range b.values {
		if math.IsNaN(v) {
			continue
		}
		reach := 0.0
		if b.se[i] > 0 {
			reach = 2 * b.se[i]
		}
		xmin, xmax = min(xmin, v-reach), max(xmax, v+reach)
	}
	for i, v := range b.printed {
		if math.IsNaN(v) {
			continue
		}
		reach := 0.0
		if b.printedSE[i] > 0 {
			reach = 2 * b.printedSE[i]
		}
		xmin, xmax = min(xmin, v-reach), max(xmax, v+reach)
	}
	return xmin, xmax, -float64(len(b.colours)) + 0.4, 0.6
}

func (b rowBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	if b.emptyReason != "" {
		style := textStyle(vg.Points(9), false, grey)
		style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
		c.FillText(style, c.Center(), b.emptyReason)
	}
	pitch := y(0) - y(-1)
	half, lift, lane := min(vg.Points(5), pitch*0.36), vg.Length(0), vg.Length(0)
	if b.lanes {
		// Two lanes a row: ours above, printed below, hiding nothing.
		half, lift, lane = pitch*0.25, pitch*0.17, -pitch*0.27
	}
	for i, v := range b.values {
		if math.IsNaN(v) {
			continue
		}
		at := y(-float64(i)) + lift
		bar := vg.Rectangle{Min: vg.Point{X: min(x(0), x(v)), Y: at - half}, Max: vg.Point{X: max(x(0), x(v)), Y: at + half}}
		c.SetColor(b.colours[i])
		c.Fill(bar.Path())
	}
	c.StrokeLine2(draw.LineStyle{Color: grey, Width: vg.Points(0.6)}, x(0), c.Min.Y, x(0), c.Max.Y)
	for i, v := range b.values {
		if !math.IsNaN(v) && b.se[i] > 0 {
			whisker(c, hairline(ink), x(v-2*b.se[i]), x(v+2*b.se[i]), y(-float64(i))+lift, half*0.45)
		}
	}
	for i, v := range b.printed {
		if math.IsNaN(v) {
			continue
		}
		at := y(-float64(i)) + lane
		if b.printedSE[i] > 0 {
			whisker(c, draw.LineStyle{Color: ink, Width: vg.Points(0.6)}, x(v-2*b.printedSE[i]), x(v+2*b.printedSE[i]), at, 0)
		}
		shape := draw.GlyphDrawer(diamond{})
		if b.bound[i] {
			shape = leftTriangle{}
		}
		c.DrawGlyph(draw.GlyphStyle{Color: black, Radius: vg.Points(2), Shape: shape}, vg.Point{X: x(v), Y: at})
	}
}

func (b rowBars) hasPrinted() bool {
	return slices.ContainsFunc(b.printed, func(v float64) bool { return !math.IsNaN(v) })
}

// whisker draws a horizontal error bar with caps of a half height.
func whisker(c draw.Canvas, style draw.LineStyle, low, high, at, half vg.Length) {
	c.StrokeLine2(style, low, at, high, at)
	if half > 0 {
		c.StrokeLine2(style, low, at-half, low, at+half)
		c.StrokeLine2(style, high, at-half, high, at+half)
	}
}

// diamond is a white diamond with an outline.
type diamond struct{}

func (diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	r := s.Radius * 1.25
	outline(c, s, vg.Point{X: p.X - r, Y: p.Y}, vg.Point{X: p.X, Y: p.Y + r}, vg.Point{X: p.X + r, Y: p.Y}, vg.Point{X: p.X, Y: p.Y - r})
}

// leftTriangle is a white triangle with an outline, to the left of its place:
// smaller than this.
type leftTriangle struct{}

func (leftTriangle) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	r := s.Radius * 1.1
	outline(c, s, vg.Point{X: p.X, Y: p.Y - r}, vg.Point{X: p.X, Y: p.Y + r}, vg.Point{X: p.X - 1.6*r, Y: p.Y})
}

// outline draws a white polygon with an outline.
func outline(c *draw.Canvas, s draw.GlyphStyle, corners ...vg.Point) {
	c.FillPolygon(color.White, corners)
	c.StrokeLines(draw.LineStyle{Color: s.Color, Width: vg.Points(0.9)}, append(slices.Clone(corners), corners[0], corners[1]))
}
