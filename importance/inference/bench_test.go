package inference

import (
	"context"
	"fmt"
	"testing"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/simulate"
)

// BenchmarkStacked measures the importance with errors and tests.
func BenchmarkStacked(b *testing.B) {
	benchmark(b, func(c forest.Config) importance.Estimator {
		return Stacked{Config: c, Halves: StandardHalves()}
	})
}

func benchmark(b *testing.B, estimator func(forest.Config) importance.Estimator) {
	for _, size := range []struct{ n, p int }{{500, 10}, {3000, 10}, {1000, 100}} {
		b.Run(fmt.Sprintf("n=%d/p=%d", size.n, size.p), func(b *testing.B) {
			scenario, err := simulate.Named("bivariate")
			if err != nil {
				b.Fatal(err)
			}
			x, y := scenario.Draw(size.n, size.p, 1)
			config, err := forest.Preset("paper", 500)
			if err != nil {
				b.Fatal(err)
			}
			task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
			e := estimator(config)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := e.Estimate(context.Background(), task); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
