package results

import "slices"

// Picture is the form of a view.
type Picture string

// The forms of views.
const (
	PictureTable Picture = "table"
	PictureDots  Picture = "dots"  // a row for each of Rows, a panel for each column, a dot for each of Series
	PictureLines Picture = "lines" // along the number that Rows names, a panel for each column, a line for each of Series
	PictureMap   Picture = "map"   // tables of shares of aspects, a panel for each column
)

// Pictures returns the forms of views.
func Pictures() []Picture { return []Picture{PictureTable, PictureDots, PictureLines, PictureMap} }

// Dimensions are what views may list besides keys of cells: inputs; estimators, that is methods
// with their presets where they have several; the numbers of inputs left in an elimination; and
// aspects of the responses.
func Dimensions() []string { return []string{"input", "estimator", "left", "aspect"} }

// statistics of views, by what they are of.
var measures = []string{
	"any_falsely_found", "auc", "cells", "core_seconds", "coverage", "cumulative", "error", "error_ratio",
	"false_findings", "found", "gap", "gap_t", "importance", "inputs", "least_coverage", "least_population",
	"least_power", "loss", "megabytes", "population_coverage", "power", "rank_correlation", "responses", "rows",
	"saving", "score", "seconds", "size", "slope", "tables", "test_power", "test_size", "typical_error",
}

// Measures returns what views can show: statistics, and values of records, of which they show the
// mean over repetitions.
func Measures() []string { return append(slices.Clone(measures), words(ValueNames())...) }

// View is a table or a figure of an experiment: numbers of some of its cells, laid out by keys
// of the cells and by Dimensions.
type View struct {
	// Name ends the names of its files; that without one has the name of the experiment.
	Name    string  `yaml:"name" is:"as=word" json:"name,omitempty"`
	Picture Picture `yaml:"picture" is:"required;one=picture" json:"picture"`
	// Title is what it shows, behind the title of the experiment; Text stands below it, or the
	// usual one that Note names.
	Title string `yaml:"title" json:"title,omitempty"`
	// Number is that of the paper's table or figure it stands for: "Figure 2".
	Number string `yaml:"number" json:"number,omitempty"`
	Text   string `yaml:"text" json:"text,omitempty"`
	Note   string `yaml:"note" is:"in=usual" json:"-"`
	// Select has the cells that agree with it, "a|b" with either.
	Select map[string]string `yaml:"select" is:"keys=key" json:"select,omitempty"`
	Rows   []string          `yaml:"rows" is:"required;one=key/dimension;each=a key" json:"rows"`
	// Columns are the columns of a table, or the panels of a figure.
	Columns []ViewColumn `yaml:"columns" is:"required;each=a column" json:"columns"`
	Series  []string     `yaml:"series" is:"one=key/dimension;each=a key" json:"series,omitempty"`
	// Beside are what stands beside each number: "printed" or "population".
	Beside []string `yaml:"beside" is:"one=companion;each=a companion" json:"beside,omitempty"`
	// Relevant limits inputs to those that matter, or to the largest where these are not known.
	Relevant bool `yaml:"relevant" json:"relevant,omitempty"`
	// Across is how many panels stand side by side; 0 for all.
	Across int `yaml:"across" json:"across,omitempty"`
	// Log has both axes of lines logarithmic.
	Log bool `yaml:"log" json:"log,omitempty"`
	// Sorted rows ascend by their first number.
	Sorted bool `yaml:"sorted" json:"sorted,omitempty"`
	// Front views stand on the first pages of the report.
	Front bool `yaml:"front" json:"front,omitempty"`
	// Aside views are files of their own, not in the report.
	Aside bool `yaml:"aside" json:"aside,omitempty"`
}

// ViewColumn is a column, or one for each value of the keys By.
type ViewColumn struct {
	// Show is the number shown: the name of a value of the records, of which it is the mean, or
	// of a statistic of them.
	Show string   `yaml:"show" is:"required;one=number" json:"show"`
	By   []string `yaml:"by" is:"one=key/dimension;each=a key" json:"by,omitempty"`
	// Name is its head in the place of the number's.
	Name   string            `yaml:"name" json:"name,omitempty"`
	Select map[string]string `yaml:"select" is:"keys=key" json:"select,omitempty"`
	// Against are the keys in which the cell differs that the number compares with.
	Against map[string]string `yaml:"against" is:"keys=key" json:"against,omitempty"`
}
