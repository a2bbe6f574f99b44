package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
)

// Tests on all rows need no direction that is learnt from half of them. Let r be the residuals of a
// prediction of the responses without an input, f′ those of functions f of the input predicted by
// the others, both of rows that the predictions were not learnt from. Under the hypothesis r has
// mean 0 given the inputs, and
//
//	T = ‖Σ_i f′_i ⊗ r_i‖²
//
// is a weighted sum of χ² whose weights are the eigenvalues of the covariance of the products: the
// generalised covariance measure (Shah and Peters 2020) of several functions, as in Lundborg, Shah
// and Peters (2022). Errors of the two predictions enter only as a product. Kinds of tests differ in
// their products (kinds.go); forests, which learn their directions, are left with effects that none
// foresees.

// residuals are what a kind of test sees of one variable.
type residuals struct {
	lines, curves [][]float64 // f′: of scores and indicators, of curves
	left          *mat.Dense  // r
	sizes         *mat.Dense  // residuals of |r|; nil where they are not known
	others        [][]float64 // other inputs, standardised, most important first
	of            *target     // the rows
	within        bool        // compared with their clusters' means
}

// test returns the p-value of products of functions and residuals, and unless nil of numbers z.
func (r residuals) test(f [][]float64, left *mat.Dense, z []float64) float64 {
	return r.of.quadratic(f, left, z, r.within)
}

// direct holds what tests on all rows know of the inputs.
type direct struct {
	sample      importance.Sample
	predictions []*ownPrediction // by variable; nil for variables that are not tested
	within      []bool           // by variable, whether rows are compared with their clusters' means
	groups      [][]int
	others      [][]float64 // standardised inputs, most important first, and their columns
	of          []int
}

// newDirect prepares the tests of the groups that have predictions. raw are importances of those that
// are variables, which come first, by which the other inputs are ordered, factor coordinates of the responses. Columns given, of no
// group, follow, those first that the responses depend on most along a line.
func newDirect(s importance.Sample, groups [][]int, given []int, predictions []*ownPrediction, raw []float64, factor *mat.Dense) *direct {
	d := &direct{sample: s, predictions: predictions, groups: groups, within: make([]bool, len(groups))}
	if s.Design.Clusters != nil {
		for j, share := range betweenShares(s, factor, groups)[1:] {
			d.within[j] = share < 0.5
		}
	}
	inputs := slices.Clone(groups[:len(raw)])
	for _, column := range given {
		inputs = append(inputs, []int{column})
	}
	coded := newEncoding(s, inputs, shape{}, nil)
	rows := coded.rows(s.X)
	for _, j := range append(rank.Descending(raw), coded.byLines(rows, len(raw), factor)...) {
		for _, k := range coded.groups[j] {
			if len(d.others) < mostProducts {
				d.others, d.of = append(d.others, mat.Col(nil, k, rows)), append(d.of, coded.columns[k].input)
			}
		}
	}
	return d
}

// byLines returns the groups of an encoding from one on, in falling order of the sum of the squared
// covariances of their columns with coordinates of the responses.
func (e *encoding) byLines(rows *mat.Dense, from int, factor *mat.Dense) []int {
	_, width := factor.Dims()
	strength := make([]float64, len(e.groups))
	for j := from; j < len(e.groups); j++ {
		for _, c := range e.groups[j] {
			sums := make([]float64, width)
			for i := range factor.RawMatrix().Rows {
				linalg.AddScaledTo(sums, sums, rows.At(i, c), factor.RawRowView(i))
			}
			strength[j] += linalg.Dot(sums, sums)
		}
	}
	order := without(len(e.groups), nil)[from:]
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(strength[b], strength[a]) })
	return order
}

// ofResponses tests all variables by residuals of the normal scores of the responses, those of a table of
// which all rows are predicted also by the residuals' sizes.
func (d *direct) ofResponses(ctx context.Context, e *ensemble, y *mat.Dense, workers int) ([][]proof, error) {
	scores, err := e.on(ctx, scoresOf(y), workers)
	if err != nil {
		return nil, err
	}
	return d.each(ctx, workers, func(j int) ([]proof, error) {
		r := d.seen(j, scores)
		if e.eval.Rows() == e.columns.Rows() { // else residuals of other rows are not known
			var sizes mat.Dense
			sizes.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, r.left)
			spread, err := e.on(ctx, padded(&sizes), 1)
			if err != nil {
				return nil, err
			}
			r.sizes = spread.phi.residuals(spread.without(j))
		}
		return r.proofs(kinds), nil
	})
}

// ofTarget tests all variables by residuals of the leading coordinates of a target: by lines and curves.
func (d *direct) ofTarget(ctx context.Context, e *ensemble, workers int) ([][]proof, error) {
	return d.each(ctx, workers, func(j int) ([]proof, error) { return d.seen(j, e).proofs(kinds[:2]), nil })
}

// each tests the variables that have predictions.
func (d *direct) each(ctx context.Context, workers int, test func(j int) ([]proof, error)) ([][]proof, error) {
	proofs := make([][]proof, len(d.predictions))
	return proofs, par.All(ctx, workers, len(proofs), func(_, j int) (err error) {
		if d.predictions[j] != nil {
			proofs[j], err = test(j)
		}
		return err
	})
}

// seen returns what tests see of a variable by residuals of a target without it.
func (d *direct) seen(j int, e *ensemble) residuals {
	f, left := d.predictions[j], e.phi.residuals(e.without(j))
	if _, r := left.Dims(); r > components {
		left = left.Slice(0, len(e.phi.use), 0, components).(*mat.Dense)
	}
	r := residuals{lines: columnsOf(f.left, f.lines), curves: columnsOf(f.left, f.curves), left: left, of: e.phi, within: d.within[j]}
	for k, of := range d.of {
		if !slices.Contains(d.groups[j], of) {
			r.others = append(r.others, d.others[k])
		}
	}
	return r
}

// proofs returns the p-values of kinds of tests.
func (r residuals) proofs(kinds []kind) []proof {
	var proofs []proof
	for _, k := range kinds {
		all := k.test(r)
		for _, p := range all {
			proofs = append(proofs, proof{k.weight / float64(len(all)), p})
		}
	}
	return proofs
}

// columnsOf returns some columns of a matrix.
func columnsOf(m *mat.Dense, columns []int) [][]float64 {
	of := make([][]float64, len(columns))
	for k, c := range columns {
		of[k] = mat.Col(nil, c, m)
	}
	return of
}

// quadratic returns the p-value of ‖Σ_i z_i f_i ⊗ r_i‖² over the rows in use, without z if it is
// nil, from the second moments of its terms, which have mean 0 under the hypothesis; summed over clusters
// if there are any, and with f and r less their clusters' means if asked for.
func (t *target) quadratic(f [][]float64, r *mat.Dense, z []float64, within bool) float64 {
	var factors [2][][]float64
	for k, columns := range [2][][]float64{f, columnsOf(r, without(r.RawMatrix().Cols, nil))} {
		for _, c := range columns {
			if within {
				centred, _ := centreInClusters(mat.NewDense(len(c), 1, c), t.design, t.use)
				c = centred.RawMatrix().Data
			}
			if slices.ContainsFunc(c, func(v float64) bool { return v != 0 }) {
				factors[k] = append(factors[k], c)
			}
		}
	}
	var terms [][]float64 // by product and unit
	for _, a := range factors[0] {
		for _, b := range factors[1] {
			product := make([]float64, len(t.use))
			for i := range t.used() {
				product[i] = t.design.Weight(i) * a[i] * b[i]
				if z != nil {
					product[i] *= z[i]
				}
			}
			terms = append(terms, t.perUnit(product))
		}
	}
	size := len(terms)
	statistic := 0.0
	for _, term := range terms {
		sum := linalg.Sum(term)
		statistic += float64(sum * sum)
	}
	covariance := mat.NewDense(max(size, 1), max(size, 1), nil)
	for a := range size {
		for b := range a + 1 {
			v := linalg.Dot(terms[a], terms[b])
			covariance.Set(a, b, v)
			covariance.Set(b, a, v)
		}
	}
	return elementary.QuadraticTail(statistic, linalg.Traces(covariance))
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
