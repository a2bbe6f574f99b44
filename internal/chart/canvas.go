package chart

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"math"
	"time"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// pdfCanvas lets plots draw on a rectangle of a page of a PDF file, as lines
// and searchable text. gonum's own PDF canvas is a file of its own, knows
// Western letters only and stamps the time into it.
type pdfCanvas struct {
	doc           *PDF
	left, bottom  float64 // of the rectangle, in points from the page's top left
	width, height vg.Length
	now           canvasState
	saved         []canvasState
}

// canvasState is what Push saves. The matrix maps (x, y) to
// (a·x + c·y + e, b·x + d·y + f).
type canvasState struct {
	a, b, c, d, e, f float64
	colour           color.Color
	width            vg.Length
	dashes           []vg.Length
	offset           vg.Length
}

var _ vg.CanvasSizer = (*pdfCanvas)(nil)

// newCanvas returns a canvas on the current page whose lower left corner is
// (left, bottom), measured from the page's upper left corner.
func newCanvas(doc *PDF, left, bottom float64, width, height vg.Length) *pdfCanvas {
	c := &pdfCanvas{doc: doc, left: left, bottom: bottom, width: width, height: height, now: canvasState{a: 1, d: 1}}
	vg.Initialize(c)
	return c
}

func (c *pdfCanvas) Size() (width, height vg.Length) { return c.width, c.height }

func (c *pdfCanvas) SetLineWidth(w vg.Length) {
	c.now.width = w
	c.doc.SetLineWidth(float64(w))
}

func (c *pdfCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.now.dashes, c.now.offset = pattern, offset
	dashes := make([]float64, len(pattern))
	for i, d := range pattern {
		dashes[i] = float64(d)
	}
	c.doc.SetDashPattern(dashes, float64(offset))
}

func (c *pdfCanvas) SetColor(colour color.Color) {
	if colour == nil {
		colour = color.Black
	}
	c.now.colour = colour
	n := color.NRGBAModel.Convert(colour).(color.NRGBA)
	c.doc.SetFillColor(int(n.R), int(n.G), int(n.B))
	c.doc.SetDrawColor(int(n.R), int(n.G), int(n.B))
	c.doc.SetTextColor(int(n.R), int(n.G), int(n.B))
}

func (c *pdfCanvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	s := &c.now
	s.a, s.b, s.c, s.d = s.a*cos+s.c*sin, s.b*cos+s.d*sin, s.c*cos-s.a*sin, s.d*cos-s.b*sin
}

func (c *pdfCanvas) Translate(p vg.Point) {
	s := &c.now
	x, y := float64(p.X), float64(p.Y)
	s.e, s.f = s.e+s.a*x+s.c*y, s.f+s.b*x+s.d*y
}

func (c *pdfCanvas) Scale(x, y float64) {
	s := &c.now
	s.a, s.b, s.c, s.d = s.a*x, s.b*x, s.c*y, s.d*y
}

func (c *pdfCanvas) Push() { c.saved = append(c.saved, c.now) }

func (c *pdfCanvas) Pop() {
	c.now = c.saved[len(c.saved)-1]
	c.saved = c.saved[:len(c.saved)-1]
	c.SetLineWidth(c.now.width)
	c.SetLineDash(c.now.dashes, c.now.offset)
	c.SetColor(c.now.colour)
}

// page returns where a point of the canvas lies on the page.
func (c *pdfCanvas) page(p vg.Point) (x, y float64) {
	s, px, py := &c.now, float64(p.X), float64(p.Y)
	return c.left + s.a*px + s.c*py + s.e, c.bottom - (s.b*px + s.d*py + s.f)
}

func (c *pdfCanvas) Stroke(p vg.Path) {
	if c.now.width > 0 {
		c.path(p)
		c.doc.DrawPath("D")
	}
}

func (c *pdfCanvas) Fill(p vg.Path) {
	c.path(p)
	c.doc.DrawPath("F")
}

// path hands a path to the document.
func (c *pdfCanvas) path(p vg.Path) {
	var start vg.Point
	for i, part := range p {
		switch part.Type {
		case vg.MoveComp:
			start = part.Pos
			c.doc.MoveTo(c.page(part.Pos))
		case vg.LineComp:
			c.doc.LineTo(c.page(part.Pos))
		case vg.ArcComp:
			c.arc(part, i == 0)
		case vg.CurveComp:
			x, y := c.page(part.Pos)
			cx, cy := c.page(part.Control[0])
			if len(part.Control) == 1 {
				c.doc.CurveTo(cx, cy, x, y)
				continue
			}
			dx, dy := c.page(part.Control[1])
			c.doc.CurveBezierCubicTo(cx, cy, dx, dy, x, y)
		case vg.CloseComp:
			c.doc.LineTo(c.page(start))
			c.doc.ClosePath()
		}
	}
}

// arc draws an arc as cubic curves of at most a quarter circle each, whose
// distance from the circle is below 0.03 % of the radius.
func (c *pdfCanvas) arc(part vg.PathComp, first bool) {
	at := func(angle, along float64) vg.Point {
		sin, cos := math.Sincos(angle)
		r := float64(part.Radius)
		return vg.Point{X: part.Pos.X + vg.Length(r*(cos-along*sin)), Y: part.Pos.Y + vg.Length(r*(sin+along*cos))}
	}
	pieces := max(1, int(math.Ceil(math.Abs(part.Angle)/(math.Pi/2)-1e-9)))
	step := part.Angle / float64(pieces)
	handle := 4. / 3 * math.Tan(step/4)
	if x, y := c.page(at(part.Start, 0)); first {
		c.doc.MoveTo(x, y)
	} else {
		c.doc.LineTo(x, y)
	}
	for k := range pieces {
		from := part.Start + float64(k)*step
		cx, cy := c.page(at(from, handle))
		dx, dy := c.page(at(from+step, -handle))
		x, y := c.page(at(from+step, 0))
		c.doc.CurveBezierCubicTo(cx, cy, dx, dy, x, y)
	}
}

func (c *pdfCanvas) FillString(face font.Face, p vg.Point, text string) {
	if face.Font.Size == 0 || text == "" {
		return
	}
	style := ""
	if face.Font.Weight == stdfont.WeightBold {
		style = "B"
	}
	c.doc.Use(Sans, style, float64(face.Font.Size))
	x, y := c.page(p)
	degrees := math.Atan2(c.now.b, c.now.a) * 180 / math.Pi
	if math.Abs(degrees) < 1e-6 {
		c.doc.Text(x, y, Drawable(text))
		return
	}
	c.doc.TransformBegin()
	c.doc.TransformRotate(degrees, x, y)
	c.doc.Text(x, y, Drawable(text))
	c.doc.TransformEnd()
}

// DrawImage is part of vg.Canvas; no figure holds images.
func (c *pdfCanvas) DrawImage(vg.Rectangle, image.Image) {
	panic("reports: figures hold no images")
}

// DrawOn draws the figure on the current page of a document, scaled to a
// width; (left, top) is its upper left corner. It returns the height used.
func (f Figure) DrawOn(doc *PDF, left, top, width float64) float64 {
	scale := width / float64(f.Width)
	height := float64(f.Height) * scale
	doc.TransformBegin()
	doc.TransformScaleXY(scale*100, left, top)
	f.draw(draw.New(newCanvas(doc, left, top+float64(f.Height), f.Width, f.Height)))
	doc.TransformEnd()
	return height
}

// pdf returns the figure as a file of one page.
func (f Figure) pdf() ([]byte, error) {
	doc := NewPDF(f.Title, float64(f.Width), float64(f.Height), time.Time{})
	doc.AddPage()
	f.DrawOn(doc, 0, 0, float64(f.Width))
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	return b.Bytes(), nil
}
