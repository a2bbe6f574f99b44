package summary

import (
	"math"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// EstimatorPair is a cell of the retrained importance and the coupled cell that
// agrees with it in all other keys.
type EstimatorPair struct {
	Experiment       results.Experiment
	Label            string // of the pair among those of its experiment, without variant
	Retrain, Coupled Cell
	// Of the variables that are not relevant, and of those that are.
	Irrelevant, Relevant Scatter
	Difference           meanDifference
}

// Scatter is how two estimators scatter over repetitions: the standard
// deviations of raw values, as root mean square over some variables; NaN where
// there are no such variables.
type Scatter struct {
	Retrain, Coupled float64
	// Reported is what the coupled estimator says of its standard error, as
	// root mean square over the variables and repetitions; NaN if it does not.
	Reported float64
}

// Ratio is how many times the retrained values scatter more.
func (s Scatter) Ratio() float64 { return s.Retrain / s.Coupled }

// meanDifference is the variable whose means differ most.
type meanDifference struct {
	Variable string
	// Paired is coupled − retrain within repetitions, in raw values.
	Paired stat.Stat
	// T is its mean in standard errors, p the probability that the largest of
	// so many |t| is as large by chance, at most (Bonferroni's bound).
	T, P float64
}

// WorkRatio is how many times the retrained forests are more work.
func (s EstimatorPair) WorkRatio() float64 { return s.Retrain.Forests.Mean / s.Coupled.Forests.Mean }

// EstimatorPairs returns every pair that has at least two repetitions of both
// estimators, in the order of the report.
func EstimatorPairs(summaries []Summary) []EstimatorPair {
	var all []EstimatorPair
	for _, s := range summaries {
		if s.BeyondPaper() {
			continue // their sections compare the estimators themselves
		}
		for _, g := range Groups(s.Cells, results.KeyMethod) {
			retrain, ok := CellOf(g.Cells, "retrain")
			coupled, both := CellOf(g.Cells, "coupled")
			if !ok || !both || !scatters(retrain) || !scatters(coupled) || !slices.Equal(retrain.Variables, coupled.Variables) {
				continue
			}
			p := EstimatorPair{Experiment: s.Experiment, Retrain: retrain, Coupled: coupled}
			p.Label = Describe(Without(Varying(s.Cells, retrain), results.KeyVariant, results.KeyMethod, results.KeyPreset, results.KeyKernel))
			noisy := NoiseColumns(retrain.Variables, s.Experiment.Relevant)
			relevant := slices.DeleteFunc(NoiseColumns(retrain.Variables, nil), func(j int) bool { return slices.Contains(noisy, j) })
			p.Irrelevant, p.Relevant = scatterOf(retrain, coupled, noisy), scatterOf(retrain, coupled, relevant)
			p.Difference = largestDifference(retrain, coupled)
			all = append(all, p)
		}
	}
	return all
}

// scatters reports whether a cell has repetitions of raw values, and what they
// cost.
func scatters(c Cell) bool {
	return len(c.Raw) > 0 && c.Raw[0].N >= 2 && c.Raw[0].N == c.Repetitions && c.Forests.N > 0
}

// scatterOf compares the scatter of some variables.
func scatterOf(retrain, coupled Cell, columns []int) Scatter {
	s := Scatter{stat.RootMeanSquare(deviations(retrain, columns)), stat.RootMeanSquare(deviations(coupled, columns)), math.NaN()}
	var reported []float64
	for _, row := range coupled.Recorded[results.ValueSE] {
		for _, j := range columns {
			reported = append(reported, row[j])
		}
	}
	s.Reported = stat.RootMeanSquare(reported)
	return s
}

// deviations returns the standard deviations of some variables' raw values.
func deviations(c Cell, columns []int) []float64 {
	sd := make([]float64, len(columns))
	for i, j := range columns {
		sd[i] = c.Raw[j].SD
	}
	return sd
}

// largestDifference finds the variable whose means differ most in standard
// errors of the paired differences. It has no variable if fewer than two
// repetitions are common to both cells.
func largestDifference(retrain, coupled Cell) meanDifference {
	var d meanDifference
	for j, variable := range retrain.Variables {
		paired := PairedDifference(coupled, retrain, func(c Cell) []float64 { return stat.Column(c.Recorded[results.ValueRaw], j) })
		if paired.N < 2 {
			return d
		}
		if t := stat.T(paired); d.Variable == "" || math.Abs(t) > math.Abs(d.T) {
			d = meanDifference{Variable: variable, Paired: paired, T: t}
		}
	}
	d.P = min(1, stat.PairedP(d.Paired)*float64(len(retrain.Variables)))
	return d
}

// MostDifferent returns the pair with the smallest p-value.
func MostDifferent(all []EstimatorPair) (int, bool) {
	best := -1
	for i, p := range all {
		if p.Difference.Variable != "" && (best < 0 || p.Difference.P < all[best].Difference.P) {
			best = i
		}
	}
	return best, best >= 0
}
