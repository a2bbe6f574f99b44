package conditional

import (
	"context"
	"math"
	"slices"

	"drfvi/forest/design"
)

// Bins is the number of bins of a PIT histogram.
const Bins = 10

// Calibration compares predicted laws with the responses. If the laws are right, the probability
// integral transform is uniform and central intervals have their nominal coverage.
type Calibration struct {
	Rows int `json:"rows"` // predicted by some tree
	// Histogram is that of the probability integral transform, shares of the rows in Bins
	// equal bins. At an atom of the law the transform is spread over the jump (Czado,
	// Gneiting and Held 2009).
	Histogram []float64  `json:"pit"`
	Intervals []Coverage `json:"coverage"`
	// CRPS is the mean continuous ranked probability score, Unconditional that of the law of
	// all rows instead of the forest's: lower is better.
	CRPS          float64 `json:"crps"`
	Unconditional float64 `json:"crps_unconditional"`
}

// Coverage is the share of responses in a central interval.
type Coverage struct {
	Nominal float64 `json:"nominal"`
	Share   float64 `json:"share"`
	SE      float64 `json:"se"`
}

// nominal are the coverages of the central intervals.
var nominal = []float64{0.5, 0.8, 0.9, 0.95}

// Calibrate compares the laws with the responses of the evaluated rows, whose design d gives
// weights, and clusters for errors. It panics unless there is a response for each row.
func (l *Law) Calibrate(ctx context.Context, responses []float64, d design.Design, workers int) (Calibration, error) {
	quantiles, rows, err := l.predicted(ctx, "Calibrate", responses, nominal, workers)
	if err != nil {
		return Calibration{}, err
	}
	unit := unitOf(l.y, responses)
	low, high, scores := make([]float64, l.rows), make([]float64, l.rows), make([]float64, l.rows)
	err = l.forEachRow(ctx, workers, func(i int, weights []float64) {
		if weights != nil {
			low[i], high[i] = l.transform(weights, responses[i])
			scores[i] = l.score(weights, responses[i], unit)
		}
	})
	if err != nil {
		return Calibration{}, err
	}
	c := Calibration{Rows: len(rows), Histogram: make([]float64, Bins)}
	used := d.Choose(rows)
	total := used.Total(len(rows))
	crps := make([]float64, len(rows))
	for k, i := range rows {
		spreadOver(c.Histogram, low[i], high[i], used.Weight(k)/total)
		crps[k] = scores[i]
	}
	for k, share := range nominal {
		inside := make([]float64, len(rows))
		for place, i := range rows {
			if v := responses[i]; quantiles.At(int(i), 2*k) <= v && v <= quantiles.At(int(i), 2*k+1) {
				inside[place] = 1
			}
		}
		c.Intervals = append(c.Intervals, Coverage{share, used.Mean(inside), used.StandardError(inside)})
	}
	c.CRPS = used.Mean(crps) * unit
	weights := make([]float64, len(l.y))
	for row := range weights {
		weights[row] = l.forest.Columns.Design().Weight(row) / l.forest.Columns.Design().Total(len(weights))
	}
	for k, i := range rows {
		crps[k] = l.score(weights, responses[i], unit)
	}
	c.Unconditional = used.Mean(crps) * unit
	return c, nil
}

// transform returns the probabilities of values below a response and up to it.
func (l *Law) transform(weights []float64, response float64) (low, high float64) {
	for row, w := range weights {
		switch y := l.y[row]; {
		case y < response:
			low, high = low+w, high+w
		case y == response:
			high += w
		}
	}
	return min(low, 1), min(high, 1)
}

// spreadOver spreads an amount evenly over the bins from low to high.
func spreadOver(bins []float64, low, high, amount float64) {
	n := float64(len(bins))
	if high <= low {
		bins[min(int(low*n), len(bins)-1)] += amount
		return
	}
	for k := range bins {
		inside := min(high, (float64(k)+1)/n) - max(low, float64(k)/n)
		if inside > 0 {
			bins[k] += float64(amount * inside / (high - low))
		}
	}
}

// unitOf is 1, or a power of two in which sums of differences of very large responses are finite.
func unitOf(columns ...[]float64) float64 {
	const large, unit = 0x1p900, 0x1p100
	for _, column := range columns {
		if slices.ContainsFunc(column, func(v float64) bool { return math.Abs(v) > large }) {
			return unit
		}
	}
	return 1
}

// score returns ∫ (F̂(t) − 1{response ≤ t})² dt, in a unit that is a power of two.
func (l *Law) score(weights []float64, response, unit float64) float64 {
	response /= unit
	var places, below []float64 // F̂ from each place
	sum := 0.0
	for _, row := range l.order {
		if w := weights[row]; w > 0 {
			sum += w
			places, below = append(places, l.y[row]/unit), append(below, min(sum, 1))
		}
	}
	total := 0.0
	add := func(from, to, f float64) {
		if middle := min(max(response, from), to); to > from {
			total += float64((middle-from)*f*f) + float64((to-middle)*(1-f)*(1-f))
		}
	}
	last := len(places) - 1
	add(min(response, places[0]), places[0], 0)
	for k := range last {
		add(places[k], places[k+1], below[k])
	}
	add(places[last], max(response, places[last]), 1)
	return total
}

// Skill is the relative improvement of the score over the law of all rows.
func (c Calibration) Skill() float64 {
	if c.Unconditional == 0 {
		return 0
	}
	return 1 - c.CRPS/c.Unconditional
}
