package reports

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// rowBar is one bar, and the printed number beside it.
type rowBar struct {
	ours, printed estimate
	bound         bool // the printed number is an upper bound
	colour        color.Color
}

// rowBars draws horizontal bars from 0, the first on top, with error bars of
// ±2 standard errors and marks for printed numbers.
type rowBars struct {
	rows        []rowBar
	lanes       bool   // leaves room below each bar for a printed number
	emptyReason string // stands in the middle of a plot without values
}

var _ plot.DataRanger = rowBars{}

// DataRange includes 0 and all error bars.
func (b rowBars) DataRange() (xmin, xmax, ymin, ymax float64) {
	for _, row := range b.rows {
		for _, e := range []estimate{row.ours, row.printed} {
			if !e.none() {
				xmin, xmax = min(xmin, e.value-e.reach()), max(xmax, e.value+e.reach())
			}
		}
	}
	return xmin, xmax, -float64(len(b.rows)) + 0.4, 0.6
}

func (b rowBars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	message(b.emptyReason).Plot(c, p)
	pitch := y(0) - y(-1)
	half, lift, lane := min(vg.Points(5), pitch*0.36), vg.Length(0), vg.Length(0)
	if b.lanes {
		// Two lanes a row: ours above, printed below, hiding nothing.
		half, lift, lane = pitch*0.25, pitch*0.17, -pitch*0.27
	}
	for i, row := range b.rows {
		if v := row.ours.value; !row.ours.none() {
			at := y(-float64(i)) + lift
			bar := vg.Rectangle{Min: vg.Point{X: min(x(0), x(v)), Y: at - half}, Max: vg.Point{X: max(x(0), x(v)), Y: at + half}}
			c.SetColor(row.colour)
			c.Fill(bar.Path())
		}
	}
	c.StrokeLine2(draw.LineStyle{Color: grey, Width: vg.Points(0.6)}, x(0), c.Min.Y, x(0), c.Max.Y)
	for i, row := range b.rows {
		if v, r := row.ours.value, row.ours.reach(); !row.ours.none() && r > 0 {
			whisker(c, hairline(ink), x(v-r), x(v+r), y(-float64(i))+lift, half*0.45)
		}
	}
	for i, row := range b.rows {
		if row.printed.none() {
			continue
		}
		at, v := y(-float64(i))+lane, row.printed.value
		if r := row.printed.reach(); r > 0 {
			whisker(c, draw.LineStyle{Color: ink, Width: vg.Points(0.6)}, x(v-r), x(v+r), at, 0)
		}
		shape := draw.GlyphDrawer(diamond{})
		if row.bound {
			shape = leftTriangle{}
		}
		c.DrawGlyph(draw.GlyphStyle{Color: black, Radius: vg.Points(2), Shape: shape}, vg.Point{X: x(v), Y: at})
	}
}

func (b rowBars) hasPrinted() bool {
	return slices.ContainsFunc(b.rows, func(row rowBar) bool { return !row.printed.none() })
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
