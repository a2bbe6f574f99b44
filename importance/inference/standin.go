package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// An input that is nearly a function of the others may be found only because the regressions
// without it learn too little from these: it stands in for them. A decoy shows this. It is the
// out-of-bag prediction of the input by the others plus residuals of other rows, so that it
// moves with the other inputs as the input does, but tells nothing of the responses beyond
// them. Where the decoy is found too, the input may stand in for others.
const (
	// suspicion is the p-value up to which an input is given a decoy, and up to which the
	// decoy's own p-value says that the input may stand in for others; nearCopy is the share
	// of an input's variance that the others have to predict. Inputs up to suspected are
	// given one too, as long as there are no more than mostSuspects: with many inputs the
	// decoys would take longer than the tests.
	suspicion    = 0.2
	suspected    = 0.4
	mostSuspects = 20
	nearCopy     = 0.93
	// notNearly is the share below which forests of few trees are enough to rule a copy out.
	notNearly = 0.85
	// decoyBlock is the number of rows with similar predictions that exchange residuals.
	decoyBlock = 25
)

// halvesShare is the share of the progress that the halves themselves take: as a rule few
// inputs have decoys, and which is not known before.
const halvesShare = 0.9

// halveWithDecoys does as halveClusters, and then tests a decoy on the same halves for each
// variable that is found, or nearly so, for any of the targets, if the other inputs predict
// it.
func (g growing) halveWithDecoys(ctx context.Context, s importance.Sample, factors []mmd.Factor, halves Halves,
	seed rng.Seed, report func(share float64)) ([]*halfSamples, error) {
	found, err := g.halveClusters(ctx, s, factors, halves, seed, func(share float64) { report(halvesShare * share) })
	if err != nil {
		return nil, err
	}
	of := suspects(found, len(g.groups))
	halves.Stops = false // what decoys are found by counts against inputs
	relations, err := g.relate(ctx, s, of, seed.Named("relations"))
	if err != nil {
		return nil, err
	}
	for k, j := range of {
		told := func(share float64) {
			report(halvesShare + float64((1-halvesShare)*(float64(k)+share)/float64(len(of))))
		}
		inputs, err := g.decoy(ctx, s, j, relations, seed.Named("decoys").At(j))
		if err != nil {
			return nil, err
		}
		if inputs != nil {
			alone, other := g, s
			alone.groups, other.X = g.groups[j:j+1], inputs
			decoys, err := alone.halveClusters(ctx, other, factors, halves, seed, told)
			if err != nil {
				return nil, err
			}
			for f, h := range found {
				h.decoys[j+1] = decoys[f].statistics(1)
				h.forests += decoys[f].forests
			}
		}
		told(1)
	}
	report(1)
	return found, nil
}

// suspects are the variables that any target finds, or comes near to, in their order.
func suspects(found []*halfSamples, variables int) []int {
	least := make([]float64, variables)
	for j := range least {
		least[j] = 1
	}
	for _, h := range found {
		_, p := h.p()
		for j, v := range p {
			least[j] = min(least[j], v)
		}
	}
	var of []int
	for j := range variables {
		of = append(of, j)
	}
	slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(least[a], least[b]) })
	for k, j := range of {
		if least[j] > suspected || least[j] > suspicion && k >= mostSuspects {
			of = of[:k]
			break
		}
	}
	slices.Sort(of)
	return of
}

// decoy returns the inputs with a decoy in the place of group j; nil if the others do not
// predict it, at first sight those of r, if it is not nil.
func (g growing) decoy(ctx context.Context, s importance.Sample, j int, r *relations, seed rng.Seed) (*mat.Dense, error) {
	n, p := s.X.Dims()
	group := g.groups[j]
	if len(group) == p {
		return nil, nil
	}
	others := inputsOf(s, without(p, group))
	chosen := inputsOf(s, group)
	e := newEncoding(chosen, nil, false, allRows(n))
	if e.turn != nil {
		return nil, nil
	}
	others.Y = e.rows(chosen.X)
	few := relearning{halves: Halves{Trees: lookTrees}}.onHalves(g)
	look := others
	if r != nil {
		look = r.sample(j, others.Y)
	}
	_, share, err := few.foretell(ctx, look, seed)
	if err != nil || share < notNearly {
		return nil, err
	}
	fitted, share, err := g.foretell(ctx, others, seed)
	if err != nil || share < nearCopy {
		return nil, err
	}
	src := seed.Named("residuals").Source()
	order := make([]int32, n)
	src.Perm(order)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(fitted.At(int(a), 0), fitted.At(int(b), 0)) })
	from := make([]int32, n)
	for first := 0; first < n; first += decoyBlock {
		block := order[first:min(first+decoyBlock, n)]
		mixed := make([]int32, len(block))
		src.Perm(mixed)
		for k, i := range block {
			from[i] = block[mixed[k]]
		}
	}
	made := mat.DenseCopyOf(s.X)
	for k, j := range group {
		if chosen.Levels != nil && chosen.Levels[k] > 2 {
			drawLevels(made, j, fitted, e, k, src)
			continue
		}
		at := slices.IndexFunc(e.columns, func(c encoded) bool { return c.input == k && c.kind == number })
		var there []int
		for i := range n {
			if !math.IsNaN(s.X.At(i, j)) {
				there = append(there, i)
			}
		}
		values, places := make([]float64, len(there)), slices.Clone(there)
		number := make([]float64, n)
		for r, i := range there {
			values[r] = s.X.At(i, j)
			number[i] = fitted.At(i, at) + (others.Y.At(int(from[i]), at) - fitted.At(int(from[i]), at))
		}
		slices.Sort(values)
		slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(number[a], number[b]) })
		for r, i := range places {
			made.Set(i, j, values[r])
		}
	}
	return made, nil
}

// foretell returns an ensemble's out-of-bag predictions of the responses of a sample, and the
// share of their variation that they explain.
func (g growing) foretell(ctx context.Context, s importance.Sample, seed rng.Seed) (fitted *mat.Dense, share float64, err error) {
	g.groups = nil
	e, err := g.grow(ctx, s, seed)
	if err != nil {
		return nil, 0, err
	}
	if err := e.route(ctx, e.columns.OutOfBag(), g.workers); err != nil {
		return nil, 0, err
	}
	if fitted, err = e.fitted(ctx, s.Y, g.workers); err != nil {
		return nil, 0, err
	}
	left, whole := make([]float64, s.Rows()), make([]float64, s.Rows())
	for i := range left {
		for k, v := range s.Y.RawRowView(i) {
			d := v - fitted.At(i, k)
			left[i] += float64(d * d)
			whole[i] += float64(v * v)
		}
	}
	return fitted, 1 - s.Design.Mean(left)/s.Design.Mean(whole), nil
}

// drawLevels draws levels of a category with the predicted probabilities.
func drawLevels(made *mat.Dense, j int, fitted *mat.Dense, e *encoding, input int, src *rng.Source) {
	n, _ := made.Dims()
	for i := range n {
		var chances []float64
		var levels []int
		for k, c := range e.columns {
			if c.input == input && c.scale > 0 {
				chances = append(chances, max(fitted.At(i, k)/c.scale+c.centre, 0))
				levels = append(levels, c.level)
			}
		}
		left := src.Float64() * linalg.Sum(chances)
		for k, v := range chances {
			if left -= v; left < 0 || k == len(chances)-1 {
				made.Set(i, j, float64(levels[k]))
				break
			}
		}
	}
}
