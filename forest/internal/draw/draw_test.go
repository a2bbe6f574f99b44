package draw

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
	s := NewSampler(n)
	var drawn, splitting [n]float64
	for seed := range uint64(times) {
		rows := s.Draw(nil, count, rng.New(seed))
		if len(rows) != count || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != count {
			t.Fatalf("seed %d draws %v", seed, rows)
		}
		if again := NewSampler(n).Draw(nil, count, rng.New(seed)); !slices.Equal(again, rows) {
			t.Fatalf("seed %d draws %v after other samples, %v at first", seed, rows, again)
		}
		j1, j2 := s.HonestSplit(nil, nil, rows, first, rng.New(seed).Named("honesty"))
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

// TestPermutation checks that all items come once and that an order does not depend
// on those before.
func TestPermutation(t *testing.T) {
	const p = 9
	q := NewPermutation(p)
	take := func(q *Permutation, count int) (items []int32) {
		src := rng.New(3).Source()
		for range count {
			items = append(items, q.Next(src))
		}
		q.Restore()
		return items
	}
	all := take(q, p+1)
	if all[p] != -1 || !slices.Equal(slices.Sorted(slices.Values(all[:p])), []int32{0, 1, 2, 3, 4, 5, 6, 7, 8}) {
		t.Errorf("order %v", all)
	}
	if got := take(q, 4); !slices.Equal(got, all[:4]) {
		t.Errorf("order %v after another one, %v at first", got, all[:4])
	}
}

// TestPoisson compares the distribution function with its first values.
func TestPoisson(t *testing.T) {
	cdf := Poisson(2)
	for k, want := range []float64{1, 3, 5, 19. / 3, 7} {
		if got := cdf[k] * math.Exp(2); math.Abs(got-want) > 1e-12 {
			t.Errorf("P(X ≤ %d)·e² = %v, expected %v", k, got, want)
		}
	}
	if last := cdf[len(cdf)-1]; math.Abs(last-1) > 1e-15 {
		t.Errorf("the last value is %v, expected 1", last)
	}
}
