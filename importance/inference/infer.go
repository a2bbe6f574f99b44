package inference

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/importance"
)

// extrapolation is the share of the step from half of the rows to all of them by
// which amounts are carried on. A bias that falls like 1/n would ask for 1; the
// step is noisy, and in trials on ten designs one half had the smaller error.
const extrapolation = 0.5

// extrapolate carries on amounts on all rows by those on halves. It leaves them as
// they are where V would lose half of itself: there is nothing but noise then.
func extrapolate(amounts []float64, halved [][]float64) []float64 {
	on := slices.Clone(amounts)
	for j := range on {
		for _, half := range halved {
			on[j] += extrapolation * (amounts[j] - half[j]) / float64(len(halved))
		}
	}
	if on[0] < amounts[0]/2 {
		return amounts
	}
	return on
}

// infer draws the conclusions from the halves.
func (r relearning) infer(e *ensemble, h *halfSamples, result importance.Result, rows [][]float64, p problem) *importance.Inference {
	in := &importance.Inference{}
	_, total := e.phi.variation()
	total += p.factor.Residual // what the factor leaves out lies across all others
	in.Explained.Value, in.Explained.Total = e.full.explained/total, total
	quantile := distuv.StudentsT{Sigma: 1, Nu: float64(r.halves.Splits)}.Quantile(1 - importance.Level/2)
	in.Explained.SE = spread(in.Explained.Value, column(h.explained, 0), h.total)
	in.Explained.Interval = importance.Within(in.Explained.Value, quantile*in.Explained.SE)
	in.Explained.P = math.NaN()
	in.SE = standardErrors(e, h, result.Raw, rows, r.keptByHalves(h), p.sample.Rows())
	for j, raw := range result.Raw {
		in.Intervals = append(in.Intervals, importance.Arcsine(raw, in.SE[j], quantile))
	}
	if result.Denominator <= 0 {
		for j := range in.Intervals {
			in.SE[j], in.Intervals[j] = 1, importance.Interval{Low: 0, High: 1}
		}
	}
	if r.halves.Tests {
		in.Explained.P, in.P = h.p()
		in.Adjusted = importance.Holm(in.P)
	}
	return in
}

// column returns the values of a variable, or of all variables for 0.
func column(of [][]float64, j int) []float64 {
	values := make([]float64, len(of))
	for k := range of {
		values[k] = of[k][j]
	}
	return values
}

// standardErrors returns those of the importances over tables of n rows. What the
// rows that are measured on would change is known of each variable from their
// influences, with standard deviation ψ; the spread over halves has what other
// forests would change as well, but is noisy. So the ratio of the two, squared and
// summed over variables, is taken from the halves:
//
//	SE²_j = ψ²_j ( ρ²/n + 1/m − 1/n ),   ρ² = Σ_j spread²_j / Σ_j (ψ²_j/n),
//
// m the number of rows measured on.
func standardErrors(e *ensemble, h *halfSamples, raw []float64, rows, halved [][]float64, n int) []float64 {
	errors, of := make([]float64, len(raw)), float64(n)
	halves, influences := 0.0, 0.0
	for j, value := range raw {
		errors[j] = deviation(e, rows[j], 1-value)
		half := spread(1-value, column(halved, j+1), column(h.explained, 0))
		halves, influences = halves+half*half, influences+errors[j]*errors[j]/of
	}
	if influences == 0 {
		return errors
	}
	for j := range errors {
		errors[j] *= math.Sqrt(halves/influences/of + 1/float64(e.phi.count) - 1/of)
	}
	return errors
}

// deviation returns the standard deviation of the influence of rows that are measured
// on, on a share that is kept, (v⁽⁻ʲ⁾_i − share·v_i)/V, v_i the terms of V.
func deviation(e *ensemble, kept []float64, share float64) float64 {
	sum := 0.0
	for i, ok := range e.phi.use {
		if ok {
			d := kept[i] - share*e.full.rows[i]
			sum += d * d
		}
	}
	if e.full.explained <= 0 {
		return 0
	}
	return math.Sqrt(sum/float64(e.phi.count)) / e.full.explained
}

// p returns the p-values: that nothing is explained, and one for each variable. The
// mean of the scores over halves is compared with the standard normal law. Each has
// that law under the hypothesis, for large n; however they depend on each other,
// their mean varies no more than one of them.
func (h *halfSamples) p() (nothing float64, variables []float64) {
	variables = make([]float64, len(h.scores[0])-1)
	for j := range h.scores[0] {
		mean, moves := 0.0, false
		for _, scores := range h.scores {
			mean += scores[j] / float64(len(h.scores))
			moves = moves || scores[j] != 0
		}
		p := 1.0
		if moves {
			p = math.Erfc(mean/math.Sqrt2) / 2
		}
		if j == 0 {
			nothing = p
		} else {
			variables[j-1] = p
		}
	}
	return nothing, variables
}

// spread returns the standard error, over tables, of a share Σ numerator / Σ
// denominator of which each half tells an estimate from half of the rows. The two
// halves of a split are independent tables, so half of the squared difference of
// what they tell estimates the variance at n/2, and a quarter that at n, with all
// that other rows would change: what forests learn and what they are measured on
// (the delete-half jackknife; Shao and Wu 1989; Ishwaran and Lu 2019). Numerators
// less share times denominators are compared, since a ratio of small amounts has
// heavy tails. Where there is nothing to take a share of, the error is 1: shares lie
// between 0 and 1.
func spread(share float64, numerators, denominators []float64) float64 {
	sum := 0.0
	for k := 0; k < len(numerators); k += 2 {
		difference := numerators[k] - share*denominators[k] - (numerators[k+1] - share*denominators[k+1])
		sum += difference * difference / 4
	}
	mean := math.Abs(floats.Sum(denominators) / float64(len(denominators)))
	if mean == 0 {
		return 1
	}
	return math.Sqrt(sum/float64(len(numerators)/2)) / mean
}
