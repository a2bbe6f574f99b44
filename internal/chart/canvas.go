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

// pdfCanvas lets plots draw on a rectangle of a page of a PDF file, as lines and searchable
// text. gonum's own vgpdf is a file by itself and knows Western letters only.
type pdfCanvas struct {
	doc          *PDF
	left, bottom float64 // of the rectangle, in points from the page's top left
	width        vg.Length
	height       vg.Length
	now          pdfState
	saved        []pdfState
}

// pdfState is what Push saves. The matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type pdfState struct {
	a, b, c, d, e, f float64
	colour           color.Color
	thickness        vg.Length
	dashes           []vg.Length
	offset           vg.Length
}

var _ vg.CanvasSizer = (*pdfCanvas)(nil)

// newCanvas returns a canvas on the current page whose lower left corner is
// (left, bottom), measured from the page's upper left corner.
func newCanvas(doc *PDF, left, bottom float64, width, height vg.Length) *pdfCanvas {
	c := &pdfCanvas{doc: doc, left: left, bottom: bottom, width: width, height: height, now: pdfState{a: 1, d: 1}}
	vg.Initialize(c)
	return c
}

func (c *pdfCanvas) Size() (width, height vg.Length) { return c.width, c.height }

// DrawImage is part of vg.Canvas; no figure holds images.
func (c *pdfCanvas) DrawImage(vg.Rectangle, image.Image) { panic("chart: figures hold no images") }

func (c *pdfCanvas) SetLineWidth(w vg.Length) {
	c.now.thickness = w
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
	c.doc.SetAlpha(float64(n.A)/0xFF, "Normal")
}

func (c *pdfCanvas) Rotate(angle float64) {
	sin, cos := math.Sincos(angle)
	s := &c.now
	s.a, s.b, s.c, s.d = s.a*cos+s.c*sin, s.b*cos+s.d*sin, s.c*cos-s.a*sin, s.d*cos-s.b*sin
}

func (c *pdfCanvas) Translate(by vg.Point) { c.now.e, c.now.f = c.at(by) }

func (c *pdfCanvas) Scale(x, y float64) {
	s := &c.now
	s.a, s.b, s.c, s.d = s.a*x, s.b*x, s.c*y, s.d*y
}

func (c *pdfCanvas) Push() { c.saved = append(c.saved, c.now) }

func (c *pdfCanvas) Pop() {
	c.now = c.saved[len(c.saved)-1]
	c.saved = c.saved[:len(c.saved)-1]
	c.SetLineWidth(c.now.thickness)
	c.SetLineDash(c.now.dashes, c.now.offset)
	c.SetColor(c.now.colour)
}

// at returns where a point lies, from the lower left corner of the canvas, and page where it
// lies on the page.
func (c *pdfCanvas) at(p vg.Point) (x, y float64) {
	s := &c.now
	return s.a*float64(p.X) + s.c*float64(p.Y) + s.e, s.b*float64(p.X) + s.d*float64(p.Y) + s.f
}

func (c *pdfCanvas) page(p vg.Point) (x, y float64) {
	x, y = c.at(p)
	return c.left + x, c.bottom - y
}

func (c *pdfCanvas) Stroke(p vg.Path) {
	if c.now.thickness > 0 {
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
	for _, part := range p {
		x, y := c.page(part.Pos)
		switch part.Type {
		case vg.MoveComp:
			c.doc.MoveTo(x, y)
		case vg.LineComp:
			c.doc.LineTo(x, y)
		case vg.ArcComp:
			const degree = 180 / math.Pi
			c.doc.ArcTo(x, y, float64(part.Radius), float64(part.Radius), 0, part.Start*degree, (part.Start+part.Angle)*degree)
		case vg.CloseComp:
			c.doc.ClosePath()
		default:
			panic("chart: figures hold no curves")
		}
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
	turned := c.now.b != 0
	if turned {
		c.doc.TransformBegin()
		c.doc.TransformRotate(math.Atan2(c.now.b, c.now.a)*180/math.Pi, x, y)
	}
	c.doc.Text(x, y, Drawable(text))
	if turned {
		c.doc.TransformEnd()
	}
}

// DrawOn draws the figure on the current page of a document; (left, top) is its upper left
// corner.
func (f Figure) DrawOn(doc *PDF, left, top float64) {
	f.draw(draw.New(newCanvas(doc, left, top+float64(f.Height), f.Width, f.Height)))
	doc.SetAlpha(1, "Normal")
}

// pdf returns the figure as a file of one page.
func (f Figure) pdf() ([]byte, error) {
	doc := NewPDF(f.Title, float64(f.Width), float64(f.Height), time.Time{})
	doc.AddPage()
	f.DrawOn(doc, 0, 0)
	var b bytes.Buffer
	if err := doc.Output(&b); err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.Name, err)
	}
	return b.Bytes(), nil
}
