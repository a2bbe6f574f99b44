package splits

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// Sums are sums over the rows of each level of a node, or of one fold of it.
type Sums struct {
	Rows   int
	Counts []int     // rows of each level
	Masses []float64 // their weights
	Mass   float64   // of all rows
	Order  []int32   // levels that have rows, as Sort has ordered them

	share  float64   // of squares, gains and scores, up to which they count as equal
	stride int       // of the sums
	sums   []float64 // of the features, less the mean of all rows
	scores []float64
	axis   []float64
	next   []float64
}

// newSums returns the sums of at most as many levels, of stride features.
func newSums(levels, stride int, share float64) Sums {
	return Sums{
		Counts: make([]int, 0, levels), Masses: make([]float64, 0, levels), Order: make([]int32, 0, levels),
		share: share, stride: stride, sums: make([]float64, 0, levels*stride), scores: make([]float64, levels),
		axis: make([]float64, stride), next: make([]float64, stride),
	}
}

// Best orders the levels and returns the gain of their best split, how many levels
// are on the left, and how many rows. coefficient is that of the gain of a split with so
// many rows of so much weight on the left.
func (t *Sums) Best(coefficient func(leftRows int, mass float64) float64) (gain float64, levels, rows int) {
	t.Sort()
	sum := t.next
	clear(sum)
	leftRows, mass := 0, 0.0
	for k, place := range t.Order[:max(len(t.Order)-1, 0)] {
		floats.Add(sum, t.Of(place))
		leftRows, mass = leftRows+t.Counts[place], mass+t.Masses[place]
		if g := coefficient(leftRows, mass) * simd.Dot(sum, sum); g > gain+float64(t.share*gain) {
			gain, levels, rows = g, k+1, leftRows
		}
	}
	return gain, levels, rows
}

// steps is the largest number of steps of the power method. Any axis near the first
// will do.
const steps = 8

// Sort puts the levels in order of the first principal component of their means,
// weighted by their rows. The axis points to the level that is furthest from the mean of all, or
// to the first of those that are as far up to the share: two levels are, if they have as many rows.
func (t *Sums) Sort() {
	t.Order = t.Order[:0]
	largest, best := 0.0, -1
	for place, count := range t.Counts {
		if count == 0 {
			continue
		}
		t.Order = append(t.Order, int32(place))
		sum := t.Of(int32(place))
		if square := simd.Dot(sum, sum) / t.Masses[place]; square > largest+float64(t.share*largest) {
			largest, best = square, place
		}
	}
	if best < 0 {
		return // all means are equal
	}
	copy(t.axis, t.Of(int32(best)))
	floats.Scale(1/linalg.Norm(t.axis), t.axis)
	for range steps {
		clear(t.next)
		for _, place := range t.Order {
			sum := t.Of(place)
			linalg.AddScaled(t.next, simd.Dot(sum, t.axis)/t.Masses[place], sum)
		}
		floats.Scale(1/linalg.Norm(t.next), t.next)
		settled := simd.Dot(t.next, t.axis) > 1-1e-4
		t.axis, t.next = t.next, t.axis
		if settled {
			break
		}
	}
	for _, place := range t.Order {
		t.scores[place] = simd.Dot(t.Of(place), t.axis) / t.Masses[place]
	}
	slices.SortFunc(t.Order, func(a, b int32) int { return cmp.Or(cmp.Compare(t.scores[a], t.scores[b]), int(a-b)) })
	if t.share > 0 {
		t.unify()
	}
}

// unify puts levels whose scores are equal up to the share in the order of their places.
func (t *Sums) unify() {
	least, first := 0.0, 0
	for _, place := range t.Order {
		least = max(least, float64(t.share*math.Abs(t.scores[place])))
	}
	for k := 1; k <= len(t.Order); k++ {
		if k == len(t.Order) || t.scores[t.Order[k]]-t.scores[t.Order[k-1]] > least {
			slices.Sort(t.Order[first:k])
			first = k
		}
	}
}

// clear forgets all levels.
func (t *Sums) clear() {
	t.Rows, t.Mass = 0, 0
	t.Counts, t.Masses, t.sums = t.Counts[:0], t.Masses[:0], t.sums[:0]
}

// grow adds a level.
func (t *Sums) grow() {
	t.Counts, t.Masses = append(t.Counts, 0), append(t.Masses, 0)
	t.sums = t.sums[:len(t.sums)+t.stride]
	clear(t.Of(int32(len(t.Counts) - 1)))
}

// Of returns the sums of a level.
func (t *Sums) Of(place int32) []float64 {
	return t.sums[int(place)*t.stride:][:t.stride]
}

// Centre takes the mean of all rows from the rows of every level.
func (t *Sums) Centre() {
	mean := t.next
	clear(mean)
	for place := range t.Counts {
		floats.Add(mean, t.Of(int32(place)))
	}
	if t.Rows == 0 {
		return
	}
	for place, mass := range t.Masses {
		linalg.AddScaled(t.Of(int32(place)), -mass/t.Mass, mean)
	}
}

// weigh sets the weight of a level, of the rows with the given ids; mass has weights by
// id, nil if all are 1.
func (t *Sums) weigh(place int32, ids []int32, mass []float64) {
	weight := float64(len(ids))
	if mass != nil {
		weight = 0
		for _, id := range ids {
			weight += mass[id]
		}
	}
	t.Masses[place] = weight
	t.Mass += weight
}
