package forest

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/rng"
)

// TestSampler checks that samples are ascending rows, depend on the seed alone, that
// the honesty split parts them, and that every row is drawn equally often.
func TestSampler(t *testing.T) {
	const n, count, first, times = 70, 30, 11, 4000
	s := newSampler(n)
	var drawn, splitting [n]float64
	for seed := range uint64(times) {
		rows := s.draw(nil, count, rng.New(seed))
		if len(rows) != count || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != count {
			t.Fatalf("seed %d draws %v", seed, rows)
		}
		if again := newSampler(n).draw(nil, count, rng.New(seed)); !slices.Equal(again, rows) {
			t.Fatalf("seed %d draws %v after other samples, %v at first", seed, rows, again)
		}
		j1, j2 := s.honestSplit(nil, nil, rows, first, rng.New(seed).Named("honesty"))
		if len(j1) != first || !slices.IsSorted(j1) || !slices.IsSorted(j2) {
			t.Fatalf("seed %d parts %v in %v and %v", seed, rows, j1, j2)
		}
		if both := slices.Sorted(slices.Values(slices.Concat(j1, j2))); !slices.Equal(both, rows) {
			t.Fatalf("seed %d parts %v in %v and %v", seed, rows, j1, j2)
		}
		for _, row := range rows {
			drawn[row]++
		}
		for _, row := range j1 {
			splitting[row]++
		}
	}
	for _, c := range []struct {
		what   string
		counts []float64
		share  float64
	}{{"drawn", drawn[:], float64(count) / n}, {"in the splitting sample", splitting[:], float64(first) / n}} {
		for row, got := range c.counts {
			if z := (got - times*c.share) / math.Sqrt(times*c.share*(1-c.share)); math.Abs(z) > 4.5 {
				t.Errorf("row %d is %s %v times of %d, expected a share of %.3f", row, c.what, got, times, c.share)
			}
		}
	}
}
