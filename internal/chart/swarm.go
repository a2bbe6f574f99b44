package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"drfvi/internal/format"
	"drfvi/internal/rank"

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

// Figure draws the swarm.
func (s Swarm) Figure() Figure {
	if len(s.Values) != len(s.Names) || len(s.Shades) != len(s.Names) {
		panic("chart: names, values and shades of a swarm differ in number")
	}
	var rows Rows
	var legend []LegendItem
	if slices.ContainsFunc(s.Shades, func(of []float64) bool {
		return slices.ContainsFunc(of, func(shade float64) bool { return shade >= 0 })
	}) {
		for end, name := range s.Shaded {
			legend = append(legend, Glyph(name, draw.GlyphStyle{Color: shade(float64(end)), Shape: draw.CircleGlyph{}}))
		}
	}
	beyond := false
	for i, values := range s.Values {
		of := shadedDots{i, values, s.Shades[i]}
		beyond = beyond || of.beyond()
		rows.Add(of)
	}
	if beyond {
		legend = append(legend, Glyph("at the edge: beyond it", draw.GlyphStyle{Color: Grey, Shape: draw.PyramidGlyph{}}))
	}
	p := ListPanel("", s.Names, rows)
	p.X.Label.Text = s.Axis
	p.X.Tick.Marker = RoundTicks{7}
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

// beyond tells whether dots are farther than that.
func (d shadedDots) beyond() bool {
	all := Range{}.With(d.values...)
	return all.Low < d.reach().Low || all.High > d.reach().High
}

func (d shadedDots) draw(s sheet) {
	const radius = vg.Length(1.1)
	middle := s.y(-float64(d.row))
	if d.row%2 == 1 {
		s.fill(Band, s.Min.X, middle-swarmPitch/2, s.Max.X, middle+swarmPitch/2)
	}
	s.StrokeLine2(thin(Grey, 0.6), s.x(0), middle-swarmPitch/2, s.x(0), middle+swarmPitch/2)
	// Columns of dots as wide as a dot, filled from the middle; shades in order, so
	// that a column shows how many there are of each.
	place := func(v float64) vg.Length { return min(max(s.x(v), s.Min.X+radius), s.Max.X-radius) }
	column := func(v float64) int { return int(place(v) / (2 * radius)) }
	all, seen := map[int]int{}, map[int]int{}
	for _, v := range d.values {
		all[column(v)]++
	}
	s.noted(Mark{Name: s.names[d.row], Value: spread(d.values)}, func() {
		var colour color.NRGBA
		var dots []vg.Point // of one colour
		for _, k := range rank.Ascending(d.shades) {
			v := d.values[k]
			at := column(v)
			step := min(2*radius, (swarmPitch-6)/vg.Length(all[at]))
			offset := (vg.Length(seen[at]) - vg.Length(all[at]-1)/2) * step
			seen[at]++
			if c := shade(d.shades[k]); c != colour {
				s.dots(colour, radius, dots)
				colour, dots = c, nil
			}
			if x := s.x(v); x != place(v) {
				s.glyph(draw.GlyphStyle{Color: colour, Radius: radius * 1.6, Shape: draw.PyramidGlyph{}}, place(v), middle+offset)
				continue
			}
			dots = append(dots, vg.Point{X: s.x(v), Y: middle + offset})
		}
		s.dots(colour, radius, dots)
	})
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

// Heap is a row of dots of which none covers another, as far as they may stand above and
// below; each is noted.
type Heap struct {
	Row    int
	Series string
	Values []float64
	Style  draw.GlyphStyle
	Most   vg.Length // above and below
}

func (h Heap) reach() Range { return Range{}.With(h.Values...) }

func (h Heap) draw(s sheet) {
	places := make([]float64, len(h.Values))
	for k, v := range h.Values {
		places[k] = float64(s.x(v))
	}
	for k, up := range stacked(places, 2*h.Style.Radius, h.Most) {
		s.noted(Mark{Series: h.Series, Name: s.names[h.Row], Value: Estimate{Value: h.Values[k]}.text()}, func() {
			s.glyph(h.Style, vg.Length(places[k]), s.y(-float64(h.Row))+up)
		})
	}
}

// stacked returns how far dots at some places must be moved up or down so that
// none is nearer to another than a width, as far as the reach allows.
func stacked(places []float64, width, reach vg.Length) []vg.Length {
	order := rank.Ascending(places)
	moves := make([]vg.Length, len(places))
	for n, i := range order {
		free := func(move vg.Length) bool {
			return !slices.ContainsFunc(order[:n], func(j int) bool {
				dx, dy := vg.Length(places[i]-places[j]), move-moves[j]
				return dx*dx+dy*dy < width*width*0.98
			})
		}
		for step := vg.Length(0); step <= reach; step += width / 2 {
			if free(step) {
				moves[i] = step
				break
			}
			if free(-step) {
				moves[i] = -step
				break
			}
		}
	}
	return moves
}
