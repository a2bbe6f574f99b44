package importance

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// sampledTask returns a task of rows in clusters of 1 to 6, with weights.
func sampledTask(n int) Task {
	src := rng.New(6).Source()
	t := Task{X: mat.NewDense(n, 3, nil), Y: mat.NewDense(n, 2, nil), Kernel: mmd.Median, Workers: 2, Seed: 1}
	t.Clusters, t.Weights = make([]int32, n), make([]float64, n)
	for i := range n {
		for j := range 3 {
			t.X.Set(i, j, src.Float64())
		}
		t.Y.Set(i, 0, t.X.At(i, 0)+0.3*src.Normal())
		t.Y.Set(i, 1, t.X.At(i, 1)*src.Normal())
		if t.Weights[i] = math.Exp(src.Normal()); i > 0 {
			if t.Clusters[i] = t.Clusters[i-1]; src.Float64() < 0.4 {
				t.Clusters[i]++
			}
		}
	}
	return t
}

// TestWeightedSums compares variation, distances and the explained share of weighted
// rows with their definitions by weights of forests and kernel values, for both exact
// ways to aggregate.
func TestWeightedSums(t *testing.T) {
	ctx := context.Background()
	for _, kernel := range []mmd.KernelChoice{mmd.Median, mmd.Gamma(300)} {
		task := sampledTask(150)
		task.Kernel = kernel
		c, err := forest.Preset("paper", 30)
		if err != nil {
			t.Fatal(err)
		}
		s, err := newSetting(ctx, task, c, coupledSteps(3))
		if err != nil {
			t.Fatal(err)
		}
		coupled, err := s.grower.Couple(ctx, nil, task.Variables(), 5, 2)
		if err != nil {
			t.Fatal(err)
		}
		k, err := mmd.NewDense(ctx, task.Y, s.kernel, 2)
		if err != nil {
			t.Fatal(err)
		}
		square := func(v []float64) float64 {
			sum := 0.0
			for a, u := range v {
				sum += u * floats.Dot(v, k.Row(a))
			}
			return sum
		}
		w := s.design.Weights
		of := func(f *forest.Forest) *mat.Dense {
			weights, err := f.Weights(ctx, s.eval, 2)
			if err != nil {
				t.Fatal(err)
			}
			return weights
		}
		base := of(coupled.Base)
		mean := make([]float64, 150)
		for i := range 150 {
			floats.AddScaled(mean, w[i]/150, base.RawRowView(i))
		}
		v := 0.0
		for i := range 150 {
			v += w[i] * square(floats.SubTo(make([]float64, 150), base.RawRowView(i), mean))
		}
		r, err := s.differences(ctx, coupled.Base, 3, false, func(e forest.Evaluation) (*forest.Cells, error) { return coupled.Cells(ctx, e, 2) })
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(r.Denominator-v) > 1e-7*v {
			t.Errorf("kernel %s: V is %v, by definition %v", kernel, r.Denominator, v)
		}
		for j := range 3 {
			without, sum := of(coupled.Without(j)), 0.0
			for i := range 150 {
				sum += w[i] * square(floats.SubTo(make([]float64, 150), base.RawRowView(i), without.RawRowView(i)))
			}
			if math.Abs(r.Raw[j]-sum/v) > 1e-7 {
				t.Errorf("kernel %s: input %d has %v, by definition %v", kernel, j+1, r.Raw[j], sum/v)
			}
		}
		gained, all := 0.0, 0.0
		for i := range 150 {
			left := slices.Clone(base.RawRowView(i))
			left[i]--
			others := slices.Clone(w)
			others[i] = 0
			floats.Scale(1/floats.Sum(others), others)
			others[i] = -1
			gained, all = gained+w[i]*(square(others)-square(left)), all+w[i]*square(others)
		}
		if math.Abs(r.Explained.Value-gained/all) > 1e-7 {
			t.Errorf("kernel %s: %v explained, by definition %v", kernel, r.Explained.Value, gained/all)
		}
		// Whatever the scale of the weights.
		for i := range w {
			w[i] *= 2
		}
		scaled, err := s.coupledResult(ctx, coupled)
		if err != nil {
			t.Fatal(err)
		}
		floats.Scale(0.5, w)
		if same, err := s.coupledResult(ctx, coupled); err != nil || !floats.EqualApprox(same.Raw, scaled.Raw, 1e-12) || !floats.EqualApprox(same.SE, scaled.SE, 1e-12) {
			t.Errorf("kernel %s: weights twice as large give %v ± %v in the place of %v ± %v (%v)", kernel, scaled.Raw, scaled.SE, same.Raw, same.SE, err)
		}
	}
}

// TestSampledEstimates checks that any numbers of clusters, any scale of weights and
// any number of workers give the same bits, as do equal weights and none.
func TestSampledEstimates(t *testing.T) {
	c, err := forest.Preset("paper", 30)
	if err != nil {
		t.Fatal(err)
	}
	run := func(e Estimator, change func(*Task)) Result {
		task := sampledTask(150)
		change(&task)
		r, err := e.Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	for _, e := range []Estimator{Coupled{c}, Retrain{c}, Projected{Config: c}, Projected{c, true}} {
		both := run(e, func(*Task) {})
		for name, other := range map[string]Result{
			"workers": run(e, func(t *Task) { t.Workers = 7 }),
			"numbers": run(e, func(t *Task) {
				for i, c := range t.Clusters {
					t.Clusters[i] = 1000 - 3*c
				}
			}),
			"scale": run(e, func(t *Task) { floats.Scale(8, t.Weights) }),
		} {
			if !reflect.DeepEqual(both, other) {
				t.Errorf("%s, other %s: %+v, before %+v", e.Name(), name, other, both)
			}
		}
		none := run(e, func(t *Task) { t.Clusters, t.Weights = nil, nil })
		equal := run(e, func(t *Task) { t.Clusters, t.Weights = nil, slices.Repeat([]float64{3}, 150) })
		if !reflect.DeepEqual(none, equal) {
			t.Errorf("%s: equal weights give %+v, none %+v", e.Name(), equal, none)
		}
		if part := run(e, func(t *Task) { t.Subsample = 60 }); len(part.AggregationSE) != 3 {
			t.Errorf("%s: %+v", e.Name(), part)
		}
	}
}

// TestWeightsUndoSampling has a table in which one half of the population, of which the
// response depends on another input, is sampled nine times as often. With weights
// importances are nearer to those of the population; the forests learn less of its
// other half, of which they have few rows.
func TestWeightsUndoSampling(t *testing.T) {
	const n, often = 1500, 9
	c, err := forest.Preset("paper", 150)
	if err != nil {
		t.Fatal(err)
	}
	estimate := func(sampled, weighted bool) []float64 {
		src := rng.New(8).Source()
		task := Task{X: mat.NewDense(n, 3, nil), Y: mat.NewDense(n, 1, nil), Kernel: mmd.Median, Workers: 2}
		weights := make([]float64, n)
		for i := range n {
			first := src.Float64() < 0.5
			if sampled {
				first = src.Float64() < often/(often+1.)
			}
			weights[i] = often
			for j := range 2 {
				task.X.Set(i, 1+j, src.Normal())
			}
			task.Y.Set(i, 0, task.X.At(i, 2)+0.2*src.Normal())
			if first {
				task.X.Set(i, 0, 1)
				task.Y.Set(i, 0, task.X.At(i, 1)+0.2*src.Normal())
				weights[i] = 1
			}
		}
		if weighted {
			task.Weights = weights
		}
		r, err := Coupled{c}.Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		return r.Raw
	}
	population, unweighted, weighted := estimate(false, false), estimate(true, false), estimate(true, true)
	for j := 1; j < 3; j++ {
		if math.Abs(weighted[j]-population[j]) > math.Abs(unweighted[j]-population[j])/2 {
			t.Errorf("input %d has %.3f in the population, in the sample %.3f and with weights %.3f", j+1, population[j], unweighted[j], weighted[j])
		}
	}
}

// TestHalvesOfClusters parts clusters whole.
func TestHalvesOfClusters(t *testing.T) {
	s := sampledTask(200).Sample()
	train, test := s.Halves(200, 3)
	if train.Rows()+test.Rows() != 200 || train.Design.Units(0)+test.Design.Units(0) != s.Design.Units(0) || test.Design.Units(0)-train.Design.Units(0) > 1 {
		t.Errorf("halves of %d and %d rows, %d and %d clusters of %d", train.Rows(), test.Rows(), train.Design.Units(0), test.Design.Units(0), s.Design.Units(0))
	}
	drawn := s.Draw(80, 3)
	if drawn.Rows() > 80 || drawn.Rows() < 74 || len(drawn.Design.Weights) != drawn.Rows() {
		t.Errorf("%d rows drawn", drawn.Rows())
	}
}

// TestSelectClusters eliminates on halves of clusters, with weights.
func TestSelectClusters(t *testing.T) {
	c, err := forest.Preset("paper", 30)
	if err != nil {
		t.Fatal(err)
	}
	task := sampledTask(300)
	kernel, err := task.ResolveKernel()
	if err != nil {
		t.Fatal(err)
	}
	s, err := Select(context.Background(), Coupled{c}, task, kernel, 3, 250)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range s.Halves {
		if path.Test.Clusters == nil || path.Test.Weights == nil || len(path.TestLosses[0]) != len(path.Test.Weights) {
			t.Errorf("a path without the design of its test rows: %+v", path.Test)
		}
		if want := path.Test.Mean(path.TestLosses[0]); path.Loss[0] != want {
			t.Errorf("loss %v, expected %v", path.Loss[0], want)
		}
	}
	if !slices.Contains(s.Kept(), 0) {
		t.Errorf("kept %v", s.Kept())
	}
}

func TestSampledErrors(t *testing.T) {
	c, err := forest.Preset("paper", 10)
	if err != nil {
		t.Fatal(err)
	}
	estimate := func(task Task) error {
		_, err := Coupled{c}.Estimate(context.Background(), task)
		return err
	}
	sel := func(rows int) func(Task) error {
		return func(task Task) error {
			_, err := Select(context.Background(), Coupled{c}, task, mmd.Kernel{Gamma: 1}, 2, rows)
			return err
		}
	}
	for want, run := range map[string]func(Task) error{
		"importance: the weight of row 3 is -1, expected a positive finite number": func(t Task) error {
			t.Weights[2] = -1
			return estimate(t)
		},
		"importance: weights of 2 rows for a table of 150": func(t Task) error {
			t.Weights = t.Weights[:2]
			return estimate(t)
		},
		"importance: the rows to evaluate on have neither clusters nor weights, expected none, for out-of-bag evaluation": func(t Task) error {
			t.Eval = t.X
			return estimate(t)
		},
		"importance: 7 clusters are too few to grow forests on some and judge them by the others, expected at least 8": func(t Task) error {
			for i := range t.Clusters {
				t.Clusters[i] = int32(i % 7)
			}
			return sel(150)(t)
		},
		"importance: 12 rows are": sel(12),
		"mda: rows in clusters or with weights are not supported; methods stacked, loco, coupled, retrain, energy, projected and projected-unbiased take them": func(t Task) error { return t.CheckAlike("mda") },
	} {
		if err := run(sampledTask(150)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	if d := (Task{X: mat.NewDense(2, 1, nil)}).Design(); !reflect.DeepEqual(d, design.Design{}) {
		t.Errorf("%+v", d)
	}
}
