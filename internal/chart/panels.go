package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Measures of figures.
const (
	PageWidth  = vg.Length(482) // the width of the report's text
	rowHeight  = vg.Length(11.5)
	panelHeads = vg.Length(46)  // title and axis of a panel
	leastPanel = vg.Length(100) // the name of a variant stands beside the bars
)

// Panel returns an empty plot with a heading and the titles of its axes.
func Panel(heading, x, y string) *plot.Plot {
	p := newPlot()
	setHeading(p, heading)
	p.X.Label.Text, p.Y.Label.Text = x, y
	return p
}

// list names the rows of a panel that is read from the top.
func list(p *plot.Plot, names []string) {
	p.Y.Tick.Marker = namedTicks(names)
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
}

// listAcross names the columns of a panel.
func listAcross(p *plot.Plot, names []string) {
	ticks := make([]plot.Tick, len(names))
	for k, name := range names {
		ticks[k] = plot.Tick{Value: float64(k), Label: name}
	}
	p.X.Tick.Marker, p.X.Tick.Length, p.X.LineStyle.Width = plot.ConstantTicks(ticks), 0, 0
}

// Rows is what is drawn in a list, and how far it reaches.
type Rows interface {
	plot.Plotter
	Reach() Range
}

// ListPanel draws rows that are read from the top.
func ListPanel(heading string, names []string, rows Rows) *plot.Plot {
	p, reach := Panel(heading, "", ""), rows.Reach()
	p.Add(GridLines{X: true}, rows)
	p.X.Min, p.X.Max = airy(reach.Low, reach.High)
	if !reach.Set {
		p.Add(Message("not run"))
	}
	p.Y.Min, p.Y.Max = -float64(len(names))+0.5, 0.5
	list(p, names)
	p.Add(rowNames(names))
	p.X.Tick.Marker = RoundTicks{4}
	return p
}

// NameOnce leaves the names of rows to the first of panels side by side.
func NameOnce(panels []*plot.Plot) {
	for i, p := range panels {
		if i > 0 && p != nil {
			p.Y.Tick.Marker = plot.ConstantTicks{}
		}
	}
}

// BarPanel draws bars with a heading; the axis has at most so many ticks.
func BarPanel(heading, axis string, b RowBars, ticks int) *plot.Plot {
	p := Panel("", axis, "")
	p.Add(GridLines{X: true}, b)
	setHeading(p, heading)
	p.X.Tick.Marker = RoundTicks{ticks}
	return p
}

// BarHeight is the height of a figure of rows of panels with so many bars each.
func BarHeight(rows, bars int) vg.Length {
	return vg.Length(rows)*(max(leastPanel, vg.Length(bars)*rowHeight)+panelHeads) + 44
}

// Widen widens an axis at both ends by a share of its length.
func Widen(a *plot.Axis, share float64) {
	air := share * (a.Max - a.Min)
	a.Min, a.Max = a.Min-air, a.Max+air
}

// LabelRow names the variables and the variant at the first panel of a row,
// and reports whether there is any panel.
func LabelRow(row []*plot.Plot, names []string, variant string) bool {
	first := true
	for _, p := range row {
		if p == nil {
			continue
		}
		list(p, make([]string, len(names)))
		p.Add(rowNames(names))
		if first {
			list(p, names)
			p.Y.Label.Text = variant
		}
		first = false
	}
	return !first
}

// InRows lays panels out in rows; a last row that is not full ends in holes.
func InRows(panels []*plot.Plot, across int) [][]*plot.Plot {
	across = min(across, len(panels))
	var rows [][]*plot.Plot
	for len(panels) > 0 {
		row := make([]*plot.Plot, across)
		panels = panels[copy(row, panels):]
		rows = append(rows, row)
	}
	return rows
}

// sorted returns the indices below n in an order, those that are equal in it as they are.
func sorted(n int, compare func(a, b int) int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, compare)
	return order
}

// airy widens a range so that dots at its ends are whole.
func airy(low, high float64) (float64, float64) {
	air := 0.05 * (high - low)
	if air == 0 {
		air = 1
	}
	return low - air, high + air
}

// Range is the union of ranges.
type Range struct {
	Low, High float64
	Set       bool
}

// Include makes the range as large as to hold another one.
func (r *Range) Include(low, high float64) {
	if !r.Set {
		*r = Range{low, high, true}
		return
	}
	r.Low, r.High = min(r.Low, low), max(r.High, high)
}

// Ranges are ranges by what they are of.
type Ranges map[string]Range

// Include makes the range of a name as large as to hold another one.
func (all Ranges) Include(name string, low, high float64) {
	r := all[name]
	r.Include(low, high)
	all[name] = r
}

// add includes an estimate with its error bar, if there is one.
func (r *Range) add(estimates ...Estimate) {
	for _, e := range estimates {
		if !e.none() {
			r.Include(e.Value-e.Reach(), e.Value+e.Reach())
		}
	}
}

// Padded returns the range with a little air where it does not end at 0.
func (r Range) Padded() (low, high float64) {
	air := 0.04 * (r.High - r.Low)
	if air == 0 {
		return 0, 1
	}
	low, high = r.Low, r.High
	if low < 0 {
		low -= air
	}
	if high > 0 {
		high += air
	}
	return low, high
}

// Stretched returns a range of positive numbers with air at both ends, for a
// logarithmic axis.
func (r Range) Stretched() (low, high float64) {
	if !r.Set {
		return 1, 10
	}
	air := math.Max(1.15, math.Pow(r.High/r.Low, 0.06))
	return r.Low / air, r.High * air
}
