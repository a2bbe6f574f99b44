package sensitivity

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// Where an input acts alone and with another, moments are near the closed form whatever the seed: with one
// generator for all of eight repetitions errors were up to 0.016.
func TestLattices(t *testing.T) {
	const p = 3
	x := mat.NewDense(2, p, []float64{-1, -1, -1, 1, 1, 1})
	inputs := [][]int{{0}, {1}, {2}}
	law := Law{Kind: Uniform, A: -1, B: 1}
	s := newSampler(x, inputs, []Law{law, law, law}, nil)
	sets := newScheme(p, rng.New(1))
	h := func(_ context.Context, x *mat.Dense) (*mat.Dense, error) {
		n, _ := x.Dims()
		y := mat.NewDense(n, 1, nil)
		for i := range n {
			r := x.RawRowView(i)
			y.Set(i, 0, r[0]+r[1]+float64(3*r[0]*r[2]))
		}
		return y, nil
	}
	worst := 0.0
	for seed := range uint64(40) {
		first, total := make([]float64, p), make([]float64, p)
		for k, a := range generators {
			d, err := pickFreeze(t.Context(), s, sets, h, []half{halfSquare(0, 1)}, lattice{1021, a}, rng.New(seed).At(k), 2)
			if err != nil {
				t.Fatal(err)
			}
			m := sets.moments(d[0])
			for j := range p {
				first[j] += m.first[j] / m.explained / float64(len(generators))
				total[j] += m.total[j] / m.explained / float64(len(generators))
			}
		}
		for j, want := range [][2]float64{{0.2, 0.8}, {0.2, 0.2}, {0, 0.6}} {
			worst = max(worst, math.Abs(first[j]-want[0]), math.Abs(total[j]-want[1]))
		}
	}
	if worst > 0.003 {
		t.Errorf("largest error of 40 seeds %.4f", worst)
	}
}
