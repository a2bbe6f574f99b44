package inference

import (
	"iter"
	"math"
	"slices"

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
		centredPrediction, _ := centreInClusters(prediction, t.design, t.use)
		return centredPrediction
	}
	centredPrediction, mean := mat.DenseCopyOf(prediction), t.centre(prediction)
	for i := range t.use {
		floats.SubTo(centredPrediction.RawRowView(i), prediction.RawRowView(i), mean)
	}
	return centredPrediction
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
		floats.SubTo(difference, t.values.RawRowView(i), t.mean)
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
		floats.SubTo(difference, t.values.RawRowView(i), t.mean)
		linalg.AddScaled(sums.RawRowView(c), w, difference)
		weights[c] += w
	}
	for i := range t.used() {
		if c := int(t.design.Clusters[i]); weights[c] < t.total {
			floats.SubTo(difference, t.values.RawRowView(i), t.mean)
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

// combination is that of the predictions of several learners, recalibrated
// (stacked regression; Breiman 1996): with centred predictions μ̂_k and targets φ,
//
//	prediction_i = φ̄ + Σ_k a_k (μ̂_k(x_i) − mean μ̂_k),   a_k ≥ 0,
//
// with the weights a_k that minimise the squared error out-of-bag. Forests predict too little
// variation (a_k > 1), or too much where the signal is weak (a_k < 1); regressions learn what
// is smooth, forests what is not. Without calibration these faults, which differ with and
// without a variable, count as importance.
type combination struct {
	weights   []float64
	explained float64   // V, by how much the squared error falls: mean over rows
	rows      []float64 // the terms of V; 0 for rows left out
}

// covariances holds, for each row, the terms of the normal equations of stacking:
// ⟨φ_i − φ̄, μ̂_k(x_i) − mean μ̂_k⟩, and the inner products of the centred
// predictions, for infinite forests where they are of one forest.
type covariances struct {
	withTarget       [][]float64   // by forest and row
	amongPredictions [][][]float64 // by forest, forest and row, the lower triangle
	// ofFiniteTrees is, by forest, the excess of the squares of finitely many trees over those of
	// an infinite forest, i.e. the Monte Carlo variance of their mean: the weighted sum over rows.
	ofFiniteTrees []float64
	// least is the variation up to which predictions are errors of rounding, as where all is
	// measured from a cluster's mean.
	least float64
}

// covary returns the covariances of the target with predictions.
func (t *target) covary(predictions []*moments) covariances {
	rows, r := t.values.Dims()
	c := covariances{ofFiniteTrees: make([]float64, len(predictions))}
	centred := make([]*mat.Dense, len(predictions))
	for k, p := range predictions {
		centred[k] = t.centred(p.mean)
		c.withTarget = append(c.withTarget, make([]float64, rows))
		c.amongPredictions = append(c.amongPredictions, nil)
		for range k + 1 {
			c.amongPredictions[k] = append(c.amongPredictions[k], make([]float64, rows))
		}
	}
	a := make([]float64, r)
	for i := range t.used() {
		floats.SubTo(a, t.values.RawRowView(i), t.mean)
		c.least += float64(rounding * t.design.Weight(i) * simd.Dot(a, a) / t.total)
		for k, p := range predictions {
			v, b := p.mean.RawRowView(i), centred[k].RawRowView(i)
			c.withTarget[k][i] = simd.Dot(a, b)
			ofFiniteTrees := simd.Dot(v, v) - p.squared(i)
			c.amongPredictions[k][k][i] = simd.Dot(b, b) - ofFiniteTrees
			c.ofFiniteTrees[k] += float64(t.design.Weight(i) * ofFiniteTrees)
			for l := range k {
				c.amongPredictions[k][l][i] = simd.Dot(centred[l].RawRowView(i), b)
			}
		}
	}
	return c
}

// rounding is the share of a variation below which another one is an error of rounding.
const rounding = 1e-12

// stack finds the weights. Forests whose predictions do not vary get none.
func (t *target) stack(predictions []*moments) submodel {
	c, k := t.covary(predictions), len(predictions)
	targetProducts, gram := make([]float64, k), mat.NewSymDense(k, nil)
	for a := range k {
		targetProducts[a] = t.average(c.withTarget[a])
		for b := range a + 1 {
			gram.SetSym(a, b, t.average(c.amongPredictions[a][b]))
		}
		if gram.At(a, a) <= max(leastVariation*c.ofFiniteTrees[a]/t.total, c.least) {
			gram.SetSym(a, a, 0)
		}
	}
	s := submodel{combination{weights: nonNegative(targetProducts, gram), rows: make([]float64, len(t.use))}, predictions}
	for i := range s.rows {
		for a, w := range s.weights {
			s.rows[i] += float64(w * (float64(2*c.withTarget[a][i]) - float64(w*c.amongPredictions[a][a][i])))
			for b, v := range s.weights[:a] {
				s.rows[i] -= float64(2 * w * v * c.amongPredictions[a][b][i])
			}
		}
	}
	s.explained = t.average(s.rows)
	return s
}

// plain is the prediction of a single forest as Loco measures it, neither centred nor
// recalibrated. (Tests centre it, see prediction, and recalibrate what is predicted of directions.)
func (t *target) plain(p *moments) combination {
	variations, _ := t.variation()
	s := combination{weights: []float64{1}, rows: variations}
	for i := range t.used() {
		v := t.values.RawRowView(i)
		s.rows[i] -= simd.Dot(v, v) - 2*simd.Dot(v, p.mean.RawRowView(i)) + p.squared(i)
	}
	s.explained = t.average(s.rows)
	return s
}

// nonNegative returns the weights a ≥ 0 that maximise 2 cᵀa − aᵀGa, with c the targetProducts and
// G the gram. A stack has few members, so it is the best of the solutions on all 2^k subsets.
func nonNegative(targetProducts []float64, gram *mat.SymDense) []float64 {
	k := len(targetProducts)
	best, largestGain := make([]float64, k), 0.0
	for subset := 1; subset < 1<<k; subset++ {
		var members []int
		for a := range k {
			if subset>>a&1 == 1 {
				members = append(members, a)
			}
		}
		q, c := mat.NewSymDense(len(members), nil), make([]float64, len(members))
		for i, a := range members {
			c[i] = targetProducts[a]
			for j, b := range members[:i+1] {
				q.SetSym(i, j, gram.At(a, b))
			}
		}
		var factor linalg.Cholesky
		if !factor.Factorize(len(members), q.At) || mat.Cond(q, 1) > 1e10 {
			continue // forests that predict alike, or do not vary
		}
		w := slices.Clone(c)
		factor.Solve(w)
		if gain := linalg.Dot(c, w); gain > largestGain && slices.Min(w) >= 0 {
			largestGain = gain
			clear(best)
			for i, a := range members {
				best[a] = w[i]
			}
		}
	}
	return best
}

// prediction returns the stacked prediction less φ̄, m×r; zeros for rows left out.
func (t *target) prediction(s submodel) *mat.Dense {
	rows, r := t.values.Dims()
	combined, centre := mat.NewDense(rows, r, nil), make([]float64, r)
	for k, p := range s.predictions {
		linalg.AddScaled(centre, s.weights[k], t.centre(p.mean))
	}
	for i := range t.used() {
		row := combined.RawRowView(i)
		for k, p := range s.predictions {
			linalg.AddScaled(row, s.weights[k], p.mean.RawRowView(i))
		}
		floats.SubTo(row, row, centre)
	}
	return combined
}

// residuals returns the target less its stacked prediction, m×r; zeros for rows
// left out.
func (t *target) residuals(s submodel) *mat.Dense {
	remainders := t.prediction(s)
	for i := range t.used() {
		row := remainders.RawRowView(i)
		floats.SubTo(row, t.values.RawRowView(i), row)
		floats.SubTo(row, row, t.mean)
	}
	if t.within {
		remainders, _ = centreInClusters(remainders, t.design, t.use)
	}
	return remainders
}

// stackColumn stacks predictions of a column of values.
func stackColumn(values *mat.Dense, predictions []*mat.Dense, k int, use []bool, d design.Design) (*target, submodel) {
	column := func(m *mat.Dense) *mat.Dense { return padded(m.Slice(0, len(use), k, k+1)) }
	t := newTarget(column(values), use, d)
	var parts []*moments
	for _, p := range predictions {
		parts = append(parts, &moments{mean: column(p)})
	}
	return t, t.stack(parts)
}
