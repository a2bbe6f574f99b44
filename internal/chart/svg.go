package chart

import (
	"fmt"
	"html"
	"image/color"
	"math"
	"strconv"
	"strings"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
)

// svgCanvas lets plots draw an SVG element for a page: without style attributes, which
// a content-security policy would refuse, so that a style sheet can change colours,
// and with each noted mark in a group. gonum's own has the one and not the other.
type svgCanvas struct {
	pen
	notes
	b strings.Builder
}

var _ vg.CanvasSizer = (*svgCanvas)(nil)

func newSVG(width, height vg.Length) *svgCanvas {
	c := &svgCanvas{pen: newPen(width, height)}
	vg.Initialize(c)
	return c
}

// place writes a point, from the upper left corner.
func (c *svgCanvas) place(p vg.Point) string {
	x, y := c.at(p)
	return brief(x) + " " + brief(float64(c.height)-y)
}

// brief writes a length to a hundredth of a point.
func brief(v float64) string {
	v = math.Round(v*100) / 100
	if v == 0 {
		return "0" // without a sign
	}
	return strings.Replace(strconv.FormatFloat(v, 'f', -1, 64), "0.", ".", btoi(math.Abs(v) < 1))
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// paint writes the colour as an attribute, and its opacity if it has one.
func paint(attribute string, c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	text := fmt.Sprintf(` %s="#%02x%02x%02x"`, attribute, n.R, n.G, n.B)
	if n.A < 0xFF {
		text += fmt.Sprintf(` %s-opacity="%s"`, attribute, brief(float64(n.A)/0xFF))
	}
	return text
}

func (c *svgCanvas) Stroke(p vg.Path) {
	if c.now.width <= 0 {
		return
	}
	dashes := ""
	if len(c.now.dashes) > 0 {
		var all []string
		for _, d := range c.now.dashes {
			all = append(all, brief(float64(d)))
		}
		dashes = fmt.Sprintf(` stroke-dasharray="%s"`, strings.Join(all, " "))
	}
	fmt.Fprintf(&c.b, `<path d="%s" fill="none"%s stroke-width="%s"%s/>`, c.path(p), paint("stroke", c.now.colour), brief(float64(c.now.width)), dashes)
}

func (c *svgCanvas) Fill(p vg.Path) {
	fmt.Fprintf(&c.b, `<path d="%s"%s/>`, c.path(p), paint("fill", c.now.colour))
}

// points draws points with a round pen, to a tenth of a point.
func (c *svgCanvas) points(colour color.Color, radius vg.Length, at []vg.Point) {
	if len(at) == 0 {
		return
	}
	fmt.Fprintf(&c.b, `<path fill="none"%s stroke-width="%s" stroke-linecap="round" d="`, paint("stroke", colour), brief(float64(2*radius)))
	x, y := 0, 0 // of the last point, in tenths
	for _, p := range at {
		px, py := c.at(p)
		toX, toY := int(math.Round(10*px)), int(math.Round(10*(float64(c.height)-py)))
		c.b.WriteString("m" + brief(float64(toX-x)/10) + " " + brief(float64(toY-y)/10) + "h0")
		x, y = toX, toY
	}
	c.b.WriteString(`"/>`)
}

// path writes a path.
func (c *svgCanvas) path(p vg.Path) string {
	var b strings.Builder
	for i, part := range p {
		switch part.Type {
		case vg.MoveComp:
			b.WriteString("M" + c.place(part.Pos))
		case vg.LineComp:
			b.WriteString("L" + c.place(part.Pos))
		case vg.ArcComp:
			c.arc(&b, part, i == 0)
		case vg.CloseComp:
			b.WriteByte('Z')
		default:
			panic(noCurves)
		}
	}
	return b.String()
}

// arc writes an arc as pieces of at most half a circle.
func (c *svgCanvas) arc(b *strings.Builder, part vg.PathComp, first bool) {
	at := func(angle float64) string {
		sin, cos := math.Sincos(angle)
		return c.place(vg.Point{X: part.Pos.X + part.Radius*vg.Length(cos), Y: part.Pos.Y + part.Radius*vg.Length(sin)})
	}
	if first {
		b.WriteString("M" + at(part.Start))
	}
	radius := brief(float64(part.Radius) * math.Hypot(c.now.a, c.now.b))
	pieces := max(1, int(math.Ceil(math.Abs(part.Angle)/math.Pi-1e-9)))
	for k := range pieces {
		fmt.Fprintf(b, "A%s %s 0 0 %d %s", radius, radius, btoi(part.Angle < 0), at(part.Start+part.Angle*float64(k+1)/float64(pieces)))
	}
}

func (c *svgCanvas) FillString(face font.Face, p vg.Point, text string) {
	if face.Font.Size == 0 || strings.TrimSpace(text) == "" {
		return
	}
	// Readers may have a wider font: its letters take the room that was measured.
	attributes := fmt.Sprintf(` textLength="%s" lengthAdjust="spacingAndGlyphs"`, brief(float64(face.Width(text))))
	x, y := c.at(p)
	if face.Font.Weight == stdfont.WeightBold {
		attributes += ` font-weight="bold"`
	}
	place := fmt.Sprintf(`x="%s" y="%s"`, brief(x), brief(float64(c.height)-y))
	if degrees := c.turned(); degrees != 0 {
		place = fmt.Sprintf(`transform="translate(%s) rotate(%s)"`, c.place(p), brief(-degrees))
	}
	fmt.Fprintf(&c.b, `<text %s font-size="%s"%s%s>%s</text>`, place, brief(float64(face.Font.Size)), attributes, paint("fill", c.now.colour), html.EscapeString(text))
}

// pixels are those of a point, on a page.
const pixels = 1.5

// Parts returns the figure as SVG elements without its title, which a page sets as text: each
// panel by itself where they may stand apart, so that they come below each other where there
// is little room, and then the legend. Marks are what the groups of class "mark" show, in their
// order; groups of class "series" hold what belongs to the series that their attribute
// data-series names. The title of an element has its id with "-title" appended.
func (f Figure) Parts(id string) (parts []string, marks []Mark) {
	title := f.Title
	add := func(of Figure) {
		part, shown := of.svg(fmt.Sprintf("%s-%d", id, len(parts)+1), title, pixels)
		parts, marks = append(parts, part), append(marks, shown...)
	}
	f.Title = ""
	if !f.Apart {
		add(f)
		return parts, marks
	}
	for _, row := range f.Plots {
		for _, p := range row {
			if p != nil {
				add(Figure{Width: f.Width / vg.Length(len(row)), Height: f.Height / vg.Length(len(f.Plots)), Plots: [][]*plot.Plot{{p}}})
			}
		}
	}
	if lines := f.legendLines(f.Width - 2*figureMargin); len(lines) > 0 {
		add(Figure{Width: f.Width, Height: vg.Length(len(lines))*legendRow + 2*figureMargin + 4, Legend: f.Legend})
	}
	return parts, marks
}

// svg returns the figure as an element with a title, at a size, and what its marks show.
func (f Figure) svg(id, title string, pixels float64) (string, []Mark) {
	c := newSVG(f.Width, f.Height)
	f.draw(draw.New(c))
	return format.Visible(fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" id="%s" role="img" aria-labelledby="%s-title" width="%s" height="%s" viewBox="0 0 %s %s" font-family="Liberation Sans, Arial, Helvetica, sans-serif"><title id="%[1]s-title">%[7]s</title>%[8]s</svg>`,
		id, id, brief(pixels*float64(f.Width)), brief(pixels*float64(f.Height)), brief(float64(f.Width)), brief(float64(f.Height)), html.EscapeString(title), c.b.String())), c.marks
}
