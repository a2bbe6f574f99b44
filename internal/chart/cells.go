package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
)

// Cell is a share from 0 to 1 in a panel of CellsPanel.
type Cell struct {
	Share    float64
	Expected bool // it should be 1; otherwise 0
	// Series is the kind of cell, and Text what is said of it.
	Series, Text string
}

// shades is how many colours there are from the ground of cells to full ones.
const shades = 20

// cellGrid are cells as gonum's heat map has them: the last row first, and below 0 the shares of
// those that are not expected.
type cellGrid [][]Cell

func (g cellGrid) Dims() (columns, rows int) { return len(g[0]), len(g) }
func (g cellGrid) X(k int) float64           { return float64(k) }
func (g cellGrid) Y(i int) float64           { return float64(i - len(g) + 1) }

func (g cellGrid) Z(k, i int) float64 {
	if c := g[len(g)-1-i][k]; c.Expected {
		return c.Share
	} else {
		return -c.Share
	}
}

// Colors are those of −1 to 1.
func (g cellGrid) Colors() (list []color.Color) {
	for k := -shades; k <= shades; k++ {
		full := Blue
		if k < 0 {
			full = Vermilion
		}
		list = append(list, mixed(Band, full, math.Abs(float64(k))/shades))
	}
	return list
}

// CellsPanel draws a table of shares, the first row on top. The larger a share the deeper
// its colour: blue where it is expected, with a frame, and vermilion where it is not.
func CellsPanel(heading string, rows, columns []string, cells [][]Cell) *plot.Plot {
	p := Panel(heading, "input", "")
	p.Add(&plotter.HeatMap{GridXYZ: cellGrid(cells), Palette: cellGrid(cells), Min: -1, Max: 1})
	for i, row := range cells {
		for k, cell := range row {
			x, y := float64(k), -float64(i)
			frame := box(nil, x-0.5, y-0.5, x+0.5, y+0.5)
			frame.LineStyle = thin(color.White, 1.5)
			if cell.Expected {
				frame = box(nil, x-0.46, y-0.46, x+0.46, y+0.46)
				frame.LineStyle = thin(Ink, 1.1)
			}
			if p.Add(frame); cell.Expected || cell.Share > 0 {
				p.Add(noted{Mark{Series: cell.Series, Name: rows[i] + ", " + columns[k], Value: cell.Text}, &[2]float64{x, y}})
			}
		}
	}
	nameColumns(p, columns)
	list(p, rows)
	return p
}

// nameColumns names the columns of a table.
func nameColumns(p *plot.Plot, names []string) {
	p.X.Min, p.X.Max = -0.5, float64(len(names))-0.5
	p.X.Tick.Marker, p.X.Tick.Length, p.X.LineStyle.Width = namedTicks(labels(names), 1), 0, 0
}

// CellsLegend explains frames, shares where there is a frame, and those above 0 where there is
// none.
func CellsLegend(expected, share, wrong string) []LegendItem {
	framed := &plotter.Polygon{Color: Band, LineStyle: thin(Ink, 1.1)}
	return []LegendItem{{expected, []plot.Thumbnailer{framed}}, Swatch(share, Blue), Swatch(wrong, Vermilion)}
}
