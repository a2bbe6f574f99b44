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
	"drfvi/internal/rng"
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
// and Peters (2022). Errors of the two predictions enter only as a product. There are five kinds of
// products; forests, which learn their directions, are left with effects that none foresees.
type kind int

const (
	ofLines    kind = iota // the input's normal score, and normal scores of the responses
	ofCurves               // a curve of its ranks, and these
	ofProducts             // either times another input, and these: interactions without main effects
	ofSpreads              // both, and absolute residuals
	ofShapes               // the score, and the embedding of the responses
	ofForests
	kinds
)

// shares are the weights of the kinds in the harmonic mean of their p-values. Lines have most: most
// effects have a linear part, and this is what a t-test sees. With equal weights a line at the limit
// is found in 0.33 instead of 0.45 of 80 tables of design gkcm-alt1, a spread in 0.88 instead of 0.81.
// Products share theirs evenly: one of them is more likely than all.
var shares = [kinds]float64{ofLines: 0.35, ofCurves: 0.1, ofProducts: 0.2, ofSpreads: 0.1, ofShapes: 0.15, ofForests: 0.1}

// mostProducts is the largest number of inputs that an input is multiplied with.
const mostProducts = 96

// proof is the p-value of products of a kind, or of one of so many.
type proof struct {
	kind kind
	of   int
	p    float64
}

func (f proof) weight() float64 { return shares[f.kind] / float64(f.of) }

// direct holds what tests on all rows know of the inputs.
type direct struct {
	sample      importance.Sample
	groups      [][]int // by variable, its columns
	seed        rng.Seed
	once        bool             // the responses are not learnt again
	predictions []*ownPrediction // by variable; nil for variables that are not tested
	within      []bool           // by variable, whether rows are compared with their clusters' means
	others      [][]float64      // standardised inputs, most important first, and the variables that they are of
	of          []int
}

// newDirect prepares the tests of the variables that have predictions. raw are importances by which
// the other inputs are ordered, factor coordinates of the responses. Columns given, of no
// group or of groups that are not tested, follow, those first that the responses depend on most along a
// line.
func newDirect(s importance.Sample, groups [][]int, given []int, predictions []*ownPrediction, raw []float64,
	factor *mat.Dense, seed rng.Seed) *direct {
	d := &direct{sample: s, groups: groups, seed: seed, predictions: predictions, within: make([]bool, len(groups))}
	if s.Design.Clusters != nil {
		for j, share := range betweenShares(s, factor, groups)[1:] {
			d.within[j] = share < 0.5
		}
	}
	inputs := slices.Clone(groups)
	for _, column := range given {
		inputs = append(inputs, []int{column})
	}
	coded := newEncoding(s, inputs, shape{}, nil)
	rows := coded.rows(s.X)
	for _, j := range append(rank.Descending(raw), coded.byLines(rows, len(groups), factor)...) {
		for _, k := range coded.groups[j] {
			if len(d.others) < mostProducts {
				d.others, d.of = append(d.others, mat.Col(nil, k, rows)), append(d.of, j)
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

// test tests all variables with the normal scores of the responses and, unless nil, the leading
// coordinates of their embedding.
func (d *direct) test(ctx context.Context, e *ensemble, y, embedding *mat.Dense, workers int) ([][]proof, error) {
	scores, err := e.on(ctx, scoresOf(y), workers)
	if err != nil {
		return nil, err
	}
	on := []*ensemble{scores}
	if embedding != nil {
		n, width := embedding.Dims()
		shapes, err := e.on(ctx, embedding.Slice(0, n, 0, min(width, coordinates)).(*mat.Dense), workers)
		if err != nil {
			return nil, err
		}
		on = append(on, shapes)
	}
	return d.each(ctx, on, workers, func(j int, left []*mat.Dense, again bool) ([]proof, error) {
		proofs, err := d.ofScores(ctx, e, scores, j, left[0], again)
		if f := d.predictions[j]; embedding != nil {
			proofs = append(proofs, proof{ofShapes, 1, on[1].phi.quadratic(columnsOf(f.left, f.lines), left[1], nil, d.within[j])})
		}
		return proofs, err
	})
}

// each tests all variables by residuals of targets without them.
func (d *direct) each(ctx context.Context, on []*ensemble, workers int, test func(j int, left []*mat.Dense, again bool) ([]proof, error)) ([][]proof, error) {
	proofs := make([][]proof, len(d.predictions))
	return proofs, par.All(ctx, workers, len(d.predictions), func(_, j int) (err error) {
		if d.predictions[j] != nil {
			proofs[j], err = d.twice(on, j, func(left []*mat.Dense, again bool) ([]proof, error) { return test(j, left, again) })
		}
		return err
	})
}

// twice tests a variable by residuals of targets without it. Where these show something, the targets are
// learnt again, by a process too, and what is left then counts. What forests and index miss of the
// response, such as a wave of a product, is found in inputs that follow the same function, though it be
// a hundredth of their variation: too little for any prediction of them to learn, so that the response
// has to be learnt better.
func (d *direct) twice(on []*ensemble, j int, test func(left []*mat.Dense, again bool) ([]proof, error)) ([]proof, error) {
	var learnt [][]*moments
	var left []*mat.Dense
	for _, target := range on {
		without := target.without(j)
		learnt, left = append(learnt, without.predictions), append(left, target.phi.residuals(without))
	}
	proofs, err := test(left, false)
	_, p := d.sample.X.Dims()
	others := without(p, d.groups[j])
	if err != nil || len(others) == 0 || d.once || together(proofs) > doubtful {
		return proofs, err
	}
	s, from := inputsOf(d.sample, others), 0
	s.Y = on[0].phi.values
	for _, target := range on[1:] {
		s.Y = linalg.Beside(s.Y, target.phi.values)
	}
	_, lead := on[0].phi.values.Dims()
	smooth := smoothOf(s, lead, d.seed.At(j))
	for k, target := range on {
		n, width := target.phi.values.Dims()
		own := finite(mat.DenseCopyOf(smooth.Slice(0, n, from, from+width)))
		left[k] = target.phi.residuals(target.phi.stack(append(slices.Clone(learnt[k]), own)))
		from += width
	}
	return test(left, true)
}

// ofScores tests a variable by residuals of the scores. Where these have been learnt again, so are their
// sizes if need be.
func (d *direct) ofScores(ctx context.Context, e, on *ensemble, j int, left *mat.Dense, again bool) ([]proof, error) {
	f := d.predictions[j]
	proofs, lines, curves := d.ofResiduals(on.phi, j, left), columnsOf(f.left, f.lines), columnsOf(f.left, f.curves)
	var products []proof
	for _, z := range d.beside(j) {
		for _, functions := range [2][][]float64{lines, curves} {
			if len(functions) > 0 {
				products = append(products, proof{kind: ofProducts, p: on.phi.quadratic(functions, left, z, d.within[j])})
			}
		}
	}
	for _, product := range products {
		product.of = len(products)
		proofs = append(proofs, product)
	}
	if e.eval.Rows() < e.columns.Rows() {
		return proofs, nil // residuals of other rows are not known
	}
	var sizes mat.Dense
	sizes.Apply(func(_, _ int, v float64) float64 { return math.Abs(v) }, left)
	spread, err := e.on(ctx, &sizes, 1)
	if err != nil {
		return nil, err
	}
	onSizes := *d
	onSizes.once = d.once || !again
	spreads, err := onSizes.twice([]*ensemble{spread}, j, func(left []*mat.Dense, _ bool) ([]proof, error) {
		return []proof{{ofSpreads, 1, spread.phi.quadratic(slices.Concat(lines, curves), left[0], nil, d.within[j])}}, nil
	})
	return append(proofs, spreads...), err
}

// ofTargets tests all variables for the responses, and for further targets those that are to be: their
// leading coordinates by lines and curves.
func (d *direct) ofTargets(ctx context.Context, e *ensemble, all []*measured, targets []Target,
	y *mat.Dense, workers int) ([][][]proof, error) {
	proofs := make([][][]proof, len(targets))
	var err error
	if proofs[0], err = d.test(ctx, e, y, targets[0].Values, workers); err != nil {
		return nil, err
	}
	for k, t := range targets {
		if k == 0 || !t.Inferred {
			continue
		}
		proofs[k], err = d.each(ctx, []*ensemble{all[k].ensemble}, workers, func(j int, left []*mat.Dense, _ bool) ([]proof, error) {
			return d.ofResiduals(all[k].phi, j, left[0]), nil
		})
		if err != nil {
			return nil, err
		}
	}
	return proofs, nil
}

// ofResiduals tests products of a variable's functions and residuals of a target.
func (d *direct) ofResiduals(t *target, j int, residuals *mat.Dense) []proof {
	f := d.predictions[j]
	if _, r := residuals.Dims(); r > components {
		residuals = residuals.Slice(0, len(t.use), 0, components).(*mat.Dense)
	}
	proofs := []proof{{ofLines, 1, t.quadratic(columnsOf(f.left, f.lines), residuals, nil, d.within[j])}}
	if len(f.curves) > 0 {
		proofs = append(proofs, proof{ofCurves, 1, t.quadratic(columnsOf(f.left, f.curves), residuals, nil, d.within[j])})
	}
	return proofs
}

// beside returns the inputs that are not of a variable.
func (d *direct) beside(j int) [][]float64 {
	var others [][]float64
	for k, of := range d.of {
		if of != j {
			others = append(others, d.others[k])
		}
	}
	return others
}

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

// together returns the p-value of several proofs by their weighted harmonic mean. Dependent proofs make
// it conservative.
func together(proofs []proof) float64 {
	p, weights := make([]float64, len(proofs)), make([]float64, len(proofs))
	for k, f := range proofs {
		p[k], weights[k] = f.p, f.weight()
	}
	return rank.Harmonic(p, weights)
}
