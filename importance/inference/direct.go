package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
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
//
// Where f or r have two values a < b, as of rare events, products of few rows make up both the sum and
// its estimated covariance. But then E f′² given the other inputs is (b − m)(m − a), m the prediction, and
// what the squares of all products are expected to add up to is V, beside the V̂ that they do. In one dimension
// V̂ moves with the sum S by its third cumulant, so that S/√(V^⅔ V̂^⅓) is normal up to the term in S² of
// Cornish and Fisher (1938). So the covariance is multiplied by (V/V̂)^⅔ if that is below 1, else by V/V̂.

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

// residuals are what a kind of test sees of one variable.
type residuals struct {
	lines, curves []rest // f′: of scores and indicators, of curves
	left          []rest // r
	// Of the sizes |r|, of curves of their ranks, and of products of two columns of r; nil where they are not
	// known.
	sizes, tails, pairs []rest
	others              [][]float64 // other inputs, standardised, most important first
	of                  *target     // the rows
	within              bool        // compared with their clusters' means
}

// test returns the p-value of products of functions and residuals, and unless nil of numbers z.
func (r residuals) test(f, left []rest, z []float64) float64 {
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
// which all rows are predicted also by what the residuals' sizes and products leave.
func (d *direct) ofResponses(ctx context.Context, e *ensemble, y *mat.Dense, workers int) ([][]proof, error) {
	scores, err := e.on(ctx, scoresOf(y), workers)
	if err != nil {
		return nil, err
	}
	return d.each(ctx, workers, func(j int) ([]proof, error) {
		r := d.seen(j, scores)
		if e.eval.Rows() == e.columns.Rows() { // else residuals of other rows are not known
			if err := r.second(ctx, e, j); err != nil {
				return nil, err
			}
		}
		return r.proofs(kinds), nil
	})
}

// tailDegrees is the number of the Legendre polynomials of ranks that tell tails from centres: with those of
// degree 2 or 3 at most, a change of tails alone (scenario tail, 300 rows) is found in 0.47 instead of 0.88
// of 120 tables.
const tailDegrees = 4

// second adds what is left of functions of the residuals without a variable.
func (r *residuals) second(ctx context.Context, e *ensemble, j int) error {
	var columns [][]float64
	for _, a := range r.left {
		size := make([]float64, len(a.left))
		for i, v := range a.left {
			size[i] = math.Abs(v)
		}
		columns = append(append(columns, size), legendre(size, tailDegrees)...)
	}
	for k, a := range r.left {
		for _, b := range r.left[:k] {
			columns = append(columns, floats.MulTo(make([]float64, len(a.left)), a.left, b.left))
		}
	}
	left, err := e.leave(ctx, columns, j)
	for range r.left {
		r.sizes, r.tails = append(r.sizes, left[0]), append(r.tails, left[1:tailDegrees+1]...)
		left = left[tailDegrees+1:]
	}
	r.pairs = left
	return err
}

// leave returns what predictions without a group leave of columns of numbers, each stacked by itself.
func (e *ensemble) leave(ctx context.Context, columns [][]float64, group int) ([]rest, error) {
	values, rests := linalg.FromColumns(columns), make([]rest, len(columns))
	wide := padded(values)
	on, err := e.predict(ctx, wide, wide, e.columns.Design(), 1)
	if err != nil {
		return rests, err
	}
	var means []*mat.Dense
	for _, p := range on.dropped(group) {
		means = append(means, p.mean)
	}
	for k, column := range columns {
		t, stack := stackColumn(values, means, k, on.phi.use, on.phi.design)
		rests[k] = t.restOf(column, mat.Col(nil, 0, t.residuals(stack)))
	}
	return rests, nil
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
	f, t, left := d.predictions[j], e.phi, e.phi.residuals(e.without(j))
	r := residuals{lines: t.restsOf(f.values, f.left, f.lines), curves: t.restsOf(f.values, f.left, f.curves), of: t, within: d.within[j]}
	r.left = t.restsOf(t.values, left, rank.Numbers[int](min(left.RawMatrix().Cols, components)))
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
	if ratio := expected / found; ratio > 1 {
		statistic /= ratio
	} else if ratio < 1 {
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
