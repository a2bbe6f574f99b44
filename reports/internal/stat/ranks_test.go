package stat

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/rank"
)

func TestSpearman(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3}, []float64{10, 20, 90}, 1},
		{[]float64{1, 2, 3}, []float64{3, 2, 1}, -1},
		{[]float64{1, 2, 3}, []float64{4, 4, 4}, 0},
		{[]float64{1, 2, 3, 4}, []float64{1, 2, 4, 3}, 0.8},        // 1 − 6·2/(4·15)
		{[]float64{0, 0, 1}, []float64{1, 2, 3}, math.Sqrt(3) / 2}, // of ranks 1.5, 1.5, 3
	} {
		if got := Spearman(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v, %v: %v, expected %v", c.a, c.b, got, c.want)
		}
	}
}

func TestAUC(t *testing.T) {
	if got := AUC([]float64{3, 1}, []float64{0, 1, 2}); math.Abs(got-4.5/6) > 1e-15 {
		t.Errorf("area %v, expected 0.75", got)
	}
}

func signedRank(differences []float64) float64 {
	p, _ := SignedRank(differences)
	return p
}

// Differences are above 0 where their positive ranks add up to more than half.
func TestSignedRankAbove(t *testing.T) {
	for _, c := range []struct {
		differences []float64
		want        bool
	}{{[]float64{5, 4, -1, -2, -3}, true}, {[]float64{-5, -4, 1, 2, 3}, false}, {[]float64{0, 2, -1}, true}, {[]float64{1, -1}, false}, {nil, false}} {
		if _, above := SignedRank(c.differences); above != c.want {
			t.Errorf("%v: above %v", c.differences, above)
		}
	}
}

// TestSignedRank compares with all choices of signs, and with tables of the statistic.
func TestSignedRank(t *testing.T) {
	literally := func(differences []float64) float64 {
		differences = slices.DeleteFunc(slices.Clone(differences), func(d float64) bool { return d == 0 })
		sizes := make([]float64, len(differences))
		for i, d := range differences {
			sizes[i] = math.Abs(d)
		}
		ranks := rank.Of(sizes)
		total := float64(len(ranks)*(len(ranks)+1)) / 2
		off := func(positive func(i int) bool) float64 {
			sum := 0.0
			for i, r := range ranks {
				if positive(i) {
					sum += r
				}
			}
			return math.Abs(sum - total/2)
		}
		seen, count := off(func(i int) bool { return differences[i] > 0 }), 0.0
		for signs := range 1 << len(ranks) {
			if off(func(i int) bool { return signs>>i&1 == 1 }) >= seen-1e-9 {
				count++
			}
		}
		return count / float64(int(1)<<len(ranks))
	}
	for _, d := range [][]float64{
		{1.5}, {1, -2}, {0.3, 0.1, -0.2, 0.9, 0.4}, {1, 1, -1, 2, 2, 3}, {0, 0, 1, -1, 4}, {5, 3, 8, -1, -2, 6, 7, 9, 10, 4},
	} {
		if got, want := signedRank(d), literally(d); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: p = %v, by all signs %v", d, got, want)
		}
	}
	all := make([]float64, 15)
	for i := range all {
		all[i] = float64(i + 1)
	}
	if got := signedRank(all); math.Abs(got-2./(1<<15)) > 1e-15 {
		t.Errorf("15 of one sign: p = %v", got)
	}
	// The critical value of n = 10 at 5 % is 8: 0.0488 (Wilcoxon 1945).
	if got := signedRank([]float64{-1, -7, 2, 3, 4, 5, 6, 8, 9, 10}); math.Abs(got-0.048828125) > 1e-12 {
		t.Errorf("a sum of 8 of 10: p = %v", got)
	}
	if signedRank(nil) != 1 || signedRank([]float64{0, 0}) != 1 {
		t.Error("no differences are no evidence")
	}
}
