package chart

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
)

// HeatMap is a picture of a table of amounts: squares whose areas they are, the largest
// rows on top, at most 40.
type HeatMap struct {
	Title         string
	Rows, Columns []HeatLabel
	// Amounts are by row and column, not below 0; Found tells which are not chance: their
	// squares are full, those of others hollow. FoundName says what full ones are. Nil
	// for all.
	Amounts   [][]float64
	Found     [][]bool
	FoundName string
	// Amount says what the areas are.
	Amount string
}

// HeatLabel names a row or a column of a HeatMap. Where a column has nothing to show it
// is grey.
type HeatLabel struct {
	Name    string
	Nothing bool
}

// heatPitch is the side of a cell, heatLetter about the width of a letter of a name, and
// leastHeat the number of columns that there is room for at least, which legends need.
const (
	heatPitch  = vg.Length(22)
	leastHeat  = 12
	heatLetter = vg.Length(4)
)

// figure draws the map.
func (m HeatMap) figure() Figure {
	if len(m.Amounts) != len(m.Rows) || m.Found != nil && len(m.Found) != len(m.Rows) {
		panic("chart: rows of a heat map and their amounts differ in number")
	}
	largest := 0.0
	for _, row := range m.Amounts {
		if len(row) != len(m.Columns) {
			panic("chart: columns of a heat map and their amounts differ in number")
		}
		largest = max(largest, slices.Max(row))
	}
	order := sorted(len(m.Rows), func(a, b int) int { return cmp.Compare(floats.Sum(m.Amounts[b]), floats.Sum(m.Amounts[a])) })
	shown := order[:min(len(order), mostBars)]
	full := roundUp(largest)
	rows, columns := make([]string, len(shown)), make([]string, len(m.Columns))
	for i, row := range shown {
		rows[i] = m.Rows[row].Name
	}
	for k, c := range m.Columns {
		columns[k] = c.Name
	}
	width := max(len(columns), leastHeat)
	p := tablePanel("", rows, columns, width, func(s sheet) { m.draw(s, shown, full) })
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Padding = 4
	if left := len(m.Rows) - len(shown); left > 0 {
		p.X.Label.Text = fmt.Sprintf("and %s with smaller amounts", format.Plural(left, "more row"))
	}
	f := Figure{
		Name: "chart", Title: m.Title, Plots: [][]*plot.Plot{{p}},
		Width:  vg.Length(width)*heatPitch + longest(rows)*heatLetter + 40,
		Height: vg.Length(len(shown))*heatPitch + longest(columns)*heatLetter + 80,
	}
	if m.Found != nil {
		f.Legend = append(f.Legend, Swatch(m.FoundName, Blue), hollow("not found", Blue))
	}
	f.Legend = append(f.Legend, Glyph(fmt.Sprintf("area: %s; a whole cell is %s", m.Amount, format.Significant(full, 2)), draw.GlyphStyle{Color: Blue, Shape: draw.BoxGlyph{}}))
	if slices.ContainsFunc(m.Columns, func(c HeatLabel) bool { return c.Nothing }) {
		f.Legend = append(f.Legend, Swatch("not established", Unmarked))
	}
	return f
}

// longest is the number of letters of the longest name.
func longest(names []string) (letters vg.Length) {
	for _, name := range names {
		letters = max(letters, vg.Length(len([]rune(name))))
	}
	return letters
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

// draw draws rows in an order, areas as shares of a full cell.
func (m HeatMap) draw(s sheet, order []int, full float64) {
	side := min(s.x(1)-s.x(0), s.y(0)-s.y(-1)) * 0.9
	square := func(i, k int, side vg.Length) vg.Rectangle {
		x, y := s.x(float64(k)), s.y(-float64(i))
		return vg.Rectangle{Min: vg.Point{X: x - side/2, Y: y - side/2}, Max: vg.Point{X: x + side/2, Y: y + side/2}}
	}
	for k, column := range m.Columns {
		ground := Band
		if column.Nothing {
			ground = Unmarked
		}
		s.SetColor(ground)
		for i := range order {
			s.Fill(square(i, k, side).Path())
		}
		for i, row := range order {
			share := m.Amounts[row][k] / full
			if column.Nothing || !(share > 0) {
				continue
			}
			box := square(i, k, side*vg.Length(math.Sqrt(min(share, 1))))
			mark := Mark{Series: m.FoundName, Name: m.Rows[row].Name + ", " + column.Name, Value: format.Significant(m.Amounts[row][k], 2)}
			if m.Found == nil || m.Found[row][k] {
				s.noted(mark, -1, func() {
					s.SetColor(Blue)
					s.Fill(box.Path())
				})
				continue
			}
			mark.Series = "not found"
			s.noted(mark, -1, func() { s.frame(thin(Blue, 0.7), box) })
		}
	}
}
