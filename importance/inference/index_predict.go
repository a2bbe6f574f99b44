package inference

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// indexView are rows that an index predicts.
type indexView struct {
	*index
	inputs *mat.Dense   // columns
	first  []*mat.Dense // those of the first steps
	parts  []part
}

// part are rows of a view that are predicted by the regressions without a fold.
type part struct {
	fold int
	rows []int
}

// own returns the view of some of the sample's rows.
func (x *index) own(rows []int32) *indexView {
	v := &indexView{index: x, inputs: linalg.Rows(x.columns, rows), parts: make([]part, indexFolds)}
	for _, step := range x.first {
		v.first = append(v.first, linalg.Rows(step.columns, rows))
	}
	for k, row := range rows {
		p := &v.parts[x.folds[row]]
		p.fold, p.rows = x.folds[row], append(p.rows, k)
	}
	v.parts = slices.DeleteFunc(v.parts, func(p part) bool { return p.rows == nil })
	return v
}

// other returns the view of rows that are not of the sample.
func (x *index) other(inputs *mat.Dense) *indexView {
	v := &indexView{index: x, inputs: x.inputs.rows(inputs), parts: []part{{fold: indexFolds}}}
	for _, step := range x.first {
		v.first = append(v.first, step.inputs.rows(inputs))
	}
	n, _ := inputs.Dims()
	for i := range n {
		v.parts[0].rows = append(v.parts[0].rows, i)
	}
	return v
}

// indexPrediction predicts a target, of which factor has the coordinates for the rows of
// the sample, at the rows of a view.
type indexPrediction struct {
	*indexView
	factor *mat.Dense
	fits   []targetFit // by part
	full   *moments
}

// targetFit are regressions of a target on all inputs alone.
type targetFit struct {
	products, slopes *mat.Dense
	columns, target  []float64 // means
}

func (v *indexView) predict(factor *mat.Dense) *indexPrediction {
	p := &indexPrediction{indexView: v, factor: factor}
	with := cross(v.columns, factor, v.folds, v.sample.Design.Weight)
	for _, part := range v.parts {
		var fit targetFit
		fit.products, fit.columns, fit.target = with.without(part.fold)
		fit.slopes = v.second[part.fold].fit(fit.products)
		p.fits = append(p.fits, fit)
	}
	p.full = p.without(-1)
	return p
}

// all returns the prediction with all inputs.
func (p *indexPrediction) all() *moments { return p.full }

// without returns the prediction without a group.
func (p *indexPrediction) without(group int) *moments {
	n, _ := p.inputs.Dims()
	_, r := p.factor.Dims()
	mean := mat.NewDense(n, r, nil)
	for k, part := range p.parts {
		p.predictPart(mean, part, p.fits[k], group)
	}
	m := finite(mean)
	m.inner = m.square
	if p.full != nil {
		m.inner = make([]float64, n)
		for i := range n {
			m.inner[i] = simd.Dot(mean.RawRowView(i), p.full.mean.RawRowView(i))
		}
	}
	return m
}

// predictPart stores the predictions of a part's rows. With X the inputs, Z the functions
// of the indices and P the inverse of X'X + λ, the regression on both has the coefficients
//
//	γ = (Z'Z + λ − Z'XPX'Z)⁻¹ (Z'Φ − Z'XPX'Φ),   β = PX'Φ − PX'Zγ.
func (p *indexPrediction) predictPart(to *mat.Dense, of part, fit targetFit, group int) {
	step, inputs := p.index.first[p.chosen[group+1]], reduced{}
	if group >= 0 {
		inputs = p.second[of.fold].without(p.index.inputs.directions(group))
	}
	indices := p.index.slopes[group+1][of.fold]
	training, here := p.bend(along(step.columns, indices), along(p.first[p.chosen[group+1]], indices), of.fold)
	among, with, target := p.crossBent(training, of.fold)
	spanned := inputs.fit(p.second[of.fold].fit(with), with)
	transposed := mat.DenseCopyOf(spanned.T())
	among.Sub(among, times(transposed, with))
	target.Sub(target, times(transposed, fit.products))
	bends := newRidge(among, secondPenalty).fit(target)
	slopes := mat.DenseCopyOf(inputs.fit(fit.slopes, fit.products))
	slopes.Sub(slopes, times(spanned, bends))
	for _, i := range of.rows {
		row := to.RawRowView(i)
		copy(row, fit.target)
		for j, v := range p.inputs.RawRowView(i) {
			linalg.AddScaled(row, v-fit.columns[j], slopes.RawRowView(j))
		}
		for j, v := range here.RawRowView(i) {
			linalg.AddScaled(row, v, bends.RawRowView(j))
		}
	}
}

// crossBent returns the products of functions of the indices with each other, with the
// inputs, and with the target, over the rows of all folds but one.
func (p *indexPrediction) crossBent(bent *mat.Dense, fold int) (among, with, target *mat.Dense) {
	n, k := bent.Dims()
	_, m := p.columns.Dims()
	_, r := p.factor.Dims()
	products, beside := mat.NewDense(k, m+k+r, nil), make([]float64, m+k+r)
	for i := range n {
		if p.folds[i] == fold {
			continue
		}
		w, row := p.sample.Design.Weight(i), bent.RawRowView(i)
		copy(beside, row)
		copy(beside[k:], p.factor.RawRowView(i))
		copy(beside[k+r:], p.columns.RawRowView(i))
		for j, v := range row {
			if v != 0 {
				linalg.AddScaled(products.RawRowView(j), w*v, beside)
			}
		}
	}
	part := func(from, to int) *mat.Dense { return mat.DenseCopyOf(products.Slice(0, k, from, to)) }
	return part(0, k), mat.DenseCopyOf(products.Slice(0, k, k+r, k+r+m).T()), part(k, k+r)
}

// along returns the inner products of rows with some vectors.
func along(rows, vectors *mat.Dense) *mat.Dense {
	n, _ := rows.Dims()
	k, _ := vectors.Dims()
	products := mat.NewDense(n, k, nil)
	for i := range n {
		for c := range k {
			products.Set(i, c, linalg.Dot(rows.RawRowView(i), vectors.RawRowView(c)))
		}
	}
	return products
}
