package main

import (
	"fmt"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/version"
)

// mostPageRows is how many rows of a table a page shows.
const mostPageRows = 200

// newPage is a page with some blocks, then warnings. It has no time in it, so that the same
// command writes the same bytes.
func (e *analysis) newPage(title string, data report.Object, warnings []string, blocks ...document.Block) document.Document {
	d := document.Document{Title: title, Subtitle: fmt.Sprintf("%s, %s", origin(e.File), e.rowsOf()), Data: data.Without("elapsed_seconds")}
	d.Add(blocks...)
	if len(warnings) > 0 {
		d.Add(document.Section("Warnings"), document.Bullets(collect(warnings, terminal.Worded)))
	}
	d.Add(document.Contents{})
	return d
}

// withPage gives the report of a command other than importance its page: the verdict, figures, tables
// with their notes, warnings, and folded the settings. The remark right above a table is its caption, or else caption.
func (e *analysis) withPage(f *report.Report, title, caption string, pictures ...figure) *report.Report {
	f.Page = func() document.Document {
		var texts, tables []document.Block
		above := caption
		for _, part := range f.Parts {
			next := caption
			switch part := part.(type) {
			case report.Remark:
				next = string(part)
			case report.Sentence:
				if texts == nil {
					texts = append(texts, document.Lead(part))
				} else {
					texts = append(texts, document.Paragraph(part))
				}
			case report.Notes:
				for _, note := range part {
					texts = append(texts, document.Paragraph(note))
				}
			case report.Table:
				t := part.Page(above)
				if left := len(t.Rows) - mostPageRows; left > 0 {
					t.Rows = t.Rows[:mostPageRows]
					t.Notes = append(t.Notes, fmt.Sprintf("And %s more.", format.Plural(left, "row")))
				}
				tables = append(tables, t)
			}
			above = next
		}
		for _, p := range pictures {
			texts = append(texts, p.block())
		}
		d := e.newPage(title, f.Data, f.Warnings, append(texts, tables...)...)
		d.Add(document.Folded("Settings"), e.settingsList())
		return d
	}
	return f
}

// settingsList has all that the numbers depend on, for pages.
func (e *analysis) settingsList() document.Bullets {
	return append(document.Bullets(e.dependsOn()), "drfvi "+version.Program)
}
