// Package reports turns the records of finished experiments into tables,
// figures, verdicts and one report. It knows nothing of forests or estimators:
// records in, files out.
//
// The steps, in the order a report is made:
//
//  1. Package summary reads experiments and records from a Source (a
//     results.Store) and reduces them to a Summary per experiment: means,
//     standard deviations and standard errors over repetitions, per cell and
//     variable.
//  2. Package verdict compares summaries with the published numbers and claims.
//     Its Overview says of each whether it agrees, differs or is missing.
//  3. A section for each kind of experiment says what is in a chapter: text,
//     tables, figures, rows of the CSV file.
//  4. Write puts chapters and the report, set by package page, into a folder.
//
// Conventions, the same in every table and figure:
//
//   - Standard errors are of the mean over R repetitions, sd/√R.
//   - Values of the methods retrain, coupled and projected are clamped at zero
//     in each repetition before they are averaged, because the published
//     tables are. Raw means are in the CSV files.
//   - Error bars are ±2 standard errors.
//   - Cells are compared with each other within repetitions, which see the same
//     data; standard errors are then those of the differences.
//   - The spread of retrained and coupled importances is that of the values
//     before clamping.
//   - Equal records give equal bytes in every file, PDF files included.
package reports

import (
	"slices"

	"drfvi/internal/chart"
	"drfvi/internal/page"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
)

// Source is where experiments and their records are read from; a results.Store
// is one.
type Source = summary.Source

// Overview holds every published number and claim with its verdict.
type Overview = verdict.Overview

// The verdicts of numbers and claims that do not agree.
const (
	Differs = verdict.Differs
	Missing = verdict.Missing
)

// Verify compares the records of all experiments with everything published.
func Verify(source Source) (Overview, error) {
	summaries, err := summary.Load(source)
	if err != nil {
		return Overview{}, err
	}
	return verdict.Verify(summaries), nil
}

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

// chapters returns all chapters: an experiment each, retrained beside coupled
// importances, and claims under both conventions.
func chapters(summaries []summary.Summary, o verdict.Overview) []chapter {
	var all []chapter
	for _, s := range summaries {
		all = append(all, experiment{s, o}.chapter())
	}
	if pairs := summary.EstimatorPairs(summaries); len(pairs) > 0 {
		all = append(all, spread(pairs))
	}
	if claims := verdict.Survivors(summaries); len(claims) > 0 {
		all = append(all, survival(claims))
	}
	return all
}

// blocks returns the chapter as it stands in the report, without the figures that are
// shown before.
func (c chapter) blocks(shown []chart.Figure) []page.Block {
	blocks := slices.Clone(c.text)
	for _, t := range c.tables {
		blocks = append(blocks, t)
	}
	for _, f := range c.figures {
		if !f.Aside && !slices.ContainsFunc(shown, func(s chart.Figure) bool { return s.Name == f.Name }) {
			blocks = append(blocks, page.FigureBlock(f))
		}
	}
	for _, t := range c.further {
		blocks = append(blocks, t)
	}
	return append(blocks, c.end...)
}

// survival says which claims survive in the textbook twin.
func survival(all []verdict.Survivor) chapter {
	table := verdict.SurvivalTable(all)
	c := chapter{name: "survival", tables: []page.Table{table}, csv: verdict.SurvivalCSV(all)}
	c.text = append(c.text, page.Part("Which claims of the paper survive"), page.Paragraph(verdict.SurvivalText(all)))
	reversed, open := verdict.Changes(all)
	if len(reversed) > 0 {
		c.text = append(c.text, page.Paragraph("Turned round by the convention:"), page.Bullets(reversed))
	}
	if len(open) > 0 {
		c.text = append(c.text, page.Paragraph("Decided under one convention only:"), page.Bullets(open))
	}
	return c
}
