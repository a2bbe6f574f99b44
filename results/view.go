package results

import "slices"

// figures are the named figures and tables that views choose among. What each draws stands in
// the package that draws it.
var figures = []string{
	"importances",
	"designs", "scaling", "losses", "savings", "paths", "choices", "choice-losses", "frozen-sets", "convergence",
	"slopes", "cost-of-rows", "cost-of-inputs", "error-ratios", "calibration", "aspects", "effects", "tests",
}

// Figures returns the names of figures.
func Figures() []string { return slices.Clone(figures) }

// Dimensions are what tables may list besides keys of cells: inputs, and estimators, that is
// methods with their presets where they have several.
func Dimensions() []string { return []string{"input", "estimator"} }

// measures are the values of tables that the records do not hold as they are.
var measures = []string{
	"any_falsely_found",
	"auc", "cells", "core_seconds", "coverage", "cumulative", "error", "error_ratio", "false_findings",
	"found", "gap", "gap_t", "importance", "inputs", "least_coverage", "least_population", "least_power", "megabytes",
	"population_coverage", "power", "rank_correlation", "responses", "rows", "saving", "score", "seconds", "size", "slope",
	"tables", "test_power", "test_size", "typical_error",
}

// Measures returns the values that tables can show: measures, and values of records, of which
// they show the mean over repetitions.
func Measures() []string { return append(slices.Clone(measures), words(ValueNames())...) }

// View is a part of the report on an experiment: a named figure, or a pivot table.
type View struct {
	// Name ends the names of its files; that without one has the name of the experiment.
	Name string `yaml:"name" json:"name,omitempty"`
	// Figure names a figure, and Table has rows if there is none.
	Figure string `yaml:"figure" json:"figure,omitempty"`
	Table  Pivot  `yaml:"table" json:"table,omitzero"`
	// Title is what it shows, behind the title of the experiment; Text stands below it.
	Title string `yaml:"title" json:"title,omitempty"`
	Text  string `yaml:"text" json:"text,omitempty"`
	// Number is that of the paper's table or figure it stands for: "Figure 2".
	Number string `yaml:"number" json:"number,omitempty"`
	// Select has the cells that agree with it, "a|b" with either.
	Select map[string]string `yaml:"select" json:"select,omitempty"`
	// Front views stand on the first pages of the report, and Aside views in files of their own alone.
	Front bool `yaml:"front" json:"front,omitempty"`
	Aside bool `yaml:"aside" json:"aside,omitempty"`
}

// Pivot is a table with a row for each combination of the keys Rows, and for each of Values a
// column for each combination of the keys Columns.
type Pivot struct {
	Rows    []string `yaml:"rows" json:"rows,omitempty"`
	Columns []string `yaml:"columns" json:"columns,omitempty"`
	Values  []string `yaml:"values" json:"values,omitempty"`
	// Relevant limits inputs to those that matter, or to the largest where these are not known.
	Relevant bool `yaml:"relevant" json:"relevant,omitempty"`
	// Sorted rows ascend by their first number.
	Sorted bool `yaml:"sorted" json:"sorted,omitempty"`
}

// IsTable reports whether the view is a pivot table.
func (v View) IsTable() bool { return len(v.Table.Rows) > 0 }
