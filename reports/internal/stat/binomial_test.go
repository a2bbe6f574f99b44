package stat

import (
	"math"
	"testing"
)

// Intervals are those of the score test, within 0 and 1 and never empty.
func TestRates(t *testing.T) {
	for _, c := range []struct {
		k, n int
		want string
	}{{0, 60, "0 of 60, 95 %: 0 to 6 %"}, {20, 20, "20 of 20, 95 %: 84 to 100 %"}, {5, 10, "5 of 10, 95 %: 24 to 76 %"}, {0, 0, "–"}} {
		if got := (Count{c.k, c.n}).Text(); got != c.want {
			t.Errorf("%d of %d: %q, expected %q", c.k, c.n, got, c.want)
		}
	}
	if s := (Count{1, 10}).Share(); math.Abs(s.Low-0.01787621) > 1e-8 || math.Abs(s.High-0.40415003) > 1e-8 {
		t.Errorf("1 of 10: %v to %v", s.Low, s.High)
	}
	// Shares of several inputs count as a table each.
	if low, high := Wilson(New([]float64{0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0}).Mean, 10); math.Abs(low-0.01787621) > 1e-8 || math.Abs(high-0.40415003) > 1e-8 {
		t.Errorf("two halves of ten tables: %v to %v", low, high)
	}
	for share, want := range map[float64][2]bool{0: {true, false}, 1: {false, true}} {
		if low, high := Wilson(share, 3); low == 0 != want[0] || high == 1 != want[1] {
			t.Errorf("a share of %v: %v to %v", share, low, high)
		}
	}
	// Of 100 tables 12 or more are called too many of 5 %; of 10 % they come with probability 0.2970.
}

// Of 100 tosses with 5 %, 11 or more come with probability 0.0115 and 12 or more
// with 0.0043; 0 with 0.0059, at most 1 with 0.0371.
func TestBinomial(t *testing.T) {
	for k, want := range map[int][2]bool{0: {false, true}, 1: {false, false}, 11: {false, false}, 12: {true, false}, 100: {true, false}} {
		atMost, atLeast := Count{k, 100}.Tails(0.05)
		if got := [2]bool{atLeast <= 0.01, atMost <= 0.01}; got != want {
			t.Errorf("%d of 100: more, less than 5 %% are %v, expected %v", k, got, want)
		}
	}
	if s := (Count{1, 4}).Share(); s.Mean != 0.25 || s.N != 4 || math.Abs(s.SE-math.Sqrt(3)/8) > 1e-15 || (Count{}).Share().N != 0 {
		t.Errorf("1 of 4 is %v", s)
	}
}
