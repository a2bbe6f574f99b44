package inference

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestCentreInClusters compares with sums by hand: of weighted rows in use.
func TestCentreInClusters(t *testing.T) {
	d := design.Design{Clusters: []int32{0, 1, 0, 1, 0}, Weights: []float64{1, 2, 3, 1, 9}}
	centred, means := centreInClusters(mat.NewDense(5, 1, []float64{2, 6, 6, 3, 99}), d, []bool{true, true, true, true, false})
	if !floats.EqualApprox(means.RawMatrix().Data, []float64{5, 5}, 1e-15) || !floats.EqualApprox(centred.RawMatrix().Data, []float64{-3, 1, 1, -2, 99}, 1e-15) {
		t.Errorf("means %v, centred %v", means.RawMatrix().Data, centred.RawMatrix().Data)
	}
}

// schools returns a table of clusters with intercepts of standard deviation 3: the first input
// varies within clusters and acts, the second does not vary within them.
func schools(seed uint64) importance.Task {
	src := rng.New(seed).Named("schools").Source()
	const clusters, rows = 20, 8
	t := importance.Task{X: mat.NewDense(clusters*rows, 2, nil), Y: mat.NewDense(clusters*rows, 1, nil), Kernel: mmd.Median, Workers: 2, Seed: seed}
	for i := range clusters * rows {
		if i%rows == 0 {
			t.X.Set(i, 1, src.Normal())
			t.Y.Set(i, 0, 3*src.Normal())
		}
		first := i - i%rows
		x, e := src.Normal(), src.Normal()
		t.X.SetRow(i, []float64{x, t.X.At(first, 1)})
		t.Clusters = append(t.Clusters, int32(i/rows))
		if i != first {
			t.Y.Set(i, 0, t.Y.At(first, 0)+0.7*x+e)
		}
	}
	return t
}

// TestBetweenShares has what clusters tell of an input: little where it varies within them,
// all where it does not.
func TestBetweenShares(t *testing.T) {
	task := schools(1)
	factor, _ := mmd.Cholesky(task.Y, mmd.Kernel{Gamma: 0.1}, 1e-8, 64)
	shares := betweenShares(task.Sample(), factor.L, task.Variables())
	if shares[0] != 0.5 || shares[1] > 0.1 || shares[2] != 1 {
		t.Errorf("shares %v", shares)
	}
}

// TestWithinClusters finds, beside intercepts with a variance eighteen times that of the input's
// effect, an input that varies within clusters, and no input that does not.
func TestWithinClusters(t *testing.T) {
	c, err := forest.Preset("paper", 50)
	if err != nil {
		t.Fatal(err)
	}
	e := Stacked{Config: c, Halves: Halves{Splits: 2, Trees: 32, Tests: true}}
	for seed := range uint64(3) {
		r, err := e.Estimate(context.Background(), schools(seed))
		if err != nil {
			t.Fatal(err)
		}
		if p := r.Inference.P; p[0] > 0.05 || p[1] < 0.05 || math.IsNaN(p[1]) {
			t.Errorf("table %d: p-values %v", seed, p)
		}
	}
}
