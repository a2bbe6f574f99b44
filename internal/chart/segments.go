package chart

import (
	"image/color"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Segment is a part of a row as long as its count, with the count in it.
type Segment struct {
	Row         int
	Kind        CountKind
	From, Count int
}

// CountKind is what a segment counts.
type CountKind struct {
	Name         string
	Colour, Text color.NRGBA
}

// Segments are those of a row of counts by kind.
func Segments(row int, kinds []CountKind, counts []int) (marks []RowMark) {
	from := 0
	for k, n := range counts {
		marks = append(marks, Segment{row, kinds[k], from, n})
		from += n
	}
	return marks
}

// SegmentsHeight is that of a figure of one row of panels with so many rows of segments.
func SegmentsHeight(rows int) vg.Length { return vg.Length(rows)*12 + panelHeads + 40 }

// CountLegend has an entry for each kind.
func CountLegend(kinds []CountKind) (items []LegendItem) {
	for _, k := range kinds {
		items = append(items, Swatch(k.Name, k.Colour))
	}
	return items
}

func (g Segment) reach() Range { return Range{0, float64(g.From + g.Count), true} }

func (g Segment) draw(s sheet) {
	if g.Count == 0 {
		return
	}
	text, middle := strconv.Itoa(g.Count), float64(g.Row)
	s.noted(Mark{Series: g.Kind.Name, Value: text}, g.Row, func() {
		low, high := s.x(float64(g.From))+0.5, s.x(float64(g.From+g.Count))-0.5
		s.fill(g.Kind.Colour, low, s.y(-middle-0.36), high, s.y(-middle+0.36))
		s.write(TextStyle(7, true, g.Kind.Text), draw.XCenter, draw.YCenter, vg.Point{X: (low + high) / 2, Y: s.y(-middle)}, text)
	})
}
