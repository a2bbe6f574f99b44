package chart

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// CountKind is what a segment of CountRows counts.
type CountKind struct {
	Name         string
	Colour, Text color.NRGBA
}

// CountRows draws rows of segments as long as their counts, with the counts in them,
// the first row on top.
type CountRows struct {
	Kinds []CountKind
	Rows  [][]int // by kind
}

// CountRowsHeight is that of a figure of one row of panels with so many rows.
func CountRowsHeight(rows int) vg.Length { return vg.Length(rows)*13 + panelHeads + 40 }

// Reach is from 0 to the largest sum.
func (r CountRows) Reach() (reach Range) {
	for _, row := range r.Rows {
		sum := 0
		for _, n := range row {
			sum += n
		}
		reach.Include(0, float64(sum))
	}
	return reach
}

// Legend has an entry for each kind that there is in any of several.
func (r CountRows) Legend() []LegendItem {
	var items []LegendItem
	for _, k := range r.Kinds {
		items = append(items, LegendItem{Colours: []color.Color{k.Colour}, Text: k.Name})
	}
	return items
}

func (r CountRows) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, row := range r.Rows {
		from := 0
		for k, n := range row {
			if n == 0 {
				continue
			}
			kind := r.Kinds[k]
			noted(c, Mark{Series: kind.Name, Value: fmt.Sprint(n)}, i, func() {
				bar := vg.Rectangle{Min: vg.Point{X: x(float64(from)) + 0.5, Y: y(-float64(i) - 0.36)}, Max: vg.Point{X: x(float64(from+n)) - 0.5, Y: y(-float64(i) + 0.36)}}
				c.SetColor(kind.Colour)
				c.Fill(bar.Path())
				style := TextStyle(vg.Points(7), true, kind.Text)
				style.XAlign, style.YAlign = draw.XCenter, draw.YCenter
				c.FillText(style, vg.Point{X: (bar.Min.X + bar.Max.X) / 2, Y: y(-float64(i))}, fmt.Sprint(n))
			})
			from += n
		}
	}
}
