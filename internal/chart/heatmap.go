package chart

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/format"
)

// HeatMap is a picture of a table of amounts, the first rows on top, at most 40.
type HeatMap struct {
	Title         string
	Rows, Columns []string
	// X and Y name the axes.
	X, Y string
	// Amounts are by row and column; NaN leaves a cell out. Found tells which are not
	// chance: they have frames, nil for none. FoundName says what these are.
	Amounts   [][]float64
	Found     [][]bool
	FoundName string
	// Amount says what the amounts are, Negative what those below 0 are.
	Amount, Negative string
}

// Height, and the least and the largest width of cells and of a map. Cells that are narrower than
// usual ones have no numbers. Wider maps than handy ones have their columns' names turned.
const (
	heatPitch, leastCell, usualCell, widestCell = vg.Length(20), vg.Length(14), vg.Length(28), vg.Length(80)
	leastHeat, handyHeat                        = vg.Length(260), vg.Length(350)
	besideHeat                                  = vg.Length(50) // margins, and the name of the vertical axis
)

// Figure draws the map. It panics if numbers of the map that belong together differ in number.
func (m HeatMap) Figure() Figure {
	largest := math.SmallestNonzeroFloat64
	for _, row := range m.Amounts {
		for _, v := range row {
			if size := math.Abs(near(v)); size > largest { // not of NaN
				largest = size
			}
		}
	}
	rows, y := m.Rows[:min(len(m.Rows), mostRows)], m.Y
	cells, number := make([][]Cell, len(rows)), vg.Length(0)
	for i := range rows {
		cells[i] = make([]Cell, len(m.Columns))
		for k := range m.Columns {
			cells[i][k] = m.cell(i, k, largest)
			number = max(number, labelStyle.Width(cells[i][k].Text))
		}
	}
	if hidden := len(m.Rows) - len(rows); hidden > 0 {
		y += fmt.Sprintf(" (and %s)", format.Plural(hidden, "more row"))
	}
	p := CellsPanel("", m.X, y, rows, m.Columns, cells)
	f := Figure{Name: "chart", Title: m.Title, Plots: [][]*plot.Plot{{p}}, Legend: Legend{Swatch(m.Amount, CellBlue)}}
	if m.Negative != "" {
		f.Legend.Add(Swatch(m.Negative, CellRed))
	}
	if m.Found != nil {
		f.Legend.Add(Framed(m.FoundName))
	}
	margins, columns := widest(rows)+besideHeat, vg.Length(len(m.Columns))
	cell, below := max(usualCell, number+2*cellLines), vg.Length(16)
	if pitch := max(cell, widest(m.Columns)+6); pitch <= widestCell && columns*pitch+margins <= handyHeat {
		cell = pitch
	} else {
		Turned(p)
		below = widest(m.Columns)
		cell = max(leastCell, min(cell, (PageWidth-margins)/columns))
	}
	f.Width = max(leastHeat, columns*cell+margins)
	f.Least = f.Width
	f.Height = vg.Length(len(rows))*heatPitch + below + 60 + f.legendHeight(f.Width)
	return f
}

// cell is a cell of a map whose largest amount is known.
func (m HeatMap) cell(i, k int, largest float64) Cell {
	v := m.Amounts[i][k]
	cell := Cell{Amount: near(v) / largest}
	if math.IsNaN(v) {
		return cell
	}
	cell.Text, cell.Said = format.TrueMinus(format.Significant(v, 2)), written(v)
	if m.Found != nil {
		if cell.Framed = m.Found[i][k]; !cell.Framed {
			cell.Said += ", not established"
		}
	}
	return cell
}
