package lawtest_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/baselines"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// TestLaws holds all estimators to the laws, those of the importance under a preset of the
// published program too.
func TestLaws(t *testing.T) {
	paper, published := lawtest.Preset(t, "paper", 100), lawtest.Preset(t, "drf-1.1.0", 100)
	small := lawtest.Preset(t, "paper", 50)
	all := small
	all.MTry = forest.MTryAll
	halves := inference.Halves{Splits: 1, Trees: 50, Tests: true}
	for _, s := range []suite{
		{estimator: importance.Coupled{Config: paper}, responses: 2, rotations: true},
		{estimator: importance.Energy{Config: paper}, responses: 2, rotations: true},
		{estimator: importance.Retrain{Config: paper}, responses: 2, rotations: true},
		{estimator: importance.Projected{Config: paper}, responses: 2, rotations: true},
		{estimator: importance.Projected{Config: paper, Unbiased: true}, responses: 2, rotations: true, slow: true},
		{name: "published coupled", estimator: importance.Coupled{Config: published}, responses: 2},
		{name: "published retrain", estimator: importance.Retrain{Config: published}, responses: 2, slow: true},
		{name: "published projected", estimator: importance.Projected{Config: published}, responses: 2, slow: true},
		{name: "published projected-unbiased", estimator: importance.Projected{Config: published, Unbiased: true}, responses: 2},
		{estimator: inference.Stacked{Config: small, Halves: halves}, responses: 2, rotations: true, noise: 0.1},
		{estimator: inference.Loco{Config: small, Halves: halves}, responses: 2, rotations: true, noise: 0.1},
		{name: "auto", estimator: inference.Stacked{Config: inference.Config(50)}, responses: 2, rotations: true, noise: 0.1, slow: true},
		{name: "mean", estimator: mean{inference.Stacked{Config: all, Halves: inference.Halves{Splits: 1, Trees: 50}}}, responses: 2, noise: 0.1, slow: true},
		// Trees split on noise too once the signal is used up.
		{estimator: baselines.SplitFrequency{Config: paper}, responses: 2, noise: 0.3, rotations: true},
		{estimator: baselines.MDA{Config: forest.RegressionPreset(100)}, responses: 1},
		{estimator: baselines.SobolMDA{Config: forest.RegressionPreset(100)}, responses: 1},
		{estimator: baselines.PerOutput{Estimator: baselines.SobolMDA{Config: forest.RegressionPreset(60)}}, responses: 2},
		{estimator: baselines.Permute{Config: paper}, responses: 2, noise: 0.3, rotations: true},
		{estimator: baselines.PermuteConditional{Config: paper, Inputs: forest.RegressionPreset(30)}, responses: 2, noise: 0.3, rotations: true},
		{estimator: baselines.HSIC{}, responses: 2, rotations: true},
	} {
		if s.name == "" {
			s.name = s.estimator.Name()
		}
		t.Run(s.name, func(t *testing.T) {
			if s.slow && testing.Short() {
				t.Skip("another preset, or many forests")
			}
			s.repetitions = 8 // fewer tell standard errors too badly
			s.run(t)
		})
	}
}

// mean is the estimator of what moves the mean of the first response.
type mean struct{ inference.Stacked }

func (m mean) Estimate(ctx context.Context, task importance.Task) (importance.Result, error) {
	of := []aspects.Response{{Name: "y1", Columns: []int{0}}, {Name: "y2", Columns: []int{1}}}
	fit, err := inference.Learn(ctx, m.Stacked, task)
	if err != nil {
		return importance.Result{}, err
	}
	answers, r, err := aspects.Infer(ctx, fit, of)
	result := answers.Result
	if err == nil {
		result.Raw, result.Clamped, result.Inference = r.Findings[0].Raw, nil, nil
		for _, raw := range result.Raw {
			result.Clamped = append(result.Clamped, math.Max(raw, 0))
		}
	}
	return result, err
}

const (
	rows, inputs = 240, 4
	constant     = 3 // the input that never varies
)

// suite describes an estimator to the laws.
type suite struct {
	name      string
	estimator importance.Estimator
	// responses is the number of responses the estimator is tested with.
	responses int
	// noise is the largest importance of an input without influence, as a
	// share of the largest of all, where it need not vanish.
	noise float64
	// rotations is true if the estimator does not change in law when the responses are
	// rotated.
	rotations bool
	slow      bool // left out of short tests
	// repetitions is the number of tables of which means are compared.
	repetitions uint64
}

// run tests the laws, each over repetitions with different data and seeds.
// Where a law holds in distribution, the means of two sets of repetitions must
// agree within four standard errors of their difference.
func (s suite) run(t *testing.T) {
	plain := s.repeat(t, nil)
	t.Run("relevant inputs lead", func(t *testing.T) {
		for j := range inputs {
			if j != 0 && average(plain, 0) <= average(plain, j) {
				t.Errorf("input 1 moves the mean and has importance %.4g, input %d has %.4g", average(plain, 0), j+1, average(plain, j))
			}
		}
	})
	t.Run("a constant input and noise get about 0", func(t *testing.T) {
		for _, j := range []int{2, constant} {
			limit := max(s.noise, 0.06) * average(plain, 0)
			if j == constant {
				limit = 0.06 * average(plain, 0)
			}
			if m := average(plain, j); math.Abs(m) > limit && math.Abs(m) > 4*se(plain, j) {
				t.Errorf("input %d has importance %.4g ± %.2g beside %.4g of input 1", j+1, m, se(plain, j), average(plain, 0))
			}
		}
	})
	t.Run("permuting columns permutes values", func(t *testing.T) {
		order := []int{2, 0, 3, 1}
		permuted := s.repeat(t, func(x, y *mat.Dense) (*mat.Dense, *mat.Dense) {
			z := mat.NewDense(rows, inputs, nil)
			for k, j := range order {
				z.SetCol(k, mat.Col(nil, j, x))
			}
			return z, y
		})
		for k, j := range order {
			agree(t, fmt.Sprintf("input %d as column %d", j+1, k+1), plain, j, permuted, k)
		}
	})
	t.Run("the order of rows does not matter", func(t *testing.T) {
		s.unchanged(t, plain, func(x, y *mat.Dense) (*mat.Dense, *mat.Dense) {
			for i := range rows / 2 {
				swapRows(x, i, rows-1-i)
				swapRows(y, i, rows-1-i)
			}
			return x, y
		})
	})
	t.Run("shifting responses changes nothing", func(t *testing.T) {
		shift := func(x, y *mat.Dense) (*mat.Dense, *mat.Dense) {
			y.Apply(func(_, k int, v float64) float64 { return v + 3 + float64(k) }, y)
			return x, y
		}
		s.unchanged(t, plain, shift)
	})
	if s.rotations {
		t.Run("rotating responses changes nothing", func(t *testing.T) {
			s.unchanged(t, plain, func(x, y *mat.Dense) (*mat.Dense, *mat.Dense) {
				for i := range rows {
					row := y.RawRowView(i)
					row[0], row[1] = -row[1], row[0]
				}
				return x, y
			})
		})
	}
	t.Run("workers do not matter", func(t *testing.T) {
		var first importance.Result
		for k, workers := range []int{1, 2, 7} {
			x, y := s.draw(1)
			r := s.estimate(t, x, y, 1, workers)
			if k == 0 {
				first = r
			}
			for j := range r.Raw {
				if math.Float64bits(r.Raw[j]) != math.Float64bits(first.Raw[j]) {
					t.Errorf("%d workers: importance %v of input %d, with one worker %v", workers, r.Raw[j], j+1, first.Raw[j])
				}
			}
			if !reflect.DeepEqual(r, first) {
				t.Errorf("%d workers give another result: %+v, with one worker %+v", workers, r, first)
			}
		}
	})
	t.Run("cancelling stops", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		x, y := s.draw(1)
		if _, err := s.estimator.Estimate(ctx, importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 2}); err != context.Canceled {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	})
}

// unchanged checks that the importances of changed data agree with plain ones.
func (s suite) unchanged(t *testing.T, plain [][]float64, change func(x, y *mat.Dense) (*mat.Dense, *mat.Dense)) {
	t.Helper()
	changed := s.repeat(t, change)
	for j := range inputs {
		agree(t, fmt.Sprintf("input %d", j+1), plain, j, changed, j)
	}
}

// repeat returns the raw importances of repetitions, on data changed by the
// given function unless it is nil.
func (s suite) repeat(t *testing.T, change func(x, y *mat.Dense) (*mat.Dense, *mat.Dense)) [][]float64 {
	t.Helper()
	var all [][]float64
	for seed := range s.repetitions {
		x, y := s.draw(seed)
		if change != nil {
			x, y = change(x, y)
		}
		all = append(all, s.estimate(t, x, y, seed, 2).Raw)
	}
	return all
}

func (s suite) estimate(t *testing.T, x, y *mat.Dense, seed uint64, workers int) importance.Result {
	t.Helper()
	r, err := s.estimator.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	lawtest.Sound(t, r, inputs)
	return r
}

// draw makes data whose first response follows input 1, and whose last one
// follows input 2 less strongly; input 3 is noise, input 4 constant. All
// responses have about the same variance.
func (s suite) draw(seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("laws").Source()
	x, y = mat.NewDense(rows, inputs, nil), mat.NewDense(rows, s.responses, nil)
	for i := range rows {
		for j := range constant {
			x.Set(i, j, src.Normal())
		}
		for k := range s.responses {
			y.Set(i, k, 1.7*src.Normal())
		}
		y.Set(i, 0, 1.5*x.At(i, 0)+0.8*src.Normal())
		last := s.responses - 1
		y.Set(i, last, y.At(i, last)+0.7*x.At(i, 1))
	}
	return x, y
}

func agree(t *testing.T, what string, a [][]float64, j int, b [][]float64, k int) {
	t.Helper()
	tolerance := 4 * math.Hypot(se(a, j), se(b, k))
	if difference := average(a, j) - average(b, k); math.Abs(difference) > tolerance {
		t.Errorf("%s: mean importance %.4g and %.4g differ by more than %.2g", what, average(a, j), average(b, k), tolerance)
	}
}

func column(values [][]float64, j int) []float64 {
	c := make([]float64, len(values))
	for i, row := range values {
		c[i] = row[j]
	}
	return c
}

func average(values [][]float64, j int) float64 { return stat.Mean(column(values, j), nil) }

func se(values [][]float64, j int) float64 {
	return stat.StdErr(stat.StdDev(column(values, j), nil), float64(len(values)))
}

func swapRows(m *mat.Dense, i, k int) {
	a, b := m.RawRowView(i), m.RawRowView(k)
	for j := range a {
		a[j], b[j] = b[j], a[j]
	}
}
