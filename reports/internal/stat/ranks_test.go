package stat

import (
	"math"
	"testing"
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
