package splits

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// TestGains compares factors times squared sums with gains by their definition, for
// rows with weights and without.
func TestGains(t *testing.T) {
	const n, stride, features = 23, 20, 10
	for _, weighted := range []bool{false, true} {
		src := rng.New(5).Source()
		raw := make([][]float64, n)
		weights, values := make([]float64, n), make([]float64, n)
		rows, ids := make([]int32, n), make([]int32, n)
		centred, mean := make([]float64, n*stride), make([]float64, stride)
		for i := range n {
			raw[i] = make([]float64, stride)
			for k := range raw[i] {
				raw[i][k] = src.Normal()
			}
			floats.AddScaled(mean, 1./n, raw[i])
			if weights[i] = 1; weighted {
				weights[i] = math.Exp(src.Normal())
			}
			values[i] = math.Floor(float64(i) / 2) // pairs are tied
			rows[i], ids[i] = int32(i), int32(i)
		}
		for i := range n {
			floats.SubTo(centred[i*stride:(i+1)*stride], raw[i], mean)
		}
		var given []float64
		if weighted {
			given = weights
		}
		for _, integer := range []bool{false, true} {
			c := NewCriterion(features, integer, 0.1, given, n)
			own := append([]float64(nil), centred...)
			c.Open(rows, ids, own, stride)
			factors := c.Along(values, rows, ids, true)
			if len(factors) != simd.Pad(n) || floats.Sum(factors[n-1:]) != 0 {
				t.Fatalf("factors %v", factors)
			}
			sum := make([]float64, stride)
			for k := range n - 1 {
				floats.Add(sum, own[k*stride:(k+1)*stride])
				left, right, total := floats.Sum(weights[:k+1]), floats.Sum(weights[k+1:]), floats.Sum(weights)
				difference := make([]float64, stride)
				for i := range n {
					share := weights[i] / left
					if i > k {
						share = -weights[i] / right
					}
					floats.AddScaled(difference, share, raw[i])
				}
				want := left * right / (total * total) * floats.Dot(difference, difference) / features
				if integer {
					want *= total
					if !weighted {
						want *= math.Floor(left*right/total) / (left * right / total)
					}
				}
				small := k+1 < 3 || n-k-1 < 3 // than a tenth of the rows
				if small || values[k] == values[k+1] {
					want = 0
				}
				if got := factors[k] * floats.Dot(sum, sum); math.Abs(got-want) > 1e-12 {
					t.Errorf("weights %v, integer %v, %d rows left: gain %v, by definition %v", weighted, integer, k+1, got, want)
				}
				if single := c.OfRows(ids[:k+1]); factors[k] > 0 && math.Abs(single-factors[k]) > 1e-15 {
					t.Errorf("weights %v, integer %v, %d rows left: factor %v, along the variable %v", weighted, integer, k+1, single, factors[k])
				}
			}
		}
	}
}
