package chart

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"drfvi/internal/format"
)

// svgCanvas is gonum's canvas of SVG, which gathers what marks show.
type svgCanvas struct {
	*vgsvg.Canvas
	marks []Mark
	spots []vg.Point // where marks are
}

// Mark is what a mark of a figure shows, for those who point at it and for the table
// beside the figure.
type Mark struct {
	Panel  string // heading and axes
	Series string // "" in figures of one
	Name   string // of the row, or the place on the axis
	Value  string
}

// noted is a plotter that draws nothing: it says what a mark at a place shows.
type noted struct {
	Mark
	At plotter.XY
}

func (n noted) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	place := vg.Point{X: x(n.At.X), Y: y(n.At.Y)}
	n.Panel = listed(strings.ReplaceAll(p.Title.Text, "\n", " "), p.Y.Label.Text, p.X.Label.Text)
	under := c.Canvas // each part of a drawing is a canvas around the one that it is a part of
	for part, ok := under.(draw.Canvas); ok; part, ok = under.(draw.Canvas) {
		under = part.Canvas
	}
	if svg, ok := under.(*svgCanvas); ok {
		svg.marks, svg.spots = append(svg.marks, n.Mark), append(svg.spots, place)
	}
}

// pixels are those of a point on a page.
const pixels = 2

// Drawn is a figure for a page, without its title, which a page sets as text: the panels and,
// of the legend, a sample for each text, as SVG elements.
type Drawn struct {
	Panels string
	Legend []Sample
	Marks  []Mark // what marks show, in their order
}

// Sample is an entry of a legend.
type Sample struct{ SVG, Text string }

// Parts draws the figure for a page. The title of the element has its id with "-title" appended.
func (f Figure) Parts(id string) (d Drawn) {
	for _, item := range f.Legend {
		c := &svgCanvas{Canvas: vgsvg.New(sampleWidth, sampleHeight)}
		sample := draw.New(c)
		for _, thumb := range item.thumbs {
			thumb.Thumbnail(&sample)
		}
		d.Legend = append(
			d.Legend,
			Sample{
				c.element(`aria-hidden="true"`, "", sampleWidth, sampleHeight, pixels),
				format.Shortened(format.VisibleLine(item.Text), 3*longestLabel),
			},
		)
	}
	panels := f
	panels.Title, panels.Legend, panels.Height = "", nil, f.Height-f.legendHeight(f.Width)
	d.Panels, d.Marks = panels.svg(id, f.Title, pixels)
	return d
}

// svg returns the figure as an element with a title, at a size, and what its marks show.
func (f Figure) svg(id, title string, scale vg.Length) (string, []Mark) {
	c := &svgCanvas{Canvas: vgsvg.New(f.Width, f.Height)}
	f.draw(draw.New(c))
	name := fmt.Sprintf(`<title id="%s-title">%s</title>`, id, html.EscapeString(title))
	return c.element(
		fmt.Sprintf(`id="%s" role="img" aria-labelledby="%[1]s-title"`, id), name, f.Width, f.Height, scale,
	), c.marks
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
	text = styles.ReplaceAllStringFunc(text, func(style string) (attributes string) {
		for _, m := range setting.FindAllStringSubmatch(styles.FindStringSubmatch(style)[1], -1) {
			if m[1] != "" {
				attributes += fmt.Sprintf(` %s="%s"`, m[1], strings.ToLower(m[2]))
			}
		}
		return attributes
	})
	for k, m := range c.marks {
		shown := listed(label(m.Name), label(m.Series), m.Value)
		text += fmt.Sprintf(
			`<circle class="mark" cx="%.1f" cy="%.1f" r="5"><title>%s</title></circle>`, float64(c.spots[k].X),
			float64(height-c.spots[k].Y), html.EscapeString(shown),
		)
	}
	return format.Visible(
		fmt.Sprintf(
			`<svg xmlns="http://www.w3.org/2000/svg" %s width="%.5g" height="%.5g" viewBox="0 0 %.5g %.5g" `+
				`fill="#000000" font-family="Liberation Sans, Arial, Helvetica, sans-serif">%s%s</svg>`,
			attributes, float64(scale*width), float64(scale*height), float64(width), float64(height), title,
			strings.TrimSpace(blank.ReplaceAllString(text, "><")),
		),
	)
}

// listed joins texts, but for those that are empty.
func listed(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(text string) bool { return text == "" }), ", ")
}
