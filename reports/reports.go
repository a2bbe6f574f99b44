// Package reports turns the records of finished experiments into tables,
// figures, verdicts and one report. It knows nothing of forests or estimators:
// records in, files out.
//
// The steps, in the order a report is made:
//
//  1. Package summary reads experiments and records from a Source (a
//     results.Store) and reduces them to a Summary per experiment: its cells
//     with their values by repetition, and the tidy table, a gota data frame
//     with a row for each cell, quantity and variable: its mean, standard
//     deviation and standard error over repetitions, and what is printed of it.
//  2. Package verdict compares summaries with the published numbers and claims.
//     Its Overview says of each number whether it is compatible with print, and of each
//     claim whether it holds.
//  3. Package view lays numbers out as the views of an experiment say, as
//     tables and figures; what they show besides is added to the tidy table,
//     which is the CSV file of the experiment.
//  4. Write puts chapters and the report, set by package document, into a folder.
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
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
)

// Source is where experiments and their records are read from; a results.Store
// is one.
type Source = summary.Source

// Overview holds every published number and claim with its verdict.
type Overview = verdict.Overview

// Verify compares the records of all experiments with everything published.
func Verify(source Source) (Overview, error) {
	summaries, err := summary.Load(source)
	if err != nil {
		return Overview{}, err
	}
	return verdict.Verify(summaries), nil
}
