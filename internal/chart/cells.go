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

// cellHeight is the height of a row of cells.
const cellHeight = vg.Length(15)

// CellsHeight is that of a figure of rows of panels with so many rows of cells each.
func CellsHeight(panels, rows int) vg.Length {
	return vg.Length(panels)*(vg.Length(rows)*cellHeight+panelHeads) + 60
}

// CellsPanel draws a table of shares, the first row on top. The larger a share the deeper
// its colour: blue where it is expected, with a frame, and vermilion where it is not.
func CellsPanel(heading string, rows, columns []string, cells [][]Cell) *plot.Plot {
	p := Panel(heading, "", "")
	p.Add(cellTable{rows, columns, cells})
	p.X.Min, p.X.Max = -0.5, float64(len(columns))-0.5
	p.Y.Min, p.Y.Max = -float64(len(rows))+0.5, 0.5
	list(p, rows)
	listAcross(p, columns)
	p.X.Tick.Label.Font.Size = 7 // room for ten
	return p
}

// CellsLegend explains frames, shares from 0 to 1 where there is a frame, and those above 0
// where there is none.
func CellsLegend(expected, share, wrong string) []LegendItem {
	var right, others []color.Color
	for k := range 5 {
		right, others = append(right, tint(Blue, float64(k)/4)), append(others, tint(Vermilion, float64(k)/4))
	}
	return []LegendItem{{Glyph: draw.SquareGlyph{}, Text: expected}, {Colours: right, Text: share}, {Colours: others[1:], Text: wrong}}
}

// tint is a colour as deep as a share, on the ground of cells.
func tint(c color.NRGBA, share float64) color.NRGBA {
	mix := func(a, b uint8) uint8 { return uint8(float64(a) + share*(float64(b)-float64(a))) }
	return color.NRGBA{R: mix(Band.R, c.R), G: mix(Band.G, c.G), B: mix(Band.B, c.B), A: 0xFF}
}

// cellTable draws cells.
type cellTable struct {
	rows, columns []string
	cells         [][]Cell
}

// Plot implements plot.Plotter.
func (t cellTable) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	const gap = vg.Length(1)
	for i, row := range t.cells {
		for k, cell := range row {
			box := vg.Rectangle{
				Min: vg.Point{X: x(float64(k)-0.5) + gap, Y: y(-float64(i)-0.5) + gap},
				Max: vg.Point{X: x(float64(k)+0.5) - gap, Y: y(-float64(i)+0.5) - gap},
			}
			if !cell.Expected && cell.Share == 0 {
				c.SetColor(Band)
				c.Fill(box.Path())
				continue // as it should be
			}
			noted(c, Mark{Series: cell.Series, Name: t.rows[i] + ", " + t.columns[k], Value: cell.Text}, -1, func() {
				full := Vermilion
				if cell.Expected {
					full = Blue
				}
				c.SetColor(tint(full, cell.Share))
				c.Fill(box.Path())
				if cell.Expected {
					frame := box.Path()
					frame.Close()
					c.SetLineStyle(draw.LineStyle{Color: Ink, Width: vg.Points(1.1)})
					c.Stroke(frame)
				}
			})
		}
	}
}
