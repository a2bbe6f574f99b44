package chart

import (
	"cmp"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Rows is a panel of marks in named rows, the first on top.
type Rows struct {
	*plot.Plot
	names []string
}

// NewRows returns a panel without marks; they are to be compared with some values.
func NewRows(heading, axis string, names []string, values ...float64) Rows {
	p := Panel(heading, axis, "")
	p.Add(grid)
	nameRows(p, names)
	for _, v := range values {
		p.Add(&plotter.Line{XYs: points([]float64{v, v}, p.Y.Min, p.Y.Max), LineStyle: dashed(Grey, 0.8)})
	}
	return Rows{p, names}
}

// Dot is an estimate in a row.
type Dot struct {
	Row    float64 // down the rows: the middle of the first is at 0, the edge to the second at 0.5
	Series string
	At     Estimate
	Text   string // what it says, if not the estimate
	Style  draw.GlyphStyle
}

// Below places dots below each other in a row.
func Below(row int, dots []Dot) []Dot {
	for k := range dots {
		dots[k].Row = float64(row) - 0.5 + (float64(k)+0.75)/(float64(len(dots))+0.5)
	}
	return dots
}

// Dots adds dots with their error bars. Those that have no number are left out.
func (r Rows) Dots(dots ...Dot) {
	for _, d := range dots {
		if d.At.isMissing() {
			continue
		}
		places := points([]float64{d.At.Value}, -d.Row)
		if d.At.High > d.At.Low {
			r.Add(
				&plotter.Line{XYs: points([]float64{d.At.Low, d.At.High}, -d.Row, -d.Row), LineStyle: thin(d.Style.Color, 0.8)},
			)
		}
		mark := Mark{Series: d.Series, Name: r.names[int(math.Round(d.Row))], Value: cmp.Or(d.Text, d.At.text())}
		r.Add(&plotter.Scatter{XYs: places, GlyphStyle: d.Style}, noted{mark, places[0]})
	}
}
