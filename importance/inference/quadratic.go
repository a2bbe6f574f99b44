package inference

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// The law of Q = ‖Σ_i f′_i ⊗ r_i‖² (direct.go) is that of Σ λ χ²₁ with λ the eigenvalues of the covariance of the
// sums, which the products of the rows tell, as their mean is 0 under the hypothesis.
//
// Where f or r have two values a < b, as of rare events, products of few rows make up both the sum and
// its estimated covariance. But then E f′² given the other inputs is (b − m)(m − a), m the prediction, and
// what the squares of all products are expected to add up to is E, beside the F that they do. In one dimension
// F moves with the sum S by its third cumulant, so that S/√(E^⅔ F^⅓) is normal up to the term in S² of
// Cornish and Fisher (1938). So the covariance, in any dimension, is multiplied by (E/F)^⅔ if that is below 1, else
// by E/F; since the tail depends on their ratio alone, the code divides Q instead. Products with an
// input z have the latter alone: z may stand on few rows, which then would be all of the test.

// rest is what a prediction by the other inputs leaves of a column of numbers.
type rest struct {
	left   []float64
	square []float64 // what squares are expected to be given the other inputs; nil for those of left
}

// expected is what the square at a row is expected to be.
func (r rest) expected(i int) float64 {
	if r.square != nil {
		return r.square[i]
	}
	return r.left[i] * r.left[i]
}

// restOf returns the rest of values at the rows in use. Squares of two values are expected to have the mean
// that they have.
func (t *target) restOf(values, left []float64) rest {
	r, low, high := rest{left: left}, math.Inf(1), math.Inf(-1)
	for i := range t.used() {
		low, high = min(low, values[i]), max(high, values[i])
	}
	for i := range t.used() {
		if values[i] != low && values[i] != high {
			return r
		}
	}
	square := make([]float64, len(values))
	for i := range t.used() {
		m := min(max(values[i]-left[i], low), high)
		square[i] = (high - m) * (m - low)
	}
	if sum := linalg.Sum(square); sum > 0 { // that of predictions which are too sure would be too small
		floats.Scale(linalg.Dot(left, left)/sum, square)
		r.square = square
	}
	return r
}

// restsOf returns the rests of columns of values, without those of which nothing is left.
func (t *target) restsOf(values, left mat.Matrix, columns []int) []rest {
	var of []rest
	for _, c := range columns {
		if r := t.restOf(mat.Col(nil, c, values), mat.Col(nil, c, left)); linalg.Norm(r.left) > 0 {
			of = append(of, r)
		}
	}
	return of
}

// quadratic returns the p-value of ‖Σ_i z_i f_i ⊗ r_i‖² over the rows in use, without z if it is
// nil, from the second moments of its terms, which have mean 0 under the hypothesis; summed over clusters
// if there are any, and with f and r less their clusters' means if asked for.
func (t *target) quadratic(f, r []rest, z []float64, within bool) float64 {
	if within {
		f, r = t.lessMeans(f), t.lessMeans(r)
	}
	var terms [][]float64 // by product and unit
	statistic, expected, found := 0.0, 0.0, 0.0
	for _, a := range f {
		for _, b := range r {
			product := make([]float64, len(t.use))
			for i := range t.used() {
				product[i] = t.factor(i, z) * a.left[i] * b.left[i]
			}
			term := t.perUnit(product)
			sum, square := linalg.Sum(term), linalg.Dot(product, product)
			statistic += float64(sum * sum)
			terms, found = append(terms, term), found+square
			if t.design.Clusters == nil && (a.square != nil || b.square != nil) {
				square = 0
				for i := range t.used() {
					square += float64(t.factor(i, z) * t.factor(i, z) * a.expected(i) * b.expected(i))
				}
			}
			expected += square
		}
	}
	size := len(terms)
	covariance := mat.NewDense(max(size, 1), max(size, 1), nil)
	for a := range size {
		for b := range a + 1 {
			v := linalg.Dot(terms[a], terms[b])
			covariance.Set(a, b, v)
			covariance.Set(b, a, v)
		}
	}
	if expected == 0 { // predictions so sure that no product was to be expected: of few rows
		return 1
	}
	if ratio := expected / found; ratio > 1 {
		statistic /= ratio
	} else if ratio < 1 && z == nil {
		statistic /= elementary.Pow(ratio, 2.0/3)
	}
	return elementary.QuadraticTail(statistic, linalg.Traces(covariance))
}

// factor is what the products of a row are multiplied by: its weight, times z unless that is nil.
func (t *target) factor(i int, z []float64) float64 {
	if z == nil {
		return t.design.Weight(i)
	}
	return t.design.Weight(i) * z[i]
}

// lessMeans returns rests less their means in clusters.
func (t *target) lessMeans(all []rest) []rest {
	less := make([]rest, len(all))
	for k, of := range all {
		centred, _ := centreInClusters(mat.NewDense(len(of.left), 1, of.left), t.design, t.use)
		less[k].left = centred.RawMatrix().Data
	}
	return less
}

// perUnit returns sums of terms over clusters with rows in use, or the terms of the rows in use.
func (t *target) perUnit(terms []float64) []float64 {
	present := t.use
	if clusters := t.design.Clusters; clusters != nil {
		terms, present = design.Design{Clusters: clusters}.Sums(terms), make([]bool, t.design.Units(0))
		for i := range t.used() {
			present[clusters[i]] = true
		}
	}
	kept := make([]float64, 0, t.count)
	for k, ok := range present {
		if ok {
			kept = append(kept, terms[k])
		}
	}
	return kept
}
