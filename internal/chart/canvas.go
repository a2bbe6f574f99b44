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
	doc           *PDF
	x, y          float64 // of the rectangle, in points from the page's top left
	width, height vg.Length
	thickness     vg.Length   // of lines
	saved         []vg.Length // thicknesses; the file itself saves and restores all else
}

func (c *pdfCanvas) Size() (width, height vg.Length) { return c.width, c.height }

// These are parts of vg.Canvas; no figure holds images, or is moved or scaled.
func (c *pdfCanvas) DrawImage(vg.Rectangle, image.Image) { panic("chart: figures hold no images") }
func (c *pdfCanvas) Translate(vg.Point)                  { panic("chart: figures are not moved") }
func (c *pdfCanvas) Scale(_, _ float64)                  { panic("chart: figures are not scaled") }

func (c *pdfCanvas) SetLineWidth(w vg.Length) {
	c.thickness = w
	c.doc.SetLineWidth(float64(w))
}

func (c *pdfCanvas) SetLineDash(pattern []vg.Length, offset vg.Length) {
	dashes := make([]float64, len(pattern))
	for i, d := range pattern {
		dashes[i] = float64(d)
	}
	c.doc.SetDashPattern(dashes, float64(offset))
}

func (c *pdfCanvas) SetColor(colour color.Color) {
	if colour == nil { // of lines without width
		colour = color.Black
	}
	n := color.NRGBAModel.Convert(colour).(color.NRGBA)
	c.doc.Colour(n)
	c.doc.SetAlpha(float64(n.A)/0xFF, "Normal")
}

func (c *pdfCanvas) Rotate(angle float64) {
	c.doc.TransformRotate(angle*180/math.Pi, c.x, c.y)
}

func (c *pdfCanvas) Push() {
	c.doc.TransformBegin()
	c.saved = append(c.saved, c.thickness)
}

func (c *pdfCanvas) Pop() {
	c.doc.TransformEnd()
	last := len(c.saved) - 1
	c.thickness, c.saved = c.saved[last], c.saved[:last]
}

// page is where a point lies on the page.
func (c *pdfCanvas) page(p vg.Point) (x, y float64) {
	return c.x + float64(p.X), c.y - float64(p.Y)
}

func (c *pdfCanvas) Stroke(p vg.Path) {
	if c.thickness > 0 {
		c.path(p, "D")
	}
}

func (c *pdfCanvas) Fill(p vg.Path) { c.path(p, "F") }

// path hands a path to the document.
func (c *pdfCanvas) path(p vg.Path, style string) {
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
	c.doc.DrawPath(style)
}

func (c *pdfCanvas) FillString(face font.Face, p vg.Point, text string) {
	style := ""
	if face.Font.Weight == stdfont.WeightBold {
		style = "B"
	}
	c.doc.Use(Sans, style, float64(face.Font.Size))
	x, y := c.page(p)
	c.doc.Text(x, y, Drawable(text))
}

// DrawOn draws the figure on the current page of a document; (x, y) is its upper left corner.
func (f Figure) DrawOn(doc *PDF, x, y float64) {
	c := &pdfCanvas{doc: doc, x: x, y: y + float64(f.Height), width: f.Width, height: f.Height}
	c.Push()
	vg.Initialize(c)
	f.draw(draw.New(c))
	c.SetLineDash(nil, 0) // of pages to come
	c.Pop()
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
