// Package reports turns the records of finished experiments into tables,
// figures, verdicts and one report. It knows nothing of forests or estimators:
// records in, files out.
//
// The steps, in the order a report is made:
//
//  1. Load reads experiments and records from a Source (a results.Store) and
//     reduces them to a Summary per experiment: means, standard deviations and
//     standard errors over repetitions, per cell and variable.
//  2. Verify compares summaries with the published numbers and claims. Its
//     Overview says of each whether it agrees, differs or is missing.
//  3. Tables, figures and the report are drawn from summaries and overview.
//  4. Write puts all of it into a folder.
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
