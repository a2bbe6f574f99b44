package splits

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/rng"
)

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
