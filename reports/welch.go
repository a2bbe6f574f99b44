package reports

import (
	"math"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"
)

// sample is a mean of n repetitions and its standard error.
type sample struct {
	mean, se float64
	n        int
}

// welchTest is the result of welch.
type welchTest struct {
	// difference is ours − printed in standard errors of the difference,
	// after the allowance; ±Inf if both standard errors are 0.
	difference float64
	df         float64 // Welch and Satterthwaite's degrees of freedom
	p          float64
}

// welch tests whether two means differ by more than allowance:
//
//	t = max(0, |ours − printed| − allowance) / √(se² + se_p²)
//
// with Welch and Satterthwaite's degrees of freedom
//
//	(se² + se_p²)² / (se⁴/(R−1) + se_p⁴/(R_p−1)).
//
// below asks only whether ours is larger (one-sided). If standIn, the printed
// standard error is ours scaled to their number of repetitions: there is one
// estimate of the variance then, with R−1 degrees of freedom. If both standard
// errors are 0 the means either agree (p = 1) or do not (p = 0).
func welch(ours, printed sample, allowance float64, below, standIn bool) welchTest {
	gap := ours.mean - printed.mean
	beyond := math.Copysign(max(0, math.Abs(gap)-allowance), gap)
	if below {
		beyond = max(0, beyond)
	}
	v, w := ours.se*ours.se, printed.se*printed.se
	if v+w == 0 {
		if beyond == 0 {
			return welchTest{p: 1}
		}
		return welchTest{difference: math.Inf(int(math.Copysign(1, beyond)))}
	}
	result := welchTest{difference: beyond / math.Sqrt(v+w)}
	if standIn {
		result.df = float64(ours.n - 1)
	} else {
		result.df = (v + w) * (v + w) / (share(v, ours.n) + share(w, printed.n))
	}
	result.p = upperTail(math.Abs(result.difference), result.df)
	if !below {
		result.p = min(1, 2*result.p)
	}
	return result
}

// share is a sample's term in the Welch–Satterthwaite denominator. A sample of
// one or of unknown size is taken as known exactly.
func share(variance float64, n int) float64 {
	if n < 2 {
		return 0
	}
	return variance * variance / float64(n-1)
}

// upperTail is P(T > t) of Student's distribution, t ≥ 0, without
// cancellation; df = +Inf is the normal distribution.
func upperTail(t, df float64) float64 {
	if math.IsInf(df, 1) {
		return distuv.UnitNormal.Survival(t)
	}
	return distuv.StudentsT{Mu: 0, Sigma: 1, Nu: df}.CDF(-t)
}

// holm returns p-values adjusted for their number by Holm's step-down method:
// rejecting those ≤ α errs at all with probability ≤ α.
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(a, b int) bool { return p[order[a]] < p[order[b]] })
	adjusted := make([]float64, len(p))
	largest := 0.0
	for rank, i := range order {
		largest = max(largest, min(1, p[i]*float64(len(p)-rank)))
		adjusted[i] = largest
	}
	return adjusted
}
