package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

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

// HeatColumn names a column; neighbours of one Group share its name.
type HeatColumn struct{ Group, Name string }

// heatPitch is the side of a cell, and leastHeat the number of columns that there is room for
// at least, which legends need.
const (
	heatPitch = vg.Length(22)
	leastHeat = 12
)

// Figure draws the map.
func (m HeatMap) Figure() Figure {
	if len(m.Amounts) != len(m.Rows) || m.Found != nil && len(m.Found) != len(m.Rows) {
		panic("chart: rows of a heat map and their amounts differ in number")
	}
	largest := 0.0
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
	rows, columns := m.Rows[:min(len(m.Rows), mostRows)], make([]string, len(m.Columns))
	for k, c := range m.Columns {
		columns[k] = c.Name
	}
	full, width := roundUp(largest), max(len(columns), leastHeat)
	p := tablePanel("", rows, columns, width, func(s sheet) { m.draw(s, len(rows), full) })
	turned(p)
	p.X.Padding = 4
	grouped := slices.ContainsFunc(m.Columns, func(c HeatColumn) bool { return c.Group != "" })
	if grouped {
		p.Title.Text = " " // takes the room
	}
	if left := len(m.Rows) - len(rows); left > 0 {
		p.X.Label.Text = fmt.Sprintf("and %s", format.Plural(left, "more row"))
	}
	f := Figure{
		Name: "chart", Title: m.Title, Plots: [][]*plot.Plot{{p}},
		Width:  vg.Length(width)*heatPitch + widest(rows) + 30,
		Height: vg.Length(len(rows))*heatPitch + widest(columns) + 80,
	}
	square := func(text string, c color.NRGBA) LegendItem {
		return Glyph(text, draw.GlyphStyle{Color: c, Shape: draw.BoxGlyph{}})
	}
	if m.Found != nil {
		f.Legend = append(f.Legend, square(m.FoundName, Blue), Glyph("not established", draw.GlyphStyle{Color: Blue, Shape: draw.SquareGlyph{}}))
	}
	f.Legend = append(f.Legend, square(fmt.Sprintf("%s; a whole cell is %s", m.Amount, format.Significant(full, 2)), Blue))
	if m.Negative != "" {
		f.Legend = append(f.Legend, square(m.Negative, Vermilion))
	}
	return f
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

// draw draws so many rows, areas as shares of a full cell, and the names of groups.
func (m HeatMap) draw(s sheet, rows int, full float64) {
	side := min(s.x(1)-s.x(0), s.y(0)-s.y(-1)) * 0.9
	square := func(i, k int, side vg.Length) vg.Rectangle {
		x, y := s.x(float64(k)), s.y(-float64(i))
		return vg.Rectangle{Min: vg.Point{X: x - side/2, Y: y - side/2}, Max: vg.Point{X: x + side/2, Y: y + side/2}}
	}
	for k, column := range m.Columns {
		if column.Group != "" && (k == 0 || m.Columns[k-1].Group != column.Group) {
			s.write(TextStyle(8, true, Ink), draw.XLeft, draw.YBottom, vg.Point{X: square(0, k, side).Min.X, Y: s.Max.Y + 3}, label(column.Group))
		}
		s.SetColor(Band)
		for i := range rows {
			if !math.IsNaN(m.Amounts[i][k]) {
				s.Fill(square(i, k, side).Path())
			}
		}
		for i, name := range m.Rows[:rows] {
			v := m.Amounts[i][k]
			share := math.Abs(v) / full
			if !(share > 0) {
				continue
			}
			colour, box := Blue, square(i, k, side*vg.Length(math.Sqrt(min(share, 1))))
			if v < 0 {
				colour = Vermilion
			}
			mark := Mark{Name: name + ", " + column.head(), Value: Estimate{Value: v}.text()}
			if m.Found == nil || m.Found[i][k] {
				s.noted(mark, func() { s.fill(colour, box.Min.X, box.Min.Y, box.Max.X, box.Max.Y) })
				continue
			}
			mark.Value += ", not established"
			s.noted(mark, func() { s.frame(thin(colour, 0.7), box) })
		}
	}
}

// head names a column by itself.
func (c HeatColumn) head() string {
	if c.Group == "" {
		return c.Name
	}
	return c.Name + " of " + c.Group
}
