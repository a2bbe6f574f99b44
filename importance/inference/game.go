package inference

import (
	"context"
	"slices"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
)

// Game values sets S of variables by what they explain without all others, as shares of V: with
// μ̂_S the stacked prediction from them alone,
//
//	w(S) = mean_i ⟨μ̂(x_i), μ̂_S(x_i)⟩ / V,   w(∅) = 0,   w(all) = 1,   w(all but j) = 1 − Raw_j.
//
// The last are the importances of a Fit; other sets have forests of setTrees trees with the
// same seeds, which differ from those on all variables only where these split on others, and no
// predictions of inputs by others.
type Game struct {
	fit       *Fit
	responses targetInference
	explained []float64 // V on all rows, then by half
	// worths hold, by set, w on all rows, then by half; rows the terms of what is explained
	// without the others.
	worths, rows [][]float64
	forests      float64
}

// Game returns the game of the variables, without any sets, after Infer with halves.
func (f *Fit) Game() *Game {
	return &Game{
		fit: f, responses: *f.inferred,
		explained: append([]float64{f.measured.explained}, f.inferred.halves.explained()...),
	}
}

// Sets is the number of sets that are valued.
func (g *Game) Sets() int { return len(g.worths) }

// Worth is w of a set.
func (g *Game) Worth(set int) float64 { return g.worths[set][0] }

// Forests is the work of growing, in units of forests on all variables.
func (g *Game) Forests() float64 { return g.forests }

// setsAtOnce is the number of sets whose forests are in memory together.
const setsAtOnce = 64

// Add values further sets of numbers of variables.
func (g *Game) Add(ctx context.Context, sets [][]int) error {
	first, m, halves := g.Sets(), g.fit.measured, g.responses.halves
	var grown []int       // sets that need forests
	var remaining [][]int // columns of the variables out of them
	for k, set := range sets {
		g.worths, g.rows = append(
			g.worths, make([]float64, len(g.explained)),
		), append(g.rows, make([]float64, len(m.fullTerms)))
		out := others(g.fit.variables, set)
		switch {
		case len(out) == 0:
			g.set(first+k, m.fullTerms, 1, m.explained, halves, halves.explained())
		case len(out) == 1:
			g.set(first+k, m.reducedTerms[out[0]], 1, m.phi.average(m.crossTerms[out[0]]), halves, halves.kept(out[0]))
		case len(set) > 0:
			grown, remaining = append(grown, first+k), append(
				remaining, withSets(g.fit.groups[:g.fit.variables], [][]int{out})[g.fit.variables],
			)
		}
	}
	for len(grown) > 0 {
		now := min(setsAtOnce, len(grown))
		if err := g.grow(ctx, grown[:now], remaining[:now]); err != nil {
			return err
		}
		grown, remaining = grown[now:], remaining[now:]
	}
	return nil
}

// set stores the worth of a set: rows are the terms, in a scale, kept what is kept on all rows,
// and keptByHalf on the halves.
func (g *Game) set(place int, rows []float64, scale, kept float64, halves *halfSamples, keptByHalf []float64) {
	linalg.AddScaled(g.rows[place], scale, rows)
	values := append([]float64{scale * kept}, keptByHalf...)
	for k, v := range values {
		whole := g.explained[k]
		if k > 0 { // what these forests explain on the half
			whole = halves.means[k-1].explained
		}
		if whole > 0 {
			g.worths[place][k] = v / whole
		}
	}
}

// grow values sets by forests without the given columns.
func (g *Game) grow(ctx context.Context, sets []int, dropped [][]int) error {
	f := *g.fit
	ctx = par.Shared(ctx, f.workers)
	f.groups, f.predictedInputs, f.task.Progress = dropped, nil, nil
	f.config = fewer(f.config, setTrees)
	f.halves.Tests, f.halves.Trees = false, min(f.halves.Trees, setHalfTrees)
	if err := f.growOn(ctx, g.fit.learnt.eval); err != nil {
		return err
	}
	g.forests += f.learnt.work()
	m, err := f.responses(ctx, rank.Numbers[int](len(dropped)))
	if err != nil {
		return err
	}
	halves, err := f.divide(ctx, allTargets(f.problem, nil))
	if err != nil {
		return err
	}
	scale := 0.0
	if m.explained > 0 {
		scale = g.explained[0] / m.explained
	}
	for k, place := range sets {
		g.set(place, m.reducedTerms[k], scale, m.phi.average(m.crossTerms[k]), halves[0], halves[0].kept(k))
	}
	return nil
}

// fewer returns a configuration of at most so many trees, in whole groups.
func fewer(c forest.Config, trees int) forest.Config {
	c.Trees = min(c.Trees, wholeGroups(c, trees))
	return c
}

// Effects returns sums of worths, by their factors of the sets, with standard errors like those
// of importances.
func (g *Game) Effects(factors [][]float64) (values, errors []float64) {
	h := *g.responses.halves
	m := &scores{phi: g.fit.measured.phi, explained: g.fit.measured.explained, fullTerms: g.fit.measured.fullTerms}
	h.means = make([]halfMeans, len(g.explained)-1)
	for k := range h.means {
		h.means[k].explained = g.explained[k+1]
	}
	for _, setFactors := range factors {
		sums, remainders := make([]float64, len(g.explained)), slices.Clone(m.fullTerms)
		for set, factor := range setFactors {
			linalg.AddScaled(sums, factor, g.worths[set])
			linalg.AddScaled(remainders, -factor, g.rows[set])
		}
		values, m.reducedTerms = append(values, sums[0]), append(m.reducedTerms, remainders)
		for k := range h.means {
			h.means[k].kept = append(h.means[k].kept, (1-sums[k+1])*g.explained[k+1])
		}
	}
	return values, standardErrors(m, &h, values, len(values))
}

// Reach is that of the intervals of importances.
func (g *Game) Reach() importance.Reach { return g.responses.reach() }
