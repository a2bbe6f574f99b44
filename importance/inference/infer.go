package inference

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
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
func (r relearning) infer(e *ensemble, h *halfSamples, result importance.Result, rows [][]float64, residual float64) *importance.Inference {
	in := &importance.Inference{}
	_, total := e.phi.variation()
	total += residual // what the factor leaves out lies across all others
	in.Explained.Value, in.Explained.Total = e.full.explained/total, total
	reach := r.coverage.Student(float64(r.halves.Splits)) // each split tells one degree of freedom of the error
	in.Explained.SE = explainedError(e, h, in.Explained)
	in.Explained.Interval = reach.Share(in.Explained.Value, in.Explained.SE)
	in.Explained.P = math.NaN()
	in.SE = standardErrors(e, h, result.Raw, rows, r.keptByHalves(h))
	for j, raw := range result.Raw {
		in.Intervals = append(in.Intervals, reach.Arcsine(raw, in.SE[j]))
	}
	if result.Denominator <= 0 {
		for j := range in.Intervals {
			in.SE[j], in.Intervals[j] = 1, reach.Unknown()
		}
	}
	if r.halves.Tests {
		in.Explained.P, in.P = h.p()
		if r.calibrate { // others have no decoys
			in.StandsIn = h.standsIn()
		}
		in.Adjusted = importance.Holm(in.P)
	}
	return in
}

// inferGiven draws the conclusions that the rows measured on allow if forests are
// taken for given, as Williamson et al. (2023) do for loco: errors from the rows'
// influences, and one-sided t-tests of the terms by which losses rise; clusters in the
// place of rows.
func (e *ensemble) inferGiven(result importance.Result, rows [][]float64, residual float64, coverage importance.Coverage) *importance.Inference {
	in := &importance.Inference{}
	_, total := e.phi.variation()
	total += residual
	in.Explained.Value, in.Explained.Total = e.full.explained/total, total
	of, reach := math.Sqrt(float64(e.phi.count)), coverage.Normal()
	if e.phi.design.Clusters != nil {
		of *= math.Sqrt(1 - 1/e.phi.units)
		reach = coverage.Student(e.phi.units - 1)
	}
	in.Explained.SE, in.Explained.P = 1, 1
	if t := e.phi.statistic(e.full.rows); t != 0 {
		in.Explained.SE, in.Explained.P = in.Explained.Value/t, upperTail(e.phi.score(e.full.rows))
	}
	in.Explained.Interval = reach.Share(in.Explained.Value, in.Explained.SE)
	for j, raw := range result.Raw {
		lost := make([]float64, len(rows[j]))
		floats.SubTo(lost, e.full.rows, rows[j])
		se := 1.0
		if e.full.explained > 0 {
			se = deviation(e, rows[j], 1-raw) / of
		}
		in.SE, in.Intervals = append(in.SE, se), append(in.Intervals, reach.Share(raw, se))
		in.P = append(in.P, upperTail(e.phi.score(lost)))
	}
	in.Adjusted = importance.Holm(in.P)
	return in
}

// upperTail is the probability that a standard normal number exceeds z; 1 for the 0
// of terms that do not vary.
func upperTail(z float64) float64 {
	if z == 0 {
		return 1
	}
	return elementary.Erfc(z/math.Sqrt2) / 2
}

// column returns the values of a variable, or of all variables for 0.
func column(of [][]float64, j int) []float64 {
	values := make([]float64, len(of))
	for k := range of {
		values[k] = of[k][j]
	}
	return values
}

// standardErrors returns those of the importances over tables of as many rows as are
// parted in halves. What the rows that are measured on would change is known of each
// variable from their influences, with standard deviation ψ; the spread over halves has
// what other forests would change as well, but is noisy. So the ratio of the two, squared and
// summed over variables, is taken from the halves, and a variable's own spread counts
// where it is larger, as of inputs that forests of some tables find and of others not:
//
//	SE²_j = max( ψ²_j ρ²/b, spread²_j ) + ψ²_j (1/m − 1/b),   ρ² = Σ_j spread²_j / Σ_j (ψ²_j/b),
//
// b the rows that are parted, which are all or some of the table, and m those of them
// that are measured on. If they are some, the forests learn from more rows than the
// halves tell of: their errors are those of a table of b rows, or less.
func standardErrors(e *ensemble, h *halfSamples, raw []float64, rows, halved [][]float64) []float64 {
	measured := float64(min(e.phi.count, h.rows)) // beyond the parted ones, rows are no gain that halves tell of
	sampled := 1/measured - 1/float64(h.rows)
	influences, spreads := make([]float64, len(raw)), make([]float64, len(raw)) // squared
	for j, value := range raw {
		ofRow, ofTable := deviation(e, rows[j], 1-value), spread(1-value, column(halved, j+1), column(h.explained, 0))
		influences[j], spreads[j] = ofRow*ofRow, ofTable*ofTable
	}
	ratio := 0.0
	if all := linalg.Sum(influences); all > 0 {
		ratio = linalg.Sum(spreads) / all
	}
	errors := make([]float64, len(raw))
	for j, influence := range influences {
		errors[j] = math.Sqrt(max(influence*ratio, spreads[j]) + float64(influence*sampled))
	}
	return errors
}

// explainedError returns the standard error of the explained share, over the same tables:
// the spread over halves, and what rows add that are parted and not measured on, from the
// influences of the others, (v_i − share·‖φ_i − mean φ‖²) / total.
func explainedError(e *ensemble, h *halfSamples, share importance.Share) float64 {
	se := spread(share.Value, column(h.explained, 0), h.total)
	if len(e.phi.use) >= h.rows {
		return se
	}
	variation, _ := e.phi.variation()
	sum := 0.0
	for i, ok := range e.phi.use {
		if ok {
			d := (e.full.rows[i] - float64(share.Value*(variation[i]+h.left))) / share.Total
			sum += float64(d * d)
		}
	}
	used := float64(e.phi.count)
	return math.Sqrt(float64(se*se) + float64(sum/used*(1/used-1/float64(h.rows))))
}

// deviation returns the standard deviation of the influence of rows that are measured
// on, on a share that is kept, (v⁽⁻ʲ⁾_i − share·v_i)/V, v_i the terms of V. Of rows in
// clusters or with weights it is that which independent rows would need for the same
// variance of their mean, Σ_c (Σ_{i∈c} w_i influence_i)² / W².
func deviation(e *ensemble, kept []float64, share float64) float64 {
	if e.full.explained <= 0 {
		return 0
	}
	influences := make([]float64, len(kept))
	linalg.AddScaledTo(influences, kept, -share, e.full.rows)
	sum, count := e.phi.design.Squares(influences, 0, e.phi.use), float64(e.phi.count)
	return math.Sqrt(sum/count) * (count / e.phi.total) / e.full.explained
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
		difference := numerators[k] - float64(share*denominators[k]) - (numerators[k+1] - float64(share*denominators[k+1]))
		sum += float64(difference * difference / 4)
	}
	mean := math.Abs(linalg.Sum(denominators) / float64(len(denominators)))
	if mean == 0 {
		return 1
	}
	return math.Sqrt(sum/float64(len(numerators)/2)) / mean
}
