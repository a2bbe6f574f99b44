package chart

import (
	"cmp"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/method"
)

// Rows are marks in rows that are read from the top.
type Rows struct {
	Marks  []RowMark // in the order in which they are drawn
	Banded bool      // every second row has a ground
	Lines  []float64 // values that marks are to be compared with
	Share  bool      // the panel is from 0 to 1
}

// RowMark is what stands in a row: a Dot, Swarm, Segment, bar, or a line.
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
			reach.Include(of.Low, of.High)
		}
	}
	if reach.Set {
		for _, v := range r.Lines {
			reach.Include(v, v)
		}
		if r.Share {
			reach.Low, reach.High = 0, 1
		}
	}
	return reach
}

func (r Rows) Plot(c draw.Canvas, p *plot.Plot) {
	layer(func(s sheet) {
		for i := 1.0; r.Banded && i < 0.5-p.Y.Min; i += 2 {
			s.fill(Band, s.Min.X, s.y(-i-0.5), s.Max.X, s.y(-i+0.5))
		}
		for _, v := range r.Lines {
			s.upright(dashed(Grey, 0.8), v)
		}
		for _, m := range r.Marks {
			m.draw(s)
		}
	}).Plot(c, p)
}

// ListPanel draws rows under their names.
func ListPanel(heading string, names []string, rows Rows) *plot.Plot {
	p, reach := Panel(heading, "", ""), rows.Reach()
	p.Add(upright(), rows)
	p.X.Min, p.X.Max = airy(reach.Low, reach.High)
	if !reach.Set {
		p.Add(Message("not run"))
	}
	p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
	list(p, names)
	p.X.Tick.Marker = RoundTicks{4}
	return p
}

// DotsHeight is that of a figure of one row of panels with so many rows of dots.
func DotsHeight(rows int) vg.Length { return vg.Length(rows)*24 + panelHeads + 44 }

// Dot is an estimate with its error bar.
type Dot struct {
	Height
	// Series and Name are what the dot is noted with: the name of its row in the place of
	// none. Without a series it is not noted.
	Series, Name string
	At           Estimate
	Text         string // what it says, if not the estimate
	Style        draw.GlyphStyle
	Caps         vg.Length // half their height
	Label        string    // beside the dot, on the side of 0
}

// MethodDot is an estimate by a method, in the colour and shape of MethodLegend.
func MethodDot(name string, at Estimate) Dot {
	return Dot{Series: method.Of(name).Label, At: at, Style: draw.GlyphStyle{Color: MethodColour(name), Radius: 2, Shape: MethodShape(name)}}
}

// Below places dots below each other in a row.
func Below(row int, dots []Dot) []RowMark {
	marks := make([]RowMark, len(dots))
	for k, d := range dots {
		d.Row = float64(row) - 0.5 + (float64(k)+0.75)/(float64(len(dots))+0.5)
		marks[k] = d
	}
	return marks
}

func (d Dot) reach() (r Range) {
	r.add(d.At)
	return r
}

func (d Dot) draw(s sheet) {
	if d.At.none() {
		return
	}
	at := d.on(s)
	draws := func() {
		if r := d.At.Reach(); r > 0 {
			// A bar beyond the panel, as of a share beyond 1, ends at its edge.
			low, high := max(s.x(d.At.Value-r), s.Min.X), min(s.x(d.At.Value+r), s.Max.X)
			s.whisker(hairline(d.Style.Color), low, high, at, d.Caps)
		}
		s.glyph(d.Style, s.x(d.At.Value), at)
	}
	if d.Series == "" {
		draws()
	} else {
		s.noted(Mark{Series: d.Series, Name: d.Name, Value: cmp.Or(d.Text, d.At.text())}, d.row(), draws)
	}
	if d.Label == "" {
		return
	}
	align, offset := draw.XLeft, vg.Length(5)
	if d.At.Value > 0 {
		align, offset = draw.XRight, -5
	}
	s.write(TextStyle(7, false, d.Style.Color), align, draw.YCenter, vg.Point{X: s.x(d.At.Value) + offset, Y: at}, d.Label)
}

// Rule is a line from one place to another, which reaches nowhere; none from NaN.
type Rule struct {
	Low, High   float64 // along the axis
	Top, Bottom Height
	Style       draw.LineStyle
	Beyond      vg.Length // at both ends
}

func (Rule) reach() Range { return Range{} }

func (r Rule) draw(s sheet) {
	if math.IsNaN(r.Low) {
		return
	}
	s.StrokeLine2(r.Style, s.x(r.Low)-r.Beyond, r.Bottom.on(s), s.x(r.High)+r.Beyond, r.Top.on(s))
}

// Divider is a line above a row.
type Divider struct{ Row float64 }

func (Divider) reach() Range { return Range{} }

func (d Divider) draw(s sheet) { s.level(gridLine, -d.Row) }

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
func SegmentsHeight(rows int) vg.Length { return vg.Length(rows)*13 + panelHeads + 40 }

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
