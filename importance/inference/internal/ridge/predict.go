package ridge

import (
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// View holds rows for an index to predict.
type View struct {
	*Index
	// reach holds the columns of the second step less their means, times the inverse P. To
	// predict a row it is multiplied by the products with a target.
	reach    *mat.Dense   // with columns of zeros, for linalg.RowProducts
	first    []*mat.Dense // columns of the first steps; nil for those that are not chosen
	rowFolds []int        // by row; indexFolds for those that are not of the sample
	parts    []part
}

// part holds the rows of a view that the regressions without a fold predict.
type part struct {
	fold int
	rows []int
	// reach holds the columns of the second step less their means, times the inverse P, with columns
	// of zeros for linalg.RowProducts. To predict a row it is multiplied by the products with a target.
	reach *mat.Dense
}

// View returns the view of rows with these inputs, which are the given rows of the table that
// the sample is drawn from; nil for others.
func (x *Index) View(rows []int32, inputs *mat.Dense) *View {
	n, _ := inputs.Dims()
	folds := slices.Repeat([]int{indexFolds}, n)
	for k, row := range rows {
		place, ok := int(row), true
		if x.drawn != nil {
			place, ok = slices.BinarySearch(x.drawn, row)
		}
		if ok {
			folds[k] = x.folds[place]
		}
	}
	v := &View{Index: x}
	made := map[*Encoding]*mat.Dense{}
	for _, step := range x.first {
		if step.inputs != nil && made[step.inputs] == nil {
			made[step.inputs] = step.inputs.Rows(inputs)
		}
		v.first = append(v.first, made[step.inputs])
	}
	return v.reaching(folds, x.inputs.Rows(inputs))
}

// reaching returns the view, given the columns of the second step.
func (v *View) reaching(folds []int, columns *mat.Dense) *View {
	v.rowFolds, v.parts = folds, make([]part, indexFolds+1)
	for i, fold := range folds {
		v.parts[fold].fold, v.parts[fold].rows = fold, append(v.parts[fold].rows, i)
		floats.Sub(columns.RawRowView(i), v.means[fold])
	}
	v.parts = slices.DeleteFunc(v.parts, func(p part) bool { return p.rows == nil })
	for k := range v.parts {
		p := &v.parts[k]
		deviated := linalg.Transposed(linalg.Rows(columns, p.rows).T())
		p.reach = linalg.Transposed(linalg.RowProducts(deviated, v.second[p.fold].padded).T())
	}
	return v
}

// prediction predicts a target at the rows of a view; factor has its coordinates for
// the rows of the sample.
type prediction struct {
	*View
	factor *mat.Dense
	fits   []deviations // by part
	linear *mat.Dense   // the regression on all inputs alone
}

// On regresses a target with the given coordinates at the rows of the table, and returns what
// is predicted of the rows of the view without a group, or with all inputs for -1.
func (v *View) On(factor *mat.Dense) func(group int) *mat.Dense { return v.fit(factor).mean }

// Regress predicts a target with the given coordinates at the rows of the table without a
// group, or with all inputs for -1.
func (v *View) Regress(factor *mat.Dense, group int) *mat.Dense {
	return v.On(factor)(group)
}

// fit regresses the target on all inputs.
func (v *View) fit(factor *mat.Dense) *prediction {
	if v.drawn != nil {
		factor = linalg.Rows(factor, v.drawn)
	}
	p := &prediction{View: v, factor: factor}
	_, r := factor.Dims()
	p.linear = mat.NewDense(len(v.rowFolds), r, nil)
	crossProducts := cross(v.columns, factor, v.folds, v.sample.Design.Weight)
	for _, part := range v.parts {
		fit := crossProducts.deviationsWithout(part.fold)
		p.fits = append(p.fits, fit)
		products := linalg.RowProducts(part.reach, linalg.Transposed(fit.products))
		for k, i := range part.rows {
			floats.AddTo(p.linear.RawRowView(i), fit.values, products.RawRowView(k))
		}
	}
	return p
}

// mean returns the predicted rows without a group, or with all inputs for -1.
func (p *prediction) mean(group int) *mat.Dense {
	mean := mat.DenseCopyOf(p.linear)
	for k, part := range p.parts {
		p.predictPart(mean, part, p.fits[k], group)
	}
	return mean
}

// predictPart turns predictions of a part's rows by all inputs alone into those without a
// group and with functions of the indices. With X the inputs, Z these functions and P the inverse
// of X'X + λ, the regression on both has the coefficients
//
//	γ = (Z'Z + λ − Z'XPX'Z)⁻¹ (Z'Φ − Z'XPX'Φ),   β = PX'Φ − PX'Zγ.
func (p *prediction) predictPart(to *mat.Dense, predicted part, fit deviations, group int) {
	step := p.step(group, predicted.fold)
	var lost *mat.Dense
	if group >= 0 {
		lost = p.Index.inputs.along(predicted.reach, group)
		addTimes(to, predicted.rows, -1, lost, linalg.Times(step.inputs.solved, fit.products))
	}
	if p.Index.first == nil {
		return
	}
	_, r := p.factor.Dims()
	target := step.products(p.Index, predicted.fold, r, p.factor.RawRowView)
	target.Sub(target, linalg.Times(step.spanned, fit.products))
	bends := step.fit(target)
	lines := linalg.RowProducts(linalg.Transposed(bends), linalg.Transposed(step.inputProducts.T())) // transposed
	linear := linalg.RowProducts(predicted.reach, linalg.Transposed(lines.T()))
	pieces := step.functions.pieces(bends)
	indices := along(p.first[p.chosen[group+1]], p.Index.slopes[group+1][predicted.fold], predicted.rows)
	for k, i := range predicted.rows {
		row := to.RawRowView(i)
		pieces.add(row, indices.RawRowView(k))
		linalg.AddScaled(row, -1, linear.RawRowView(k))
	}
	if group >= 0 {
		addTimes(to, predicted.rows, 1, lost, linalg.Times(step.inputs.solved, mat.DenseCopyOf(lines.T())))
	}
}

// addTimes adds factor·ab to some rows, of which a has a row each.
func addTimes(to *mat.Dense, rows []int, factor float64, a, b *mat.Dense) {
	for k, i := range rows {
		for c, v := range a.RawRowView(k) {
			linalg.AddScaled(to.RawRowView(i), factor*v, b.RawRowView(c))
		}
	}
}
