package inference

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// estimateMeans estimates importances for means with the default method.
func estimateMeans(t *testing.T, x, y *mat.Dense, trees int, seed uint64) importance.Result {
	t.Helper()
	task := importance.Task{X: x, Y: y, Kernel: mmd.Linear, Seed: seed, Workers: 2}
	result, err := Standard(trees).Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// TestLinearShares compares with the truth in a design whose total Sobol indices are known, of
// inputs that depend on each other:
//
//	x1, x2 = x1 + N, x3 = x2 + N, x4 = x1 + .3 N, x5 = x3 + .7 N, y = x3 + x4 + .5 N.
//
// Given the others x3 has the variance 0.329 and x4 0.0826, of 6.09.
func TestLinearShares(t *testing.T) {
	const n = 2000
	src := rng.New(1).Named("x").Source()
	x, y := mat.NewDense(n, 5, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		x1 := src.Normal()
		x2 := x1 + src.Normal()
		x3 := x2 + src.Normal()
		x4 := x1 + 0.3*src.Normal()
		x.SetRow(i, []float64{x1, x2, x3, x4, x3 + 0.7*src.Normal()})
		y.Set(i, 0, x3+x4+0.5*src.Normal())
	}
	result := estimateMeans(t, x, y, 100, 1)
	t.Logf("%.4f, R² %.4f", result.Raw, result.Inference.Explained.Value)
	for j, truth := range []float64{0, 0, 0.329 / 6.09, 0.0826 / 6.09, 0} {
		if math.Abs(result.Raw[j]-truth) > 0.008 {
			t.Errorf("x%d %.4f, expected %.3f", j+1, result.Raw[j], truth)
		}
	}
	if share := result.Inference.Explained.Value; math.Abs(share-6.09/6.34) > 0.005 {
		t.Errorf("explained %.4f, expected %.3f", share, 6.09/6.34)
	}
	in := result.Inference
	if in.Adjusted[2] > 1e-6 || in.Adjusted[3] > 1e-6 || min(in.P[0], in.P[1], in.P[4]) < 0.001 {
		t.Errorf("p %.2g", in.P)
	}
}

// table draws a table of two independent normal inputs, and responses by a function of them and
// of normal noise.
func table(n int, seed uint64, response func(x1, x2, noise float64) float64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("table").Source()
	x, y = mat.NewDense(n, 2, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		x1, x2 := src.Normal(), src.Normal()
		x.SetRow(i, []float64{x1, x2})
		y.Set(i, 0, response(x1, x2, src.Normal()))
	}
	return x, y
}

// TestLinearIsOfMeans: an input that moves the spread alone is no effect on the mean, which the
// kernel Median finds; a product without main effects is one.
func TestLinearIsOfMeans(t *testing.T) {
	const tables = 20
	below := 0
	for seed := range tables {
		x, y := table(200, uint64(seed), func(x1, x2, noise float64) float64 { return x1 + math.Exp(x2)*noise })
		if estimateMeans(t, x, y, 30, uint64(seed)).Inference.P[1] <= importance.Level {
			below++
		}
	}
	if below > 4 { // a binomial variable of 20 at .05 exceeds 4 in 0.3 % of draws
		t.Errorf("the mean is found to move in %d of %d tables", below, tables)
	}
	x, y := table(300, 1, func(x1, x2, noise float64) float64 { return x1*x2 + noise })
	if p := estimateMeans(t, x, y, 30, 1).Inference.P; max(p[0], p[1]) > 1e-4 {
		t.Errorf("p %.2g of a product", p)
	}
}

// TestLinearUnits: values depend neither on the unit nor on the origin of the responses.
func TestLinearUnits(t *testing.T) {
	response := func(x1, x2, noise float64) float64 { return math.Round(64*(x1+x2*x2+noise)) / 64 }
	x, y := table(150, 1, response)
	usual := estimateMeans(t, x, y, 20, 1)
	for _, unit := range []float64{0x1p300, 0x1p-300} {
		scaled := mat.DenseCopyOf(y)
		scaled.Scale(unit, scaled)
		got := estimateMeans(t, x, scaled, 20, 1)
		for j, want := range usual.Raw {
			if math.Abs(got.Raw[j]-want) > 1e-9 || math.Abs(got.Inference.P[j]-usual.Inference.P[j]) > 1e-9 {
				t.Errorf("unit %g: x%d %v, p %v, expected %v, %v", unit, j+1, got.Raw[j], got.Inference.P[j], want, usual.Inference.P[j])
			}
		}
	}
}

// TestLinearMethods: loco estimates for means too, and methods that compare distributions return
// an error.
func TestLinearMethods(t *testing.T) {
	x, y := table(100, 1, func(x1, x2, noise float64) float64 { return 3*x1 + noise })
	task := importance.Task{X: x, Y: y, Kernel: mmd.Linear, Seed: 1, Workers: 1}
	loco := Loco{Config: Config(20), Halves: Halves{Splits: 2, Trees: 20}}
	if result, err := loco.Estimate(context.Background(), task); err != nil || result.Raw[0] < 0.8 || result.Raw[1] > 0.2 {
		t.Errorf("loco: %v, %v", result.Raw, err)
	}
	_, err := importance.Coupled{Config: Config(20)}.Estimate(context.Background(), task)
	if want := `kernel "linear" is for methods stacked and loco alone, expected another; kernel=median is the usual one`; err == nil || err.Error() != want {
		t.Errorf("coupled: %v", err)
	}
	alone, err := importance.Marginal(context.Background(), task)
	if err != nil || alone[0].P > 1e-6 || alone[0].Share < 0.6 || alone[1].P < 0.001 {
		t.Errorf("alone: %v, %v", alone, err)
	}
	x, y = table(2000, 2, func(x1, x2, noise float64) float64 { return math.Exp(x1) * noise })
	task.X, task.Y = x, y
	if alone, err = importance.Marginal(context.Background(), task); err != nil || alone[0].P < 0.001 {
		t.Errorf("of a spread alone: %v, %v", alone, err)
	}
}
