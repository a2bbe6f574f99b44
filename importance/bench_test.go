package importance_test

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// univariatePaper draws the inputs and the output of the paper's univariate
// experiment.
func univariatePaper(n int, seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("univariate").Source()
	const p = 10
	covariance := mat.NewSymDense(p, nil)
	for i := range p {
		for j := i; j < p; j++ {
			switch {
			case i == j:
				covariance.SetSym(i, j, 1)
			case i == 0 && j == p-1:
				covariance.SetSym(i, j, 0.9)
			default:
				covariance.SetSym(i, j, 0.5)
			}
		}
	}
	var factor mat.Cholesky
	factor.Factorize(covariance)
	var lower mat.TriDense
	factor.LTo(&lower)
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, 1, nil)
	z := mat.NewVecDense(p, nil)
	for i := range n {
		for j := range p {
			z.SetVec(j, src.Normal())
		}
		row := mat.NewVecDense(p, x.RawRowView(i))
		row.MulVec(&lower, z)
		abs := func(v float64) float64 { return max(v, -v) }
		y.Set(i, 0, 2*row.AtVec(0)+row.AtVec(1)+2*(abs(row.AtVec(2))+abs(row.AtVec(3))+abs(row.AtVec(4)))*src.Normal())
	}
	return x, y
}

// BenchmarkEstimate measures the importance of all variables: the univariate
// experiment and the bivariate one for several numbers of inputs, under the
// preset "paper".
func BenchmarkEstimate(b *testing.B) {
	c := lawtest.Preset(b, "paper", 500)
	for _, e := range []importance.Estimator{importance.Retrain{Config: c}, importance.Coupled{Config: c}, importance.Projected{Config: c}} {
		x, y := univariatePaper(3000, 1)
		benchmark(b, e, "univariate/n=3000/p=10", x, y)
		for _, p := range []int{10, 100, 1000, 10000} {
			if e.Name() != "coupled" && p >= 1000 && (testing.Short() || p > 1000) {
				continue
			}
			x, y := lawtest.Bivariate(500, p, 1)
			benchmark(b, e, fmt.Sprintf("bivariate/n=500/p=%d", p), x, y)
		}
	}
}

func benchmark(b *testing.B, e importance.Estimator, name string, x, y *mat.Dense) {
	b.Run(e.Name()+"/"+name, func(b *testing.B) {
		b.ReportAllocs()
		forests := 0.0
		for b.Loop() {
			r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Authors, Seed: 1, Workers: runtime.NumCPU()})
			if err != nil {
				b.Fatal(err)
			}
			forests = r.Forests
		}
		b.ReportMetric(forests, "forests")
	})
}

// BenchmarkMillion measures the coupled importance of 20 inputs from a million
// rows and two responses, 200 trees of 20 000 rows each, all rows evaluated
// out-of-bag.
func BenchmarkMillion(b *testing.B) {
	if testing.Short() {
		b.Skip("minutes")
	}
	const n, drawn = 1_000_000, 20_000
	x, y := lawtest.Bivariate(n, 20, 1)
	c := lawtest.Preset(b, "paper", 200)
	c.SampleFraction = (drawn + 0.5) / n
	benchmark(b, importance.Coupled{Config: c}, "bivariate/n=1000000/p=20", x, y)
}
