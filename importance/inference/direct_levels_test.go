package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// followed returns a table of four normal inputs and an input of three levels. A wave of the product of
// the first two moves the response; the levels follow it, and do nothing.
func followed(n int, seed uint64) importance.Task {
	src := rng.New(seed).Named("followed").Source()
	x, y := mat.NewDense(n, 5, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = src.Normal()
		}
		wave := math.Sin(2 * row[0] * row[1])
		row[4] = min(max(math.Round(1+0.8*wave+row[4]), 0), 2)
		y.Set(i, 0, wave+0.2*src.Normal())
	}
	return importance.Task{X: x, Y: y, Levels: []int{0, 0, 0, 0, 3}, Kernel: mmd.Median, Seed: seed, Workers: 1}
}

// TestWorkers checks that the number of workers changes no bit: of 16, all splits are grown together.
func TestWorkers(t *testing.T) {
	var first []float64
	for _, workers := range []int{1, 2, 7, 16} {
		task := followed(200, 2)
		task.Workers = workers
		r, err := Standard(30).Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if all := slices.Concat(r.Raw, r.Inference.P, r.Inference.SE); first == nil {
			first = all
		} else if !slices.Equal(first, all) {
			t.Errorf("%d workers: %v, want %v", workers, all, first)
		}
	}
}
