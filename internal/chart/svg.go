package chart

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"drfvi/internal/format"
)

// svgCanvas is gonum's canvas of SVG, which gathers what marks show.
type svgCanvas struct {
	*vgsvg.Canvas
	marks []Mark
	spots []vg.Point // of the marks that have a place
	of    []int      // which these are
}

// Mark is what a mark of a figure shows, for those who point at it and for the table
// beside the figure.
type Mark struct {
	Panel  string // heading and axes
	Series string // "" in figures of one
	Name   string // of the row, or the place on the axis
	Value  string
}

// noted is a plotter that draws nothing: it says what a mark shows. At, if not nil, is its place.
type noted struct {
	Mark
	At *[2]float64
}

func (n noted) Plot(c draw.Canvas, p *plot.Plot) {
	canvas := svgOf(c)
	if canvas == nil {
		return
	}
	n.Panel = listed(oneLine(p.Title.Text), p.Y.Label.Text, p.X.Label.Text)
	canvas.marks = append(canvas.marks, n.Mark)
	if n.At == nil {
		return
	}
	x, y := p.Transforms(&c)
	if at := (vg.Point{X: x(n.At[0]), Y: y(n.At[1])}); c.Contains(at) {
		canvas.spots, canvas.of = append(canvas.spots, at), append(canvas.of, len(canvas.marks)-1)
	}
}

// svgOf returns the canvas that a part of a drawing is on in the end; nil for others than
// svgCanvas. Each part is a canvas around the one that it is a part of.
func svgOf(c draw.Canvas) *svgCanvas {
	for {
		switch of := c.Canvas.(type) {
		case *svgCanvas:
			return of
		case draw.Canvas:
			c = of
		default:
			return nil
		}
	}
}

// pixels are those of a point, on a page, of figures of several panels and of one.
const pixels, wide = 1.5, 2

// Drawn is a figure for a page, without its title, which a page sets as text: panels and, of the
// legend, a sample for each text, as SVG elements.
type Drawn struct {
	Panels []string
	Legend []Sample
	Marks  []Mark // what marks show, in their order
}

// Sample is an entry of a legend.
type Sample struct{ SVG, Text string }

// Parts draws the figure for a page: each panel by itself where they may stand apart, so that
// they come below each other where there is little room. The title of an element has its id with
// "-title" appended.
func (f Figure) Parts(id string) (d Drawn) {
	add := func(of Figure, scale vg.Length) {
		part, marks := of.svg(fmt.Sprintf("%s-%d", id, len(d.Panels)+1), f.Title, scale)
		d.Panels, d.Marks = append(d.Panels, part), append(d.Marks, marks...)
	}
	for _, item := range f.Legend {
		c := &svgCanvas{Canvas: vgsvg.New(sampleWidth, sampleHeight)}
		sample := draw.New(c)
		for _, thumb := range item.thumbs {
			thumb.Thumbnail(&sample)
		}
		d.Legend = append(d.Legend, Sample{c.element(`aria-hidden="true"`, "", sampleWidth, sampleHeight, pixels), format.Shortened(format.VisibleLine(item.Text), 3*longestLabel)})
	}
	whole := f
	whole.Title, whole.Legend = "", nil
	if !f.Apart || len(f.Plots) == 1 && len(f.Plots[0]) == 1 {
		whole.Height -= f.legendHeight(f.Width)
		add(whole, wide)
		return d
	}
	for _, row := range f.Plots {
		for _, p := range row {
			if p != nil {
				add(Figure{Width: f.Width / vg.Length(len(row)), Height: f.Height / vg.Length(len(f.Plots)), Plots: [][]*plot.Plot{{p}}}, pixels)
			}
		}
	}
	return d
}

// svg returns the figure as an element with a title, at a size, and what its marks show.
func (f Figure) svg(id, title string, scale vg.Length) (string, []Mark) {
	c := &svgCanvas{Canvas: vgsvg.New(f.Width, f.Height)}
	f.draw(draw.New(c))
	name := fmt.Sprintf(`<title id="%s-title">%s</title>`, id, html.EscapeString(title))
	return c.element(fmt.Sprintf(`id="%s" role="img" aria-labelledby="%[1]s-title"`, id), name, f.Width, f.Height, scale), c.marks
}

// styles are style attributes, which a content-security policy refuses: their settings become
// attributes, by which a style sheet can change colours.
var (
	styles  = regexp.MustCompile(`\s+style="([^"]*)"`)
	setting = regexp.MustCompile(`font-(?:family|variant|style):[^;]*;?|font-weight:normal;?|([\w-]+):([^;]+);?`)
	blank   = regexp.MustCompile(`>\s+<`)
)

// element is what was drawn as an SVG element with attributes and a title.
func (c *svgCanvas) element(attributes, title string, width, height, scale vg.Length) string {
	var b bytes.Buffer
	c.WriteTo(&b) // into memory
	text := b.String()
	text = text[strings.Index(text, "<g "):strings.LastIndex(text, "</svg>")]
	text = styles.ReplaceAllStringFunc(text, func(style string) string {
		style = setting.ReplaceAllStringFunc(styles.FindStringSubmatch(style)[1], func(one string) string {
			if m := setting.FindStringSubmatch(one); m[1] != "" {
				return fmt.Sprintf(` %s="%s"`, m[1], strings.ToLower(m[2]))
			}
			return ""
		})
		return style
	})
	for k, at := range c.spots {
		m := c.marks[c.of[k]]
		said := listed(label(m.Name), label(m.Series), m.Value)
		text += fmt.Sprintf(`<circle class="mark" cx="%.1f" cy="%.1f" r="5"><title>%s</title></circle>`, float64(at.X), float64(height-at.Y), html.EscapeString(said))
	}
	return format.Visible(fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" %s width="%.5g" height="%.5g" viewBox="0 0 %.5g %.5g" fill="#000000" font-family="Liberation Sans, Arial, Helvetica, sans-serif">%s%s</svg>`,
		attributes, float64(scale*width), float64(scale*height), float64(width), float64(height), title, strings.TrimSpace(blank.ReplaceAllString(text, "><"))))
}

// listed joins texts, but for those that are empty.
func listed(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), ", ")
}
