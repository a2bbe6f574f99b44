package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/format"
)

// Pair joins the retrained (first) and the coupled (second) estimates of
// a cell.
type Pair struct {
	Label string
	X, Y  [2]float64 // work, spread
}

// Pairs draws lines with their labels.
type Pairs []Pair

func (s Pairs) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for _, l := range s {
		c.StrokeLine2(draw.LineStyle{Color: Unmarked, Width: vg.Points(0.8)}, x(l.X[0]), y(l.Y[0]), x(l.X[1]), y(l.Y[1]))
	}
	s.labels(c, x, y)
	for _, l := range s {
		for i, name := range []string{"retrain", "coupled"} {
			value := fmt.Sprintf("spread %s with the work of %s forests", format.Significant(l.Y[i], 2), format.Significant(l.X[i], 3))
			noted(c, Mark{Series: name, Name: l.Label, Value: value}, -1, func() {
				c.DrawGlyph(draw.GlyphStyle{Color: MethodColour(name), Radius: vg.Points(2.4), Shape: MethodShape(name)}, vg.Point{X: x(l.X[i]), Y: y(l.Y[i])})
			})
		}
	}
}

// Measures of labels.
const (
	spreadLabelSize   = vg.Length(7)
	spreadLabelPitch  = vg.Length(8)
	spreadLabelOffset = vg.Length(14)  // from the point to its label, with a leader
	PairsWidth        = vg.Length(188) // of the data in a panel, at least
)

// labels writes the label of each line to the right of its retrained end, moved
// up or down where labels would overlap and joined to the point by a leader.
func (s Pairs) labels(c draw.Canvas, x, y func(float64) vg.Length) {
	style := TextStyle(spreadLabelSize, false, Ink)
	style.YAlign = draw.YCenter
	lines := slices.Clone(s)
	slices.SortStableFunc(lines, func(a, b Pair) int { return cmp.Compare(a.Y[0], b.Y[0]) })
	heights := make([]vg.Length, len(lines))
	for i, l := range lines {
		heights[i] = y(l.Y[0])
	}
	apart(heights, spreadLabelPitch, c.Min.Y+spreadLabelPitch/2, c.Max.Y-spreadLabelPitch/2)
	for i, l := range lines {
		from := vg.Point{X: x(l.X[0]), Y: y(l.Y[0])}
		to := vg.Point{X: from.X + spreadLabelOffset - 2, Y: heights[i]}
		c.StrokeLines(draw.LineStyle{Color: Unmarked, Width: vg.Points(0.4)}, []vg.Point{from, to})
		clearText(c, style, vg.Point{X: to.X + 2, Y: heights[i]}, l.Label)
	}
}

// WithLabels returns how far an axis of work must reach from low on so that all
// labels end on a panel of a width.
func WithLabels(lines []Pair, low, high float64, width vg.Length) float64 {
	style := TextStyle(spreadLabelSize, false, Ink)
	for _, l := range lines {
		if room := width - spreadLabelOffset - style.Width(l.Label); room > 0 && l.X[0] > low {
			high = max(high, low*math.Pow(l.X[0]/low, float64(width/room)))
		}
	}
	return high
}

// clearText writes text to the right of a point on a ground that hides the lines
// below it.
func clearText(c draw.Canvas, style text.Style, at vg.Point, label string) {
	half := spreadLabelPitch / 2
	ground := vg.Rectangle{Min: vg.Point{X: at.X - 1, Y: at.Y - half}, Max: vg.Point{X: at.X + style.Width(label) + 1, Y: at.Y + half}}
	c.SetColor(color.White)
	c.Fill(ground.Path())
	c.FillText(style, at, label)
}

// apart moves ascending heights so that neighbours are at least a pitch apart
// and all lie between low and high, as far as there is room.
func apart(heights []vg.Length, pitch, low, high vg.Length) {
	// Neighbours too near each other form a block around their common centre;
	// blocks that come to touch are joined.
	type block struct {
		sum vg.Length // of wished heights, less i·pitch each
		n   int
	}
	start := func(b block) vg.Length {
		least := b.sum / vg.Length(b.n)
		return max(low, min(least, high-vg.Length(b.n-1)*pitch))
	}
	var blocks []block
	for _, h := range heights {
		blocks = append(blocks, block{h, 1})
		for k := len(blocks) - 1; k > 0; k-- {
			above, below := blocks[k], blocks[k-1]
			if start(below)+vg.Length(below.n)*pitch <= start(above) {
				break
			}
			joined := block{below.sum + above.sum - vg.Length(above.n)*vg.Length(below.n)*pitch, below.n + above.n}
			blocks = append(blocks[:k-1], joined)
		}
	}
	i := 0
	for _, b := range blocks {
		at := start(b)
		for range b.n {
			heights[i] = at
			at += pitch
			i++
		}
	}
}
