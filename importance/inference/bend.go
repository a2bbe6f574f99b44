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

// bend returns piecewise linear functions of indices, for the rows of the sample and for
// others. Each is 0 below one of the index's quantiles and has slope 1 from there to its
// largest value, both over the rows of all folds but one, and is standardised over these.
func (x *index) bend(own, other *mat.Dense, fold int) (training, here *mat.Dense) {
	n, k := own.Dims()
	m, _ := other.Dims()
	training, here = mat.NewDense(n, k*hinges, nil), mat.NewDense(m, k*hinges, nil)
	var used []int32
	for i, f := range x.folds {
		if f != fold {
			used = append(used, int32(i))
		}
	}
	weights, values := x.sample.Design.Choose(used).Weights, make([]float64, len(used))
	for c := range k {
		for r, i := range used {
			values[r] = own.At(int(i), c)
		}
		if _, deviation := moments2(values, weights); deviation < leastIndex {
			continue
		}
		sorted := slices.Clone(values)
		slices.Sort(sorted)
		highest := sorted[len(sorted)-1]
		for h := range hinges {
			knot := sorted[h*len(sorted)/hinges]
			bent := func(v float64) float64 { return max(min(v, highest)-knot, 0) }
			for r, i := range used {
				values[r] = bent(own.At(int(i), c))
			}
			mean, deviation := moments2(values, weights)
			if deviation == 0 {
				continue
			}
			for _, of := range [2][2]*mat.Dense{{training, own}, {here, other}} {
				rows, _ := of[1].Dims()
				for i := range rows {
					of[0].RawRowView(i)[c*hinges+h] = (bent(of[1].At(i, c)) - mean) / deviation
				}
			}
		}
	}
	return training, here
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
