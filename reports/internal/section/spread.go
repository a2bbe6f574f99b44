package section

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Spread compares the retrained and the coupled importance: what they cost, and how
// they scatter over repetitions.
type Spread []summary.EstimatorPair

// Text says in words what the pairs show.
func (all Spread) Text() string {
	sentences := texts.Of("spread")
	work := rangeText(all, summary.EstimatorPair.WorkRatio)
	text := fmt.Sprintf("Over the %s below", format.Plural(len(all), "pair"))
	if len(all) == 1 {
		text = "In the pair below"
	}
	text += fmt.Sprintf(" the coupled forests take %s times less work", work)
	if irrelevant := rangeText(all, func(s summary.EstimatorPair) float64 { return s.Irrelevant.Ratio() }); irrelevant != "" {
		text += fmt.Sprintf(", and their values of irrelevant variables scatter %s times less over repetitions", irrelevant)
	}
	if relevant := rangeText(all, func(s summary.EstimatorPair) float64 { return s.Relevant.Ratio() }); relevant != "" {
		text += fmt.Sprintf("; those of relevant variables, to which the data of each repetition add a scatter that both estimators share, %s times", relevant)
	}
	sentences = append(sentences, text+".")
	if at, ok := summary.MostDifferent(all); ok {
		d := all[at].Difference
		sentences = append(sentences, fmt.Sprintf("The pair least likely to have equal means is %s, %s: %s differs by %s standard errors of the paired differences (p %s, adjusted for the number of its variables; p %s for all pairs as well).",
			all[at].Experiment.Name, summary.Describe(summary.Without(all[at].Retrain.Cell, results.KeyMethod, results.KeyPreset, results.KeyKernel)), d.Variable, format.Signed(d.T),
			format.Equality(d.P), format.Equality(min(1, d.P*float64(len(all))))))
	}
	return strings.Join(sentences, " ")
}

// rangeText is "2.1 to 5.3" of a ratio over pairs, empty if none has it.
func rangeText(all []summary.EstimatorPair, ratio func(summary.EstimatorPair) float64) string {
	var values []float64
	for _, p := range all {
		if r := ratio(p); !math.IsNaN(r) && !math.IsInf(r, 0) {
			values = append(values, r)
		}
	}
	if len(values) == 0 {
		return ""
	}
	slices.SortFunc(values, cmp.Compare[float64])
	low, high := format.Significant(values[0], 2), format.Significant(values[len(values)-1], 2)
	if low == high {
		return low
	}
	return low + " to " + high
}

// SpreadName names the files of the comparison of estimators.
const SpreadName = "retrained-coupled"

// Tables list the work and the spread of retrained and coupled
// importances, then what the coupled ones say of their standard error and how
// far the means lie apart.
func (all Spread) Tables() []page.Table {
	work := page.Table{
		Label: "spread", Caption: "Work and spread of retrained and coupled importances", Long: true,
		Columns: []page.Column{{Name: "cell", Left: true}},
		Notes:   texts.Of("spread work"),
	}
	reported := page.Table{
		Label: "reported", Caption: "Standard errors that the coupled importance reports, and differences of the means", Long: true,
		Columns: slices.Concat([]page.Column{{Name: "cell", Left: true}}, page.Columns("coupled, irrelevant", "spread", "reported se"), page.Columns("coupled, relevant", "spread", "reported se"),
			page.Columns("coupled − retrain, largest over variables", "variable", "difference", "t", "p")),
		Notes: texts.Of("spread reported"),
	}
	for _, group := range []string{"forests", "spread, irrelevant", "spread, relevant"} {
		work.Columns = append(work.Columns, page.Columns(group, "retrain", "coupled", "ratio")...)
	}
	reported.Columns[5].Left = true // names of variables
	experiment := ""
	for _, p := range all {
		if p.Experiment.Name != experiment {
			experiment = p.Experiment.Name
			heading := page.Row{Heading: summary.Title(p.Experiment)}
			work.Rows, reported.Rows = append(work.Rows, heading), append(reported.Rows, heading)
		}
		label := p.Name()
		work.Rows = append(work.Rows, page.Row{Cells: []string{
			label, format.Significant(p.Retrain.Forests.Mean, 3), format.Significant(p.Coupled.Forests.Mean, 3), format.Significant(p.WorkRatio(), 2),
			format.Significant(p.Irrelevant.Retrain, 2), format.Significant(p.Irrelevant.Coupled, 2), format.Significant(p.Irrelevant.Ratio(), 2),
			format.Significant(p.Relevant.Retrain, 2), format.Significant(p.Relevant.Coupled, 2), format.Significant(p.Relevant.Ratio(), 2),
		}})
		row := page.Row{Cells: []string{
			label, format.Significant(p.Irrelevant.Coupled, 2), format.Significant(p.Irrelevant.Reported, 2),
			format.Significant(p.Relevant.Coupled, 2), format.Significant(p.Relevant.Reported, 2), format.None, format.None, format.None, format.None,
		}}
		if d := p.Difference; d.Variable != "" {
			row.Cells[5], row.Cells[6], row.Cells[7], row.Cells[8] = d.Variable, stat.Text(d.Paired, 0), format.Signed(d.T), format.Probability(d.P)
		}
		reported.Rows = append(reported.Rows, row)
	}
	return []page.Table{work, reported}
}

// CSV renders the comparison for other programs, a row per pair, numbers
// to full precision.
func (all Spread) CSV() string {
	rows := [][]string{{
		"experiment", results.KeyVariant, results.KeyN, results.KeyP, results.KeyPreset, results.KeyKernel, "repetitions_retrain", "repetitions_coupled",
		"forests_retrain", "forests_coupled", "work_ratio",
		"spread_irrelevant_retrain", "spread_irrelevant_coupled", "spread_irrelevant_ratio", "reported_se_irrelevant",
		"spread_relevant_retrain", "spread_relevant_coupled", "spread_relevant_ratio", "reported_se_relevant",
		"most_different", "difference", "difference_se", "difference_t", "pairs", "p_all_variables",
	}}
	for _, p := range all {
		row := []string{p.Experiment.Name}
		for _, key := range []string{results.KeyVariant, results.KeyN, results.KeyP, results.KeyPreset, results.KeyKernel} {
			row = append(row, p.Retrain.Cell[key])
		}
		row = append(row, strconv.Itoa(p.Retrain.Repetitions), strconv.Itoa(p.Coupled.Repetitions),
			format.Exact(p.Retrain.Forests.Mean), format.Exact(p.Coupled.Forests.Mean), format.Exact(p.WorkRatio()))
		for _, s := range []summary.Scatter{p.Irrelevant, p.Relevant} {
			row = append(row, format.Exact(s.Retrain), format.Exact(s.Coupled), format.Exact(s.Ratio()), format.Exact(s.Reported))
		}
		if d := p.Difference; d.Variable != "" {
			row = append(row, d.Variable, format.Exact(d.Paired.Mean), format.Exact(d.Paired.SE), format.Exact(d.T), fmt.Sprint(d.Paired.N), format.Exact(d.P))
		} else {
			row = append(row, "", "", "", "", "0", "")
		}
		rows = append(rows, row)
	}
	return format.CSV(rows)
}

// Figure draws spread against work of retrained and coupled importances:
// irrelevant variables on the left, relevant ones on the right, a row of panels
// per variant.
func (all Spread) Figure() chart.Figure {
	f := chart.Figure{
		Name: SpreadName, Title: "Spread against work, retrained and coupled", Width: chart.PageWidth,
		Legend: []chart.LegendItem{
			{Colours: []color.Color{chart.MethodColour("retrain")}, Glyph: draw.CircleGlyph{}, Text: "retrain"},
			{Colours: []color.Color{chart.MethodColour("coupled")}, Glyph: draw.BoxGlyph{}, Text: "coupled"},
		},
	}
	f.Caption = f.Title + ". " + texts.Of("spread figure")[0]
	var variants []string
	most := 0
	for _, part := range summary.Grouped(all, func(p summary.EstimatorPair) string { return p.Retrain.Cell[results.KeyVariant] }) {
		variants = append(variants, part[0].Retrain.Cell[results.KeyVariant])
	}
	kinds := []struct {
		name string
		of   func(summary.EstimatorPair) summary.Scatter
	}{
		{"irrelevant variables", func(p summary.EstimatorPair) summary.Scatter { return p.Irrelevant }},
		{"relevant variables", func(p summary.EstimatorPair) summary.Scatter { return p.Relevant }},
	}
	panels := make([][]*plot.Plot, len(variants))
	work := new(chart.Range)
	var drawn []chart.Pair
	for _, kind := range kinds {
		spread := new(chart.Range)
		for i, variant := range variants {
			lines := linesOf(all, variant, kind.of)
			most, drawn = max(most, len(lines)), append(drawn, lines...)
			heading := kind.name
			if label := summary.VariantLabel(variant); label != "" {
				heading = label + ", " + heading
			}
			panels[i] = append(panels[i], pairsPanel(lines, heading))
			for _, l := range lines {
				work.Include(min(l.X[0], l.X[1]), max(l.X[0], l.X[1]))
				spread.Include(min(l.Y[0], l.Y[1]), max(l.Y[0], l.Y[1]))
			}
		}
		for i := range variants {
			p := panels[i][len(panels[i])-1]
			p.Y.Min, p.Y.Max = spread.Stretched()
		}
	}
	low, high := work.Stretched()
	high = chart.WithLabels(drawn, low, high, chart.PairsWidth)
	for _, row := range panels {
		for _, p := range row {
			p.X.Min, p.X.Max = low, high
		}
	}
	f.Plots = panels
	f.Height = vg.Length(len(panels))*max(190, vg.Length(most)*11+60) + 50
	return f
}

// linesOf returns the lines of a variant that can stand on logarithmic
// scales.
func linesOf(all []summary.EstimatorPair, variant string, of func(summary.EstimatorPair) summary.Scatter) []chart.Pair {
	var lines []chart.Pair
	for _, p := range all {
		s := of(p)
		l := chart.Pair{
			Label: p.Experiment.Name,
			X:     [2]float64{p.Retrain.Forests.Mean, p.Coupled.Forests.Mean}, Y: [2]float64{s.Retrain, s.Coupled},
		}
		if p.Label != "" {
			l.Label += ", " + p.Label
		}
		if p.Retrain.Cell[results.KeyVariant] == variant && s.Retrain > 0 && s.Coupled > 0 && l.X[0] > 0 && l.X[1] > 0 {
			lines = append(lines, l)
		}
	}
	return lines
}

func pairsPanel(lines []chart.Pair, heading string) *plot.Plot {
	p := chart.Panel(heading, "work, forests", "spread")
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = chart.PowersOfTen{}, chart.PowersOfTen{}
	p.Add(chart.Grid(), chart.Pairs(lines))
	if len(lines) == 0 {
		p.Add(chart.Message("no such variables"))
	}
	return p
}
