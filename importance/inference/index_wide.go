package inference

import (
	"sync"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/rank"
	"drfvi/internal/simd"
)

// wide has what regressions on the projected rows of a table of many inputs share: the same
// values as those of other tables, in fewer steps. With P the inverse and Q the directions of a
// group, a prediction without it is
//
//	(x − x̄)'P X'Φ − (x − x̄)'PQ B⁻¹ Q'P X'Φ,   B = ((1 + 1e-9) I − Q'Q)/λ + Q'PQ,
//
// where P X'Φ, and of one group's target the first term as a matrix that is multiplied by the
// target's rows, are known before the group is.
type wide struct {
	inverses []func() []*mat.Dense // by group, those of B by fold
	once     sync.Once
	smooth   *mat.Dense // predictions of the sample's rows by all inputs, times the target
}

// mostSmoothed is the number of rows up to which the matrix takes less than its factors.
const mostSmoothed = 2 * mostColumns

// newWide returns this for an index; nil where the inputs are few, or not projected.
func newWide(x *index) *wide {
	if _, p := x.sample.X.Dims(); p <= manyInputs || x.inputs.turn == nil {
		return nil
	}
	w := &wide{}
	for group := range x.inputs.groups {
		w.inverses = append(w.inverses, sync.OnceValue(func() []*mat.Dense { return x.invert(group) }))
	}
	return w
}

// dots returns the inner products of the rows of a matrix with a vector.
func dots(m *mat.Dense, v []float64) []float64 {
	of := m.RawMatrix()
	products := make([]float64, of.Rows)
	simd.Dots(products, of.Data, of.Stride, rank.Numbers[int32](of.Rows), v)
	return products
}

// moved returns PQ by its columns, Q those of a group.
func (x *index) moved(group, fold int) [][]float64 {
	var moved [][]float64
	for _, c := range x.inputs.groups[group] {
		moved = append(moved, dots(x.second[fold].inverse, x.inputs.turn.RawRowView(c)))
	}
	return moved
}

// invert returns the inverses of B, by fold.
func (x *index) invert(group int) (inverses []*mat.Dense) {
	columns := x.inputs.groups[group]
	for fold, second := range x.second {
		moved := x.moved(group, fold)
		var factor linalg.Cholesky
		positive := factor.Factorize(len(columns), func(i, j int) float64 {
			q := x.inputs.turn.RawRowView(columns[i])
			b := simd.Dot(q, moved[j]) - simd.Dot(q, x.inputs.turn.RawRowView(columns[j]))/second.penalty
			if i == j {
				b += unitRaised / second.penalty
			}
			return b
		})
		if !positive {
			panic("inference: a ridge regression without some columns has no inverse")
		}
		inverses = append(inverses, factor.Inverse())
	}
	return inverses
}

// lose takes off a part's predictions what only a group tells: lost are Q'P(x − x̄) by column
// of the group, slopes Q'P X'Φ.
func (x *index) lose(to *mat.Dense, of part, lost, slopes [][]float64, group int) {
	inverse := x.wide.inverses[group]()[of.fold]
	coefficients := make([]float64, to.RawMatrix().Cols)
	for k := range lost {
		clear(coefficients)
		for l, slope := range slopes {
			linalg.AddScaled(coefficients, inverse.At(k, l), slope)
		}
		for _, i := range of.rows {
			linalg.AddScaled(to.RawRowView(i), -lost[k][i], coefficients)
		}
	}
}

// share prepares the prediction for all groups, of one target: its slopes P X'Φ by part, with a
// row for each coordinate.
func (p *indexPrediction) share() {
	for k, part := range p.parts {
		slopes := linalg.Times(p.second[part.fold].inverse, p.fits[k].products)
		p.slopes = append(p.slopes, mat.DenseCopyOf(slopes.T()))
	}
}

// predictWide turns a part's predictions by all inputs into those without a group.
func (p *indexPrediction) predictWide(to *mat.Dense, k, group int) {
	n, _ := p.reach.Dims()
	var lost, slopes [][]float64
	for _, c := range p.inputs.groups[group] {
		q, along := p.inputs.turn.RawRowView(c), make([]float64, n)
		for _, i := range p.parts[k].rows {
			along[i] = simd.Dot(p.reach.RawRowView(i), q)
		}
		lost, slopes = append(lost, along), append(slopes, dots(p.slopes[k], q))
	}
	p.lose(to, p.parts[k], lost, slopes, group)
}

// regress predicts a target of the sample's rows, all of which the view holds, without a group.
func (v *indexView) regress(target *mat.Dense, group int) *mat.Dense {
	n, r := target.Dims()
	if v.wide == nil || n > mostSmoothed {
		return v.predict(target).without(group).mean
	}
	v.wide.once.Do(v.smoothing)
	of := padded(target.T()) // the target by its coordinates
	predicted := mat.NewDense(n, r, nil)
	for i := range n {
		predicted.SetRow(i, dots(of, v.wide.smooth.RawRowView(i)))
	}
	weighted := make([]float64, simd.Pad(n))
	for _, part := range v.parts {
		var lost, slopes [][]float64
		for _, moved := range v.moved(group, part.fold) {
			along := dots(v.columns, moved)
			floats.AddConst(-linalg.Dot(v.means[part.fold], moved), along)
			for k, a := range along {
				weighted[k] = 0
				if v.folds[k] != part.fold {
					weighted[k] = v.sample.Design.Weight(k) * a
				}
			}
			lost, slopes = append(lost, along), append(slopes, dots(of, weighted))
		}
		v.lose(predicted, part, lost, slopes, group)
	}
	return predicted
}

// smoothing makes the matrix of predictions by all inputs,
//
//	w_k (1/W + (x_i − x̄)'P(x_k − x̄))
//
// for a row i of a fold and rows k of others, whose weights w_k add up to W.
func (v *indexView) smoothing() {
	n, _ := v.columns.Dims()
	v.wide.smooth = mat.NewDense(n, simd.Pad(n), nil)
	for _, part := range v.parts {
		total := 0.0
		for k, fold := range v.folds {
			if fold != part.fold {
				total += v.sample.Design.Weight(k)
			}
		}
		for _, i := range part.rows {
			reach, row := v.reach.RawRowView(i), v.wide.smooth.RawRowView(i)
			copy(row, dots(v.columns, reach))
			around := 1/total - linalg.Dot(v.means[part.fold], reach)
			for k, fold := range v.folds {
				if row[k] = v.sample.Design.Weight(k) * (row[k] + around); fold == part.fold {
					row[k] = 0
				}
			}
		}
	}
}
