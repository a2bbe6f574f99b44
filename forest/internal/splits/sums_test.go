package splits

import (
	"slices"
	"testing"
)

// TestSortSteady has levels whose sums differ by no more than rounding does: with a share they are
// ordered as they come, whichever is the larger by rounding; without one as they are.
func TestSortSteady(t *testing.T) {
	const share, tiny = 1e-9, 1e-15
	for _, c := range []struct {
		name  string
		sums  []float64 // of one row each
		share float64
		want  []int32
	}{
		{"the first is larger", []float64{1 + tiny, -1}, share, []int32{1, 0}},
		{"the second is larger", []float64{1, -1 - tiny}, share, []int32{1, 0}},
		{"the second is larger, no share", []float64{1, -1 - tiny}, 0, []int32{0, 1}},
		{"equal scores, falling", []float64{1, 1 - tiny, -3}, share, []int32{0, 1, 2}},
		{"equal scores, rising", []float64{1 - tiny, 1, -3}, share, []int32{0, 1, 2}},
		{"equal scores, falling, no share", []float64{1, 1 - tiny, -3}, 0, []int32{0, 1, 2}},
		{"equal scores, rising, no share", []float64{1 - tiny, 1, -3}, 0, []int32{1, 0, 2}},
	} {
		s := newSums(len(c.sums), 4, c.share)
		for k, v := range c.sums {
			s.grow()
			s.Counts[k], s.Masses[k] = 1, 1
			s.Of(int32(k))[0] = v
		}
		if s.Sort(); !slices.Equal(s.Order, c.want) {
			t.Errorf("%s: order %v, want %v", c.name, s.Order, c.want)
		}
	}
}
