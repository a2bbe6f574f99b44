package chart

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Marks of a strip.
var (
	OwnMark    = draw.GlyphStyle{Color: Vermilion, Radius: vg.Points(3.4), Shape: draw.BoxGlyph{}}
	BesideMark = draw.GlyphStyle{Color: green, Radius: vg.Points(3.4), Shape: draw.PyramidGlyph{}}
	OtherMark  = draw.GlyphStyle{Color: color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0xA0}, Radius: vg.Points(1.7), Shape: draw.CircleGlyph{}}
)

// StripPitch is the height of a strip.
const StripPitch = vg.Length(46)

// Strip is one measure: the means of other sets, drf's own, what stands
// beside them, and the population value; NaN stands for none.
type Strip struct {
	Others, Beside  []float64
	Own, Population float64
}

// Strips draws strips of dots, the first on top. Dots that would cover each
// other are stacked.
type Strips []Strip

// Reach is the range of all dots.
func (all Strips) Reach() (r Range) {
	for _, s := range all {
		for _, v := range slices.Concat(s.Others, s.Beside, []float64{s.Own, s.Population}) {
			r.add(Estimate{Value: v})
		}
	}
	return r
}

func (all Strips) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, s := range all {
		middle := y(-float64(i))
		if i > 0 {
			edge := y(-float64(i) + 0.5)
			c.StrokeLine2(draw.LineStyle{Color: GridColour, Width: vg.Points(0.5)}, c.Min.X, edge, c.Max.X, edge)
		}
		places := make([]vg.Length, len(s.Others))
		for k, v := range s.Others {
			places[k] = x(v)
		}
		for k, at := range stacked(places, 2*OtherMark.Radius, StripPitch/2-OtherMark.Radius-8) {
			noted(c, Mark{Series: "another set", Value: Estimate{Value: s.Others[k]}.text()}, i, func() {
				c.DrawGlyph(OtherMark, vg.Point{X: places[k], Y: middle + at})
			})
		}
		for _, v := range s.Beside {
			c.DrawGlyph(BesideMark, vg.Point{X: x(v), Y: middle - StripPitch/2 + 5})
		}
		if !math.IsNaN(s.Population) {
			c.DrawGlyph(draw.GlyphStyle{Color: Ink, Radius: vg.Points(2.8), Shape: Diamond{}}, vg.Point{X: x(s.Population), Y: middle - StripPitch/2 + 5})
		}
		if !math.IsNaN(s.Own) {
			noted(c, Mark{Series: "drf's own set", Value: Estimate{Value: s.Own}.text()}, i, func() {
				c.DrawGlyph(OwnMark, vg.Point{X: x(s.Own), Y: middle + StripPitch/2 - 5})
			})
			c.StrokeLine2(draw.LineStyle{Color: Vermilion, Width: vg.Points(0.6)}, x(s.Own), middle-StripPitch/2+10, x(s.Own), middle+StripPitch/2-5)
		}
	}
}

// stacked returns how far dots at some places must be moved up or down so that
// none is nearer to another than a width, as far as the reach allows.
func stacked(places []vg.Length, width, reach vg.Length) []vg.Length {
	order := sorted(len(places), func(a, b int) int { return cmp.Compare(places[a], places[b]) })
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
