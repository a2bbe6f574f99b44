package importance

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// normalSample returns n rows of three inputs and two responses, of which the
// first input moves one.
func normalSample(n int, seed uint64) Sample {
	src := rng.New(seed).Source()
	s := Sample{X: mat.NewDense(n, 3, nil), Y: mat.NewDense(n, 2, nil)}
	for i := range n {
		for j := range 3 {
			s.X.Set(i, j, src.Normal())
		}
		s.Y.SetRow(i, []float64{s.X.At(i, 0) + src.Normal(), src.Normal()})
	}
	return s
}

// TestMeasure compares with the estimate from the same seed, with a forest grown
// directly, and with the definition of the loss.
func TestMeasure(t *testing.T) {
	ctx := context.Background()
	train, fresh := normalSample(300, 1), normalSample(200, 2)
	for _, preset := range []string{"paper", "drf-1.1.0"} {
		config, err := forest.Preset(preset, 30)
		if err != nil {
			t.Fatal(err)
		}
		kernel, err := mmd.LossKernel(train.Y)
		if err != nil {
			t.Fatal(err)
		}
		task := Task{X: train.X, Y: train.Y, Kernel: mmd.Median, Seed: 4, Workers: 2}
		test := Test{X: fresh.X, Y: fresh.Y, Kernel: kernel}
		m, err := Coupled{config}.Measure(ctx, task, test)
		if err != nil {
			t.Fatal(err)
		}
		want, err := Coupled{config}.Estimate(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(m.Raw, want.Raw) || m.Denominator != want.Denominator || m.Gamma != want.Gamma || m.SE != nil {
			t.Errorf("%s: measured %+v, estimated %+v", preset, m.Result, want)
		}
		direct, err := forest.Fit(ctx, train.X, train.Y, config, uint64(rng.New(4).Named("coupled")), 1)
		if err != nil {
			t.Fatal(err)
		}
		eval, err := direct.Columns.On(fresh.X)
		if err != nil {
			t.Fatal(err)
		}
		weights, err := direct.Weights(ctx, eval, 1)
		if err != nil {
			t.Fatal(err)
		}
		if loss := mmd.Loss(weights, train.Y, fresh.Y, kernel); math.Abs(m.Loss-loss) > 1e-7 || m.LossGamma != kernel.Gamma || m.LossAggregation == "" {
			t.Errorf("%s: loss %v with γ %v (%s), by definition %v with %v", preset, m.Loss, m.LossGamma, m.LossAggregation, loss, kernel.Gamma)
		}
		if !slices.EqualFunc(m.Forest.SplitCounts(4), direct.SplitCounts(4), slices.Equal) {
			t.Errorf("%s: the forest is not the one grown directly", preset)
		}
		task.Workers = 7
		if again, err := (Coupled{config}).Measure(ctx, task, test); err != nil || again.Loss != m.Loss || !slices.Equal(again.Raw, m.Raw) {
			t.Errorf("%s: other workers give other values: %v, %v", preset, again.Loss, err)
		}
	}
}

func TestMeasureRefuses(t *testing.T) {
	config, err := forest.Preset("paper", 10)
	if err != nil {
		t.Fatal(err)
	}
	train := normalSample(100, 1)
	task := Task{X: train.X, Y: train.Y, Kernel: mmd.Median, Workers: 1}
	unpruned := config
	unpruned.Prune = false
	narrow := normalSample(20, 2)
	for _, c := range []struct {
		config forest.Config
		test   Test
		want   string
	}{
		{config, Test{X: narrow.Y, Y: narrow.Y}, "importance: the test sample has 2 inputs, expected 3 as in training"},
		{config, Test{X: narrow.X, Y: narrow.X}, "importance: the test sample has 3 responses, expected 2 as in training"},
		{unpruned, Test{X: narrow.X, Y: narrow.Y}, "importance: coupled trees with honesty must be pruned"},
	} {
		if _, err := (Coupled{c.config}).Measure(context.Background(), task, c.test); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}
