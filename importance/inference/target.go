package inference

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// target is what is predicted: one row of coordinates for each evaluation row.
type target struct {
	values *mat.Dense // m×r
	mean   []float64
	use    []bool // rows that every forest predicts
	count  int    // of them
	design design.Design
	total  float64 // of the weights of the rows in use, their number without weights
	units  float64 // clusters with rows in use, or rows
	within bool    // residuals and predictions are compared within clusters
}

func newTarget(values *mat.Dense, use []bool, d design.Design) *target {
	t := &target{values: values, use: use, design: d}
	var rows []int32
	for i := range t.used() {
		rows = append(rows, int32(i))
		t.total += d.Weight(i)
	}
	t.count = len(rows)
	if d.Clusters == nil {
		t.units = float64(t.count)
	} else if t.count > 0 {
		t.units = float64(d.Choose(rows).Units(t.count))
	}
	t.mean = t.centre(values)
	return t
}

// used ranges over the rows in use.
func (t *target) used() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, ok := range t.use {
			if ok && !yield(i) {
				return
			}
		}
	}
}

// average returns the weighted mean of terms of the rows, which are 0 for those that
// are not in use.
func (t *target) average(terms []float64) float64 {
	if t.design.Weights == nil {
		return linalg.Sum(terms) / t.total
	}
	return linalg.Dot(terms, t.design.Weights) / t.total
}

// centre returns the mean of a prediction over the rows in use.
func (t *target) centre(prediction *mat.Dense) []float64 {
	_, r := prediction.Dims()
	mean := make([]float64, r)
	for i := range t.used() {
		linalg.AddScaled(mean, t.design.Weight(i), prediction.RawRowView(i))
	}
	if t.total > 0 {
		floats.Scale(1/t.total, mean)
	}
	return mean
}

// centred returns a prediction less its mean over the rows in use, or less its means in
// their clusters.
func (t *target) centred(prediction *mat.Dense) *mat.Dense {
	if t.within {
		less, _ := centreInClusters(prediction, t.design, t.use)
		return less
	}
	less, mean := mat.DenseCopyOf(prediction), t.centre(prediction)
	for i := range t.use {
		simd.Subtract(less.RawRowView(i), prediction.RawRowView(i), mean)
	}
	return less
}

// variation returns ‖φ_i − mean φ‖² of the rows in use, 0 for others, and the mean.
// The mean φ is that of the rows of other clusters: with W the sum of all weights, W_c
// that of the row's cluster, and means over all rows,
//
//	φ_i − mean of the others = φ_i − φ̄ + Σ_{k∈c} w_k (φ_k − φ̄) / (W − W_c),
//
// n/(n−1) times the distance from the mean of all where rows are independent and
// count the same.
func (t *target) variation() (rows []float64, mean float64) {
	rows = make([]float64, len(t.use))
	difference := make([]float64, len(t.mean))
	if t.design.Clusters != nil {
		t.variationOfClusters(rows)
		return rows, t.average(rows)
	}
	for i := range t.used() {
		simd.Subtract(difference, t.values.RawRowView(i), t.mean)
		others := t.total / (t.total - t.design.Weight(i))
		rows[i] = others * others * simd.Dot(difference, difference)
	}
	return rows, t.average(rows)
}

// variationOfClusters stores the terms of variation of rows in clusters.
func (t *target) variationOfClusters(rows []float64) {
	units, r := t.design.Units(0), len(t.mean)
	sums, weights := mat.NewDense(units, r, nil), make([]float64, units)
	difference := make([]float64, r)
	for i := range t.used() {
		c, w := int(t.design.Clusters[i]), t.design.Weight(i)
		simd.Subtract(difference, t.values.RawRowView(i), t.mean)
		linalg.AddScaled(sums.RawRowView(c), w, difference)
		weights[c] += w
	}
	for i := range t.used() {
		if c := int(t.design.Clusters[i]); weights[c] < t.total {
			simd.Subtract(difference, t.values.RawRowView(i), t.mean)
			linalg.AddScaled(difference, 1/(t.total-weights[c]), sums.RawRowView(c))
			rows[i] = simd.Dot(difference, difference)
		}
	}
}

// products returns the inner products of the rows in use, 0 for others.
func (t *target) products(a, b *mat.Dense) []float64 {
	terms := make([]float64, len(t.use))
	for i := range t.used() {
		terms[i] = simd.Dot(a.RawRowView(i), b.RawRowView(i))
	}
	return terms
}

// error returns the standard error of the weighted sum of terms of the rows in use.
func (t *target) error(terms []float64) float64 {
	return math.Sqrt(t.design.Squares(terms, t.average(terms), t.use) * t.units / (t.units - 1))
}
