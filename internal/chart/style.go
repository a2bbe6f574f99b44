package chart

import (
	"image/color"

	"drfvi/methods/method"

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
	gridColour = color.NRGBA{R: 0xE4, G: 0xE6, B: 0xE8, A: 0xFF}
	Band       = color.NRGBA{R: 0xEE, G: 0xF2, B: 0xF5, A: 0xFF}
)

// The colours of cells and of what stands in them are their own: dark pages, which change
// colours by their values, leave cells and their texts as they are. Each is so light that the
// text, which is dark, can be read on it.
var (
	cellGround = color.NRGBA{R: 0xED, G: 0xF2, B: 0xF6, A: 0xFF}
	CellBlue   = color.NRGBA{R: 0x1A, G: 0x7F, B: 0xBD, A: 0xFF}
	CellRed    = color.NRGBA{R: 0xD4, G: 0x5E, B: 0x00, A: 0xFF}
	cellDark   = color.NRGBA{R: 0x01, G: 0x01, B: 0x01, A: 0xFF}
)

// Series are the colours of lines and experiments, in order.
var Series = []color.NRGBA{Blue, Vermilion, green, purple, orange, sky, Black}

// mixed is a colour a share of the way from one to another.
func mixed(from, to color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a))) }
	return color.NRGBA{R: mix(from.R, to.R), G: mix(from.G, to.G), B: mix(from.B, to.B), A: 0xFF}
}

// Pale mixes a colour with as much white.
func Pale(c color.NRGBA) color.NRGBA {
	return mixed(c, color.NRGBA{R: 0xFF, G: 0xFF, B: 0xFF}, 0.5)
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

// labelStyle is that of names in panels.
var labelStyle = TextStyle(8, false, Ink)

// centred is that of words in the middle of a place, and cellText that of the texts of cells.
var centred, cellText = inTheMiddle(Ink), inTheMiddle(cellDark)

func inTheMiddle(colour color.Color) text.Style {
	style := TextStyle(8, false, colour)
	style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
	return style
}

// widest is the width of the longest of names as panels have them.
func widest(names []string) (width vg.Length) {
	for _, name := range names {
		width = max(width, labelStyle.Width(label(name)))
	}
	return width
}

// thin is a solid line, dashed one for comparisons.
func thin(colour color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: colour, Width: width}
}

func dashed(colour color.Color, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: colour, Width: width, Dashes: []vg.Length{3, 2}}
}

// Shapes tell lines apart without colour.
var Shapes = []draw.GlyphDrawer{
	draw.CircleGlyph{}, draw.BoxGlyph{}, draw.PyramidGlyph{}, draw.SquareGlyph{}, draw.CrossGlyph{},
	draw.PlusGlyph{}, draw.RingGlyph{},
}

// methodShapes draw the marks of methods.
var methodShapes = map[method.Mark]draw.GlyphDrawer{
	method.Circle: draw.CircleGlyph{}, method.Box: draw.BoxGlyph{}, method.Pyramid: draw.PyramidGlyph{},
	method.Cross: draw.CrossGlyph{},
}

// MethodShape is the shape of a method's points.
func MethodShape(name string) draw.GlyphDrawer { return methodShapes[method.Of(name).Mark] }

// whiteDot is a ring that hides what is below it.
type whiteDot struct{}

func (whiteDot) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, p vg.Point) {
	c.DrawGlyph(draw.GlyphStyle{Color: color.White, Radius: s.Radius, Shape: draw.CircleGlyph{}}, p)
	c.DrawGlyph(draw.GlyphStyle{Color: s.Color, Radius: s.Radius, Shape: draw.RingGlyph{}}, p)
}
