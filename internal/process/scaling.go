package process

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// scaling standardises columns: mean 0 and, summed over each group, variance 1. Columns that
// are constant, or but for rounding, become 0.
type scaling struct {
	group    []int
	exponent []int // columns are divided by 2 to it first, so that squares are finite
	centre   []float64
	unit     []float64 // 0 for constant columns
	varying  int       // groups that are not constant
}

// constant is the range of a column, as a share of its largest number, that is its rounding.
const constant = 1e-12

// newScaling returns the scaling of a table; nil groups: each column is one. It panics if a number
// is not finite.
func newScaling(x *mat.Dense, groups []int) scaling {
	_, p := x.Dims()
	s := scaling{group: groups, exponent: make([]int, p), centre: make([]float64, p), unit: make([]float64, p)}
	largest, variance := make(map[int]float64), make(map[int]float64)
	columns := make([][]float64, p)
	for c := range p {
		if groups == nil {
			s.group = append(s.group, c)
		}
		columns[c] = mat.Col(nil, c, x)
		for _, v := range columns[c] {
			largest[s.group[c]] = max(largest[s.group[c]], math.Abs(v))
		}
	}
	varies := make([]bool, p)
	for c, column := range columns {
		largestOfGroup := largest[s.group[c]]
		if math.IsNaN(largestOfGroup) || math.IsInf(largestOfGroup, 0) {
			panic("process: a number that is not finite")
		}
		_, s.exponent[c] = math.Frexp(largestOfGroup)
		for i, v := range column {
			column[i] = math.Ldexp(v, -s.exponent[c])
		}
		s.centre[c] = column[0]
		low, high := slices.Min(column), slices.Max(column)
		if varies[c] = high-low > constant*max(high, -low); varies[c] {
			var columnVariance float64
			s.centre[c], columnVariance = linalg.Variance(column)
			variance[s.group[c]] += columnVariance
		}
	}
	for c := range p {
		if varies[c] {
			s.unit[c] = math.Sqrt(variance[s.group[c]])
		}
	}
	s.varying = len(variance)
	return s
}

// apply returns a table standardised.
func (s scaling) apply(x *mat.Dense) *mat.Dense {
	n, p := x.Dims()
	scaled := mat.NewDense(n, p, nil)
	for i := range n {
		to := scaled.RawRowView(i)
		for c, v := range x.RawRowView(i) {
			if s.unit[c] > 0 {
				to[c] = (math.Ldexp(v, -s.exponent[c]) - s.centre[c]) / s.unit[c]
			}
		}
	}
	return scaled
}

// restore gives standardised columns their mean and unit; constant ones their value.
func (s scaling) restore(x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		row := x.RawRowView(i)
		for c, v := range row {
			row[c] = math.Ldexp(float64(v*s.unit[c])+s.centre[c], s.exponent[c])
		}
	}
}
