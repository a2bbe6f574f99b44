package chart

import (
	"bytes"
	"fmt"
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
	pen
	doc          *PDF
	left, bottom float64 // of the rectangle, in points from the page's top left
	alpha        float64 // of what is drawn
}

var _ vg.CanvasSizer = (*pdfCanvas)(nil)

// newCanvas returns a canvas on the current page whose lower left corner is
// (left, bottom), measured from the page's upper left corner.
func newCanvas(doc *PDF, left, bottom float64, width, height vg.Length) *pdfCanvas {
	c := &pdfCanvas{doc: doc, left: left, bottom: bottom, pen: newPen(width, height), alpha: 1}
	vg.Initialize(c)
	return c
}

func (c *pdfCanvas) SetLineWidth(w vg.Length) {
	c.pen.SetLineWidth(w)
	c.doc.SetLineWidth(float64(w))
}

func (c *pdfCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	c.pen.SetLineDash(pattern, offset)
	dashes := make([]float64, len(pattern))
	for i, d := range pattern {
		dashes[i] = float64(d)
	}
	c.doc.SetDashPattern(dashes, float64(offset))
}

func (c *pdfCanvas) SetColor(colour color.Color) {
	c.pen.SetColor(colour)
	n := color.NRGBAModel.Convert(c.now.colour).(color.NRGBA)
	c.doc.SetFillColor(int(n.R), int(n.G), int(n.B))
	c.doc.SetDrawColor(int(n.R), int(n.G), int(n.B))
	c.doc.SetTextColor(int(n.R), int(n.G), int(n.B))
	if alpha := float64(n.A) / 0xFF; alpha != c.alpha {
		c.doc.SetAlpha(alpha, "Normal")
		c.alpha = alpha
	}
}

func (c *pdfCanvas) Pop() {
	c.pen.Pop()
	c.SetLineWidth(c.now.width)
	c.SetLineDash(c.now.dashes, c.now.offset)
	c.SetColor(c.now.colour)
}

// page returns where a point of the canvas lies on the page.
func (c *pdfCanvas) page(p vg.Point) (x, y float64) {
	x, y = c.at(p)
	return c.left + x, c.bottom - y
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
		case vg.CloseComp:
			c.doc.LineTo(c.page(start))
			c.doc.ClosePath()
		default:
			panic(noCurves)
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
	degrees := c.turned()
	if degrees == 0 {
		c.doc.Text(x, y, Drawable(text))
		return
	}
	c.doc.TransformBegin()
	c.doc.TransformRotate(degrees, x, y)
	c.doc.Text(x, y, Drawable(text))
	c.doc.TransformEnd()
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
