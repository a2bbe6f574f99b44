package stat

import (
	"math"
	"testing"
)

// Of 100 tosses with 5 %, 11 or more come with probability 0.0115 and 12 or more
// with 0.0043; 0 with 0.0059, at most 1 with 0.0371.
func TestBinomial(t *testing.T) {
	for k, want := range map[int][2]bool{0: {false, true}, 1: {false, false}, 11: {false, false}, 12: {true, false}, 100: {true, false}} {
		if got := [2]bool{Exceeds(k, 100, 0.05, 0.01), FallsShort(k, 100, 0.05, 0.01)}; got != want {
			t.Errorf("%d of 100: more, less than 5 %% are %v, expected %v", k, got, want)
		}
	}
	if s := Share(1, 4); s.Mean != 0.25 || s.N != 4 || math.Abs(s.SE-math.Sqrt(3)/8) > 1e-15 || Share(0, 0).N != 0 {
		t.Errorf("1 of 4 is %v", s)
	}
}
