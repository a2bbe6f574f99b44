package lawtest_test

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/methods"
	"drfvi/mmd"
)

// ordinal are the methods whose values depend on no more of an input than its order. The
// others, in measured, have linear or smooth functions of it, or thresholds between its values.
var (
	ordinal  = strings.Fields("retrain coupled loco projected projected-unbiased energy permute vimp-drf")
	measured = strings.Fields("stacked shapley shapley-sampled permute-conditional hsic mda sobol-mda mda-per-output sobol-mda-per-output")
)

// TestMetamorphic changes a table, or how it is described, in ways that do not change the
// question, under every registered method: results are equal to the bit, or, where random
// draws fall otherwise, in law.
func TestMetamorphic(t *testing.T) {
	settings := methods.Settings{Preset: "paper", Trees: 40, Halves: &inference.Halves{Splits: 1, Trees: 20, Tests: true}}
	for _, m := range methods.All() {
		t.Run(m.Name, func(t *testing.T) {
			e, err := m.New(settings)
			if err != nil {
				t.Fatal(err)
			}
			s := subject{t, e}
			s.sameToTheBit(m)
			if !testing.Short() {
				s.sameInLaw()
			}
		})
	}
	var known []string
	for _, m := range methods.All() {
		known = append(known, m.Name)
	}
	if listed := slices.Concat(ordinal, measured); !reflect.DeepEqual(slices.Sorted(slices.Values(known)), slices.Sorted(slices.Values(listed))) {
		t.Errorf("methods %v, ordinal and measured are %v", known, listed)
	}
}

// subject is a method under test.
type subject struct {
	t *testing.T
	importance.Estimator
}

// table draws 120 rows of four inputs, of which the first moves the response most, the second
// a little, and the others not at all. Four, since regression forests try ⌊√p⌋, of a constant
// fifth too.
func table(seed uint64) importance.Task {
	src := rng.New(seed).Named("metamorphic").Source()
	x, y := mat.NewDense(120, 4, nil), mat.NewDense(120, 1, nil)
	for i := range 120 {
		for j := range 4 {
			x.Set(i, j, src.Normal())
		}
		y.Set(i, 0, 2*x.At(i, 0)+0.7*x.At(i, 1)+0.5*src.Normal())
	}
	return importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2}
}

// estimate returns the result of a task.
func (s subject) estimate(task importance.Task) importance.Result {
	s.t.Helper()
	r, err := s.Estimate(context.Background(), task)
	if err != nil {
		s.t.Fatal(err)
	}
	lawtest.Sound(s.t, r, len(task.Variables()))
	return r
}

// sameToTheBit holds the method to the laws of equal bits.
func (s subject) sameToTheBit(m methods.Method) {
	plain := s.estimate(table(1))
	same := func(what string, change func(task *importance.Task)) {
		s.t.Run(what, func(t *testing.T) {
			task := table(1)
			change(&task)
			r, err := s.Estimate(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := comparable(r), comparable(plain); !reflect.DeepEqual(got, want) {
				t.Errorf("the result is\n%+v, of the table as it is\n%+v", got, want)
			}
		})
	}
	for _, workers := range []int{1, 5} {
		same(fmt.Sprint(workers, " workers"), func(task *importance.Task) { task.Workers = workers })
	}
	same("groups of one", func(task *importance.Task) { task.Groups = [][]int{{0}, {1}, {2}, {3}} })
	for _, exponent := range []int{-7, 80, 1000, -1000} {
		same(fmt.Sprintf("inputs times 2^%d", exponent), func(task *importance.Task) {
			task.X.Apply(func(_, j int, v float64) float64 {
				if j == 1 {
					return v
				}
				return math.Ldexp(v, exponent)
			}, task.X)
		})
	}
	if slices.Contains(ordinal, m.Name) {
		same("a monotone transformation", func(task *importance.Task) {
			task.X.Apply(func(_, _ int, v float64) float64 { return math.Sinh(3*v) + 10 }, task.X)
		})
	}
	ones := make([]float64, 120)
	for i := range ones {
		ones[i] = 1
	}
	task := table(1)
	task.Weights = ones
	if _, err := s.Estimate(context.Background(), task); err != nil && !m.Sampled && strings.Contains(err.Error(), "weights") {
		return
	}
	same("weights of one", func(task *importance.Task) { task.Weights = ones })
	if m.Sampled {
		s.t.Run("clusters of one", func(t *testing.T) {
			task := table(1)
			task.Clusters = make([]int32, 120)
			for i := range task.Clusters {
				task.Clusters[i] = int32(1000 - i)
			}
			r, err := s.Estimate(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			for j, raw := range r.Raw { // sums over clusters round otherwise
				if math.Abs(raw-plain.Raw[j]) > 1e-12 {
					t.Errorf("importance %v of input %d, without clusters %v", raw, j+1, plain.Raw[j])
				}
			}
		})
	}
}

// comparable returns a result in which NaN, where there is no test, equals itself.
func comparable(r importance.Result) importance.Result {
	if r.Inference != nil && math.IsNaN(r.Inference.Explained.P) {
		in := *r.Inference
		in.Explained.P, r.Inference = -1, &in
	}
	return r
}

// sameInLaw holds the method to the laws in distribution: means over repetitions agree within
// five standard errors of their difference.
func (s subject) sameInLaw() {
	values := func(change func(task *importance.Task)) [][]float64 {
		var all [][]float64
		for seed := range uint64(8) {
			task := table(seed)
			change(&task)
			all = append(all, s.estimate(task).Raw)
		}
		return all
	}
	plain := values(func(*importance.Task) {})
	for _, law := range []struct {
		name   string
		place  []int // of the inputs among the columns
		change func(task *importance.Task)
	}{
		{"rows permuted", []int{0, 1, 2, 3}, func(task *importance.Task) {
			n, _ := task.X.Dims()
			for i := range n / 2 {
				swapRows(task.X, i, n-1-i)
				swapRows(task.Y, i, n-1-i)
			}
		}},
		{"columns permuted", []int{2, 0, 3, 1}, func(task *importance.Task) {
			x := mat.DenseCopyOf(task.X)
			for j, place := range []int{2, 0, 3, 1} {
				x.SetCol(place, mat.Col(nil, j, task.X))
			}
			task.X = x
		}},
		{"inputs turned round", []int{0, 1, 2, 3}, func(task *importance.Task) { task.X.Scale(-1, task.X) }},
		{"a constant column", []int{0, 1, 3, 4}, func(task *importance.Task) {
			x := mat.NewDense(120, 5, nil)
			for j, place := range []int{0, 1, 3, 4} {
				x.SetCol(place, mat.Col(nil, j, task.X))
			}
			x.Apply(func(_, j int, v float64) float64 {
				if j == 2 {
					return 7
				}
				return v
			}, x)
			task.X = x
		}},
	} {
		s.t.Run(law.name, func(t *testing.T) {
			changed := values(law.change)
			for j, place := range law.place {
				tolerance := 5 * math.Hypot(se(plain, j), se(changed, place))
				if difference := average(plain, j) - average(changed, place); math.Abs(difference) > tolerance {
					t.Errorf("input %d: mean importance %.4g and %.4g differ by more than %.2g", j+1, average(plain, j), average(changed, place), tolerance)
				}
			}
		})
	}
}
