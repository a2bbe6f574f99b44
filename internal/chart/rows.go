package chart

import (
	"cmp"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
)

// Rows are marks in rows that are read from the top.
type Rows struct {
	Marks []RowMark // in the order in which they are drawn
	Lines []float64 // values that marks are to be compared with
	Share bool      // the panel is from 0 to 1
}

// RowMark is what stands in a row: a Dot, Heap, or a row of a swarm.
type RowMark interface {
	// draw adds plotters; names are those of the rows, and reach is that of all marks.
	draw(p *plot.Plot, names []string, reach Range)
	// reach is how far the mark goes along the axis.
	reach() Range
}

// Add adds marks.
func (r *Rows) Add(marks ...RowMark) { r.Marks = append(r.Marks, marks...) }

// Reach is the range of all marks and of the lines; from 0 to 1 of shares.
func (r Rows) Reach() (reach Range) {
	for _, m := range r.Marks {
		if of := m.reach(); of.Set {
			reach = reach.With(of.Low, of.High)
		}
	}
	if reach.Set {
		reach = reach.With(r.Lines...)
		if r.Share {
			reach.Low, reach.High = 0, 1
		}
	}
	return reach
}

// ListPanel draws rows under their names.
func ListPanel(heading string, names []string, rows Rows) *plot.Plot {
	p, reach := Panel(heading, "", ""), rows.Reach()
	p.Add(grid)
	for _, v := range rows.Lines {
		p.Add(&plotter.Line{XYs: points([]float64{v, v}, []float64{0.5 - float64(len(names)), 0.5}), LineStyle: dashed(Grey, 0.8)})
	}
	for _, m := range rows.Marks {
		m.draw(p, names, reach)
	}
	if !reach.Set {
		p.Add(message("not run"))
	}
	p.X.Min, p.X.Max = airy(reach.Low, reach.High)
	list(p, names)
	return p
}

// Dot is an estimate with its error bar.
type Dot struct {
	Row      float64 // down the rows: the middle of the first is at 0, the edge to the second at 0.5
	Series   string
	At       Estimate
	Interval *Interval // in the place of its standard error, if not nil
	Text     string    // what it says, if not the estimate
	Style    draw.GlyphStyle
}

// Below places dots below each other in a row.
func Below(row int, dots []Dot) []RowMark {
	marks := make([]RowMark, len(dots))
	for k, d := range dots {
		d.Row = float64(row) - 0.5 + (float64(k)+0.75)/(float64(len(dots))+0.5)
		marks[k] = d
	}
	return marks
}

func (d Dot) reach() (r Range) {
	r = r.With(d.At.ends())
	if d.Interval != nil {
		r = r.With(d.Interval.Low, d.Interval.High)
	}
	return r
}

// bar is the error bar or the interval.
func (d Dot) bar() (low, high float64) {
	if d.Interval != nil {
		return d.Interval.Low, d.Interval.High
	}
	return d.At.ends()
}

// text is what the dot shows.
func (d Dot) text() string {
	if d.Interval == nil {
		return d.At.text()
	}
	return Estimate{Value: d.At.Value}.text() + " (" + Estimate{Value: d.Interval.Low}.text() + " to " + Estimate{Value: d.Interval.High}.text() + ")"
}

func (d Dot) draw(p *plot.Plot, names []string, _ Range) {
	if d.At.none() {
		return
	}
	at := points([]float64{d.At.Value}, []float64{-d.Row})
	if low, high := d.bar(); high > low {
		p.Add(&plotter.Line{XYs: points([]float64{low, high}, []float64{-d.Row, -d.Row}), LineStyle: hairline(d.Style.Color)})
	}
	p.Add(&plotter.Scatter{XYs: at, GlyphStyle: d.Style})
	name := names[int(math.Round(d.Row))]
	p.Add(noted{Mark{Series: d.Series, Name: name, Value: cmp.Or(d.Text, d.text())}, &[2]float64{at[0].X, at[0].Y}})
}
