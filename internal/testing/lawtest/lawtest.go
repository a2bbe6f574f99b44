// Package lawtest holds the laws that every estimator of importance obeys, as
// one test suite.
package lawtest

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

const (
	rows, inputs = 240, 4
	constant     = 3 // the input that never varies
	repetitions  = 8
)

// Suite describes an estimator to the laws.
type Suite struct {
	Estimator importance.Estimator
	// Responses is the number of responses the estimator is tested with.
	Responses int
	// Noise is the largest importance of an input without influence, as a
	// share of the largest of all, where it need not vanish.
	Noise float64
	// Rotations is true if the estimator does not change in law when the responses are
	// rotated.
	Rotations bool
}

// Run tests the laws, each over repetitions with different data and seeds.
// Where a law holds in distribution, the means of two sets of repetitions must
// agree within four standard errors of their difference.
func (s Suite) Run(t *testing.T) {
	plain := s.repeat(t, nil)
	t.Run("relevant inputs lead", func(t *testing.T) {
		for j := range inputs {
			if j != 0 && mean(plain, 0) <= mean(plain, j) {
				t.Errorf("input 1 moves the mean and has importance %.4g, input %d has %.4g", mean(plain, 0), j+1, mean(plain, j))
			}
		}
	})
	t.Run("a constant input and noise get about 0", func(t *testing.T) {
		for _, j := range []int{2, constant} {
			limit := max(s.Noise, 0.06) * mean(plain, 0)
			if j == constant {
				limit = 0.06 * mean(plain, 0)
			}
			if m := mean(plain, j); math.Abs(m) > limit && math.Abs(m) > 4*se(plain, j) {
				t.Errorf("input %d has importance %.4g ± %.2g beside %.4g of input 1", j+1, m, se(plain, j), mean(plain, 0))
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
	if s.Rotations {
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
		if _, err := s.Estimator.Estimate(ctx, importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 2}); err != context.Canceled {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	})
}

// unchanged checks that the importances of changed data agree with plain ones.
func (s Suite) unchanged(t *testing.T, plain [][]float64, change func(x, y *mat.Dense) (*mat.Dense, *mat.Dense)) {
	t.Helper()
	changed := s.repeat(t, change)
	for j := range inputs {
		agree(t, fmt.Sprintf("input %d", j+1), plain, j, changed, j)
	}
}

// repeat returns the raw importances of repetitions, on data changed by the
// given function unless it is nil.
func (s Suite) repeat(t *testing.T, change func(x, y *mat.Dense) (*mat.Dense, *mat.Dense)) [][]float64 {
	t.Helper()
	var all [][]float64
	for seed := range uint64(repetitions) {
		x, y := s.draw(seed)
		if change != nil {
			x, y = change(x, y)
		}
		all = append(all, s.estimate(t, x, y, seed, 2).Raw)
	}
	return all
}

func (s Suite) estimate(t *testing.T, x, y *mat.Dense, seed uint64, workers int) importance.Result {
	t.Helper()
	r, err := s.Estimator.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	Sound(t, r, inputs)
	return r
}

// Sound checks that a result has finite values for the given number of inputs,
// and intervals and p-values between 0 and 1.
func Sound(t *testing.T, r importance.Result, variables int) {
	t.Helper()
	finite := func(what string, values ...float64) {
		t.Helper()
		for k, v := range values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%s %d is %v", what, k+1, v)
			}
		}
	}
	share := func(what string, values ...float64) {
		t.Helper()
		for k, v := range values {
			if !(v >= 0 && v <= 1) {
				t.Errorf("%s %d is %v, expected in [0, 1]", what, k+1, v)
			}
		}
	}
	many := func(what string, count int) {
		t.Helper()
		if count != variables {
			t.Errorf("%d values of %s for %d variables", count, what, variables)
		}
	}
	interval := func(what string, i importance.Interval) {
		t.Helper()
		if share(what, i.Low, i.High); i.Low > i.High || i.Coverage != importance.UsualCoverage {
			t.Errorf("%s from %v to %v of coverage %v", what, i.Low, i.High, float64(i.Coverage))
		}
	}
	many("raw", len(r.Raw))
	many("clamped", len(r.Clamped))
	finite("raw value", r.Raw...)
	finite("clamped value", r.Clamped...)
	finite("standard error", r.SE...)
	finite("denominator, forests", r.Denominator, r.Forests)
	if r.Chosen != nil {
		finite("share of a chosen forest", r.Chosen.Explained, r.Chosen.Paper)
	}
	in := r.Inference
	if in == nil {
		return
	}
	many("standard errors", len(in.SE))
	many("intervals", len(in.Intervals))
	finite("standard error", in.SE...)
	finite("explained share", in.Explained.Value, in.Explained.SE)
	if in.P != nil {
		share("p-value of the explained share", in.Explained.P)
	}
	interval("interval of the explained share", in.Explained.Interval)
	for _, i := range in.Intervals {
		interval("interval", i)
	}
	if in.P == nil && in.Adjusted == nil {
		return
	}
	many("p-values", len(in.P))
	many("adjusted p-values", len(in.Adjusted))
	share("p-value", in.P...)
	share("adjusted p-value", in.Adjusted...)
}

// draw makes data whose first response follows input 1, and whose last one
// follows input 2 less strongly; input 3 is noise, input 4 constant. All
// responses have about the same variance.
func (s Suite) draw(seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("laws").Source()
	x, y = mat.NewDense(rows, inputs, nil), mat.NewDense(rows, s.Responses, nil)
	for i := range rows {
		for j := range constant {
			x.Set(i, j, src.Normal())
		}
		for k := range s.Responses {
			y.Set(i, k, 1.7*src.Normal())
		}
		y.Set(i, 0, 1.5*x.At(i, 0)+0.8*src.Normal())
		last := s.Responses - 1
		y.Set(i, last, y.At(i, last)+0.7*x.At(i, 1))
	}
	return x, y
}

func agree(t *testing.T, what string, a [][]float64, j int, b [][]float64, k int) {
	t.Helper()
	tolerance := 4 * math.Hypot(se(a, j), se(b, k))
	if difference := mean(a, j) - mean(b, k); math.Abs(difference) > tolerance {
		t.Errorf("%s: mean importance %.4g and %.4g differ by more than %.2g", what, mean(a, j), mean(b, k), tolerance)
	}
}

func column(values [][]float64, j int) []float64 {
	c := make([]float64, len(values))
	for i, row := range values {
		c[i] = row[j]
	}
	return c
}

func mean(values [][]float64, j int) float64 { return stat.Mean(column(values, j), nil) }

func se(values [][]float64, j int) float64 {
	return stat.StdErr(stat.StdDev(column(values, j), nil), float64(len(values)))
}

func swapRows(m *mat.Dense, i, k int) {
	a, b := m.RawRowView(i), m.RawRowView(k)
	for j := range a {
		a[j], b[j] = b[j], a[j]
	}
}

// Preset returns a preset of the forest with the given number of trees.
func Preset(t testing.TB, name string, trees int) forest.Config {
	t.Helper()
	c, err := forest.Preset(name, trees)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Bivariate draws a table whose first response moves with input 1 and whose second is
// scaled by input 2.
func Bivariate(n, p int, seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("bivariate").Source()
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		for j := range p {
			x.Set(i, j, src.Float64())
		}
		y.Set(i, 0, x.At(i, 0)+src.Float64())
		y.Set(i, 1, x.At(i, 1)*src.Float64())
	}
	return x, y
}
