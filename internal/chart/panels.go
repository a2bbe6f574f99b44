package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
)

// Measures of figures.
const (
	PageWidth  = vg.Length(482) // the width of the report's text
	RowHeight  = vg.Length(11.5)
	PanelHeads = vg.Length(46) // title and axis of a panel
	LeastPanel = vg.Length(90) // the name of a variant stands beside the bars
)

// LabelRow names the variables and the variant at the first panel of a row,
// and reports whether there is any panel.
func LabelRow(row []*plot.Plot, names []string, variant string) bool {
	first := true
	for _, p := range row {
		if p == nil {
			continue
		}
		p.Y.Tick.Marker = NamedTicks(make([]string, len(names)))
		p.Y.Tick.Length = 0
		p.Y.LineStyle.Width = 0
		if first {
			p.Y.Tick.Marker = NamedTicks(names)
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
