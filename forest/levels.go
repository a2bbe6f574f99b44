package forest

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/forest/internal/splits"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// LevelSet is a set of the levels of a categorical input.
type LevelSet []uint64

// newLevelSet returns the empty set of as many levels.
func newLevelSet(levels int) LevelSet { return make(LevelSet, (levels+63)/64) }

// add adds a level.
func (s LevelSet) add(level int) { s[level>>6] |= 1 << (level & 63) }

// remove takes a level out.
func (s LevelSet) remove(level int) { s[level>>6] &^= 1 << (level & 63) }

// Has reports whether a level, as a value of its column, is in the set.
func (s LevelSet) Has(value float64) bool {
	level := uint(value)
	return s[level>>6]>>(level&63)&1 == 1
}

// levelSplitter finds the splits of a node by a categorical input. The node's
// levels are put in order by the first principal component of their mean features, and
// split like a number. The best split of the levels is one in this order, or nearly so
// (Coppersmith, Hong and Hosking 1999).
//
// Levels that are ordered by the same rows that the gain is computed from promise
// more than they keep, the more the fewer rows they have: an input with a level for
// each row would win every split. So the gain is taken crosswise. The rows of each
// level are parted in two folds; the levels are ordered and split by the one, and
// the gain of that split is computed from the other, and the other way round. The
// split itself is that by all rows.
//
// A levelSplitter belongs to one worker.
type levelSplitter struct {
	*splitter
	*splits.Gatherer
	sum []float64
}

func newLevelSplitter(c *Columns, s *splitter, largest int) *levelSplitter {
	mostLevels := max(slices.Max(c.levels), 0)
	share := 0.0
	if s.config.Steady {
		share = steadyShare
	}
	return &levelSplitter{s, splits.NewGatherer(mostLevels, largest, s.stride, share), make([]float64, s.stride)}
}

// gather is Gather for the current node.
func (l *levelSplitter) gather(variable int32, seed rng.Seed) {
	members := l.members[l.node.first:l.node.end]
	l.Gather(l.columns.Values[variable], l.nodeRows[:len(members)], members, l.features, l.Mass, seed)
}

// evaluate is splitter.evaluate for a categorical input. The seed parts the rows in
// folds.
func (l *levelSplitter) evaluate(variable int32, seed rng.Seed) candidateSplit {
	l.evaluations += int64(l.node.size())
	l.gather(variable, seed)
	noSplit := candidateSplit{variable: variable}
	if len(l.Codes) < 2 {
		return noSplit
	}
	gain, _, leftRows := l.All.Best(l.Of)
	if gain <= 0 {
		return noSplit
	}
	if len(l.Codes) > 2 {
		for f := range l.Folds {
			l.Folds[f].Centre()
		}
		if gain = (l.judged(0) + l.judged(1)) / 2; !(gain > 0) {
			return noSplit
		}
	}
	return candidateSplit{variable, gain, int32(leftRows)}
}

// judged returns what the other fold gains by the split that a fold finds best.
func (l *levelSplitter) judged(fold int) float64 {
	finder, judge := &l.Folds[fold], &l.Folds[1-fold]
	least := l.Least(finder.Rows)
	gain, count, rows := finder.Best(func(leftRows int, mass float64) float64 {
		if right := finder.Rows - leftRows; leftRows >= least && right >= least {
			return 1 / (mass * (finder.Mass - mass))
		}
		return 0
	})
	if gain <= 0 || l.config.isNoise(gain) {
		return 0
	}
	sum, leftRows, mass := l.sum, 0, 0.0
	clear(sum)
	take := func(place int32) {
		floats.Add(sum, judge.Of(place))
		leftRows, mass = leftRows+judge.Counts[place], mass+judge.Masses[place]
	}
	for _, place := range finder.Order[:count] {
		take(place)
	}
	if 2*rows >= finder.Rows { // levels without a row go with the larger side
		for place, count := range finder.Counts {
			if count == 0 {
				take(int32(place))
			}
		}
	}
	if leftRows == 0 || leftRows == judge.Rows {
		return 0
	}
	weight := 1.0
	if l.config.Weighting == IntegerWeighting { // which grows with the rows
		weight = finder.Mass + judge.Mass
	}
	return weight * simd.Dot(sum, sum) / (float64(l.config.Features) * mass * (judge.Mass - mass))
}

// set returns the levels that go left by a split of the node that evaluate has
// found with the seed. Levels that the node has no rows of go with the larger child.
func (l *levelSplitter) set(split candidateSplit, seed rng.Seed) LevelSet {
	l.gather(split.variable, seed)
	l.All.Sort()
	number := l.columns.levels[split.variable]
	set := newLevelSet(number)
	if 2*int(split.leftRows) >= l.node.size() {
		for code := range number {
			set.add(code)
		}
		for _, code := range l.Codes {
			set.remove(code)
		}
	}
	for k, placed := 0, 0; placed < int(split.leftRows); k++ {
		place := l.All.Order[k]
		set.add(l.Codes[place])
		placed += l.All.Counts[place]
	}
	return set
}
