package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Cell is a cell of a table of amounts.
type Cell struct {
	Amount float64 // from −1 to 1; NaN leaves the cell out
	Framed bool
	Text   string // in the cell
	// Series is the kind of cell, and Said what is said of it, if anything.
	Series, Said string
}

// shades is how many colours there are from the ground of cells to full ones.
const shades = 20

// cellLines is the width of the lines between cells, and around those with frames.
const cellLines = vg.Length(3)

// cellGrid are cells as gonum's heat map has them: the last row first.
type cellGrid [][]Cell

func (g cellGrid) Dims() (columns, rows int) { return len(g[0]), len(g) }
func (g cellGrid) X(k int) float64           { return float64(k) }
func (g cellGrid) Y(i int) float64           { return float64(i - len(g) + 1) }
func (g cellGrid) Z(k, i int) float64        { return g[len(g)-1-i][k].Amount }

// Colors are those of −1 to 1.
func (g cellGrid) Colors() (list []color.Color) {
	for k := -shades; k <= shades; k++ {
		list = append(list, shade(float64(k)/shades))
	}
	return list
}

// shade is the colour of an amount from −1 to 1.
func shade(amount float64) color.NRGBA {
	full := CellBlue
	if amount < 0 {
		full = CellRed
	}
	return mixed(cellGround, full, math.Abs(amount))
}

// CellsPanel draws a table of amounts, the first row on top: the larger an amount the deeper its
// colour, blue above 0 and vermilion below. Texts are left out where one is too wide for its cell.
func CellsPanel(heading, x, y string, rows, columns []string, cells [][]Cell) *plot.Plot {
	p := Panel(heading, x, y)
	nameColumns(p, columns)
	nameRows(p, rows)
	if len(rows) == 0 || len(columns) == 0 {
		return p
	}
	p.Add(&plotter.HeatMap{GridXYZ: cellGrid(cells), Palette: cellGrid(cells), Min: -1, Max: 1})
	for k := range columns[1:] {
		edge := float64(k) + 0.5
		p.Add(&plotter.Line{XYs: points([]float64{edge, edge}, p.Y.Min, p.Y.Max), LineStyle: thin(color.White, 1.5)})
	}
	for i := range rows[1:] {
		edge := -float64(i) - 0.5
		p.Add(&plotter.Line{XYs: points([]float64{p.X.Min, p.X.Max}, edge, edge), LineStyle: thin(color.White, 1.5)})
	}
	widest := vg.Length(0)
	for i, row := range cells {
		for k, cell := range row {
			middle := plotter.XY{X: float64(k), Y: -float64(i)}
			if cell.Framed {
				const side = 0.46
				x, y := []float64{middle.X - side, middle.X + side}, []float64{middle.Y - side, middle.Y + side}
				corners := points([]float64{x[0], x[1], x[1], x[0]}, y[0], y[0], y[1], y[1])
				p.Add(&plotter.Polygon{XYs: []plotter.XYs{corners}, LineStyle: thin(cellDark, 1.1)})
			}
			if cell.Said != "" {
				p.Add(noted{Mark{Series: cell.Series, Name: rows[i] + ", " + columns[k], Value: cell.Said}, middle})
			}
			if cell.Text != "" {
				widest = max(widest, labelStyle.Width(cell.Text))
			}
		}
	}
	p.Add(layer(func(c draw.Canvas, x, y func(float64) vg.Length) {
		if widest > x(1)-x(0)-cellLines {
			return
		}
		for i, row := range cells {
			for k, cell := range row {
				if cell.Text != "" {
					c.FillText(cellText, vg.Point{X: x(float64(k)), Y: y(-float64(i))}, cell.Text)
				}
			}
		}
	}))
	return p
}

// Framed is an entry of a legend with a frame.
func Framed(text string) LegendItem {
	return LegendItem{text, []plot.Thumbnailer{&plotter.Polygon{Color: cellGround, LineStyle: thin(cellDark, 1.1)}}}
}
