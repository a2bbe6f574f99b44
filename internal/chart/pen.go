package chart

import (
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// pen is what canvases have in common: a size, and a state with what sets and saves it. The matrix maps (x, y)
// to (a·x + c·y + e, b·x + d·y + f).
type pen struct {
	width, height vg.Length
	now           penState
	saved         []penState
}

type penState struct {
	a, b, c, d, e, f float64
	colour           color.Color
	width            vg.Length
	dashes           []vg.Length
	offset           vg.Length
}

func newPen(width, height vg.Length) pen {
	return pen{width: width, height: height, now: penState{a: 1, d: 1}}
}

func (p *pen) Size() (width, height vg.Length) { return p.width, p.height }

// noCurves is said of curves but arcs, which no figure holds.
const noCurves = "chart: figures hold no curves"

// DrawImage is part of vg.Canvas; no figure holds images.
func (p *pen) DrawImage(vg.Rectangle, image.Image) { panic("chart: figures hold no images") }

func (p *pen) SetLineWidth(w vg.Length) { p.now.width = w }

func (p *pen) SetLineDash(pattern []vg.Length, offset vg.Length) {
	p.now.dashes, p.now.offset = pattern, offset
}

func (p *pen) SetColor(colour color.Color) {
	if colour == nil {
		colour = color.Black
	}
	p.now.colour = colour
}

func (p *pen) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	s := &p.now
	s.a, s.b, s.c, s.d = s.a*cos+s.c*sin, s.b*cos+s.d*sin, s.c*cos-s.a*sin, s.d*cos-s.b*sin
}

func (p *pen) Translate(by vg.Point) { p.now.e, p.now.f = p.at(by) }

func (p *pen) Scale(x, y float64) {
	s := &p.now
	s.a, s.b, s.c, s.d = s.a*x, s.b*x, s.c*y, s.d*y
}

func (p *pen) Push() { p.saved = append(p.saved, p.now) }

func (p *pen) Pop() {
	p.now = p.saved[len(p.saved)-1]
	p.saved = p.saved[:len(p.saved)-1]
}

// at returns where a point lies, from the lower left corner of the canvas. What would lie
// nowhere, or far outside of every page, is at the edge of what formats can write.
func (p *pen) at(v vg.Point) (x, y float64) {
	s, px, py := &p.now, within(float64(v.X)), within(float64(v.Y))
	return within(s.a*px + s.c*py + s.e), within(s.b*px + s.d*py + s.f)
}

func within(v float64) float64 {
	const far = 20_000 // points
	if math.IsNaN(v) {
		return 0
	}
	return min(max(v, -far), far)
}

// turned returns by how many degrees text is turned against the clock.
func (p *pen) turned() float64 {
	degrees := math.Atan2(p.now.b, p.now.a) * 180 / math.Pi
	if math.Abs(degrees) < 1e-6 {
		return 0
	}
	return degrees
}
