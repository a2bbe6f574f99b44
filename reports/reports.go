package reports

import (
	"drfvi/internal/chart"
	"drfvi/reports/internal/page"
	"slices"
)

// chapter is a part of the report, and the files that it is written into as
// well.
type chapter struct {
	name    string       // of the files
	text    []page.Block // before the tables
	tables  []page.Table
	figures []chart.Figure
	further []page.Table // after the figures
	end     []page.Block
	csv     string
}

// chapters returns all chapters: claims under both conventions, an experiment
// each, and retrained beside coupled importances.
func chapters(summaries []Summary, o Overview) []chapter {
	var all []chapter
	if claims := survivors(summaries); len(claims) > 0 {
		all = append(all, survival(claims))
	}
	for _, s := range summaries {
		all = append(all, experiment{s, o}.chapter())
	}
	if pairs := spreadPairs(summaries); len(pairs) > 0 {
		all = append(all, spread(pairs))
	}
	return all
}

// blocks returns the chapter as it stands in the report.
func (c chapter) blocks() []page.Block {
	blocks := slices.Clone(c.text)
	for _, t := range c.tables {
		blocks = append(blocks, t)
	}
	for _, f := range c.figures {
		if !f.Aside {
			blocks = append(blocks, page.FigureBlock(f))
		}
	}
	for _, t := range c.further {
		blocks = append(blocks, t)
	}
	return append(blocks, c.end...)
}

// newDocument writes the report: a title page, the overview, the chapters, the
// conventions, and what it cost.
func newDocument(summaries []Summary, o Overview, chapters []chapter) page.Document {
	d := page.Document{
		Title:    "MMD-based variable importance for Distributional Random Forests",
		Subtitle: "The published numbers beside ours",
	}
	d.Add(titlePage(summaries, o)...)
	d.Add(overview(o)...)
	for _, c := range chapters {
		d.Add(c.blocks()...)
	}
	d.Add(conventions(methodFacts(summaries))...)
	d.Add(work(summaries)...)
	return d
}

// survival says which claims survive in the textbook twin.
func survival(all []survivor) chapter {
	table := survivalTable(all)
	c := chapter{name: "survival", tables: []page.Table{table}, csv: survivalCSV(all)}
	c.text = append(c.text, page.Part("Which claims of the paper survive"), page.Paragraph(survivalText(all)))
	reversed, open := changes(all)
	if len(reversed) > 0 {
		c.text = append(c.text, page.Paragraph("Turned round by the convention:"), page.Bullets(reversed))
	}
	if len(open) > 0 {
		c.text = append(c.text, page.Paragraph("Decided under one convention only:"), page.Bullets(open))
	}
	return c
}
