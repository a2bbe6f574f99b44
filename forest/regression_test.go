package forest

import (
	"context"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// regressionData returns n×p uniform inputs and a response of the first two.
func regressionData(n, p int) (*mat.Dense, []float64) {
	src := rng.New(7).Named("regression data").Source()
	x, y := mat.NewDense(n, p, nil), make([]float64, n)
	for i := range y {
		for j := range p {
			x.Set(i, j, src.Float64())
		}
		y[i] = 2*x.At(i, 0) + x.At(i, 1)*x.At(i, 1) + 0.5*src.Normal()
	}
	return x, y
}

func BenchmarkFitRegression(b *testing.B) {
	for _, size := range []struct {
		name string
		n, p int
	}{{"n=3000/p=10", 3000, 10}, {"n=500/p=1000", 500, 1000}} {
		b.Run(size.name, func(b *testing.B) {
			x, y := regressionData(size.n, size.p)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := FitRegression(context.Background(), x, y, RegressionPreset(50), 1, 1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
