package forest

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// BenchmarkLevels evaluates a categorical input at a node of 571 rows.
func BenchmarkLevels(b *testing.B) {
	const n = 571
	for _, number := range []int{5, 130} {
		b.Run(fmt.Sprintf("levels=%d", number), func(b *testing.B) {
			src := rng.New(1).Source()
			x, y := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
			for i := range n {
				x.Set(i, 0, float64(src.IntN(number)))
				y.Set(i, 0, src.Normal())
			}
			columns, err := NewColumns(x, []int{number})
			if err != nil {
				b.Fatal(err)
			}
			config, err := Preset("paper", 2)
			if err != nil {
				b.Fatal(err)
			}
			grower, err := NewGrower(columns, y, config)
			if err != nil {
				b.Fatal(err)
			}
			g := newGrower(grower.training, n)
			all := make([]int32, n)
			for i := range all {
				all[i] = int32(i)
			}
			g.enter(g.begin(all), 1)
			for b.Loop() {
				g.gain(0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/eval")
		})
	}
}
