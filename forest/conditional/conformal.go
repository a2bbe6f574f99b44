package conditional

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/linalg"
)

// Conformal is how far central intervals between quantiles have to be moved to hold as many
// responses of new rows as they say (conformalised quantile regression; Romano, Patterson and
// Candès 2019), by out-of-bag quantiles in the place of those from other rows (Johansson,
// Boström, Löfström and Linusson 2014; Gupta, Kuchibhotla and Ramdas 2022). The scores of
// training rows are
//
//	s_i = max(q_low(x_i) − y_i, y_i − q_high(x_i)),
//
// and the correction is their quantile at coverage·(1 + 1/u), each row counting by its
// weight. u is the number of rows, of rows with weights (Σw)²/Σw². Of clusters u is
// between their number and that of rows, since a new row comes in a new cluster: so many
// independent rows would estimate the share of scores below the quantile as well.
// The coverage is that over new rows and training tables together, not at given inputs.
type Conformal struct {
	Coverage   float64 `json:"coverage"`   // of the interval
	Correction float64 `json:"correction"` // of both ends outwards, in the response's unit; inwards below 0
	Rows       int     `json:"rows"`       // with a score
	Worth      float64 `json:"worth"`      // u
}

// Conform returns the corrections of intervals of some coverages, above 0 and below 1, by
// out-of-bag laws and the responses that came at their rows, of a design. It returns an
// error where the rows are too few for a coverage. It panics unless there is a response for
// each row.
func (l *Law) Conform(
	ctx context.Context, responses, coverages []float64, d design.Design, workers int,
) ([]Conformal, error) {
	quantiles, rows, err := l.predicted(ctx, "Conform", responses, coverages, workers)
	if err != nil {
		return nil, err
	}
	if rows == nil {
		return nil, errors.New("no row is out-of-bag, expected trees that leave rows out for conformal scores")
	}
	used := d.Choose(rows)
	total := used.Total(len(rows))
	intervals := make([]Conformal, len(coverages))
	scores, order := make([]float64, len(rows)), make([]int, len(rows))
	for k, coverage := range coverages {
		for i, row := range rows {
			y := responses[row]
			scores[i], order[i] = max(quantiles.At(int(row), 2*k)-y, y-quantiles.At(int(row), 2*k+1)), i
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(scores[a], scores[b]) })
		independent := independentRows(used, order, coverage)
		level := float64(coverage * (1 + 1/independent))
		if level > 1+slack {
			return nil, fmt.Errorf("an interval that holds %.4g %% needs the conformal scores of at least %.0f "+
				"independent rows, found what %.4g are worth: expected a lower coverage",
				100*coverage, math.Ceil(coverage/(1-coverage)-slack), independent)
		}
		sum, last := 0.0, 0
		for _, i := range order {
			sum, last = sum+used.Weight(i), i
			if sum >= float64((level-slack)*total) {
				break
			}
		}
		intervals[k] = Conformal{coverage, scores[last], len(rows), independent}
	}
	return intervals, nil
}

// independentRows returns how many independent rows the rows of a design, in the order of their
// scores, are worth for the quantile of these at a level.
func independentRows(d design.Design, order []int, level float64) float64 {
	n := len(order)
	equal := func(d design.Design) float64 { // whatever the scores
		ones := slices.Repeat([]float64{1}, n)
		masses := d.Sums(ones)
		total := linalg.Sum(masses)
		return total * total / linalg.Dot(masses, masses)
	}
	rows := equal(design.Design{Weights: d.Weights})
	if d.Clusters == nil {
		return rows
	}
	below, sum := make([]float64, n), 0.0
	for _, i := range order {
		if sum += d.Weight(i); sum > level*d.Total(n) {
			break
		}
		below[i] = 1
	}
	share, se := d.Mean(below), d.StandardError(below)
	if !(se > 0) { // or NaN, of a single cluster
		return equal(d)
	}
	return min(max(share*(1-share)/(se*se), equal(d)), rows)
}

// predicted is quantilesOf with the rows that some tree predicts. It panics, as the caller, unless
// there is a response for each row.
func (l *Law) predicted(
	ctx context.Context, caller string, responses, coverages []float64, workers int,
) (quantiles *mat.Dense, rows []int32, err error) {
	if len(responses) != l.rows {
		panic(
			fmt.Sprintf("conditional: %s by %d responses, expected those of %d evaluated rows", caller, len(responses), l.rows),
		)
	}
	if quantiles, err = l.quantilesOf(ctx, coverages, workers); err != nil {
		return nil, nil, err
	}
	for i := range l.rows {
		if !math.IsNaN(quantiles.At(i, 0)) {
			rows = append(rows, int32(i))
		}
	}
	return quantiles, rows, nil
}

// quantilesOf returns the ends of intervals of some coverages, m×2k.
func (l *Law) quantilesOf(ctx context.Context, coverages []float64, workers int) (*mat.Dense, error) {
	var levels []float64
	for _, coverage := range coverages {
		if !(coverage > 0 && coverage < 1) {
			return nil, fmt.Errorf("conditional: interval of coverage %v, expected one above 0 and below 1", coverage)
		}
		levels = append(levels, (1-coverage)/2, (1+coverage)/2)
	}
	return l.Quantiles(ctx, levels, workers)
}

// Intervals returns the central intervals so corrected, m×2k: for each correction the lower
// and the upper end; NaN at rows that no tree predicts. Where a correction inwards leaves
// nothing, both ends are the middle.
func (l *Law) Intervals(ctx context.Context, corrections []Conformal, workers int) (*mat.Dense, error) {
	var coverages []float64
	for _, c := range corrections {
		coverages = append(coverages, c.Coverage)
	}
	quantiles, err := l.quantilesOf(ctx, coverages, workers)
	if err != nil {
		return nil, err
	}
	for i := range l.rows {
		for k, c := range corrections {
			low, high := quantiles.At(i, 2*k)-c.Correction, quantiles.At(i, 2*k+1)+c.Correction
			if low > high {
				low = (low + high) / 2
				high = low
			}
			quantiles.Set(i, 2*k, low)
			quantiles.Set(i, 2*k+1, high)
		}
	}
	return quantiles, nil
}
