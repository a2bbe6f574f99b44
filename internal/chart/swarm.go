package chart

import (
	"cmp"
	"fmt"
	"slices"

	"drfvi/internal/format"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
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

// figure draws the swarm.
func (s Swarm) figure() Figure {
	if len(s.Values) != len(s.Names) || len(s.Shades) != len(s.Names) {
		panic("chart: names, values and shades of a swarm differ in number")
	}
	p := ListPanel("", s.Names, dots(s))
	p.X.Label.Text = s.Axis
	p.X.Tick.Marker = RoundTicks{7}
	return Figure{
		Name: "chart", Title: s.Title, Width: PageWidth, Height: vg.Length(len(s.Names))*swarmPitch + panelHeads + 50,
		Plots: [][]*plot.Plot{{p}}, Legend: shadeLegend(s.Shaded),
	}
}

// dots draws the rows of a swarm.
type dots Swarm

// Reach is the range of all dots and 0.
func (s dots) Reach() (reach Range) {
	reach.Include(0, 0)
	for _, row := range s.Values {
		for _, v := range row {
			reach.Include(v, v)
		}
	}
	return reach
}

func (s dots) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const radius = vg.Length(1.1)
	for i, row := range s.Values {
		middle := y(-float64(i))
		if i%2 == 1 {
			c.SetColor(Band)
			c.Fill(vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: middle - swarmPitch/2}, Max: vg.Point{X: c.Max.X, Y: middle + swarmPitch/2}}.Path())
		}
		c.StrokeLine2(draw.LineStyle{Color: Grey, Width: vg.Points(0.6)}, x(0), middle-swarmPitch/2, x(0), middle+swarmPitch/2)
		// Columns of dots as wide as a dot, filled from the middle; shades in order, so
		// that a column shows how many there are of each.
		order := sorted(len(row), func(a, b int) int { return cmp.Compare(s.Shades[i][a], s.Shades[i][b]) })
		column := func(v float64) int { return int(x(v) / (2 * radius)) }
		all, seen := map[int]int{}, map[int]int{}
		for _, v := range row {
			all[column(v)]++
		}
		noted(c, Mark{Value: spread(row)}, i, func() {
			for _, k := range order {
				at := column(row[k])
				step := min(2*radius, (swarmPitch-6)/vg.Length(all[at]))
				offset := (vg.Length(seen[at]) - vg.Length(all[at]-1)/2) * step
				seen[at]++
				c.DrawGlyph(draw.GlyphStyle{Color: shade(s.Shades[i][k]), Radius: radius, Shape: draw.CircleGlyph{}}, vg.Point{X: x(row[k]), Y: middle + offset})
			}
		})
	}
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
