package process

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// TestLike: a wave of many periods is found by the start for waves, and bends along its input alone.
// A process like another predicts as that; without the input of the wave it predicts nothing.
func TestLike(t *testing.T) {
	const n = 160
	src := rng.New(2).Named("like").Source()
	x, y, folds := mat.NewDense(n, 2, nil), mat.NewDense(n, 1, nil), make([]int, n)
	for i := range n {
		phase := 8 * src.Float64()
		x.SetRow(i, []float64{phase, src.Normal()})
		y.Set(i, 0, math.Sin(2*math.Pi*phase)+0.3*src.Normal())
		folds[i] = i % 5
	}
	seed := rng.New(1)
	wave := Fit(x, y, folds, nil, Options{Waves: true}, seed)
	if share := explained(wave, y); share < 0.6 {
		t.Errorf("the process explains %.2f of a wave", share)
	}
	if !wave.Bends(0) || wave.Bends(1) {
		t.Errorf("the process bends along its inputs: %v, %v", wave.Bends(0), wave.Bends(1))
	}
	if !mat.Equal(Fit(x, y, folds, nil, Options{Like: wave}, seed).OutOfFold(), wave.OutOfFold()) {
		t.Error("a process like another predicts otherwise")
	}
	for i := range n {
		x.Set(i, 0, 0)
	}
	if share := explained(Fit(x, y, folds, nil, Options{Like: wave}, seed), y); share > 0.05 {
		t.Errorf("without its input the process explains %.2f of a wave", share)
	}
}
