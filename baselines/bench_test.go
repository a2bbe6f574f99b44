package baselines

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// regressionTask returns n rows of p uniform inputs and a response that depends
// on the first two, the first more.
func regressionTask(n, p int) importance.Task {
	src := rng.New(7).Named("regression task").Source()
	x, y := mat.NewDense(n, p, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		for j := range p {
			x.Set(i, j, src.Float64())
		}
		y.Set(i, 0, 4*x.At(i, 0)+2*x.At(i, 1)*x.At(i, 1)+0.5*src.Normal())
	}
	return importance.Task{X: x, Y: y, Seed: 1, Workers: 2}
}

func benchmarkEstimator(b *testing.B, e importance.Estimator) {
	for _, size := range []struct {
		name string
		n, p int
	}{{"n=3000/p=10", 3000, 10}, {"n=500/p=1000", 500, 1000}} {
		b.Run(size.name, func(b *testing.B) {
			task := regressionTask(size.n, size.p)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Estimate(context.Background(), task); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMDA(b *testing.B) { benchmarkEstimator(b, MDA{forest.RegressionPreset(500)}) }

func BenchmarkSobolMDA(b *testing.B) { benchmarkEstimator(b, SobolMDA{forest.RegressionPreset(500)}) }

// BenchmarkPermute compares permuting ten inputs with growing the forest: together they
// are to take less than two forests.
func BenchmarkPermute(b *testing.B) {
	c := lawtest.Preset(b, "paper", 500)
	task := importance.Task{Kernel: mmd.Median, Workers: 1}
	task.X, task.Y = lawtest.Bivariate(3000, 10, 1)
	b.Run("forest alone", func(b *testing.B) {
		for b.Loop() {
			if _, err := forest.Fit(context.Background(), task.X, task.Y, c, 1, 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	for _, e := range []importance.Estimator{Permute{c}, PermuteConditional{c, forest.RegressionPreset(100)}, HSIC{}} {
		b.Run(e.Name(), func(b *testing.B) {
			for b.Loop() {
				if _, err := e.Estimate(context.Background(), task); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
