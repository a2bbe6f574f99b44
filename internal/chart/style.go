package chart

import (
	"image/color"

	"drfvi/internal/method"

	stdfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours of Okabe and Ito, which readers with any kind of colour vision can
// tell apart, and greys.
var (
	Blue       = color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF}
	Vermilion  = color.NRGBA{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF}
	green      = color.NRGBA{R: 0x00, G: 0x9E, B: 0x73, A: 0xFF}
	purple     = color.NRGBA{R: 0xCC, G: 0x79, B: 0xA7, A: 0xFF}
	orange     = color.NRGBA{R: 0xE6, G: 0x9F, B: 0x00, A: 0xFF}
	sky        = color.NRGBA{R: 0x56, G: 0xB4, B: 0xE9, A: 0xFF}
	Black      = color.NRGBA{A: 0xFF}
	Ink        = color.NRGBA{R: 0x33, G: 0x33, B: 0x33, A: 0xFF}
	Grey       = color.NRGBA{R: 0x88, G: 0x88, B: 0x88, A: 0xFF}
	Unmarked   = color.NRGBA{R: 0xB8, G: 0xBC, B: 0xC0, A: 0xFF}
	GridColour = color.NRGBA{R: 0xE4, G: 0xE6, B: 0xE8, A: 0xFF}
	Band       = color.NRGBA{R: 0xEE, G: 0xF2, B: 0xF5, A: 0xFF}
)

// Series are the colours of lines and experiments, in order.
var Series = []color.NRGBA{Blue, Vermilion, green, purple, orange, sky, Black}

// pale mixes a colour with as much white.
func pale(c color.NRGBA) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8((int(v) + 255) / 2) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: c.A}
}

// MethodColour is the colour of a method in every figure: blue and vermilion
// as in the paper for its importance and vimp-drf.
func MethodColour(name string) color.NRGBA {
	c := method.Of(name).Colour
	return color.NRGBA{R: uint8(c >> 16), G: uint8(c >> 8), B: uint8(c), A: 0xFF}
}

// letters returns the font of figures.
func letters(size vg.Length, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = stdfont.WeightBold
	}
	return f
}

// TextStyle returns a style of text in figures.
func TextStyle(size vg.Length, bold bool, colour color.Color) text.Style {
	return text.Style{Color: colour, Font: letters(size, bold), Handler: plot.DefaultTextHandler}
}

// newPlot returns an empty plot in the style of all figures.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.TextStyle.Font, p.Title.TextStyle.Color = letters(9, true), Ink
	p.Title.Padding = vg.Points(4)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = letters(8, false), Ink
		a.Label.Padding = vg.Points(2)
		a.Tick.Label.Font, a.Tick.Label.Color = letters(8, false), Ink
		a.Tick.LineStyle = draw.LineStyle{Color: Grey, Width: vg.Points(0.5)}
		a.Tick.Length = vg.Points(3)
		a.LineStyle = draw.LineStyle{Color: Grey, Width: vg.Points(0.5)}
		a.Padding = 0
		a.Tick.Marker = RoundTicks{5}
	}
	return p
}

// setHeading writes a heading over a plot's left edge. gonum centres titles
// over the axis labels as well.
func setHeading(p *plot.Plot, text string) {
	if text == "" {
		return
	}
	p.Title.Text = " " // takes the room
	p.Add(panelHeading{text, p.Title.TextStyle, p.Title.Padding})
}

// panelHeading is drawn above the data.
type panelHeading struct {
	text    string
	style   text.Style
	padding vg.Length
}

func (h panelHeading) Plot(c draw.Canvas, _ *plot.Plot) {
	if s := svgOf(c); s != nil {
		s.heading = h.text
	}
	style := h.style
	style.XAlign, style.YAlign = draw.XLeft, draw.YBottom
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y + h.padding}, h.text)
}

// hairline is the line of error bars and marks.
func hairline(colour color.Color) draw.LineStyle {
	return draw.LineStyle{Color: colour, Width: vg.Points(0.8)}
}

// GridLines draws a light line across the plot at every major tick.
type GridLines struct{ X, Y bool }

func (g GridLines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: GridColour, Width: vg.Points(0.5)}
	if g.X {
		for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
			if !t.IsMinor() && t.Value >= p.X.Min && t.Value <= p.X.Max {
				c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
			}
		}
	}
	if g.Y {
		for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			if !t.IsMinor() && t.Value >= p.Y.Min && t.Value <= p.Y.Max {
				c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
			}
		}
	}
}
