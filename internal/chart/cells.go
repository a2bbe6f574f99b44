package chart

import (
	"image/color"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Cell is a share from 0 to 1 in a panel of CellsPanel.
type Cell struct {
	Share    float64
	Expected bool // it should be 1; otherwise 0
	// Series is the kind of cell, and Text what is said of it.
	Series, Text string
}

// CellsPanel draws a table of shares, the first row on top. The larger a share the deeper
// its colour: blue where it is expected, with a frame, and vermilion where it is not.
func CellsPanel(heading string, rows, columns []string, cells [][]Cell) *plot.Plot {
	p := tablePanel(heading, rows, columns, len(columns), func(s sheet) {
		for i, row := range cells {
			for k, cell := range row {
				cell.draw(s, i, k, rows[i]+", "+columns[k])
			}
		}
	})
	p.X.Tick.Label.Font.Size = 7 // room for ten
	return p
}

// tablePanel draws a table with the names of its rows and columns, and room for so many
// columns.
func tablePanel(heading string, rows, columns []string, width int, cells layer) *plot.Plot {
	p := Panel(heading, "", "")
	p.Add(cells)
	p.X.Min, p.X.Max = -0.5, float64(width)-0.5
	p.Y.Min, p.Y.Max = -float64(len(rows))+0.5, 0.5
	list(p, rows)
	p.X.Tick.Marker, p.X.Tick.Length, p.X.LineStyle.Width = namedTicks(columns, 1), 0, 0
	return p
}

// CellsLegend explains frames, shares from 0 to 1 where there is a frame, and those above 0
// where there is none.
func CellsLegend(expected, share, wrong string) []LegendItem {
	var right, others []color.Color
	for k := range 5 {
		right, others = append(right, tint(Blue, float64(k)/4)), append(others, tint(Vermilion, float64(k)/4))
	}
	return []LegendItem{{Glyph: draw.SquareGlyph{}, Text: expected}, Swatch(share, right...), Swatch(wrong, others[1:]...)}
}

// tint is a colour as deep as a share, on the ground of cells.
func tint(c color.NRGBA, share float64) color.NRGBA { return mixed(Band, c, share) }

// draw draws the cell of a row and a column.
func (c Cell) draw(s sheet, i, k int, name string) {
	const gap = vg.Length(1)
	box := vg.Rectangle{
		Min: vg.Point{X: s.x(float64(k)-0.5) + gap, Y: s.y(-float64(i)-0.5) + gap},
		Max: vg.Point{X: s.x(float64(k)+0.5) - gap, Y: s.y(-float64(i)+0.5) - gap},
	}
	if !c.Expected && c.Share == 0 {
		s.SetColor(Band)
		s.Fill(box.Path())
		return // as it should be
	}
	s.noted(Mark{Series: c.Series, Name: name, Value: c.Text}, func() {
		full := Vermilion
		if c.Expected {
			full = Blue
		}
		s.SetColor(tint(full, c.Share))
		s.Fill(box.Path())
		if c.Expected {
			s.frame(thin(Ink, 1.1), box)
		}
	})
}
