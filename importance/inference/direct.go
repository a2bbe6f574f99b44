package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
)

// Tests on all rows need no direction that is learnt from half of them. Let r be the residuals of a
// prediction of the responses without an input, f′ those of functions f of the input predicted by
// the others, both of rows that the predictions were not learnt from. Under the hypothesis r has
// mean 0 given the inputs, and
//
//	Q = ‖Σ_i f′_i ⊗ r_i‖²
//
// is a weighted sum of χ² whose weights are the eigenvalues of the covariance of the products: the
// generalised covariance measure (Shah and Peters 2020) of several functions, as in Lundborg, Shah
// and Peters (2022). Errors of the two predictions enter only as a product. Kinds of tests differ in
// their products; the test of halves.go, whose directions stacks of forests and regressions learn, finds what
// no kind foresees.

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
	predictions []*inputPrediction // by variable; nil for variables that are not tested
	within      []bool             // by variable, whether rows are compared with their clusters' means
	groups      [][]int
	others      [][]float64 // standardised inputs, most important first
	othersOf    []int       // their columns in the table
}

// prove adds the tests on all rows, for the targets that want them.
func (f *Fit) prove(ctx context.Context, targets []Target, on []*ensemble, all []conclusion) (err error) {
	if f.predictedInputs == nil || f.halves.Splits == 0 || !f.halves.Tests {
		return nil
	}
	rows, inputs := f.learnt.eval.Training(), make([]*inputPrediction, len(f.predictedInputs))
	at := positions(rows, f.regressionRows)
	for j, input := range f.predictedInputs {
		if input != nil {
			inputs[j] = input.choose(at)
		}
	}
	d := newDirect(f.problem.sample.Choose(rows), f.groups, f.given, inputs, f.measured.lost()[:f.variables], linalg.Rows(f.problem.factor.L, rows))
	if all[0].proofs, err = d.ofResponses(ctx, f.learnt, f.problem.sample.Y, f.workers); err != nil {
		return err
	}
	for k, t := range targets[1:] {
		if t.Inferred {
			if all[k+1].proofs, err = d.ofTarget(ctx, on[k+1], f.workers); err != nil {
				return err
			}
		}
	}
	return nil
}

// newDirect prepares the tests of the groups that have predictions. raw are importances of those that
// are variables, which come first, by which the other inputs are ordered, factor coordinates of the responses. Columns given, of no
// group, follow, those first that the responses depend on most along a line.
func newDirect(s importance.Sample, groups [][]int, given []int, predictions []*inputPrediction, raw []float64, factor *mat.Dense) *direct {
	d := &direct{predictions: predictions, groups: groups, within: make([]bool, len(groups))}
	if s.Design.Clusters != nil {
		for j, share := range betweenShares(s, factor, groups)[1:] {
			d.within[j] = share < 0.5
		}
	}
	inputs := slices.Clone(groups[:len(raw)])
	for _, column := range given {
		inputs = append(inputs, []int{column})
	}
	coded := ridge.Encode(s, inputs)
	rows := coded.Rows(s.X)
	for _, j := range append(rank.Descending(raw), byLines(coded.Groups, rows, len(raw), factor)...) {
		for _, k := range coded.Groups[j] {
			if len(d.others) < mostProducts {
				d.others, d.othersOf = append(d.others, mat.Col(nil, k, rows)), append(d.othersOf, coded.Input(k))
			}
		}
	}
	return d
}

// byLines returns groups of columns from one on, in falling order of the sum of the squared
// covariances of their columns with coordinates of the responses.
func byLines(groups [][]int, rows *mat.Dense, from int, factor *mat.Dense) []int {
	_, width := factor.Dims()
	strength := make([]float64, len(groups))
	for j := from; j < len(groups); j++ {
		for _, c := range groups[j] {
			sums := make([]float64, width)
			for i := range factor.RawMatrix().Rows {
				linalg.AddScaledTo(sums, sums, rows.At(i, c), factor.RawRowView(i))
			}
			strength[j] += linalg.Dot(sums, sums)
		}
	}
	order := rank.Numbers[int](len(groups))[from:]
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

// ofTarget tests all variables by residuals of the leading coordinates of a further target: by lines and curves.
func (d *direct) ofTarget(ctx context.Context, e *ensemble, workers int) ([][]proof, error) {
	return d.each(ctx, workers, func(j int) ([]proof, error) { return d.seen(j, e).proofs(kindsOfTargets), nil })
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
	r.left = t.restsOf(t.values, left, rank.Numbers[int](min(left.RawMatrix().Cols, ridge.Components)))
	for k, of := range d.othersOf {
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

// kind is a kind of test on all rows: p-values of products of what is left of an input and of the
// responses, which share its weight in the harmonic mean of all p-values.
type kind struct {
	weight float64
	test   func(residuals) []float64
}

// kinds are all kinds of tests, those of further targets first. Their weights and ofDirections are relative: together
// divides by the sum of those of the tests that there are. Lines have the most weight: most
// effects have a linear part, and this is what a t-test sees. With equal weights a line at the limit
// is found in 0.33 instead of 0.45 of 80 tables of design gkcm-alt1, a spread in 0.88 instead of 0.81.
var kinds = []kind{{0.35, lines}, {0.1, curves}, {0.2, products}, {0.1, spreads}, {0.1, tails}, {0.1, pairs}}

// kindsOfTargets are those of further targets: lines and curves.
var kindsOfTargets = kinds[:2]

// ofDirections is the weight of the test of halves.go, of directions that stacks of forests and regressions learn.
const ofDirections = 0.1

// lines tests the input's normal score, or indicators of its levels, and normal scores of the responses.
func lines(r residuals) []float64 { return []float64{r.test(r.lines, r.left, nil)} }

// curves tests a curve, the Legendre polynomial of degree 2 of the input's midranks, and normal scores of
// the responses.
func curves(r residuals) []float64 {
	if len(r.curves) == 0 {
		return nil
	}
	return []float64{r.test(r.curves, r.left, nil)}
}

// products tests lines and curves times each other input: interactions without main effects. One of
// them is more likely than all.
func products(r residuals) (all []float64) {
	for _, z := range r.others {
		for _, functions := range [2][]rest{r.lines, r.curves} {
			if len(functions) > 0 {
				all = append(all, r.test(functions, r.left, z))
			}
		}
	}
	return all
}

// spreads tests lines and curves, and absolute residuals of the responses.
func spreads(r residuals) []float64 {
	if r.sizes == nil {
		return nil
	}
	return []float64{r.test(slices.Concat(r.lines, r.curves), r.sizes, nil)}
}

// tails tests lines, and Legendre polynomials of the ranks of absolute residuals of the responses.
func tails(r residuals) []float64 {
	if r.tails == nil {
		return nil
	}
	return []float64{r.test(r.lines, r.tails, nil)}
}

// pairs tests lines and curves, and the products of residuals of two responses each: how they depend on
// each other.
func pairs(r residuals) (all []float64) {
	for _, of := range r.pairs {
		all = append(all, r.test(slices.Concat(r.lines, r.curves), []rest{of}, nil))
	}
	return all
}

// proof is a p-value with its weight.
type proof struct{ weight, p float64 }

// together returns the p-value of several proofs by their weighted harmonic mean. Dependent proofs make
// it conservative in all tables that were tried, not in general.
func together(proofs []proof) float64 {
	p, weights := make([]float64, len(proofs)), make([]float64, len(proofs))
	for k, f := range proofs {
		p[k], weights[k] = f.p, f.weight
	}
	return rank.Harmonic(p, weights)
}
