package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

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
	total := func(row []float64) (sum float64) {
		for _, v := range row {
			sum += v
		}
		return sum
	}
	for _, row := range m.Amounts {
		if len(row) != len(m.Columns) {
			panic("chart: columns of a heat map and their amounts differ in number")
		}
		largest = max(largest, slices.Max(row))
	}
	order := sorted(len(m.Rows), func(a, b int) int { return cmp.Compare(total(m.Amounts[b]), total(m.Amounts[a])) })
	shown := order[:min(len(order), mostBars)]
	full, longest := roundUp(largest), 0
	var names []string
	for _, i := range shown {
		names = append(names, m.Rows[i].Name)
	}
	p := Panel("", "", "")
	p.Add(heat{m, shown, full})
	p.X.Min, p.X.Max = -0.5, max(float64(len(m.Columns)), leastHeat)-0.5
	p.Y.Min, p.Y.Max = -float64(len(shown))+0.5, 0.5
	list(p, names)
	columns := make([]string, len(m.Columns))
	for k, c := range m.Columns {
		columns[k] = c.Name
		longest = max(longest, len([]rune(c.Name)))
	}
	listAcross(p, columns)
	p.X.Tick.Label.Rotation = math.Pi / 2
	p.X.Tick.Label.XAlign, p.X.Tick.Label.YAlign = draw.XRight, draw.YCenter
	p.X.Padding = 4
	if left := len(m.Rows) - len(shown); left > 0 {
		p.X.Label.Text = fmt.Sprintf("and %s with smaller amounts", format.Plural(left, "more row"))
	}
	wide := 0
	for _, name := range names {
		wide = max(wide, len([]rune(name)))
	}
	f := Figure{
		Name: "chart", Title: m.Title, Plots: [][]*plot.Plot{{p}},
		Width:  max(vg.Length(len(m.Columns)), leastHeat)*heatPitch + vg.Length(wide)*heatLetter + 40,
		Height: vg.Length(len(shown))*heatPitch + vg.Length(longest)*heatLetter + 80,
	}
	colours := []color.Color{Blue}
	if m.Found != nil {
		f.Legend = append(f.Legend,
			LegendItem{Colours: colours, Text: m.FoundName},
			LegendItem{Colours: colours, Glyph: draw.SquareGlyph{}, Text: "not found"})
	}
	f.Legend = append(f.Legend, LegendItem{Colours: colours, Glyph: draw.BoxGlyph{}, Text: fmt.Sprintf("area: %s; a whole cell is %s", m.Amount, format.Significant(full, 2))})
	if slices.ContainsFunc(m.Columns, func(c HeatLabel) bool { return c.Nothing }) {
		f.Legend = append(f.Legend, LegendItem{Colours: []color.Color{Unmarked}, Text: "nothing is explained"})
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

// heat draws the cells of a map: rows in an order, areas as shares of a full cell.
type heat struct {
	HeatMap
	order []int
	full  float64
}

func (h heat) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	side := min(x(1)-x(0), y(0)-y(-1)) * 0.9
	for k, column := range h.Columns {
		ground := color.Color(Band)
		if column.Nothing {
			ground = Unmarked
		}
		c.SetColor(ground)
		for i := range h.order {
			c.Fill(square(vg.Point{X: x(float64(k)), Y: y(-float64(i))}, side).Path())
		}
		if column.Nothing {
			continue
		}
		for i, row := range h.order {
			share := h.Amounts[row][k] / h.full
			if !(share > 0) {
				continue
			}
			box := square(vg.Point{X: x(float64(k)), Y: y(-float64(i))}, side*vg.Length(math.Sqrt(min(share, 1))))
			found := h.Found == nil || h.Found[row][k]
			series := h.FoundName
			if !found {
				series = "not found"
			}
			mark := Mark{Series: series, Name: h.Rows[row].Name + ", " + column.Name, Value: format.Significant(h.Amounts[row][k], 2)}
			noted(c, mark, -1, func() {
				if found {
					c.SetColor(Blue)
					c.Fill(box.Path())
					return
				}
				outline := box.Path()
				outline.Close()
				c.SetLineStyle(draw.LineStyle{Color: Blue, Width: vg.Points(0.7)})
				c.Stroke(outline)
			})
		}
	}
}

// square is the one around a point.
func square(at vg.Point, side vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: at.X - side/2, Y: at.Y - side/2}, Max: vg.Point{X: at.X + side/2, Y: at.Y + side/2}}
}
