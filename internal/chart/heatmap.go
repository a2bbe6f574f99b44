package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"drfvi/internal/format"
)

// HeatMap is a picture of a table of amounts: squares whose areas they are, blue above 0 and
// vermilion below, the first rows on top, at most 40.
type HeatMap struct {
	Title   string
	Rows    []string
	Columns []HeatColumn
	// Amounts are by row and column; NaN leaves a cell out. Found tells which are not
	// chance: their squares are full, those of others hollow, nil for all. FoundName says
	// what full ones are.
	Amounts   [][]float64
	Found     [][]bool
	FoundName string
	// Amount says what the areas are, Negative what those below 0 are.
	Amount, Negative string
}

// HeatColumn names a column, with what it is of.
type HeatColumn struct{ Group, Name string }

// heatPitch is the height of a cell, and the least and the largest width; leastHeat is the least
// width of a map.
const (
	heatPitch, widestCell = vg.Length(24), vg.Length(80)
	leastHeat             = vg.Length(260)
)

// Figure draws the map.
func (m HeatMap) Figure() Figure {
	full := roundUp(m.largest())
	rows, columns := m.Rows[:min(len(m.Rows), mostRows)], make([]string, len(m.Columns))
	for k, c := range m.Columns {
		columns[k] = c.head()
	}
	p := Panel("", "", "")
	ground := &plotter.Polygon{Color: Band}
	p.Add(ground)
	for i, row := range m.Amounts[:len(rows)] {
		for k, v := range row {
			x, y := float64(k), -float64(i)
			if math.IsNaN(v) {
				continue
			}
			ground.XYs = append(ground.XYs, box(nil, x-0.46, y-0.46, x+0.46, y+0.46).XYs...)
			if side := 0.46 * math.Sqrt(min(math.Abs(v)/full, 1)); side > 0 {
				m.add(p, i, k, box(m.colour(v), x-side, y-side, x+side, y+side))
			}
		}
	}
	nameColumns(p, columns)
	list(p, rows)
	pitch, below := max(heatPitch, widest(columns)+6), vg.Length(16)
	if pitch > widestCell {
		turned(p)
		p.X.Padding = 4
		pitch, below = heatPitch, widest(columns)
	}
	if left := len(m.Rows) - len(rows); left > 0 {
		p.X.Label.Text = fmt.Sprintf("and %s", format.Plural(left, "more row"))
	}
	f := Figure{Name: "chart", Title: m.Title, Plots: [][]*plot.Plot{{p}}, Legend: m.legend(full)}
	f.Width = max(leastHeat, vg.Length(len(columns))*pitch+widest(rows)+30)
	f.Height = vg.Length(len(rows))*heatPitch + below + 50 + f.legendHeight(f.Width)
	return f
}

// largest is the largest amount. It panics if numbers of the map differ.
func (m HeatMap) largest() (largest float64) {
	if len(m.Amounts) != len(m.Rows) || m.Found != nil && len(m.Found) != len(m.Rows) {
		panic("chart: rows of a heat map and their amounts differ in number")
	}
	for _, row := range m.Amounts {
		if len(row) != len(m.Columns) {
			panic("chart: columns of a heat map and their amounts differ in number")
		}
		for _, v := range row {
			if !math.IsNaN(v) {
				largest = max(largest, math.Abs(v))
			}
		}
	}
	return largest
}

func (m HeatMap) colour(v float64) color.Color {
	if v < 0 {
		return Vermilion
	}
	return Blue
}

// add adds the square of a cell, hollow where it is not found.
func (m HeatMap) add(p *plot.Plot, i, k int, square *plotter.Polygon) {
	mark := Mark{Name: m.Rows[i] + ", " + m.Columns[k].head(), Value: Estimate{Value: m.Amounts[i][k]}.text()}
	if m.Found != nil && !m.Found[i][k] {
		square.LineStyle, square.Color = thin(square.Color, 0.7), nil
		mark.Value += ", not established"
	}
	p.Add(square, noted{mark, &[2]float64{float64(k), -float64(i)}})
}

// legend explains each kind of square once.
func (m HeatMap) legend(full float64) (items Legend) {
	amount := fmt.Sprintf("%s; a whole cell is %s", m.Amount, format.Significant(full, 2))
	if m.Found != nil {
		amount += ", " + m.FoundName
	}
	items.Add(Swatch(amount, Blue))
	if m.Negative != "" {
		items.Add(Swatch(m.Negative, Vermilion))
	}
	if m.Found != nil {
		items.Add(LegendItem{"not established", []plot.Thumbnailer{&plotter.Polygon{Color: color.White, LineStyle: thin(Blue, 0.7)}}})
	}
	return items
}

// roundUp returns the next of 1, 2 and 5 times powers of ten; 1 for 0.
func roundUp(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	step := math.Pow(10, math.Floor(math.Log10(v)))
	for _, digit := range []float64{1, 2, 5} {
		if v <= digit*step {
			return digit * step
		}
	}
	return 10 * step
}

// head names a column by itself.
func (c HeatColumn) head() string {
	if c.Group == "" {
		return c.Name
	}
	return c.Name + " of " + c.Group
}
