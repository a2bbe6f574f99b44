package importance

import (
	"slices"
	"testing"
)

// TestWidth checks what embeddings are taken to be where little is known.
func TestWidth(t *testing.T) {
	seven := Spectrum{Rank: 7}
	var got []int
	for _, s := range []Size{{Rows: 50}, {Rows: 5000}, {Rows: 5000, Kernel: seven}, {Rows: 5000, Kernel: seven, Fourier: 64}, {Rows: 50, Evaluated: 20}, {Rows: 50, Evaluated: 200}} {
		got = append(got, s.Width(), int(s.evaluatedRows()))
	}
	if want := []int{50, 50, typicalRank, 5000, 7, 5000, 128, 5000, 50, 20, 50, 50}; !slices.Equal(got, want) {
		t.Errorf("found %v, expected %v", got, want)
	}
}
