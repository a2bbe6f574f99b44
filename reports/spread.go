package reports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// spreadPair is a cell of the retrained importance and the coupled cell that
// agrees with it in all other keys.
type spreadPair struct {
	experiment       results.Experiment
	label            string // of the pair among those of its experiment, without variant
	retrain, coupled CellSummary
	// Of the variables that are not relevant, and of those that are.
	irrelevant, relevant scatterPair
	difference           meanDifference
}

// scatterPair is how two estimators scatter over repetitions: the standard
// deviations of raw values, as root mean square over some variables; NaN where
// there are no such variables.
type scatterPair struct {
	retrain, coupled float64
	// reported is what the coupled estimator says of its standard error, as
	// root mean square over the variables and repetitions; NaN if it does not.
	reported float64
}

// ratio is how many times the retrained values scatter more.
func (s scatterPair) ratio() float64 { return s.retrain / s.coupled }

// meanDifference is the variable whose means differ most.
type meanDifference struct {
	variable string
	// paired is coupled − retrain within repetitions, in raw values.
	paired stat.Stat
	// t is its mean in standard errors, p the probability that the largest of
	// so many |t| is as large by chance, at most (Bonferroni's bound).
	t, p float64
}

// workRatio is how many times the retrained forests are more work.
func (s spreadPair) workRatio() float64 { return s.retrain.Forests.Mean / s.coupled.Forests.Mean }

// spreadPairs returns every pair that has at least two repetitions of both
// estimators, in the order of the report.
func spreadPairs(summaries []Summary) []spreadPair {
	var all []spreadPair
	for _, s := range summaries {
		if s.beyondPaper() {
			continue // their sections compare the estimators themselves
		}
		for _, g := range groupCells(s.Cells, results.KeyMethod) {
			retrain, ok := cellOfMethod(g.cells, "retrain")
			coupled, both := cellOfMethod(g.cells, "coupled")
			if !ok || !both || !scatters(retrain) || !scatters(coupled) || !slices.Equal(retrain.Variables, coupled.Variables) {
				continue
			}
			p := spreadPair{experiment: s.Experiment, retrain: retrain, coupled: coupled}
			p.label = describe(without(varying(s.Cells, retrain), results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel))
			noisy := noiseColumns(retrain.Variables, s.Experiment.Relevant)
			var relevant []int
			for j := range retrain.Variables {
				if !slices.Contains(noisy, j) {
					relevant = append(relevant, j)
				}
			}
			p.irrelevant, p.relevant = scatterOf(retrain, coupled, noisy), scatterOf(retrain, coupled, relevant)
			p.difference = largestDifference(retrain, coupled)
			all = append(all, p)
		}
	}
	return all
}

// cellOfMethod returns the first cell of a method.
func cellOfMethod(cells []CellSummary, method string) (CellSummary, bool) {
	at := slices.IndexFunc(cells, func(c CellSummary) bool { return c.Cell[results.KeyMethod] == method })
	if at < 0 {
		return CellSummary{}, false
	}
	return cells[at], true
}

// scatters reports whether a cell has repetitions of raw values, and what they
// cost.
func scatters(c CellSummary) bool {
	return len(c.Raw) > 0 && c.Raw[0].N >= 2 && c.Raw[0].N == c.Repetitions && c.Forests.N > 0
}

// scatterOf compares the scatter of some variables.
func scatterOf(retrain, coupled CellSummary, columns []int) scatterPair {
	s := scatterPair{stat.RootMeanSquare(deviations(retrain, columns)), stat.RootMeanSquare(deviations(coupled, columns)), math.NaN()}
	var reported []float64
	for _, row := range coupled.values[results.ValueSE] {
		for _, j := range columns {
			reported = append(reported, row[j])
		}
	}
	s.reported = stat.RootMeanSquare(reported)
	return s
}

// deviations returns the standard deviations of some variables' raw values.
func deviations(c CellSummary, columns []int) []float64 {
	sd := make([]float64, len(columns))
	for i, j := range columns {
		sd[i] = c.Raw[j].SD
	}
	return sd
}

// largestDifference finds the variable whose means differ most in standard
// errors of the paired differences. It has no variable if fewer than two
// repetitions are common to both cells.
func largestDifference(retrain, coupled CellSummary) meanDifference {
	var d meanDifference
	for j, variable := range retrain.Variables {
		of := func(c CellSummary) []float64 {
			column := make([]float64, len(c.values[results.ValueRaw]))
			for i, row := range c.values[results.ValueRaw] {
				column[i] = row[j]
			}
			return column
		}
		paired := pairedDifference(coupled, retrain, of)
		if paired.N < 2 {
			return d
		}
		if t := stat.T(paired); d.variable == "" || math.Abs(t) > math.Abs(d.t) {
			d = meanDifference{variable: variable, paired: paired, t: t}
		}
	}
	d.p = min(1, stat.PairedP(d.paired)*float64(len(retrain.Variables)))
	return d
}

// spreadText says in words what the pairs show.
func spreadText(all []spreadPair) string {
	texts := []string{
		"The retrained importance grows a forest afresh without each variable; the coupled one estimates the same quantity, but lets the forests without a variable share with the full forest all that the variable does not touch. " +
			"Published importances are compared with the retrained one alone.",
	}
	work := rangeText(all, spreadPair.workRatio)
	text := fmt.Sprintf("Over the %s below", format.Plural(len(all), "pair"))
	if len(all) == 1 {
		text = "In the pair below"
	}
	text += fmt.Sprintf(" the coupled forests take %s times less work", work)
	if irrelevant := rangeText(all, func(s spreadPair) float64 { return s.irrelevant.ratio() }); irrelevant != "" {
		text += fmt.Sprintf(", and their values of irrelevant variables scatter %s times less over repetitions", irrelevant)
	}
	if relevant := rangeText(all, func(s spreadPair) float64 { return s.relevant.ratio() }); relevant != "" {
		text += fmt.Sprintf("; those of relevant variables, to which the data of each repetition add a scatter that both estimators share, %s times", relevant)
	}
	texts = append(texts, text+".")
	if at, ok := mostDifferent(all); ok {
		d := all[at].difference
		texts = append(texts, fmt.Sprintf("The pair least likely to have equal means is %s, %s: %s differs by %s standard errors of the paired differences (p %s, adjusted for the number of its variables; p %s for all pairs as well).",
			all[at].experiment.Name, describe(without(all[at].retrain.Cell, results.KeyMethod, results.KeyPreset, results.KeyKernel)), d.variable, format.Signed(d.t),
			format.Equality(d.p), format.Equality(min(1, d.p*float64(len(all))))))
	}
	return strings.Join(texts, " ")
}

// mostDifferent returns the pair with the smallest p-value.
func mostDifferent(all []spreadPair) (int, bool) {
	best := -1
	for i, p := range all {
		if p.difference.variable != "" && (best < 0 || p.difference.p < all[best].difference.p) {
			best = i
		}
	}
	return best, best >= 0
}

// rangeText is "2.1 to 5.3" of a ratio over pairs, empty if none has it.
func rangeText(all []spreadPair, ratio func(spreadPair) float64) string {
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
