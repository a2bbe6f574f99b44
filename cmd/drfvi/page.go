package main

import (
	"fmt"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/version"
)

// mostPageRows is how many rows of a table a page shows.
const mostPageRows = 200

// pageOf is what a command other than importance has found as a page: its verdict, its tables
// with their notes, figures, warnings, and folded the settings. It has no time in it, so that
// the same command writes the same bytes.
func (e *estimate) pageOf(f *finding.Finding, title, caption string, pictures ...figure) document.Document {
	d := document.Document{Title: title, Subtitle: fmt.Sprintf("%s, %s", origin(e.File), e.rowsOf()), Data: f.Data.Without("elapsed_seconds")}
	var tables []document.Block
	lead := false
	for _, part := range f.Parts {
		switch part := part.(type) {
		case finding.Sentence:
			if !lead {
				d.Add(document.Lead(part))
			} else {
				d.Add(document.Paragraph(part))
			}
			lead = true
		case finding.Note:
			d.Add(document.Paragraph(part))
		case finding.Table:
			t := part.Page(caption)
			if left := len(t.Rows) - mostPageRows; left > 0 {
				t.Rows = t.Rows[:mostPageRows]
				t.Notes = append(t.Notes, fmt.Sprintf("And %s more.", format.Plural(left, "row")))
			}
			tables = append(tables, t)
		}
	}
	for _, p := range pictures {
		drawn := chart.FigureOf(p.picture)
		drawn.Caption = p.caption
		d.Add(document.FigureBlock(drawn))
	}
	d.Add(tables...)
	if len(f.Warnings) > 0 {
		d.Add(document.Section("Warnings"), document.Bullets(f.Warnings))
	}
	d.Add(document.Contents{}, document.Folded("Settings"), e.settingsList())
	return d
}

// settingsList has all that the numbers depend on, for pages.
func (e *estimate) settingsList() document.Bullets {
	settings := document.Bullets(e.dependsOn())
	if chosen := e.Result.Chosen; chosen != nil {
		settings = append(settings, "chosen: "+inWords(*chosen))
	}
	return append(settings, "drfvi "+version.Program)
}
