package simulate

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// TestCensored: times are positive, as many are censored as the title says, and inputs have their
// correlation.
func TestCensored(t *testing.T) {
	for name, want := range map[string]float64{"censored": 0.41, "censored-heavy": 0.61, "censored-nothing": 0.43, "censored-crossing": 0.38} {
		s, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		x, y := s.Draw(5000, 9, 1)
		hidden := 0.0
		for i := range 5000 {
			time, event := y.At(i, 0), y.At(i, 1)
			if !(time > 0) || event != 0 && event != 1 {
				t.Fatalf("%s: row %d has the time %v and the event %v", name, i, time, event)
			}
			hidden += (1 - event) / 5000
		}
		// The share before the horizon, as in the titles, lies a tenth of the rows below that of all.
		if hidden < want || hidden > want+0.1 {
			t.Errorf("%s: %.3f of the rows are censored, expected %.2f before the horizon", name, hidden, want)
		}
		if r := stat.Correlation(mat.Col(nil, 0, x), mat.Col(nil, 5, x), nil); math.Abs(r-correlated) > 0.02 || !s.Censored {
			t.Errorf("%s: correlation %.3f, expected %v", name, r, correlated)
		}
	}
}
