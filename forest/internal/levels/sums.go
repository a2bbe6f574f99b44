package levels

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/simd"
)

// Sums are sums over the rows of each level of a node, or of one fold of it.
type Sums struct {
	Rows   int
	Counts []int   // rows of each level
	Order  []int32 // levels that have rows, as Sort has ordered them

	stride int       // of the sums
	sums   []float64 // of the features, less the mean of all rows
	scores []float64
	axis   []float64
	next   []float64
}

// newSums returns the sums of at most as many levels, of stride features.
func newSums(levels, stride int) Sums {
	return Sums{
		Counts: make([]int, 0, levels), Order: make([]int32, 0, levels),
		stride: stride, sums: make([]float64, 0, levels*stride), scores: make([]float64, levels),
		axis: make([]float64, stride), next: make([]float64, stride),
	}
}

// Best orders the levels and returns the gain of their best split, how many levels
// are on the left, and how many rows. coefficient is that of the gain.
func (t *Sums) Best(coefficient func(left int) float64) (gain float64, levels, rows int) {
	t.Sort()
	sum := t.next
	clear(sum)
	left := 0
	for k, place := range t.Order[:max(len(t.Order)-1, 0)] {
		floats.Add(sum, t.Of(place))
		left += t.Counts[place]
		if g := coefficient(left) * simd.Dot(sum, sum); g > gain {
			gain, levels, rows = g, k+1, left
		}
	}
	return gain, levels, rows
}

// steps is the largest number of steps of the power method. Any axis near the first
// will do.
const steps = 8

// Sort puts the levels in order of the first principal component of their means,
// weighted by their rows.
func (t *Sums) Sort() {
	t.Order = t.Order[:0]
	largest, best := 0.0, -1
	for place, count := range t.Counts {
		if count == 0 {
			continue
		}
		t.Order = append(t.Order, int32(place))
		sum := t.Of(int32(place))
		if square := simd.Dot(sum, sum) / float64(count); square > largest {
			largest, best = square, place
		}
	}
	if best < 0 {
		return // all means are equal
	}
	copy(t.axis, t.Of(int32(best)))
	floats.Scale(1/floats.Norm(t.axis, 2), t.axis)
	for range steps {
		clear(t.next)
		for _, place := range t.Order {
			sum := t.Of(place)
			floats.AddScaled(t.next, simd.Dot(sum, t.axis)/float64(t.Counts[place]), sum)
		}
		floats.Scale(1/floats.Norm(t.next, 2), t.next)
		settled := simd.Dot(t.next, t.axis) > 1-1e-4
		t.axis, t.next = t.next, t.axis
		if settled {
			break
		}
	}
	for _, place := range t.Order {
		t.scores[place] = simd.Dot(t.Of(place), t.axis) / float64(t.Counts[place])
	}
	slices.SortFunc(t.Order, func(a, b int32) int {
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
func (t *Sums) clear() { t.Rows, t.Counts, t.sums = 0, t.Counts[:0], t.sums[:0] }

// grow adds a level.
func (t *Sums) grow() {
	t.Counts = append(t.Counts, 0)
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
	for place, count := range t.Counts {
		floats.AddScaled(t.Of(int32(place)), -float64(count)/float64(max(t.Rows, 1)), mean)
	}
}
