package main

import (
	"fmt"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/internal/version"
)

// paged is a finding that can be a page.
type paged interface{ page() page.Document }

// page is the estimate as a page: what is explained at all, all inputs in a table and
// in a figure, then what was asked for besides (parts with tables and figures, which any
// number of others can follow), what the numbers mean, and what they depend on. It has no time in
// it, so that the same command writes the same bytes.
func (e *estimate) page() page.Document {
	timeless := *e
	timeless.elapsed = 0
	d := page.Document{
		Title:    fmt.Sprintf("Importance of %s for %s", terminal.Counted(len(e.variables), "input"), listed(e.targets)),
		Subtitle: fmt.Sprintf("%s, %s", origin(e.file), terminal.Counted(e.n, "row")),
		Data:     timeless.json(),
	}
	if share := e.share(); share != nil {
		d.Add(page.Headline{
			Number: percent(max(share.Value, 0)) + " %", Text: e.explained(),
			Bar: &page.Bar{Value: share.Value, Low: share.Interval.Low, High: share.Interval.High},
		})
	} else if sentence := e.explained(); sentence != "" {
		d.Add(page.Paragraph(sentence))
	}
	if doubt := e.outdone(); doubt != "" {
		d.Add(page.Paragraph("Warning: " + doubt + "."))
	}
	d.Add(page.Contents{})
	if !e.nothing() || e.result.Denominator > 0 {
		d.Add(page.Part("Inputs"), e.pageTable())
		if !e.sharesNothing() {
			f := chart.FigureOf(e.chart())
			f.Caption = "Importance: " + e.chart().Axis + "."
			d.Add(page.FigureBlock(f))
		}
	}
	d.Add(e.study.Blocks()...)
	if meaning := e.meaning(); len(meaning) > 0 {
		d.Add(page.Part("What the numbers mean"), page.Bullets(meaning))
	}
	d.Add(page.Part("Settings"))
	if len(e.warnings) > 0 {
		d.Add(page.Section("Warnings"), page.Bullets(e.warnings))
	}
	settings := page.Bullets(e.dependsOn())
	if chosen := e.result.Chosen; chosen != nil {
		settings = append(settings, "chosen: "+inWords(*chosen))
	}
	d.Add(append(settings, computed(e.result.Aggregation, e.result.Forests), "drfvi "+version.Program))
	return d
}

// pageTable is the table of all inputs.
func (e *estimate) pageTable() page.Table {
	of := e.table(len(e.variables))
	t := page.Table{Caption: "Inputs", Open: true}
	for i, name := range of.Head {
		t.Columns = append(t.Columns, page.Column{Name: name, Left: i < of.Left || of.Words && i == len(of.Head)-1})
	}
	in := e.inference()
	for k, i := range e.shownOrder() {
		row := page.Row{Cells: of.Rows[k].Cells}
		if of.Rows[k].Strong {
			row.Mark = page.Relevant
		}
		if !e.nothing() {
			row.Bar = &page.Bar{Value: e.result.Clamped[i]}
			if in.Intervals != nil {
				row.Bar.Low, row.Bar.High = in.Intervals[i].Low, in.Intervals[i].High
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if in.P != nil && !e.nothing() {
		t.Notes = append(t.Notes, fmt.Sprintf("* %s at most %v", e.pTitle(), importance.Level))
	}
	return t
}
