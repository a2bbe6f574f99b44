package reports

import (
	"fmt"
	"strconv"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/reports/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// spreadName names the files of the comparison of estimators.
const spreadName = "retrained-coupled"

// spread compares the retrained and the coupled importance.
func spread(all []spreadPair) chapter {
	return chapter{
		name: spreadName, text: []page.Block{page.Part("Retrained and coupled"), page.Paragraph(spreadText(all))},
		figures: []chart.Figure{spreadFigure(all)}, further: spreadTables(all), csv: spreadCSV(all),
	}
}

// spreadTables list the work and the spread of retrained and coupled
// importances, then what the coupled ones say of their standard error and how
// far the means lie apart.
func spreadTables(all []spreadPair) []page.Table {
	work := page.Table{
		Label: "spread", Caption: "Work and spread of retrained and coupled importances", Long: true,
		Columns: []page.Column{
			{Name: "cell", Left: true},
			{Group: "forests", Name: "retrain"}, {Group: "forests", Name: "coupled"}, {Group: "forests", Name: "ratio"},
			{Group: "spread, irrelevant", Name: "retrain"}, {Group: "spread, irrelevant", Name: "coupled"}, {Group: "spread, irrelevant", Name: "ratio"},
			{Group: "spread, relevant", Name: "retrain"}, {Group: "spread, relevant", Name: "coupled"}, {Group: "spread, relevant", Name: "ratio"},
		},
		Notes: []string{"Forests: work of one repetition in forest fits. Spread: standard deviation of the values over repetitions, before clamping, as root mean square over the irrelevant or the relevant variables. " +
			"Ratios: retrain to coupled; above 1 they speak for coupled."},
	}
	reported := page.Table{
		Label: "reported", Caption: "Standard errors that the coupled importance reports, and differences of the means", Long: true,
		Columns: []page.Column{
			{Name: "cell", Left: true},
			{Group: "coupled, irrelevant", Name: "spread"}, {Group: "coupled, irrelevant", Name: "reported se"},
			{Group: "coupled, relevant", Name: "spread"}, {Group: "coupled, relevant", Name: "reported se"},
			{Group: "coupled − retrain, largest over variables", Name: "variable", Left: true}, {Group: "coupled − retrain, largest over variables", Name: "difference"},
			{Group: "coupled − retrain, largest over variables", Name: "t"}, {Group: "coupled − retrain, largest over variables", Name: "p"},
		},
		Notes: []string{"Reported se: the jackknife over trees that comes with each coupled value, as root mean square over variables and repetitions. It measures the randomness of the forest on the data it was given only, not what other data would give; " +
			"the spread holds both, so it is the larger where the data matter.",
			"Difference: mean over repetitions of coupled − retrain in raw values, on the same data, with its standard error, of the variable with the largest t (that difference in standard errors); p is multiplied by the number of variables."},
	}
	experiment := ""
	for _, p := range all {
		if p.experiment.Name != experiment {
			experiment = p.experiment.Name
			heading := page.Row{Heading: experimentTitle(p.experiment)}
			work.Rows, reported.Rows = append(work.Rows, heading), append(reported.Rows, heading)
		}
		label := p.name()
		work.Rows = append(work.Rows, page.Row{Cells: []string{
			label, format.Significant(p.retrain.Forests.Mean, 3), format.Significant(p.coupled.Forests.Mean, 3), format.Significant(p.workRatio(), 2),
			format.Significant(p.irrelevant.retrain, 2), format.Significant(p.irrelevant.coupled, 2), format.Significant(p.irrelevant.ratio(), 2),
			format.Significant(p.relevant.retrain, 2), format.Significant(p.relevant.coupled, 2), format.Significant(p.relevant.ratio(), 2),
		}})
		row := page.Row{Cells: []string{
			label, format.Significant(p.irrelevant.coupled, 2), format.Significant(p.irrelevant.reported, 2),
			format.Significant(p.relevant.coupled, 2), format.Significant(p.relevant.reported, 2), format.None, format.None, format.None, format.None,
		}}
		if d := p.difference; d.variable != "" {
			row.Cells[5], row.Cells[6], row.Cells[7], row.Cells[8] = d.variable, stat.Text(d.paired, 0), format.Signed(d.t), format.Probability(d.p)
		}
		reported.Rows = append(reported.Rows, row)
	}
	return []page.Table{work, reported}
}

// name is the pair's cell in a few words: "published, n = 500, p = 10".
func (s spreadPair) name() string {
	return strings.Trim(s.retrain.Cell[results.KeyVariant]+", "+describe(without(s.retrain.Cell, results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel)), ", ")
}

// spreadCSV renders the comparison for other programs, a row per pair, numbers
// to full precision.
func spreadCSV(all []spreadPair) string {
	rows := [][]string{{
		"experiment", results.KeyVariant, results.KeyN, results.KeyP, results.KeyPreset, results.KeyKernel, "repetitions_retrain", "repetitions_coupled",
		"forests_retrain", "forests_coupled", "work_ratio",
		"spread_irrelevant_retrain", "spread_irrelevant_coupled", "spread_irrelevant_ratio", "reported_se_irrelevant",
		"spread_relevant_retrain", "spread_relevant_coupled", "spread_relevant_ratio", "reported_se_relevant",
		"most_different", "difference", "difference_se", "difference_t", "pairs", "p_all_variables",
	}}
	for _, p := range all {
		row := []string{p.experiment.Name}
		for _, key := range []string{results.KeyVariant, results.KeyN, results.KeyP, results.KeyPreset, results.KeyKernel} {
			row = append(row, p.retrain.Cell[key])
		}
		row = append(row, strconv.Itoa(p.retrain.Repetitions), strconv.Itoa(p.coupled.Repetitions),
			format.Exact(p.retrain.Forests.Mean), format.Exact(p.coupled.Forests.Mean), format.Exact(p.workRatio()))
		for _, s := range []scatterPair{p.irrelevant, p.relevant} {
			row = append(row, format.Exact(s.retrain), format.Exact(s.coupled), format.Exact(s.ratio()), format.Exact(s.reported))
		}
		if d := p.difference; d.variable != "" {
			row = append(row, d.variable, format.Exact(d.paired.Mean), format.Exact(d.paired.SE), format.Exact(d.t), fmt.Sprint(d.paired.N), format.Exact(d.p))
		} else {
			row = append(row, "", "", "", "", "0", "")
		}
		rows = append(rows, row)
	}
	return format.CSV(rows)
}
