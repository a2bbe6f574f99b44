package sensitivity

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"drfvi/importance"
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

// Runs with noise: intervals have the shares that the inputs have without it (Ishigami's function, of which
// noise adds a quarter to the variance), a null input's among them.
func TestNoisyRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many noisy runs")
	}
	const n, variance, noise = 200, 13.8446, 3.5
	share := variance / (variance + noise)
	first, total := []float64{0.3139, 0.4424, 0, 0}, []float64{0.5576, 0.4424, 0.2437, 0}
	missed := 0
	for seed := range uint64(2) {
		x, y := drawn(n, 4, 40+seed, func(x []float64, src *rng.Source) []float64 {
			for j := range x {
				x[j] = math.Pi * (2*src.Float64() - 1)
			}
			return []float64{math.Sin(x[0]) + 7*math.Pow(math.Sin(x[1]), 2) + 0.1*math.Pow(x[2], 4)*math.Sin(x[0]) + float64(math.Sqrt(noise)*src.Normal())}
		})
		r := estimated(t, analysis(t), x, y)
		for j := range first {
			for _, of := range []struct {
				got  Effect
				want float64
			}{{r.Mean.First[j], share * first[j]}, {r.Mean.Total[j], share * total[j]}} {
				if i := of.got.Interval; of.want < i.Low-0.001 || of.want > i.High+0.001 {
					missed++
				}
			}
		}
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Error(), "the rest is noise, or a function that so many runs do not show") {
			t.Errorf("warnings %q", r.Warnings)
		}
		if i := r.Mean.Noise.Interval; i.Low > 1-share || i.High < 1-share {
			missed++
		}
	}
	if missed > 3 { // of 18: more have a probability of 0.01 if 95 % of intervals cover
		t.Errorf("%d of 18 intervals miss", missed)
	}
}

// What is learnt through noise has its error where inputs depend on each other along a curve, too, and
// where a forest learns.
func TestNoiseInErrors(t *testing.T) {
	x, y := drawn(200, 2, 50, func(x []float64, src *rng.Source) []float64 {
		x[1] = float64(x[0]*x[0]) + float64(0.3*src.Normal())
		return []float64{x[0] + 1.5*src.Normal()}
	})
	r := estimated(t, analysis(t), x, y)
	if m := r.Mean; r.Dependence != General || m.Noise.SE < 0.02 || m.First[0].SE < 0.02 || !(m.Noise.Interval.Low < 0.692 && 0.692 < m.Noise.Interval.High) {
		t.Errorf("dependence %v: noise %+v, first %+v", r.Dependence, m.Noise, m.First)
	}
	x, y = drawn(200, 2, 51, func(x []float64, src *rng.Source) []float64 {
		return []float64{float64(int(2*x[0])%2) + src.Normal()}
	})
	f, err := table{Task: importance.Task{X: x, Y: y, Workers: 1}, config: analysis(t).Config, seed: rng.New(1)}.forest(t.Context(), y)
	if err != nil || !(f.doubt > 0.02) {
		t.Errorf("a forest in doubt of %v, %v", f.doubt, err)
	}
}
