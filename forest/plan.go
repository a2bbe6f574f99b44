package forest

import (
	"slices"

	"drfvi/forest/design"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// plan says how the rows of trees are drawn: as many units, which are rows or whole
// clusters, without replacement. Units of larger weights, which are the mean weights
// of clusters, are drawn more often, in proportion, but none so often that it is
// hardly ever out-of-bag; what drawing leaves of the weights is left to the means
// over leaves.
type plan struct {
	// units is the number of all units, drawn that of those that a tree
	// draws, splitting that of those of them that are its splitting sample where it
	// is honest.
	units, drawn, splitting int
	// largest is the largest number of rows of J1 that a tree has.
	largest int
	// counts are how much rows count in the mean of their leaf: the weight over the
	// probability of being drawn; nil if all count the same.
	counts  []float64
	design  design.Design
	chances []float64 // of the units; nil if they are all the same
}

// newPlan returns the plan for the given number of rows. Of the units so many are to be drawn,
// and so many of those to be the splitting sample: all of them without honesty. Of clusters at
// least one is in each sample, and one is out-of-bag.
func newPlan(d design.Design, rows int, honest bool, drawn, splitting int) *plan {
	p := &plan{units: d.Units(rows), drawn: drawn, splitting: splitting, largest: splitting, design: d}
	if d.Clusters != nil {
		if honest {
			p.drawn = min(max(drawn, 2), p.units-1)
			p.splitting = min(max(splitting, 1), p.drawn-1)
		} else {
			p.drawn = min(max(drawn, 1), p.units-1)
			p.splitting = p.drawn
		}
		p.largest = 0
		sizes := d.Sizes()
		slices.Sort(sizes)
		for _, size := range sizes[p.units-p.splitting:] {
			p.largest += size
		}
	}
	if d.Weights != nil {
		p.weigh(rows)
	}
	return p
}

// weigh sets the chances of the units and the counts of the rows.
func (p *plan) weigh(rows int) {
	weights := p.design.Weights
	if p.design.Clusters != nil {
		weights = p.design.Sums(slices.Repeat([]float64{1}, rows))
		for c, size := range p.design.Sizes() {
			weights[c] /= float64(size)
		}
	}
	p.chances = chances(weights, p.drawn)
	p.counts = make([]float64, rows)
	for i := range p.counts {
		unit := i
		if p.design.Clusters != nil {
			unit = int(p.design.Clusters[i])
		}
		p.counts[i] = p.design.Weights[i] / p.chances[unit] * float64(p.drawn) / float64(p.units)
	}
}

// chances returns probabilities in proportion to the weights, which sum to the number of units
// drawn. They are bounded: each unit is out-of-bag in at least half as many trees as it would be
// with equal weights.
func chances(weights []float64, drawn int) []float64 {
	bound := (1 + float64(drawn)/float64(len(weights))) / 2
	order, weightBelow := rank.Descending(weights), 0.0 // weights of units below the bound
	for _, w := range weights {
		weightBelow += w
	}
	probabilities, unitsBelow := make([]float64, len(weights)), float64(drawn)
	for k, i := range order {
		if float64(unitsBelow*weights[i]) <= float64(bound*weightBelow) {
			for _, j := range order[k:] {
				probabilities[j] = weights[j] * unitsBelow / weightBelow
			}
			break
		}
		probabilities[i] = bound
		unitsBelow, weightBelow = unitsBelow-float64(bound), weightBelow-float64(weights[i])
	}
	return probabilities
}

// draw draws the units of a tree, ascending.
func (p *plan) draw(s *sampler, seed rng.Seed) []int32 {
	dst := make([]int32, 0, p.drawn+1)
	if p.chances == nil {
		return s.draw(dst, p.drawn, seed)
	}
	return s.drawUnequal(dst, p.chances, p.drawn, seed)
}

// drawUnequal appends to dst count different units, ascending, each with its
// probability, by systematic sampling of a random order (Madow 1949): in steps of 1
// from a random beginning along the sums of the probabilities.
func (s *sampler) drawUnequal(dst []int32, chances []float64, count int, seed rng.Seed) []int32 {
	src := *seed.Source()
	order := make([]int32, len(chances))
	src.Perm(order)
	next, sum, found := src.Float64(), 0.0, 0
	for k, unit := range order {
		sum += chances[unit]
		// Rounding must not make it one unit more or less.
		if found < count && (next < sum || count-found == len(order)-k) {
			s.set[unit>>6] |= 1 << (unit & 63)
			next++
			found++
		}
	}
	return s.collect(dst)
}
