package inference

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// halfSamples are the results from random halves of the rows, each with an ensemble of
// its own.
type halfSamples struct {
	// kept holds, for each half (two a split), V, then what is kept of it without each
	// variable; total the variation of the responses.
	kept      [][]float64
	total     []float64
	left      float64 // of the total, what the factor leaves out
	rows      int     // that are divided into halves
	table     int     // rows that the forests on all of them learn from
	forests   float64 // work
	*evidence         // of the tests; nil without
	// hopeless marks variables that further splits do not test.
	hopeless []bool
	// gains holds, for each row of the table, its term of the projected covariance of
	// forests grown anew, times its weight, averaged over the splits: for all variables
	// together, then for each.
	gains *mat.Dense
}

// split is one division of the rows into halves.
type split struct {
	rows  [2][]int32
	sides [2]*ensemble
	// submodels are without one variable each; their predictions are computed again
	// where keeping them would take much memory.
	submodels [2][]submodel
}

// halve divides the rows at random into halves, as often as halves says, and grows an
// ensemble on each half. It returns the results for targets with the given coordinates.
func (g growing) halve(ctx context.Context, s importance.Sample, factors []mmd.Factor, halves Halves,
	seed rng.Seed, report func(share float64)) ([]*halfSamples, error) {
	splits, n := float64(halves.Splits), s.Rows()
	all := make([]*halfSamples, len(factors))
	grown := 0.5 // the share of one half's forests in the work on a split
	if halves.Tests {
		grown = 0.25
	}
	for f, factor := range factors {
		all[f] = &halfSamples{left: factor.Residual, rows: n}
		if halves.Tests {
			all[f].gains = mat.NewDense(n, len(g.groups)+1, nil)
			all[f].evidence = newEvidence(n, len(g.groups), s.Design.Clusters)
			all[f].hopeless = make([]bool, len(g.groups))
			copy(all[f].hopeless, g.elsewhere)
		}
	}
	order := make([]int32, s.Design.Units(n)) // clusters, or rows
	for k := range halves.Splits {
		seed := seed.At(k)
		if err := s.Part(order, uint64(seed.Named("rows"))); err != nil {
			return nil, err
		}
		var d split
		var grownOn [2]*ensemble
		d.rows = s.Design.Halves(order)
		for side, rows := range d.rows {
			e, err := g.grow(ctx, s.Choose(rows), seed.Named("forests").At(side))
			if err != nil {
				return nil, err
			}
			if err := e.route(ctx, e.columns.OutOfBag(), g.workers); err != nil {
				return nil, err
			}
			grownOn[side] = e
			all[0].forests += e.work()
			report((float64(k) + float64(grown*float64(1+side))) / splits)
		}
		var ways [2]*ensemble
		for side := 0; side < len(ways) && halves.Tests; side++ {
			var err error
			if ways[side], err = g.cross(ctx, grownOn[1-side], grownOn[side]); err != nil {
				return nil, err
			}
		}
		for f, h := range all {
			if err := h.learn(ctx, g, &d, grownOn, factors[f].L); err != nil {
				return nil, err
			}
			if !halves.Tests {
				continue
			}
			for side, way := range ways {
				if err := h.test(ctx, g, d, way, side, 1/splits); err != nil {
					return nil, err
				}
				done := float64(2*f+side+1) / float64(2*len(all))
				report((float64(k) + float64(2*grown) + float64((1-2*grown)*done)) / splits)
			}
			if halves.Stops {
				h.stopTests()
			}
		}
	}
	return all, nil
}

// hopeless is the p-value above which variables are tested no further: in trials on four
// designs, four splits would have found none of them.
const hopeless = 0.5

// stopTests marks the variables whose p-values are not worth further splits. They keep these
// p-values, so that under a true hypothesis those up to hopeless are no more frequent than
// if every split tested every variable.
func (h *halfSamples) stopTests() {
	_, all := h.p()
	for j, p := range all {
		h.hopeless[j] = h.hopeless[j] || p > hopeless
	}
}

// cross returns an ensemble that predicts the rows of another one: by forests with all variables, by
// those grown anew without each, and by projected ones.
func (g growing) cross(ctx context.Context, trained, other *ensemble) (*ensemble, error) {
	eval, err := trained.columns.On(other.sample.X)
	if err != nil {
		return nil, err
	}
	e := *trained
	e.index = nil // whose rows these are not
	if err := e.route(ctx, eval, g.workers); err != nil {
		return nil, err
	}
	if trained.index != nil {
		e.view = trained.index.other(other.sample.X)
	}
	for _, r := range e.routes {
		if r.projected, err = r.base.ProjectedCells(ctx, eval, g.groups, g.workers); err != nil {
			return nil, err
		}
	}
	return &e, nil
}

// keptPredictions is the largest number of coordinates of predictions that a half keeps,
// 128 MiB.
const keptPredictions = 1 << 24

// learn predicts a target out-of-bag by the forests of both halves, with all variables and without
// each, and records what they explain and keep.
func (h *halfSamples) learn(ctx context.Context, g growing, d *split, on [2]*ensemble, factor *mat.Dense) (err error) {
	for side, e := range on {
		if e, err = e.on(ctx, linalg.Rows(factor, d.rows[side]), g.workers); err != nil {
			return err
		}
		kept, submodels := make([]float64, len(g.groups)+1), make([]submodel, len(g.groups))
		kept[0] = e.full.explained
		rows, width := e.phi.values.Dims()
		keep := len(g.groups)*len(e.predicted)*rows*width <= keptPredictions
		err = par.Do(ctx, g.workers, len(g.groups), func(_, j int) {
			without := e.without(j)
			submodels[j].stacked = without.stacked
			if keep {
				submodels[j].predictions = without.predictions
			}
			kept[j+1] = e.phi.average(e.kept(without))
		})
		if err != nil {
			return err
		}
		d.sides[side], d.submodels[side] = e, submodels
		_, total := e.phi.variation()
		h.kept, h.total = append(h.kept, kept), append(h.total, total+h.left)
	}
	return nil
}

// test adds the projected covariance measures of a split: the directions in which
// the prediction of one half moves without a variable, measured on the other half
// (Lundborg, Kim, Shah and Samworth 2024, here in the kernel's Hilbert space).
//
//	A(x)  = prediction − prediction without the variable, of the half that teaches,
//	r_i   = φ(Y_i) − prediction without the variable, of the other half,
//	A'_i  = A(x_i) − prediction of A without the variable, of the other half,
//	L_i   = ⟨r_i, A'_i⟩,   z = √n mean L / sd L.
//
// Where the variable adds nothing, r_i has mean 0 given the other inputs, and so has L_i
// whatever A is, up to the product of the errors of the other half's two out-of-bag
// predictions. The more A steps along the other inputs, the more its errors have in common
// with those of φ. There are two ways to predict without the variable, and A steps elsewhere
// in each: forests grown anew, which agree with those on all variables where a copy takes
// its place; and the forest on all variables that ignores its splits on this one (a
// projected forest; Bénard, Da Veiga and Scornet 2022), which agrees wherever no such split
// matters. The variable has to be found in both ways, or by tests on all rows: see direct.go.
func (h *halfSamples) test(ctx context.Context, g growing, d split, way *ensemble, side int, share float64) error {
	trained, other := d.sides[1-side], d.sides[side]
	predicted := *way
	if err := predicted.predict(ctx, trained.phi.values, other.phi.values, other.phi.design, g.workers); err != nil {
		return err
	}
	full := predicted.phi.prediction(submodel{stacked: trained.full.stacked, predictions: predicted.dropped(-1)})
	var tested [directions][][]float64 // terms by direction and hypothesis
	for k := range tested {
		tested[k] = make([][]float64, len(g.groups)+1)
		tested[k][0] = other.phi.products(other.phi.residuals(submodel{}), full)
	}
	err := par.All(ctx, g.workers, len(g.groups), func(_, j int) error {
		if h.hopeless[j] {
			return nil
		}
		without := d.submodels[side][j]
		if without.predictions == nil {
			without.predictions = other.dropped(j)
		}
		residuals := other.phi.residuals(without)
		anew := predicted.dropped(j)
		left := make([]*mat.Dense, len(tested))
		for k, taught := range []submodel{
			ofProjected: {stacked: trained.full.stacked, predictions: predicted.project(j, anew)},
			ofNew:       {stacked: d.submodels[1-side][j].stacked, predictions: anew},
		} {
			left[k] = predicted.phi.prediction(taught)
			left[k].Sub(full, left[k])
		}
		left, err := other.residualDirections(ctx, j, left)
		for k, direction := range left {
			tested[k][j+1] = other.phi.products(residuals, direction)
		}
		return err
	})
	if err != nil {
		return err
	}
	for k, terms := range tested {
		for j, of := range terms {
			if of != nil { // not hopeless
				h.add(k, j, d.rows[side], other.phi, of, share/2)
			}
		}
	}
	for j, of := range tested[ofNew] {
		for k, v := range of {
			i := int(d.rows[side][k])
			h.gains.Set(i, j, h.gains.At(i, j)+float64(share*other.phi.design.Weight(k)*v))
		}
	}
	return nil
}

// residualDirections returns the residuals of directions of the same width, one vector for each of the
// ensemble's rows, after out-of-bag prediction without a group.
func (e *ensemble) residualDirections(ctx context.Context, group int, directions []*mat.Dense) ([]*mat.Dense, error) {
	var regressed *mat.Dense
	if e.view != nil { // all at once
		regressed = e.view.regress(linalg.Beside(directions...), group)
	}
	var left []*mat.Dense
	for k, direction := range directions {
		var predictions []*moments
		for _, ways := range e.routes {
			p, err := ways.predict(ctx, direction, 1)
			if err != nil {
				return nil, err
			}
			predictions = append(predictions, p.without(group))
		}
		if n, r := direction.Dims(); regressed != nil {
			predictions = append(predictions, finite(mat.DenseCopyOf(regressed.Slice(0, n, k*r, (k+1)*r))))
		}
		t := newTarget(direction, e.phi.use, e.phi.design)
		t.within = e.within
		left = append(left, t.residuals(t.stack(predictions)))
	}
	return left, nil
}

// products returns the inner products of the rows in use, 0 for others.
func (t *target) products(a, b *mat.Dense) []float64 {
	terms := make([]float64, len(t.use))
	for i := range t.used() {
		terms[i] = simd.Dot(a.RawRowView(i), b.RawRowView(i))
	}
	return terms
}

// statistic returns √n·mean/sd of the terms of the rows in use; 0 if they are all the
// same, as where there is no direction. For rows in clusters or with weights it is the
// mean over its standard error, that of sums over clusters.
func (t *target) statistic(terms []float64) float64 {
	if error := t.error(terms); error > 0 {
		return t.average(terms) * t.total / error
	}
	return 0
}

// error returns the standard error of the weighted sum of terms of the rows in use.
func (t *target) error(terms []float64) float64 {
	return math.Sqrt(t.design.Squares(terms, t.average(terms), t.use) * t.units / (t.units - 1))
}

// score returns a statistic with the normal law. Clusters are few as a rule, so that
// their statistic has Student's law, which is transformed into the normal one.
func (t *target) score(terms []float64) float64 {
	z := t.statistic(terms)
	if t.design.Clusters == nil {
		return z
	}
	return normalOf(z, t.units-1)
}
