package forest

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// levelSplitter finds the splits of a node by a categorical input. The node's
// levels are put in order by the first principal component of their mean features,
// in which the best split of the levels lies or nearly so (Coppersmith, Hong and
// Hosking 1999), and split like a number.
//
// Levels that are ordered by the same rows that the gain is computed from promise
// more than they keep, the more the fewer rows they have: an input with a level for
// each row would win every split. So the gain is taken crosswise. The rows of each
// level are parted in two folds; the levels are ordered and split by the one, and
// the gain of that split is computed from the other, and the other way round. The
// split itself is that by all rows.
//
// Levels are taken as they come in the order of the node's rows, so what they are
// called changes nothing.
//
// A levelSplitter belongs to one worker.
type levelSplitter struct {
	*splitter
	place []int32 // of each level of the input, its place among those of the node, or −1
	codes []int   // of the node's levels, by place
	at    []int32 // of each row of the node, the place of its level
	next  []int32 // by place, twice: where the level's next row goes, and the one after
	ids   []int32 // the node's rows by level and fold
	all   levelSums
	folds [2]levelSums
	src   rng.Source
	sum   []float64
	axis  []float64
}

// levelSums are sums over the rows of each level of a node, or of one fold of it.
type levelSums struct {
	stride int // of the sums
	rows   int
	counts []int     // rows of each level
	sums   []float64 // of the features, less the mean of all rows
	scores []float64
	order  []int32 // levels that have rows, by scores
}

func newLevelSplitter(c *Columns, s *splitter, largest int) *levelSplitter {
	most := max(slices.Max(c.levels), 0)
	l := &levelSplitter{
		splitter: s, place: make([]int32, most), at: make([]int32, largest), ids: make([]int32, largest),
		sum: make([]float64, s.stride), axis: make([]float64, s.stride),
	}
	for k := range l.place {
		l.place[k] = -1
	}
	present := min(most, largest)
	for _, t := range []*levelSums{&l.all, &l.folds[0], &l.folds[1]} {
		*t = levelSums{stride: s.stride, sums: make([]float64, 0, present*s.stride), counts: make([]int, 0, present), scores: make([]float64, present), order: make([]int32, 0, present)}
	}
	return l
}

// evaluate is splitter.evaluate for a categorical input. The seed parts the rows in
// folds.
func (l *levelSplitter) evaluate(variable int32, seed rng.Seed) candidateSplit {
	l.evaluations += int64(l.node.size())
	l.gather(variable, seed)
	none := candidateSplit{variable: variable}
	if len(l.codes) < 2 {
		return none
	}
	gain, _, left := l.best(&l.all, func(left int) float64 { return l.coefficients[left-1] })
	if gain <= 0 {
		return none
	}
	if len(l.codes) > 2 {
		for f := range l.folds {
			l.folds[f].centre(l.sum)
		}
		if gain = (l.judged(0) + l.judged(1)) / 2; !(gain > 0) {
			return none
		}
	}
	return candidateSplit{variable, gain, int32(left)}
}

// gather sums up the features of the node by the levels of the input and folds. Every
// other row of a level is in the same fold, and the first in a random one.
func (l *levelSplitter) gather(variable int32, seed rng.Seed) {
	values, members := l.columns.Values[variable], l.members[l.node.first:l.node.end]
	l.codes = l.codes[:0]
	l.all.clear()
	for k := range members {
		code := int(values[l.nodeRows[k]])
		place := l.place[code]
		if place < 0 {
			place = int32(len(l.codes))
			l.place[code] = place
			l.codes = append(l.codes, code)
			l.all.grow()
		}
		l.at[k] = place
		l.all.counts[place]++
	}
	for _, code := range l.codes {
		l.place[code] = -1
	}
	l.all.rows = len(members)
	l.src.Reset(seed)
	l.next = l.next[:0]
	for f := range l.folds {
		l.folds[f].clear()
	}
	first := int32(0)
	for place, count := range l.all.counts {
		half := (count + l.src.IntN(2)) / 2 // of the first fold
		for f, rows := range [2]int{half, count - half} {
			l.folds[f].grow()
			l.folds[f].counts[place] = rows
			l.folds[f].rows += rows
		}
		// The first of an odd number of rows is in the larger fold.
		begin := [2]int32{first, first + int32(half)}
		if 2*half < count {
			begin[0], begin[1] = begin[1], begin[0]
		}
		l.next = append(l.next, begin[:]...)
		first += int32(count)
	}
	for k, id := range members {
		turn := l.next[2*l.at[k]:][:2]
		l.ids[turn[0]] = id
		turn[0], turn[1] = turn[1], turn[0]+1
	}
	first = 0
	for place := range int32(len(l.codes)) {
		for f := range l.folds {
			fold := &l.folds[f]
			end := first + int32(fold.counts[place])
			simd.AddRows(fold.of(place), l.features, l.stride, l.ids[first:end])
			floats.Add(l.all.of(place), fold.of(place))
			first = end
		}
	}
}

// best orders the levels and returns the gain of their best split, how many levels
// are on the left, and how many rows. coefficient is that of the gain.
func (l *levelSplitter) best(t *levelSums, coefficient func(left int) float64) (gain float64, levels, rows int) {
	l.sort(t)
	sum := l.sum
	clear(sum)
	left := 0
	for k, place := range t.order[:max(len(t.order)-1, 0)] {
		floats.Add(sum, t.of(place))
		left += t.counts[place]
		if g := coefficient(left) * simd.Dot(sum, sum); g > gain {
			gain, levels, rows = g, k+1, left
		}
	}
	return gain, levels, rows
}

// judged returns what the other fold gains by the split that a fold finds best.
func (l *levelSplitter) judged(fold int) float64 {
	finder, judge := &l.folds[fold], &l.folds[1-fold]
	least := l.least(finder.rows)
	gain, levels, rows := l.best(finder, func(left int) float64 {
		if right := finder.rows - left; left >= least && right >= least {
			return 1 / (float64(left) * float64(right))
		}
		return 0
	})
	if gain <= 0 {
		return 0
	}
	sum, left := l.sum, 0
	clear(sum)
	take := func(place int32) {
		floats.Add(sum, judge.of(place))
		left += judge.counts[place]
	}
	for _, place := range finder.order[:levels] {
		take(place)
	}
	if 2*rows >= finder.rows { // levels without a row go with the larger side
		for place, count := range finder.counts {
			if count == 0 {
				take(int32(place))
			}
		}
	}
	if left == 0 || left == judge.rows {
		return 0
	}
	weight := 1.0
	if l.config.Weighting == IntegerWeighting { // which grows with the rows
		weight = float64(l.node.size())
	}
	return weight * simd.Dot(sum, sum) / (float64(l.config.Features) * float64(left) * float64(judge.rows-left))
}

// set returns the levels that go left by a split of the node that evaluate has
// found with the seed. Levels that the node has no rows of go with the larger child.
func (l *levelSplitter) set(split candidateSplit, seed rng.Seed) LevelSet {
	l.gather(split.variable, seed)
	l.sort(&l.all)
	number := l.columns.levels[split.variable]
	set := newLevelSet(number)
	if 2*int(split.left) >= l.node.size() {
		for code := range number {
			set.add(code)
		}
		for _, code := range l.codes {
			set.remove(code)
		}
	}
	for k, left := 0, 0; left < int(split.left); k++ {
		place := l.all.order[k]
		set.add(l.codes[place])
		left += l.all.counts[place]
	}
	return set
}

// steps is the largest number of steps of the power method. Any axis near the first
// will do.
const steps = 8

// sort puts the levels in order of the first principal component of their means,
// weighted by their rows.
func (l *levelSplitter) sort(t *levelSums) {
	t.order = t.order[:0]
	largest, best := 0.0, -1
	for place, count := range t.counts {
		if count == 0 {
			continue
		}
		t.order = append(t.order, int32(place))
		sum := t.of(int32(place))
		if square := simd.Dot(sum, sum) / float64(count); square > largest {
			largest, best = square, place
		}
	}
	if best < 0 {
		return // all means are equal
	}
	copy(l.axis, t.of(int32(best)))
	floats.Scale(1/floats.Norm(l.axis, 2), l.axis)
	for range steps {
		clear(l.sum)
		for _, place := range t.order {
			sum := t.of(place)
			floats.AddScaled(l.sum, simd.Dot(sum, l.axis)/float64(t.counts[place]), sum)
		}
		floats.Scale(1/floats.Norm(l.sum, 2), l.sum)
		settled := simd.Dot(l.sum, l.axis) > 1-1e-4
		l.axis, l.sum = l.sum, l.axis
		if settled {
			break
		}
	}
	for _, place := range t.order {
		t.scores[place] = simd.Dot(t.of(place), l.axis) / float64(t.counts[place])
	}
	slices.SortFunc(t.order, func(a, b int32) int {
		switch {
		case t.scores[a] < t.scores[b]:
			return -1
		case t.scores[a] > t.scores[b]:
			return 1
		}
		return int(a - b)
	})
}

// clear forgets all levels.
func (t *levelSums) clear() { t.rows, t.counts, t.sums = 0, t.counts[:0], t.sums[:0] }

// grow adds a level.
func (t *levelSums) grow() {
	t.counts = append(t.counts, 0)
	t.sums = t.sums[:len(t.sums)+t.stride]
	clear(t.of(int32(len(t.counts) - 1)))
}

// of returns the sums of a level.
func (t *levelSums) of(place int32) []float64 {
	return t.sums[int(place)*t.stride:][:t.stride]
}

// centre takes the mean of all rows from the rows of every level.
func (t *levelSums) centre(mean []float64) {
	clear(mean)
	for place := range t.counts {
		floats.Add(mean, t.of(int32(place)))
	}
	for place, count := range t.counts {
		floats.AddScaled(t.of(int32(place)), -float64(count)/float64(max(t.rows, 1)), mean)
	}
}
