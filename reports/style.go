package reports

import (
	"image/color"

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
	blue       = color.NRGBA{R: 0x00, G: 0x72, B: 0xB2, A: 0xFF}
	vermilion  = color.NRGBA{R: 0xD5, G: 0x5E, B: 0x00, A: 0xFF}
	green      = color.NRGBA{R: 0x00, G: 0x9E, B: 0x73, A: 0xFF}
	purple     = color.NRGBA{R: 0xCC, G: 0x79, B: 0xA7, A: 0xFF}
	orange     = color.NRGBA{R: 0xE6, G: 0x9F, B: 0x00, A: 0xFF}
	sky        = color.NRGBA{R: 0x56, G: 0xB4, B: 0xE9, A: 0xFF}
	black      = color.NRGBA{A: 0xFF}
	ink        = color.NRGBA{R: 0x33, G: 0x33, B: 0x33, A: 0xFF}
	grey       = color.NRGBA{R: 0x88, G: 0x88, B: 0x88, A: 0xFF}
	unmarked   = color.NRGBA{R: 0xB8, G: 0xBC, B: 0xC0, A: 0xFF}
	gridColour = color.NRGBA{R: 0xE4, G: 0xE6, B: 0xE8, A: 0xFF}
	band       = color.NRGBA{R: 0xEE, G: 0xF2, B: 0xF5, A: 0xFF}
)

// series are the colours of lines and experiments, in order.
var series = []color.NRGBA{blue, vermilion, green, purple, orange, sky, black}

// pale mixes a colour with as much white.
func pale(c color.NRGBA) color.NRGBA {
	mix := func(v uint8) uint8 { return uint8((int(v) + 255) / 2) }
	return color.NRGBA{R: mix(c.R), G: mix(c.G), B: mix(c.B), A: c.A}
}

// methodColour is the colour of a method in every figure: blue and vermilion
// as in the paper for its importance and vimp-drf.
func methodColour(method string) color.NRGBA {
	switch method {
	case "retrain":
		return blue
	case "vimp-drf":
		return vermilion
	case "coupled":
		return green
	case "projected":
		return purple
	case "projected-unbiased":
		return black
	case "mda", "mda-per-output":
		return orange
	case "sobol-mda", "sobol-mda-per-output":
		return sky
	}
	return ink
}

// letters returns the font of figures.
func letters(size vg.Length, bold bool) font.Font {
	f := font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	if bold {
		f.Weight = stdfont.WeightBold
	}
	return f
}

// textStyle returns a style of text in figures.
func textStyle(size vg.Length, bold bool, colour color.Color) text.Style {
	return text.Style{Color: colour, Font: letters(size, bold), Handler: plot.DefaultTextHandler}
}

// newPlot returns an empty plot in the style of all figures.
func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.Title.TextStyle.Font, p.Title.TextStyle.Color = letters(9, true), ink
	p.Title.Padding = vg.Points(4)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = letters(8, false), ink
		a.Label.Padding = vg.Points(2)
		a.Tick.Label.Font, a.Tick.Label.Color = letters(8, false), ink
		a.Tick.LineStyle = draw.LineStyle{Color: grey, Width: vg.Points(0.5)}
		a.Tick.Length = vg.Points(3)
		a.LineStyle = draw.LineStyle{Color: grey, Width: vg.Points(0.5)}
		a.Padding = 0
		a.Tick.Marker = roundTicks{5}
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
	style := h.style
	style.XAlign, style.YAlign = draw.XLeft, draw.YBottom
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y + h.padding}, h.text)
}

// hairline is the line of error bars and marks.
func hairline(colour color.Color) draw.LineStyle {
	return draw.LineStyle{Color: colour, Width: vg.Points(0.8)}
}

// gridLines draws a light line across the plot at every major tick.
type gridLines struct{ x, y bool }

func (g gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	style := draw.LineStyle{Color: gridColour, Width: vg.Points(0.5)}
	if g.x {
		for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
			if !t.IsMinor() && t.Value >= p.X.Min && t.Value <= p.X.Max {
				c.StrokeLine2(style, x(t.Value), c.Min.Y, x(t.Value), c.Max.Y)
			}
		}
	}
	if g.y {
		for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
			if !t.IsMinor() && t.Value >= p.Y.Min && t.Value <= p.Y.Max {
				c.StrokeLine2(style, c.Min.X, y(t.Value), c.Max.X, y(t.Value))
			}
		}
	}
}
