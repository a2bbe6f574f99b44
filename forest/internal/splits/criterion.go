// Package splits has what a node's split is chosen by: candidate inputs, the features of its rows,
// their sums over levels, the factors that make gains of sums, and gains of earlier trees.
package splits

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// Criterion is the factor at one node at a time: c with gain = c·‖S‖², S the sum over
// the left rows of features centred in the node. With n₀ rows, L of them left and
// R right, and B features,
//
//	gain = weight(L, R) · (1/B) ‖ mean_left − mean_right ‖²,   c = weight(L, R)·n₀²/(B·L²·R²).
//
// Rows with weights have them in means, in S, and in the place of numbers of rows; how
// small a child may be is a matter of rows all the same. It belongs to one worker.
type Criterion struct {
	features int
	integer  bool    // weight(L, R) = floor(L·R/n₀), else L·R/n₀²
	alpha    float64 // least share of a child
	weights  []float64
	factors  []float64 // c(L) at index L−1; 0 where α forbids the split
	masked   []float64 // the same along one input
	// Mass are the weights of the node's rows by local id; nil if they are all 1.
	Mass  []float64
	total float64 // of the node
}

// NewCriterion returns the criterion for nodes of at most largest rows. weights are those of the
// rows of the table, nil if all are 1.
func NewCriterion(features int, integer bool, alpha float64, weights []float64, largest int) *Criterion {
	padded := simd.Pad(largest)
	c := &Criterion{
		features: features, integer: integer, alpha: alpha, weights: weights,
		factors: make([]float64, padded), masked: make([]float64, padded),
	}
	if weights != nil {
		c.Mass = make([]float64, padded)
	}
	return c
}

// Least returns the smallest number of rows of a child of a node of as many rows.
func (c *Criterion) Least(rows int) int {
	return max(int(math.Ceil(c.alpha*float64(rows))), 1)
}

// Open makes a node current, whose rows of the table and local ids are given, with
// centred features by id. It weighs the features where rows have weights.
func (c *Criterion) Open(rows, ids []int32, features []float64, stride int) {
	c.count(len(ids))
	if c.weights == nil {
		return
	}
	mean := make([]float64, stride)
	c.total = 0
	for k, id := range ids {
		c.Mass[id] = c.weights[rows[k]]
		c.total += c.Mass[id]
		linalg.AddScaled(mean, c.Mass[id], features[int(id)*stride:int(id+1)*stride])
	}
	floats.Scale(1/c.total, mean)
	for _, id := range ids {
		row := features[int(id)*stride : int(id+1)*stride]
		floats.Sub(row, mean)
		floats.Scale(c.Mass[id], row)
	}
}

// count sets up the factors by numbers of rows, zeros up to whole vectors.
func (c *Criterion) count(rows int) {
	clear(c.factors[:simd.Pad(rows)])
	total := float64(rows)
	least := c.Least(rows)
	scale := 1 / float64(c.features)
	// Both weightings make the factor of L that of R = n₀ − L.
	for n := least; n <= rows-n; n++ {
		product := float64(n) * float64(rows-n)
		factor := scale / product
		if c.integer {
			// The quotient is an integer or at least 1/rows away from one, so
			// that rounding it does not change its floor.
			factor = scale * math.Floor(product/total) * total * total / (product * product)
		}
		c.factors[n-1], c.factors[rows-n-1] = factor, factor
	}
}

// Of returns the factor of a split with so many rows of the given total weight on the
// left.
func (c *Criterion) Of(rows int, mass float64) float64 {
	if c.weights == nil || c.factors[rows-1] == 0 {
		return c.factors[rows-1]
	}
	return c.weighted(mass)
}

// weighted returns the factor of a split with rows of the given total weight on the left.
// Weights are not whole numbers: the floor of the quotient is the quotient.
func (c *Criterion) weighted(mass float64) float64 {
	other := c.total - mass
	if !(other > 0) {
		return 0 // rounded away
	}
	factor := 1 / (float64(c.features) * mass * other)
	if c.integer {
		factor *= c.total
	}
	return factor
}

// OfRows is Of for the rows with the given ids.
func (c *Criterion) OfRows(ids []int32) float64 {
	mass := 0.0
	if c.weights != nil {
		for _, id := range ids {
			mass += c.Mass[id]
		}
	}
	return c.Of(len(ids), mass)
}

// Along returns the factors of the splits after each row of order, in the order of an input, with
// zeros up to whole vectors. values has the input by row of the table, and rows the rows of the
// table by id. Where values may be tied, those between equal ones
// are 0. The slice is valid until the next call.
func (c *Criterion) Along(values []float64, rows, order []int32, tied bool) []float64 {
	factors := c.factors[:simd.Pad(len(order))]
	if c.weights != nil {
		factors = c.alongMasses(order)
	}
	if !tied {
		return factors
	}
	// There is no branch on values to mispredict.
	masked := c.masked[:len(factors)]
	last := math.Float64bits(values[rows[order[0]]])
	for k, id := range order[1:] {
		value, factor := math.Float64bits(values[rows[id]]), math.Float64bits(factors[k])
		if value == last {
			factor = 0
		}
		masked[k] = math.Float64frombits(factor)
		last = value
	}
	clear(masked[len(order)-1:])
	return masked
}

// alongMasses is Along without ties for rows with weights.
func (c *Criterion) alongMasses(order []int32) []float64 {
	along, leftMass := c.masked[:simd.Pad(len(order))], 0.0
	clear(along)
	for k, id := range order[:len(order)-1] {
		if leftMass += c.Mass[id]; c.factors[k] > 0 {
			along[k] = c.weighted(leftMass)
		}
	}
	return along
}
