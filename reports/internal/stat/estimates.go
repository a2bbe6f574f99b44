package stat

import (
	"maps"
	"math"
	"slices"

	gonum "gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/internal/rank"
)

// Slope returns the slope of the straight line through points by least squares. Its standard
// error is from the scatter of the points around the line:
//
//	se² = Σ residual² / (points − 2) / Σ (x − mean x)².
//
// The standard error is NaN for fewer than three points, the slope too if all
// points have the same x. bent is the p-value of the test that the means at each x are on a line,
// against any other place (lack of fit); 1 where that cannot be tested.
func Slope(x, y []float64) (slope Stat, bent float64) {
	slope = Stat{Mean: math.NaN(), SD: math.NaN(), SE: math.NaN(), N: len(x)}
	if len(x) == 0 {
		return slope, 1
	}
	meanX, meanY := Mean(x), Mean(y)
	var xx, xy float64
	for i := range x {
		xx += (x[i] - meanX) * (x[i] - meanX)
		xy += (x[i] - meanX) * (y[i] - meanY)
	}
	if xx == 0 {
		return slope, 1
	}
	slope.Mean = xy / xx
	intercept := meanY - slope.Mean*meanX
	if len(x) < 3 {
		return slope, 1
	}
	squares := 0.0
	for i := range x {
		residual := y[i] - intercept - slope.Mean*x[i]
		squares += residual * residual
	}
	slope.SE = math.Sqrt(squares / float64(len(x)-2) / xx)
	return slope, lackOfFit(x, y, squares)
}

// lackOfFit compares the scatter of means around a line with that of values around the
// means of the same x by an F test; residual is the sum of squares around the line.
func lackOfFit(x, y []float64, residual float64) float64 {
	groups := make(map[float64][]float64)
	for i, v := range x {
		groups[v] = append(groups[v], y[i])
	}
	pure := 0.0
	for _, v := range slices.Sorted(maps.Keys(groups)) {
		mean := Mean(groups[v])
		for _, w := range groups[v] {
			pure += (w - mean) * (w - mean)
		}
	}
	between, within := float64(len(groups)-2), float64(len(x)-len(groups))
	if between < 1 || within < 1 || pure == 0 {
		return 1
	}
	return distuv.F{D1: between, D2: within}.Survival(max(0, residual-pure) / between / (pure / within))
}

// Jackknife returns statistic(means over rows of the columns). Its standard error comes from
// leaving out one row (repetition) at a time:
//
//	SE² = (R−1)/R · Σ_r (θ₍₋ᵣ₎ − mean θ₍₋·₎)²,
//
// A statistic such as the largest of many means has no simple one; for a mean it is sd/√R. The
// statistic may reorder its argument.
func Jackknife(rows [][]float64, columns []int, statistic func(means []float64) float64) Stat {
	r := len(rows)
	sums := make([]float64, len(columns))
	for _, row := range rows {
		for i, j := range columns {
			sums[i] += row[j]
		}
	}
	means := make([]float64, len(columns))
	for i, sum := range sums {
		means[i] = sum / float64(r)
	}
	s := Stat{Mean: statistic(means), SD: math.NaN(), SE: math.NaN(), N: r}
	if r < 2 {
		return s
	}
	estimates := make([]float64, r)
	for k, row := range rows {
		for i, j := range columns {
			means[i] = (sums[i] - row[j]) / float64(r-1)
		}
		estimates[k] = statistic(means)
	}
	center, squares := Mean(estimates), 0.0
	for _, v := range estimates {
		squares += (v - center) * (v - center)
	}
	s.SE = math.Sqrt(squares * float64(r-1) / float64(r))
	if s.SE < 1e-14*math.Abs(s.Mean) {
		s.SE = 0 // rounding of equal values
	}
	s.SD = s.SE * math.Sqrt(float64(r))
	return s
}

// Spearman returns the correlation of the ranks of a and b, 0 if the values of one are
// all equal.
func Spearman(a, b []float64) float64 {
	if slices.Min(a) == slices.Max(a) || slices.Min(b) == slices.Max(b) {
		return 0
	}
	return gonum.Correlation(rank.Of(a), rank.Of(b), nil)
}

// AUC returns the area under the curve of receiver operating characteristic of scores:
// the probability that one of the positives is above one of the negatives, equal ones
// counting half.
func AUC(positives, negatives []float64) float64 {
	sum := 0.0
	for _, p := range positives {
		for _, n := range negatives {
			switch {
			case p > n:
				sum++
			case p == n:
				sum += 0.5
			}
		}
	}
	return sum / float64(len(positives)*len(negatives))
}
