package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// Swarm is a picture of many numbers in rows, a dot each, the first row on top. Dots
// that would cover each other stand above and below.
type Swarm struct {
	Title, Axis string
	Names       []string
	// Values and Shades are by row; shades from 0, low, to 1, high, below 0 for none.
	Values, Shades [][]float64
	Shaded         [2]string // names of low and high
}

// swarmPitch is the height of a row.
const swarmPitch = vg.Length(34)

// Figure draws the swarm.
func (s Swarm) Figure() Figure {
	if len(s.Values) != len(s.Names) || len(s.Shades) != len(s.Names) {
		panic("chart: names, values and shades of a swarm differ in number")
	}
	rows := Rows{Lines: []float64{0}}
	var legend Legend
	if slices.ContainsFunc(s.Shades, func(of []float64) bool { return len(of) > 0 && slices.Max(of) >= 0 }) {
		for end, name := range s.Shaded {
			legend.Add(Swatch(name, shade(float64(end))))
		}
	}
	for i, values := range s.Values {
		of := shadedDots{i, values, s.Shades[i]}
		if all := (Range{}).With(values...); all.Low < of.reach().Low || all.High > of.reach().High {
			legend.Add(Glyph("at the edge: beyond it", draw.GlyphStyle{Color: Grey, Shape: draw.PyramidGlyph{}}))
		}
		rows.Add(of)
	}
	p := ListPanel("", s.Names, rows)
	p.X.Label.Text = s.Axis
	return Figure{
		Name: "chart", Title: s.Title, Width: PageWidth, Height: vg.Length(len(s.Names))*swarmPitch + panelHeads + 50,
		Plots: [][]*plot.Plot{{p}}, Legend: legend,
	}
}

// shadedDots is a row of a swarm.
type shadedDots struct {
	row            int
	values, shades []float64
}

// reach is the range of the dots, but for the farthest, and 0.
func (d shadedDots) reach() Range {
	most := Range{Set: true}
	if len(d.values) > 0 {
		of := clipped(d.values)
		most = most.With(of.Low, of.High)
	}
	return most
}

// draw places dots in columns of a width, filled from the middle, those of a column by their
// shades; what is beyond the panel is at its edge.
func (d shadedDots) draw(p *plot.Plot, names []string, reach Range) {
	const columns, size = 160, vg.Length(2.2)
	order := rank.Ascending(d.shades)
	places := make([]float64, len(order))
	for k, i := range order {
		places[k] = min(max(d.values[i], reach.Low), reach.High)
	}
	up := stacked(places, (reach.High-reach.Low)/columns, float64(size/swarmPitch), 0.42)
	of := map[color.NRGBA]plotter.XYs{}
	var colours []color.NRGBA
	var beyond plotter.XYs
	for k, i := range order {
		at, c := plotter.XY{X: near(places[k]), Y: up[k] - float64(d.row)}, shade(d.shades[i])
		if places[k] != d.values[i] {
			beyond = append(beyond, at)
			continue
		}
		if of[c] == nil {
			colours = append(colours, c)
		}
		of[c] = append(of[c], at)
	}
	for _, c := range colours {
		p.Add(dots(c, size, of[c]))
	}
	p.Add(&plotter.Scatter{XYs: beyond, GlyphStyle: draw.GlyphStyle{Color: Grey, Radius: 1.8, Shape: draw.PyramidGlyph{}}})
	p.Add(noted{Mark{Name: names[d.row], Value: spread(d.values)}, nil})
}

// spread says where numbers lie: the median, a quarter on each side of it, and the ends.
func spread(values []float64) string {
	if len(values) == 0 {
		return format.None
	}
	sorted := slices.Sorted(slices.Values(values))
	at := func(share float64) string {
		return Estimate{Value: sorted[int(share*float64(len(sorted)-1)+0.5)]}.text()
	}
	return fmt.Sprintf("%s; half of %s between %s and %s, all between %s and %s", at(0.5), format.Plural(len(sorted), "row"), at(0.25), at(0.75), at(0), at(1))
}

// shade is the colour of a share of the way from low to high in a few steps: blue, grey,
// vermilion; that of dots without one is grey.
func shade(v float64) color.NRGBA {
	const steps = 8
	if v < 0 {
		return Unmarked
	}
	v = math.Round(v*steps) / steps
	if v > 0.5 {
		return mixed(Unmarked, Vermilion, 2*min(v, 1)-1)
	}
	return mixed(Blue, Unmarked, 2*min(v, 1))
}

// Heap is a row of dots that stand above and below each other where they would cover each
// other; each is noted.
type Heap struct {
	Row    int
	Series string
	Values []float64
	Style  draw.GlyphStyle
}

func (h Heap) reach() Range { return Range{}.With(h.Values...) }

func (h Heap) draw(p *plot.Plot, names []string, reach Range) {
	const columns = 40
	order := rank.Ascending(h.Values)
	places := make([]float64, len(order))
	for k, i := range order {
		places[k] = h.Values[i]
	}
	up := stacked(places, (reach.High-reach.Low)/columns, 0.2, 0.4)
	var at plotter.XYs
	for k, v := range places {
		at = append(at, plotter.XY{X: near(v), Y: up[k] - float64(h.Row)})
		p.Add(noted{Mark{Series: h.Series, Name: names[h.Row], Value: Estimate{Value: v}.text()}, &[2]float64{at[k].X, at[k].Y}})
	}
	p.Add(&plotter.Scatter{XYs: at, GlyphStyle: h.Style})
}

// stacked returns how far values must be moved up or down so that those in one column of a width
// stand a step apart, or nearer where the most that they may be moved is not enough.
func stacked(values []float64, width, step, most float64) []float64 {
	column := func(v float64) float64 {
		if width > 0 {
			return math.Floor(v / width)
		}
		return 0
	}
	count, seen, up := map[float64]float64{}, map[float64]float64{}, make([]float64, len(values))
	for _, v := range values {
		count[column(v)]++
	}
	for k, v := range values {
		at := column(v)
		up[k] = (seen[at] - (count[at]-1)/2) * min(step, 2*most/count[at])
		seen[at]++
	}
	return up
}
