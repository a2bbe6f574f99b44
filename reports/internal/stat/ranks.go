package stat

import (
	"math"

	"drfvi/internal/rank"
)

// Spearman returns the correlation of the ranks of a and b, 0 if the values of one are
// all equal.
func Spearman(a, b []float64) float64 {
	x, y := rank.Of(a), rank.Of(b)
	mean := float64(len(x)+1) / 2
	var xy, xx, yy float64
	for i := range x {
		xy += (x[i] - mean) * (y[i] - mean)
		xx += (x[i] - mean) * (x[i] - mean)
		yy += (y[i] - mean) * (y[i] - mean)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(xx*yy)
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

// SignedRank returns the exact two-sided p-value of Wilcoxon's signed rank test that
// differences are symmetric about 0: the share of all choices of signs that give a sum
// of positive ranks as far from its mean, and whether the differences are above 0 by that
// sum. Differences of 0 are left out, equal sizes share their ranks.
func SignedRank(differences []float64) (p float64, above bool) {
	var sizes []float64
	var positive []bool
	for _, d := range differences {
		if d != 0 {
			sizes, positive = append(sizes, math.Abs(d)), append(positive, d > 0)
		}
	}
	total, sum := 0, 0
	var doubled []int // ranks, twice, which are whole
	for i, of := range rank.Of(sizes) {
		twice := int(2 * of)
		doubled = append(doubled, twice)
		total += twice
		if positive[i] {
			sum += twice
		}
	}
	counts := make([]float64, total+1) // choices of signs by the sum, as shares
	counts[0] = 1
	for _, rank := range doubled {
		for s := total; s >= 0; s-- {
			with := 0.0
			if s >= rank {
				with = counts[s-rank]
			}
			counts[s] = (counts[s] + with) / 2
		}
	}
	distance := max(sum, total-sum)
	for s, share := range counts {
		if max(s, total-s) >= distance {
			p += share
		}
	}
	return min(p, 1), 2*sum > total
}
