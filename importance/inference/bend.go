package inference

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// leastIndex is the standard deviation, as a share of that of the response, below which an
// index counts as none: without any input, only errors of rounding are left.
const leastIndex = 1e-3

// bent is a piecewise linear function of an index: 0 below a knot, with slope 1 from there to the
// index's largest value, and standardised. The zero value is 0 everywhere.
type bent struct {
	index                          int
	knot, highest, mean, deviation float64
}

func (b bent) raw(v float64) float64 { return max(min(v, b.highest)-b.knot, 0) }

// bend stores the functions of a row of indices in dst.
func bend(dst []float64, functions []bent, indices []float64) {
	for k, b := range functions {
		if dst[k] = 0; b.deviation > 0 {
			dst[k] = (b.raw(indices[b.index]) - b.mean) / b.deviation
		}
	}
}

// bends returns functions of indices at the rows of the sample. Their knots are quantiles over the
// rows of all folds but one, over which they are standardised.
func (x *index) bends(values *mat.Dense, fold int) []bent {
	_, count := values.Dims()
	var used []int32
	for i, f := range x.folds {
		if f != fold {
			used = append(used, int32(i))
		}
	}
	functions := make([]bent, count*hinges)
	weights, own, raw := x.sample.Design.Choose(used).Weights, make([]float64, len(used)), make([]float64, len(used))
	for c := range count {
		for r, i := range used {
			own[r] = values.At(int(i), c)
		}
		if _, deviation := moments2(own, weights); deviation < leastIndex {
			continue
		}
		sorted := slices.Clone(own)
		slices.Sort(sorted)
		for h := range hinges {
			b := bent{index: c, knot: sorted[h*len(sorted)/hinges], highest: sorted[len(sorted)-1]}
			for r, v := range own {
				raw[r] = b.raw(v)
			}
			b.mean, b.deviation = moments2(raw, weights)
			functions[c*hinges+h] = b
		}
	}
	return functions
}

// leading returns columns, or the leading principal components of more than count of them,
// by orthogonal iteration.
func leading(y *mat.Dense, count int) *mat.Dense {
	n, d := y.Dims()
	if d <= count {
		return y
	}
	largest := 0.0
	for i := range n {
		for _, v := range y.RawRowView(i) {
			largest = max(largest, math.Abs(v))
		}
	}
	centred := mat.NewDense(n, d, nil)
	for k := range d {
		column := mat.Col(nil, k, y)
		for i := range column {
			column[i] /= largest // products of very large ones would be infinite
		}
		mean := linalg.Mean(column)
		for i, v := range column {
			centred.Set(i, k, v-mean)
		}
	}
	src := rng.New(0).Named("components").Source()
	covariance, basis := linalg.Times(mat.DenseCopyOf(centred.T()), centred), mat.NewDense(count, d, nil)
	for a := range count {
		for k := range d {
			basis.Set(a, k, src.Normal())
		}
	}
	for range iterations {
		basis = linalg.Times(basis, covariance)
		for a := range count {
			row := basis.RawRowView(a)
			for b := range a {
				linalg.AddScaled(row, -linalg.Dot(row, basis.RawRowView(b)), basis.RawRowView(b))
			}
			if length := linalg.Norm(row); length > 0 {
				for k := range row {
					row[k] /= length
				}
			}
		}
	}
	return linalg.Times(centred, mat.DenseCopyOf(basis.T()))
}

// iterations is enough for components that differ by a tenth in what they explain; closer
// ones may be any that span the same.
const iterations = 40
