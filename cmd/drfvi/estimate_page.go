package main

import (
	"fmt"

	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/internal/version"
)

// page is the estimate as a page: what is explained at all, all inputs in a table and
// in a figure, then what was asked for besides (parts with tables and figures, which any
// number of others can follow), what the numbers mean, and what they depend on. It has no time in
// it, so that the same command writes the same bytes.
func (e *estimate) page() page.Document {
	timeless := *e
	timeless.Elapsed = 0
	d := page.Document{
		Title:    e.title("Importance"),
		Subtitle: fmt.Sprintf("%s, %s", origin(e.File), format.Plural(e.N, "row")),
		Data:     timeless.facts(e.Adjustment, e.table()),
	}
	if share := e.share(); share != nil {
		d.Add(page.Headline{
			Number: percent(max(share.Value, 0)) + " %", Text: e.explained(),
			Bar: &page.Bar{Value: share.Value, Low: share.Interval.Low, High: share.Interval.High},
		})
	} else if sentence := e.explained(); sentence != "" {
		d.Add(page.Paragraph(sentence))
	}
	if warning := e.weakForests(); warning != "" {
		d.Add(page.Paragraph("Warning: " + warning + "."))
	}
	d.Add(page.Contents{})
	if !e.nothing() || e.Result.Denominator > 0 {
		inputs := e.table().Page("Inputs")
		if e.inference().P != nil && !e.nothing() {
			inputs.Notes = append(inputs.Notes, fmt.Sprintf("* %s at most %v", e.pTitle(), importance.Level))
		}
		d.Add(page.Part("Inputs"), inputs)
		if !e.sharesNothing() {
			f := chart.FigureOf(e.chart())
			f.Caption = "Importance: " + e.chart().Axis + "."
			d.Add(page.FigureBlock(f))
		}
	}
	d.Add(e.Explained.blocks()...)
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
	d.Add(append(settings, computation(e.Result.Aggregation, e.Result.Forests), "drfvi "+version.Program))
	return d
}
