package chart

import (
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Rows are marks in rows that are read from the top.
type Rows struct {
	Marks  []RowMark // in the order in which they are drawn
	Banded bool      // every second row has a ground
	Lines  []float64 // values that marks are to be compared with
	Share  bool      // the panel is from 0 to 1
}

// RowMark is what stands in a row: a Dot, Heap or Divider, its ground, or a row of a swarm.
type RowMark interface {
	draw(s sheet)
	// reach is how far the mark goes along the axis.
	reach() Range
}

// Height is a place down the rows: the middle of the first is at Row 0, the edge between
// it and the second at 0.5; Up moves it from there.
type Height struct {
	Row float64
	Up  vg.Length
}

func (h Height) on(s sheet) vg.Length { return s.y(-h.Row) + h.Up }

// row is the number of the row.
func (h Height) row() int { return int(math.Round(h.Row)) }

// Add adds marks.
func (r *Rows) Add(marks ...RowMark) { r.Marks = append(r.Marks, marks...) }

// Reach is the range of all marks and of the lines; from 0 to 1 of shares.
func (r Rows) Reach() (reach Range) {
	for _, m := range r.Marks {
		if of := m.reach(); of.Set {
			reach = reach.With(of.Low, of.High)
		}
	}
	if reach.Set {
		reach = reach.With(r.Lines...)
		if r.Share {
			reach.Low, reach.High = 0, 1
		}
	}
	return reach
}

func (r Rows) draw(s sheet) {
	for i := 1.0; r.Banded && i < 0.5-s.p.Y.Min; i += 2 {
		s.fill(Band, s.Min.X, s.y(-i-0.5), s.Max.X, s.y(-i+0.5))
	}
	for _, v := range r.Lines {
		s.StrokeLine2(dashed(Grey, 0.8), s.x(v), s.Min.Y, s.x(v), s.Max.Y)
	}
	for _, m := range r.Marks {
		m.draw(s)
	}
}

// ListPanel draws rows under their names.
func ListPanel(heading string, names []string, rows Rows) *plot.Plot {
	p, reach := Panel(heading, "", ""), rows.Reach()
	p.Add(uprightLines, layer(func(s sheet) {
		s.names = names
		rows.draw(s)
	}))
	p.X.Min, p.X.Max = airy(reach.Low, reach.High)
	if !reach.Set {
		p.Add(message("not run"))
	}
	p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
	list(p, names)
	p.X.Tick.Marker = RoundTicks{4}
	return p
}

// Divider is a line above a row.
type Divider struct{ Row float64 }

func (Divider) reach() Range { return Range{} }

func (d Divider) draw(s sheet) {
	s.StrokeLine2(gridLine, s.Min.X, s.y(-d.Row), s.Max.X, s.y(-d.Row))
}
