package importance

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// fixedForests are the estimators on forests that do not change, so that only
// the way of aggregating does.
type fixedForests struct {
	setting setting
	base    *forest.Forest
	coupled *forest.Coupled
	groups  [][]int
}

func newFixedForests(t *testing.T, n int, preset string, kernel mmd.KernelChoice) *fixedForests {
	t.Helper()
	src := rng.New(4).Source()
	x, y := mat.NewDense(n, 4, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		for j := range 4 {
			x.Set(i, j, src.Float64())
		}
		y.Set(i, 0, x.At(i, 0)+src.Float64())
		y.Set(i, 1, x.At(i, 1)*src.Float64())
	}
	c, err := forest.Preset(preset, 16)
	if err != nil {
		t.Fatal(err)
	}
	task := Task{X: x, Y: y, Kernel: kernel, Workers: 2}
	s, err := newSetting(context.Background(), task, c, forestsSteps(2))
	if err != nil {
		t.Fatal(err)
	}
	f := &fixedForests{setting: *s, groups: task.Variables()}
	if f.coupled, err = s.grower.Couple(context.Background(), nil, f.groups, 3, 2); err != nil {
		t.Fatal(err)
	}
	f.base = f.coupled.Base
	return f
}

// estimators are the names that estimate knows.
var estimators = []string{"retrain", "coupled", "projected", "projected unbiased"}

// estimate runs an estimator with another aggregator, which is given the
// evaluation rows and the rest that all have in common.
func (f *fixedForests) estimate(t *testing.T, name string, a aggregator) Result {
	t.Helper()
	ctx, s := context.Background(), f.setting
	if a.eval.Rows() == 0 {
		a.eval = s.eval
	}
	a.workers, a.n, a.y, a.kernel = s.workers, s.n, s.y, s.kernel
	s.aggregator = &a
	projected := func(unbiased bool) (Result, error) {
		return s.differences(ctx, f.base, len(f.groups), unbiased, func(e forest.Evaluation) (*forest.Cells, error) {
			return f.base.ProjectedCells(ctx, e, f.groups, s.workers)
		})
	}
	var r Result
	var err error
	switch name {
	case "retrain":
		r, err = s.retrain(ctx, rng.New(8), f.base, nil, f.groups, func(float64) {})
	case "coupled":
		r, err = s.coupledResult(ctx, f.coupled)
	case "projected":
		r, err = projected(false)
	case "projected unbiased":
		r, err = projected(true)
	}
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWaysAgree computes the importances in each of the exact ways, for
// responses that are smooth and scattered on the kernel's scale.
func TestWaysAgree(t *testing.T) {
	ctx := context.Background()
	for _, preset := range []string{"paper", "drf-1.1.0"} {
		for _, kernel := range []mmd.KernelChoice{mmd.Median, mmd.Gamma(30), mmd.Gamma(3000)} {
			f := newFixedForests(t, 130, preset, kernel)
			s := f.setting
			factor, ok := mmd.Cholesky(s.y, s.kernel, mmd.FactorTolerance, s.n)
			if !ok {
				t.Fatal("no factor of full rank")
			}
			dense, err := mmd.NewDense(ctx, s.y, s.kernel, 2)
			if err != nil {
				t.Fatal(err)
			}
			sparse, err := mmd.NewSparse(ctx, s.y, s.kernel, 2)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range estimators {
				want := f.estimate(t, name, aggregator{gram: dense})
				for way, a := range map[string]aggregator{"low rank": {factor: factor}, "sparse": {gram: sparse}} {
					got := f.estimate(t, name, a)
					for j := range want.Raw {
						if math.Abs(got.Raw[j]-want.Raw[j]) > 1e-7 {
							t.Errorf("%s, kernel %s, %s, %s: importance %v of input %d, dense %v", preset, kernel, name, way, got.Raw[j], j+1, want.Raw[j])
						}
						if want.SE != nil && math.Abs(got.SE[j]-want.SE[j]) > 1e-7 {
							t.Errorf("%s, kernel %s, %s, %s: standard error %v of input %d, dense %v", preset, kernel, name, way, got.SE[j], j+1, want.SE[j])
						}
					}
					if got.AggregationSE != nil {
						t.Errorf("%s, %s: aggregation errors %v of an exact way", name, way, got.AggregationSE)
					}
				}
			}
		}
	}
}

// covered tests whether errors are what their standard errors say: it collects
// both, input by input.
type covered struct{ squares, variances, within, count float64 }

func (c *covered) add(got Result, want Result) {
	for j, se := range got.AggregationSE {
		difference := got.Raw[j] - want.Raw[j]
		c.squares += difference * difference
		c.variances += se * se
		if math.Abs(difference) <= 2*se {
			c.within++
		}
		c.count++
	}
}

func (c *covered) check(t *testing.T, what string) {
	t.Helper()
	t.Logf("%s: root mean square error %.4f, standard error %.4f; %.0f %% within two", what,
		math.Sqrt(c.squares/c.count), math.Sqrt(c.variances/c.count), 100*c.within/c.count)
	if ratio := c.squares / c.variances; ratio < 0.6 || ratio > 1.6 {
		t.Errorf("%s: mean squared error is %.2f of the mean squared standard error", what, ratio)
	}
	if share := c.within / c.count; share < 0.85 {
		t.Errorf("%s: %.0f %% of the values within two standard errors", what, 100*share)
	}
}

// TestFourier compares with exact sums over many draws of the features: the
// errors are as large as they say, and fall with the root of the number of
// features.
func TestFourier(t *testing.T) {
	if testing.Short() {
		t.Skip("many draws of features")
	}
	const draws = 60
	f := newFixedForests(t, 100, "paper", mmd.Median)
	factor, ok := mmd.Cholesky(f.setting.y, f.setting.kernel, mmd.FactorTolerance, f.setting.n)
	if !ok {
		t.Fatal("no factor")
	}
	for _, name := range estimators {
		want := f.estimate(t, name, aggregator{factor: factor})
		var few, many covered
		for seed := range uint64(draws) {
			for _, c := range []struct {
				features int
				into     *covered
			}{{33, &few}, {512, &many}} {
				a := aggregator{kernel: f.setting.kernel}
				a.useFourier(fourierFactor(f.setting.y, a.kernel, c.features, rng.New(seed)))
				c.into.add(f.estimate(t, name, a), want)
			}
		}
		few.check(t, name+", 64 features")
		many.check(t, name+", 512 features")
		if ratio := math.Sqrt(few.squares / many.squares); ratio < math.Sqrt(8)/1.5 || ratio > math.Sqrt(8)*1.5 {
			t.Errorf("%s: eight times the features make the error %.2f times smaller, expected about √8", name, ratio)
		}
	}
}

// TestSubsampleError compares with sums over all rows over many subsamples.
func TestSubsampleError(t *testing.T) {
	const draws, n, m = 60, 120, 50
	f := newFixedForests(t, n, "drf-1.1.0", mmd.Median)
	factor, ok := mmd.Cholesky(f.setting.y, f.setting.kernel, mmd.FactorTolerance, f.setting.n)
	if !ok {
		t.Fatal("no factor")
	}
	for _, name := range estimators {
		want := f.estimate(t, name, aggregator{factor: factor})
		var exact, both covered
		for seed := range uint64(draws) {
			a := aggregator{factor: factor, eval: f.setting.columns.OutOfBagSample(m, seed)}
			exact.add(f.estimate(t, name, a), want)
			a.kernel = f.setting.kernel
			a.useFourier(fourierFactor(f.setting.y, a.kernel, 128, rng.New(seed)))
			both.add(f.estimate(t, name, a), want)
		}
		exact.check(t, name)
		both.check(t, name+", with Fourier features")
		if both.variances <= exact.variances {
			t.Errorf("%s: standard errors do not grow with a second source of error", name)
		}
	}
}

// TestApproximationIsRecorded runs the estimators by their tasks.
func TestApproximationIsRecorded(t *testing.T) {
	f := newFixedForests(t, 160, "paper", mmd.Median)
	x := mat.NewDense(160, 4, nil)
	for j, column := range f.setting.columns.Values {
		x.SetCol(j, column)
	}
	c, err := forest.Preset("paper", 30)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Estimator{Retrain{Config: c}, Coupled{Config: c}, Projected{Config: c}} {
		for _, test := range []struct {
			task Task
			want string
		}{
			{Task{}, ""},
			{Task{Fourier: 1}, "32 random Fourier features, standard error at most "},
			{Task{Fourier: 96, Eval: x}, "96 random Fourier features, standard error at most "},
			{Task{Subsample: 50}, ", 50 of 160 rows, standard error at most "},
			{Task{Subsample: 160}, ""},
			{Task{Subsample: 150, Eval: x}, ", 150 of 160 rows, standard error at most "},
			{Task{Subsample: 50, Fourier: 100}, "128 random Fourier features, 50 of 160 rows, standard error at most "},
		} {
			test.task.X, test.task.Y, test.task.Kernel = x, f.setting.y, mmd.Median
			var first string
			for _, test.task.Workers = range []int{1, 2, 7} {
				r, err := e.Estimate(context.Background(), test.task)
				if err != nil {
					t.Fatal(err)
				}
				if bits := fmt.Sprintf("%b %b %b %s", r.Raw, r.SE, r.AggregationSE, r.Aggregation); first == "" {
					first = bits
				} else if bits != first {
					t.Errorf("%s: %d workers give %s, one worker %s", e.Name(), test.task.Workers, bits, first)
				}
				if test.want == "" {
					if r.AggregationSE != nil || strings.Contains(r.Aggregation, "standard error") {
						t.Errorf("%s: %q and errors %v of an exact sum", e.Name(), r.Aggregation, r.AggregationSE)
					}
					continue
				}
				largest := floats.Max(r.AggregationSE)
				if want := test.want + fmt.Sprintf("%.2g", largest); !strings.HasSuffix(r.Aggregation, want) || !(largest > 0 && largest < 0.5) {
					t.Errorf("%s: aggregation %q, expected … %q", e.Name(), r.Aggregation, want)
				}
			}
		}
	}
}
