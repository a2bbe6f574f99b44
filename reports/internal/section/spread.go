package section

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/format"
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
		text += fmt.Sprintf(", and their values of null inputs scatter %s times less over repetitions", irrelevant)
	}
	if relevant := rangeText(all, func(s summary.EstimatorPair) float64 { return s.Relevant.Ratio() }); relevant != "" {
		text += fmt.Sprintf("; those of relevant inputs, to which the data of each repetition add a scatter that both estimators share, %s times", relevant)
	}
	sentences = append(sentences, text+".")
	if at, ok := summary.MostDifferent(all); ok {
		d := all[at].Difference
		sentences = append(sentences, fmt.Sprintf("The pair least likely to have equal means is %s, %s: %s differs by %s standard errors of the paired differences (p %s, adjusted for the number of its inputs; p %s for all pairs as well).",
			all[at].Experiment.Name, summary.Describe(summary.Without(all[at].Retrain.Cell, results.KeyMethod, results.KeyPreset, results.KeyKernel)), d.Variable, format.Signed(d.T),
			format.Equality(d.P), format.Equality(min(1, d.P*float64(len(all))))))
	}
	return strings.Join(sentences, " ")
}

// Finding says how much work is saved.
func (all Spread) Finding() string {
	return "one quantity, for " + rangeText(all, summary.EstimatorPair.WorkRatio) + " times less work"
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

// fewPowers are the ticks of chart.PowersOfTen for a narrow panel: of many, those at powers of
// ten alone have a label.
type fewPowers struct{ chart.PowersOfTen }

func (f fewPowers) Ticks(low, high float64) []plot.Tick {
	ticks := f.PowersOfTen.Ticks(low, high)
	for i, t := range ticks {
		if power := math.Log10(t.Value); len(ticks) > 4 && math.Abs(power-math.Round(power)) > 1e-9 {
			ticks[i].Label = ""
		}
	}
	return ticks
}

// Figure draws a row for each pair: the work of both estimators, and their spread for
// null and for active inputs.
func (all Spread) Figure() chart.Figure {
	f := chart.Figure{Name: SpreadName, Title: "Work and spread, retrained and coupled", Width: chart.PageWidth, Legend: chart.MethodLegend([]string{"retrain", "coupled"}, chart.MethodShape)[:2]}
	f.Caption = f.Title + ". " + texts.Of("spread figure")[0]
	var names []string
	for _, p := range all {
		names = append(names, strings.Trim(strings.Join([]string{p.Experiment.Name, p.Retrain.Cell[results.KeyVariant], p.Label}, ", "), ", "))
	}
	var panels []*plot.Plot
	for _, kind := range []struct {
		name string
		of   func(p summary.EstimatorPair) (retrain, coupled float64)
	}{
		{"work, forests", func(p summary.EstimatorPair) (float64, float64) {
			return p.Retrain.Forests.Mean, p.Coupled.Forests.Mean
		}},
		{"spread, null inputs", func(p summary.EstimatorPair) (float64, float64) { return p.Irrelevant.Retrain, p.Irrelevant.Coupled }},
		{"spread, active inputs", func(p summary.EstimatorPair) (float64, float64) { return p.Relevant.Retrain, p.Relevant.Coupled }},
	} {
		var rows chart.Rows
		for i, p := range all {
			if retrain, coupled := kind.of(p); retrain > 0 && coupled > 0 {
				at := chart.Height{Row: float64(i)}
				a, b := chart.MethodDot("retrain", chart.Estimate{Value: retrain}), chart.MethodDot("coupled", chart.Estimate{Value: coupled})
				a.Height, b.Height = at, at
				rows.Add(chart.Rule{Low: min(retrain, coupled), High: max(retrain, coupled), Top: at, Bottom: at, Style: draw.LineStyle{Color: chart.Unmarked, Width: 1.4}}, a, b)
			}
		}
		p := chart.ListPanel(kind.name, names, rows)
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, fewPowers{}
		p.X.Min, p.X.Max = rows.Reach().Stretched()
		panels = append(panels, p)
	}
	chart.NameOnce(panels)
	f.Plots, f.Height = [][]*plot.Plot{panels}, vg.Length(len(names))*10.5+80
	return f
}
