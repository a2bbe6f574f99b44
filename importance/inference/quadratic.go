package inference

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// The law of Q = ‖Σ_i f′_i ⊗ r_i‖² (direct.go) is that of Σ λ χ²₁, with λ the eigenvalues of the
// covariance of the sums. Products of rows have mean 0 under the hypothesis, so that their second
// moments estimate this covariance.
//
// Rare events need a correction. If f or r takes two values a < b, few rows make up both the
// sum and its estimated covariance. But then E f′² given the other inputs is (b − m)(m − a),
// with m the prediction. Let E be what the squares of all products should add up to, and F what
// they do. In one dimension F moves with the sum S by its third cumulant, so that S/√(E^⅔ F^⅓)
// is normal up to the term in S² of Cornish and Fisher (1938). So the covariance, in any
// dimension, is multiplied by (E/F)^⅔ if that is below 1, else by E/F. Since the tail depends
// on their ratio alone, the code divides Q instead. Products with a multiplier z are only
// corrected upwards: z may stand on few rows, which then would be all of the test.
//
// Products and sums are written float64(a*b), which forbids to fuse them: values are the same on
// every processor.

// residual is a column of numbers less its prediction by the other inputs.
type residual struct {
	values []float64
	// square is what the squares of values should be given the other inputs; nil if this is unknown.
	square []float64
}

// expectedSquare returns what the square at a row should be: the observed one if unknown.
func (r residual) expectedSquare(i int) float64 {
	if r.square != nil {
		return r.square[i]
	}
	return r.values[i] * r.values[i]
}

// residual returns the residual of numbers, whose values less their prediction are unexplained.
// If numbers takes only two values a < b at the rows in use, as of a rare event, square is the
// variance that the prediction m implies:
//
//	(b − m)(m − a),   m = numbers − unexplained, cut at a and b.
//
// It is rescaled to the sum of the observed squares, since predictions that are too sure imply too
// little. Otherwise square is nil.
func (t *target) residual(numbers, unexplained []float64) residual {
	r, low, high := residual{values: unexplained}, math.Inf(1), math.Inf(-1)
	for i := range t.used() {
		low, high = min(low, numbers[i]), max(high, numbers[i])
	}
	for i := range t.used() {
		if numbers[i] != low && numbers[i] != high {
			return r
		}
	}
	square := make([]float64, len(numbers))
	for i := range t.used() {
		m := min(max(numbers[i]-unexplained[i], low), high)
		square[i] = (high - m) * (m - low)
	}
	if sum := linalg.Sum(square); sum > 0 {
		floats.Scale(linalg.Dot(unexplained, unexplained)/sum, square)
		r.square = square
	}
	return r
}

// residualColumns returns the residuals of some columns, without those that are 0 in all rows.
func (t *target) residualColumns(numbers, unexplained mat.Matrix, columns []int) (residuals []residual) {
	for _, c := range columns {
		r := t.residual(mat.Col(nil, c, numbers), mat.Col(nil, c, unexplained))
		if linalg.Norm(r.values) > 0 {
			residuals = append(residuals, r)
		}
	}
	return residuals
}

// covarianceTest returns the p-value of a sum over the rows in use:
//
//	Q = ‖Σ_i w_i z_i f′_i ⊗ r_i‖².
//
// Here f′ are the residuals of inputs and r those of responses, w the weights of the rows, and
// z the multiplier, 1 if it is nil. Terms are summed over clusters first if there are any.
func (t *target) covarianceTest(inputs, responses []residual, multiplier []float64) float64 {
	var terms [][]float64 // by product and unit
	statistic, expected, observed := 0.0, 0.0, 0.0
	for _, f := range inputs {
		for _, r := range responses {
			product := make([]float64, len(t.use))
			for i := range t.used() {
				product[i] = t.rowFactor(i, multiplier) * f.values[i] * r.values[i]
			}
			term := t.unitSums(product)
			sum := linalg.Sum(term)
			statistic += float64(sum * sum)
			implied, seen := t.squares(f, r, multiplier)
			if t.design.Clusters != nil {
				implied = seen
			}
			terms, expected, observed = append(terms, term), expected+implied, observed+seen
		}
	}
	if expected == 0 { // predictions are so sure that no product should be there: few rows
		return 1
	}
	if ratio := expected / observed; ratio > 1 {
		statistic /= ratio
	} else if ratio < 1 && multiplier == nil {
		statistic /= elementary.Pow(ratio, 2.0/3)
	}
	return elementary.QuadraticTail(statistic, linalg.Traces(crossProducts(terms)))
}

// crossProducts returns the inner products of any two of the rows of terms.
func crossProducts(terms [][]float64) *mat.Dense {
	size := max(len(terms), 1)
	products := mat.NewDense(size, size, nil)
	for a := range terms {
		for b := range a + 1 {
			v := linalg.Dot(terms[a], terms[b])
			products.Set(a, b, v)
			products.Set(b, a, v)
		}
	}
	return products
}

// rowFactor returns what the products of a row are multiplied by: its weight, times multiplier
// unless that is nil.
func (t *target) rowFactor(i int, multiplier []float64) float64 {
	if multiplier == nil {
		return t.design.Weight(i)
	}
	return t.design.Weight(i) * multiplier[i]
}

// centreInClusters subtracts from all residuals their means in clusters.
func (s *residualSets) centreInClusters() {
	for _, set := range []*[]residual{
		&s.inputLines, &s.inputCurves, &s.responses, &s.responseSizes, &s.responseTails, &s.responsePairs,
	} {
		*set = s.rows.centreResiduals(*set)
	}
}

// centreResiduals returns residuals less their means in clusters; nil for nil. What their squares
// should be is unknown then.
func (t *target) centreResiduals(residuals []residual) (centred []residual) {
	for _, r := range residuals {
		column, _ := centreInClusters(mat.NewDense(len(r.values), 1, r.values), t.design, t.use)
		centred = append(centred, residual{values: column.RawMatrix().Data})
	}
	return centred
}

// unitSums returns the sums of terms over the clusters with rows in use, or the terms of these rows
// if there are no clusters.
func (t *target) unitSums(terms []float64) []float64 {
	present := t.use
	if clusters := t.design.Clusters; clusters != nil {
		terms, present = design.Design{Clusters: clusters}.Sums(terms), make([]bool, t.design.Units(0))
		for i := range t.used() {
			present[clusters[i]] = true
		}
	}
	sums := make([]float64, 0, t.count)
	for unit, ok := range present {
		if ok {
			sums = append(sums, terms[unit])
		}
	}
	return sums
}
