package rank

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/elementary"
)

func TestOrder(t *testing.T) {
	nan := math.NaN()
	x := []float64{2, nan, -1, 2, math.Inf(-1), nan, 7}
	if got, want := Ascending(x), []int{4, 2, 0, 3, 6, 1, 5}; !slices.Equal(got, want) {
		t.Errorf("upwards %v, expected %v", got, want)
	}
	if got, want := Descending(x), []int{6, 0, 3, 2, 4, 1, 5}; !slices.Equal(got, want) {
		t.Errorf("downwards %v, expected %v", got, want)
	}
	if got, want := Of(x), []float64{3.5, 6.5, 2, 3.5, 1, 6.5, 5}; !slices.Equal(got, want) {
		t.Errorf("ranks %v, expected %v", got, want)
	}
	if Known(x) != 5 || Known(nil) != 0 || len(Of(nil)) != 0 {
		t.Errorf("%d known, ranks of nothing %v", Known(x), Of(nil))
	}
}

// Ranks count the numbers below, and half of the equal ones.
func TestRanksCount(t *testing.T) {
	var x []float64
	for i := range 60 {
		x = append(x, float64((i*i)%17))
	}
	for i, got := range Of(x) {
		want := 0.5
		for _, v := range x {
			switch {
			case v < x[i]:
				want++
			case v == x[i]:
				want += 0.5
			}
		}
		if got != want {
			t.Errorf("rank %v of %v, expected %v", got, x[i], want)
		}
	}
}

// NormalScores are symmetric, tied where values are, and 0 where they are missing.
func TestNormalScores(t *testing.T) {
	got := NormalScores([]float64{5, 1, math.NaN(), 3, 3, -7})
	upper := elementary.NormalQuantile(0.9)
	for i, want := range []float64{upper, elementary.NormalQuantile(0.3), 0, elementary.NormalQuantile(0.6), elementary.NormalQuantile(0.6), -upper} {
		if math.Abs(got[i]-want) > 1e-14 {
			t.Errorf("score %d is %v, expected %v", i, got[i], want)
		}
	}
	if len(NormalScores(nil)) != 0 || NormalScores([]float64{2, 2})[0] != 0 {
		t.Error("scores of nothing, or of ties")
	}
}
