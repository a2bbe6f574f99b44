package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// An input that is nearly a function of the others may be found only because the regressions
// without it learn too little from these: it stands in for them. A decoy shows this. It is the
// out-of-bag prediction of the input by the others plus residuals of other rows, so that it
// moves with the other inputs as the input does, but tells nothing of the responses beyond
// them. What the decoy's statistics show is taken off those of the input. Decoys do not show all:
// every input of this kind is marked, since an effect of one can look like that of another.
const (
	// nearCopy is the share of an input's variance that the others have to predict, a variance
	// inflation factor of 10. Inputs with a p-value up to suspected have a decoy. With more
	// than mostSuspects inputs, those above suspicion have none if there are as many others,
	// and those above suspected are not looked at: that would take longer than the tests.
	nearCopy     = 0.9
	suspicion    = 0.2
	suspected    = 0.4
	mostSuspects = 20
	// notNearly is the share below which forests of few trees, on few rows, are enough to rule a
	// copy out.
	notNearly, lookRows = 0.8, 500
	// alike is the correlation with its normal scores from which on an input has no heavy tails.
	alike = 0.9
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
	least := leastP(found, len(g.groups))
	of := suspects(least)
	halves.Stops = false // what decoys are found by counts against inputs
	relations, err := g.relate(ctx, s, of, seed.Named("relations"))
	if err != nil {
		return nil, err
	}
	for k, j := range of {
		told := func(share float64) {
			report(halvesShare + float64((1-halvesShare)*(float64(k)+share)/float64(len(of))))
		}
		copied, err := g.nearly(ctx, s, j, relations, seed.Named("decoys").At(j))
		if err != nil {
			return nil, err
		}
		for _, h := range found {
			h.near[j] = copied != nil
		}
		if copied != nil && least[j] <= suspected {
			alone, other := g, s
			alone.groups, other.X = g.groups[j:j+1], copied.decoy(s.X)
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

// leastP returns the smallest p-value of each variable for any target.
func leastP(found []*halfSamples, variables int) []float64 {
	least := slices.Repeat([]float64{1}, variables)
	for _, h := range found {
		_, p := h.p()
		for j, v := range p {
			least[j] = min(least[j], v)
		}
	}
	return least
}

// suspects are the variables that may be copies of others, in their order, given their p-values.
func suspects(p []float64) []int {
	of := without(len(p), nil)
	if len(p) <= mostSuspects {
		return of
	}
	slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	for k, j := range of {
		if p[j] > suspected || p[j] > suspicion && k >= mostSuspects {
			of = of[:k]
			break
		}
	}
	slices.Sort(of)
	return of
}

// nearCopied is a group of inputs of which the others predict nearly all.
type nearCopied struct {
	group  []int
	chosen importance.Sample // its inputs, with what they are encoded as as responses
	coded  *encoding
	fitted *mat.Dense // the out-of-bag predictions
	seed   rng.Seed
}

// nearly returns group j if the others predict nearly all of it, at first sight those of r, if
// it is not nil; otherwise nil. Numbers are predicted as they are, and else by their normal scores:
// of heavy tails a few rows are nearly all of the variance, and trees see the order alone.
func (g growing) nearly(ctx context.Context, s importance.Sample, j int, r *relations, seed rng.Seed) (*nearCopied, error) {
	_, p := s.X.Dims()
	if len(g.groups[j]) == p {
		return nil, nil
	}
	c := &nearCopied{group: g.groups[j], chosen: inputsOf(s, g.groups[j]), seed: seed}
	near, err := g.foretells(ctx, s, j, r, c, seed)
	if err == nil && !near && normalScores(c.chosen) {
		near, err = g.foretells(ctx, s, j, r, c, seed.Named("scores"))
	}
	if err != nil || !near {
		return nil, err
	}
	return c, nil
}

// foretells reports whether the other inputs predict nearly all of the chosen ones.
func (g growing) foretells(ctx context.Context, s importance.Sample, j int, r *relations, c *nearCopied, seed rng.Seed) (bool, error) {
	n, p := s.X.Dims()
	others := inputsOf(s, without(p, c.group))
	c.coded = newEncoding(c.chosen, nil, shape{}, allRows(n))
	if c.coded.turn != nil {
		return false, nil
	}
	c.chosen.Y = c.coded.rows(c.chosen.X)
	if !mmd.Varies(c.chosen.Y) { // it is constant, or so in nearly all rows
		return false, nil
	}
	others.Y = c.chosen.Y
	few := relearning{halves: Halves{Trees: lookTrees}}.onHalves(g)
	look := others
	if r != nil {
		look = r.sample(j, others.Y)
	}
	if n > lookRows && s.Design.Clusters == nil {
		if drawn := look.Draw(lookRows, uint64(seed.Named("rows"))); mmd.Varies(drawn.Y) {
			look = drawn
		}
	}
	_, share, err := few.foretell(ctx, look, seed)
	if err != nil || share < notNearly {
		return false, err
	}
	c.fitted, share, err = g.foretell(ctx, others, seed)
	return share >= nearCopy, err
}

// normalScores replaces the numbers of inputs with heavy tails by the quantiles of the normal law
// at their midranks, and reports whether there are any.
func normalScores(s importance.Sample) bool {
	_, p := s.X.Dims()
	any := false
	for j := range p {
		if s.Levels != nil && s.Levels[j] > 2 {
			continue
		}
		var known []float64
		for _, v := range mat.Col(nil, j, s.X) {
			if !math.IsNaN(v) {
				known = append(known, v)
			}
		}
		scores := rank.Of(known)
		for i, r := range scores {
			scores[i] = elementary.NormalQuantile((r - 0.5) / float64(len(known)))
		}
		line, curve := slices.Clone(known), slices.Clone(scores)
		linalg.Standardise(line)
		linalg.Standardise(curve)
		if linalg.Dot(line, curve) >= float64(alike*float64(len(known)-1)) {
			continue
		}
		any = true
		for i, r := 0, 0; r < len(known); i++ {
			if !math.IsNaN(s.X.At(i, j)) {
				s.X.Set(i, j, scores[r])
				r++
			}
		}
	}
	return any
}

// decoy returns the inputs x with a decoy in the place of the group.
func (c *nearCopied) decoy(x *mat.Dense) *mat.Dense {
	n, _ := x.Dims()
	src := c.seed.Named("residuals").Source()
	order := make([]int32, n)
	src.Perm(order)
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(c.fitted.At(int(a), 0), c.fitted.At(int(b), 0)) })
	from := make([]int32, n)
	for first := 0; first < n; first += decoyBlock {
		block := order[first:min(first+decoyBlock, n)]
		mixed := make([]int32, len(block))
		src.Perm(mixed)
		for k, i := range block {
			from[i] = block[mixed[k]]
		}
	}
	made := mat.DenseCopyOf(x)
	for k, j := range c.group {
		if c.chosen.Levels != nil && c.chosen.Levels[k] > 2 {
			drawLevels(made, j, c.fitted, c.coded, k, src)
			continue
		}
		at := slices.IndexFunc(c.coded.columns, func(e encoded) bool { return e.input == k && e.kind == number })
		var there []int
		for i := range n {
			if !math.IsNaN(x.At(i, j)) {
				there = append(there, i)
			}
		}
		values, places := make([]float64, len(there)), slices.Clone(there)
		number := make([]float64, n)
		for r, i := range there {
			values[r] = x.At(i, j)
			number[i] = c.fitted.At(i, at) + (c.chosen.Y.At(int(from[i]), at) - c.fitted.At(int(from[i]), at))
		}
		slices.Sort(values)
		slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(number[a], number[b]) })
		for r, i := range places {
			made.Set(i, j, values[r])
		}
	}
	return made
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
