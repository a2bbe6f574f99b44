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

// Pair joins the retrained (first) and the coupled (second) estimates of
// a cell.
type Pair struct {
	Label string
	X, Y  [2]float64 // work, spread
}

// Pairs draws lines with their labels.
type Pairs []Pair

func (all Pairs) Plot(c draw.Canvas, p *plot.Plot) {
	layer(func(s sheet) {
		for _, l := range all {
			s.StrokeLine2(thin(Unmarked, 0.8), s.x(l.X[0]), s.y(l.Y[0]), s.x(l.X[1]), s.y(l.Y[1]))
		}
		all.label(s)
		for _, l := range all {
			for i, name := range []string{"retrain", "coupled"} {
				value := fmt.Sprintf("spread %s with the work of %s forests", format.Significant(l.Y[i], 2), format.Significant(l.X[i], 3))
				s.noted(Mark{Series: name, Name: l.Label, Value: value}, -1, func() {
					s.glyph(draw.GlyphStyle{Color: MethodColour(name), Radius: 2.4, Shape: MethodShape(name)}, s.x(l.X[i]), s.y(l.Y[i]))
				})
			}
		}
	}).Plot(c, p)
}

// Measures of labels.
const (
	spreadLabelSize   = vg.Length(7)
	spreadLabelPitch  = vg.Length(8)
	spreadLabelOffset = vg.Length(14)  // from the point to its label, with a leader
	PairsWidth        = vg.Length(188) // of the data in a panel, at least
)

// label writes the label of each line to the right of its retrained end, moved
// up or down where labels would overlap and joined to the point by a leader. Its ground
// hides the lines below it.
func (all Pairs) label(s sheet) {
	const half = spreadLabelPitch / 2
	style := TextStyle(spreadLabelSize, false, Ink)
	lines := slices.Clone(all)
	slices.SortStableFunc(lines, func(a, b Pair) int { return cmp.Compare(a.Y[0], b.Y[0]) })
	heights := make([]vg.Length, len(lines))
	for i, l := range lines {
		heights[i] = s.y(l.Y[0])
	}
	apart(heights, spreadLabelPitch, s.Min.Y+half, s.Max.Y-half)
	for i, l := range lines {
		from := vg.Point{X: s.x(l.X[0]), Y: s.y(l.Y[0])}
		to := vg.Point{X: from.X + spreadLabelOffset - 2, Y: heights[i]}
		s.StrokeLines(thin(Unmarked, 0.4), []vg.Point{from, to})
		to.X += 2
		s.fill(color.White, to.X-1, to.Y-half, to.X+style.Width(l.Label)+1, to.Y+half)
		s.write(style, draw.XLeft, draw.YCenter, to, l.Label)
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
