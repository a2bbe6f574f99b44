package estimate

import (
	"fmt"

	"drfvi/cmd/drfvi/internal/reading"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/internal/version"
)

// Page is the estimate as a page: what is explained at all, all inputs in a table and
// in a figure, then what was asked for besides (parts with tables and figures, which any
// number of others can follow), what the numbers mean, and what they depend on. It has no time in
// it, so that the same command writes the same bytes.
func (e *Estimate) Page() page.Document {
	timeless := *e
	timeless.Elapsed = 0
	d := page.Document{
		Title:    e.Title("Importance"),
		Subtitle: fmt.Sprintf("%s, %s", reading.Origin(e.File), format.Plural(e.N, "row")),
		Data:     timeless.JSON(),
	}
	if share := e.share(); share != nil {
		d.Add(page.Headline{
			Number: percent(max(share.Value, 0)) + " %", Text: e.Explained(),
			Bar: &page.Bar{Value: share.Value, Low: share.Interval.Low, High: share.Interval.High},
		})
	} else if sentence := e.Explained(); sentence != "" {
		d.Add(page.Paragraph(sentence))
	}
	if doubt := e.Outdone(); doubt != "" {
		d.Add(page.Paragraph("Warning: " + doubt + "."))
	}
	d.Add(page.Contents{})
	if !e.nothing() || e.Result.Denominator > 0 {
		d.Add(page.Part("Inputs"), e.pageTable())
		if !e.sharesNothing() {
			f := chart.FigureOf(e.chart())
			f.Caption = "Importance: " + e.chart().Axis + "."
			d.Add(page.FigureBlock(f))
		}
	}
	d.Add(e.Study.Blocks()...)
	if meaning := e.meaning(); len(meaning) > 0 {
		d.Add(page.Part("What the numbers mean"), page.Bullets(meaning))
	}
	d.Add(page.Part("Settings"))
	if len(e.Warnings) > 0 {
		d.Add(page.Section("Warnings"), page.Bullets(e.Warnings))
	}
	settings := page.Bullets(e.dependsOn())
	if chosen := e.Result.Chosen; chosen != nil {
		settings = append(settings, "chosen: "+inWords(*chosen))
	}
	d.Add(append(settings, Computed(e.Result.Aggregation, e.Result.Forests), "drfvi "+version.Program))
	return d
}

// pageTable is the table of all inputs.
func (e *Estimate) pageTable() page.Table {
	of := e.table(len(e.Variables))
	t := page.Table{Caption: "Inputs", Open: true}
	for i, name := range of.Head {
		t.Columns = append(t.Columns, page.Column{Name: name, Left: i < of.Left || of.Words && i == len(of.Head)-1})
	}
	in := e.Inference()
	for k, i := range e.shownOrder() {
		row := page.Row{Cells: of.Rows[k].Cells}
		if of.Rows[k].Strong {
			row.Mark = page.Relevant
		}
		if !e.nothing() {
			row.Bar = &page.Bar{Value: e.Result.Clamped[i]}
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
