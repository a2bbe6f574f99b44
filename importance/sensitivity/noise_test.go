package sensitivity

import (
	"math"
	"reflect"
	"testing"

	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// With Y = X + 0.3 N(0, 1) the mean explains 0.92; the distribution is not that of the mean, whose share
// would be 1. By quadrature it explains 0.81.
func TestLittleNoise(t *testing.T) {
	for seed := range uint64(3) {
		x, y := drawn(60, 1, 20+seed, func(x []float64, src *rng.Source) []float64 { return []float64{x[0] + 0.3*src.Normal()} })
		r := estimated(t, analysis(t), x, y)
		share := r.Distribution.Total[0]
		if r.Composed || math.Abs(share.Value-0.81) > 0.1 || !(share.Interval.Low < 0.81 && 0.81 < share.Interval.High) {
			t.Errorf("seed %d: the distribution has %+v, composed %v", seed, share, r.Composed)
		}
	}
}

// Nothing depends on the order of the rows; of few noisy rows the distribution explains about what it
// predicts, and the interval has what the likelihood explains.
func TestRowOrder(t *testing.T) {
	x, y := drawn(70, 4, 31, func(x []float64, src *rng.Source) []float64 {
		return []float64{0.6*x[0] + src.Normal(), x[1]*src.Normal() + 0.3*x[2]}
	})
	a := analysis(t)
	r := estimated(t, a, x, y)
	order := make([]int32, 70)
	rng.New(5).Source().Perm(order)
	if again := estimated(t, a, linalg.Rows(x, order), linalg.Rows(y, order)); !reflect.DeepEqual(again.Distribution, r.Distribution) || !reflect.DeepEqual(again.Mean, r.Mean) {
		t.Errorf("in another order:\n%+v\n%+v", r, again)
	}
	if explained := 1 - r.Distribution.Noise.Value; explained > max(r.Distribution.Predicted, 0)+0.1 {
		t.Errorf("explained %.3f, predicted %.3f", explained, r.Distribution.Predicted)
	}
}
