package sensitivity

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/shapley"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
	"drfvi/simulate"
)

// analysis has small forests.
func analysis(t *testing.T) Analysis {
	config, err := forest.Preset("paper", 50)
	if err != nil {
		t.Fatal(err)
	}
	return Analysis{Config: config}
}

func estimated(t *testing.T, a Analysis, x, y *mat.Dense) Result {
	r, err := a.Estimate(t.Context(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 2, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// drawn returns n rows of p standard normal inputs and the response of each.
func drawn(n, p int, seed uint64, y func(x []float64, src *rng.Source) []float64) (*mat.Dense, *mat.Dense) {
	src, x := rng.New(seed).Source(), mat.NewDense(n, p, nil)
	var responses *mat.Dense
	for i := range n {
		for j := range p {
			x.Set(i, j, src.Normal())
		}
		v := y(x.RawRowView(i), src)
		if responses == nil {
			responses = mat.NewDense(n, len(v), nil)
		}
		responses.SetRow(i, v)
	}
	return x, responses
}

// near fails unless the values are those expected, to a tolerance.
func near(t *testing.T, what string, got []Effect, want []float64, tolerance float64) {
	t.Helper()
	for j, e := range got {
		if math.Abs(e.Value-want[j]) > tolerance {
			t.Errorf("%s of X%d: %.4f (SE %.4f), expected %.4f", what, j+1, e.Value, e.SE, want[j])
		}
		if !(e.Interval.Low <= e.Value && e.Value <= e.Interval.High) {
			t.Errorf("%s of X%d: %.4f is outside of %v", what, j+1, e.Value, e.Interval)
		}
	}
}

// A smooth function without noise: indices as in the acceptance, of fewer runs; noise 0; the
// distribution that of the mean; the same bits from any number of workers.
func TestIshigami(t *testing.T) {
	s, err := simulate.Named("ishigami")
	if err != nil {
		t.Fatal(err)
	}
	x, y := s.Draw(400, 3, 2)
	a := analysis(t)
	r := estimated(t, a, x, y)
	near(t, "S1", r.Mean.First, []float64{0.3139, 0.4424, 0}, 0.02)
	near(t, "ST", r.Mean.Total, []float64{0.5576, 0.4424, 0.2437}, 0.02)
	near(t, "Shapley", r.Mean.Shapley, []float64{0.4357, 0.4424, 0.1218}, 0.02)
	if r.Mean.Learner != Process || r.Mean.Predicted < 0.99 || r.Mean.Noise.Value > 0.01 || !r.Composed || r.Dependence != Independent {
		t.Errorf("%+v", r)
	}
	if testing.Short() {
		return
	}
	for _, workers := range []int{1, 7} {
		again, err := a.Estimate(t.Context(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: workers, Seed: 1})
		if err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%d workers: other values, %v", workers, err)
		}
	}
}

// With jointly normal inputs and a linear function Shapley effects have a closed form (Owen and
// Prieur 2017), here by conditional variances; and so have the others. Those of the covariance of the
// same rows are met more closely than those of the population.
func TestLinearOfDependentInputs(t *testing.T) {
	const rho = 0.6
	x, y := drawn(1000, 3, 5, func(x []float64, _ *rng.Source) []float64 {
		x[1] = rho*x[0] + math.Sqrt(1-rho*rho)*x[1]
		return []float64{x[0] + 0.5*x[1] + x[2]}
	})
	b := mat.NewVecDense(3, []float64{1, 0.5, 1})
	closed := func(covariance mat.Symmetric) (first, total, effects []float64) {
		explained := func(set []int) float64 {
			if len(set) == 0 {
				return 0
			}
			within, with := mat.NewSymDense(len(set), nil), mat.NewVecDense(len(set), nil)
			for i, j := range set {
				with.SetVec(i, covariance.At(j, 0)*b.AtVec(0)+covariance.At(j, 1)*b.AtVec(1)+covariance.At(j, 2)*b.AtVec(2))
				for k, l := range set[:i+1] {
					within.SetSym(i, k, covariance.At(j, l))
				}
			}
			var solved mat.VecDense
			if err := solved.SolveVec(within, with); err != nil {
				t.Fatal(err)
			}
			return mat.Dot(with, &solved)
		}
		all := explained([]int{0, 1, 2})
		for j := range 3 {
			first = append(first, explained([]int{j})/all)
			total = append(total, 1-explained(slices.DeleteFunc([]int{0, 1, 2}, func(k int) bool { return k == j }))/all)
		}
		return first, total, shapley.Of(3, explained)
	}
	r := estimated(t, analysis(t), x, y)
	if r.Dependence != Copula {
		t.Errorf("dependence %s", r.Dependence)
	}
	_, _, effects := closed(mat.NewSymDense(3, []float64{1, rho, 0, rho, 1, 0, 0, 0, 1}))
	near(t, "Shapley", r.Mean.Shapley, effects, 0.03)
	var covariance mat.SymDense
	stat.CovarianceMatrix(&covariance, x, nil)
	first, total, effects := closed(&covariance)
	near(t, "Shapley", r.Mean.Shapley, effects, 0.015)
	near(t, "S1", r.Mean.First, first, 0.015)
	near(t, "ST", r.Mean.Total, total, 0.015)
}

// Inputs that depend on each other in another way: X2 is the square of X1, less its mean, and noise
// of variance 1; Y = X2 + X3.
func TestGeneralDependence(t *testing.T) {
	x, y := drawn(600, 3, 6, func(x []float64, _ *rng.Source) []float64 {
		x[1] += x[0]*x[0] - 1
		return []float64{x[1] + x[2]}
	})
	r := estimated(t, analysis(t), x, y)
	if r.Dependence != General {
		t.Errorf("dependence %s", r.Dependence)
	}
	near(t, "S1", r.Mean.First, []float64{2.0 / 4, 3.0 / 4, 1.0 / 4}, 0.06)
	near(t, "ST", r.Mean.Total, []float64{0, 1.0 / 4, 1.0 / 4}, 0.06)
	near(t, "Shapley", r.Mean.Shapley, []float64{1.0 / 4, 2.0 / 4, 1.0 / 4}, 0.05)
}

// A stochastic simulator with two outputs: X1 moves the mean of the first, X2 the spread of the second, and
// the share of noise is known. Shares of all are those of each in proportion to the variances.
func TestStochastic(t *testing.T) {
	if testing.Short() {
		t.Skip("learns from many noisy runs")
	}
	x, y := drawn(500, 3, 7, func(x []float64, src *rng.Source) []float64 {
		return []float64{x[0] + src.Normal(), (0.2 + math.Abs(x[1])) * src.Normal()}
	})
	r := estimated(t, analysis(t), x, y)
	if r.Composed {
		t.Error("noise is not seen")
	}
	near(t, "S1 of the first", r.Responses[0].First, []float64{0.5, 0, 0}, 0.08)
	near(t, "noise of the first", []Effect{r.Responses[0].Noise}, []float64{0.5}, 0.08)
	// By closed forms in X2, the total of the distribution is 0.0348.
	if mean, law := r.Mean.Total[1].Value, r.Distribution.Total[1]; mean > 0.06 || math.Abs(law.Value-0.0348) > 0.02 || law.Interval.Low == 0 || law.Interval.High < 0.0348 {
		t.Errorf("X2, which moves the spread, has ST %.3f of the mean and %+v of the distribution", mean, law)
	}
}

// With an additive function of normal inputs, Y − Y' given shared inputs is normal and E k has a
// closed form; and with a product of uniform inputs by quadrature (da Veiga 2021). The linear
// kernel ½(k(a,a) + k(b,b)) − k(a,b) is the measure of the mean, so that it gives Sobol's indices.
func TestKernelIndices(t *testing.T) {
	const gamma = 0.7
	kernel := mmd.Kernel{Gamma: gamma}
	gauss := func(a, b []float64) float64 { return 1 - kernel.Of(squared(a, b)) }
	linear := func(a, b []float64) float64 { return (a[0]*a[0]+b[0]*b[0])/2 - a[0]*b[0] }
	sets := newScheme(2, rng.New(1))
	of := func(law Law, f func(x []float64) float64) [][]float64 {
		s := newSampler(mat.NewDense(1, 2, nil), [][]int{{0}, {1}}, repeated(2, law), nil)
		h := func(_ context.Context, x *mat.Dense) (*mat.Dense, error) {
			m, _ := x.Dims()
			y := mat.NewDense(m, 1, nil)
			for i := range m {
				y.Set(i, 0, f(x.RawRowView(i)))
			}
			return y, nil
		}
		d, err := pickFreeze(t.Context(), s, sets, h, []half{gauss, linear, halfSquare(0, 1)}, lattice{4093, 1573}, rng.New(2), 2)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	check := func(name string, d [][]float64, alike func(shared int) float64) {
		m := sets.moments(d[0])
		none := alike(-1)
		for j := range 2 {
			if got, want := m.first[j]/m.explained, (alike(j)-none)/(1-none); math.Abs(got-want) > 0.003 {
				t.Errorf("%s: S1 of X%d is %.4f, expected %.4f", name, j+1, got, want)
			}
			if got, want := m.total[j]/m.explained, (1-alike(1-j))/(1-none); math.Abs(got-want) > 0.003 {
				t.Errorf("%s: ST of X%d is %.4f, expected %.4f", name, j+1, got, want)
			}
		}
		for k, v := range d[1] {
			if math.Abs(v-d[2][k]) > 1e-9 {
				t.Errorf("%s: the linear kernel gives %v, the mean %v", name, v, d[2][k])
			}
		}
	}
	check("sum", of(Law{Kind: Normal, B: 1}, func(x []float64) float64 { return x[0] + 2*x[1] }), func(shared int) float64 {
		variance := []float64{2, 8}
		left := 10.0
		if shared >= 0 {
			left -= variance[shared]
		}
		return 1 / math.Sqrt(1+2*gamma*left)
	})
	const points = 40
	at := func(i int) float64 { return (float64(i)+0.5)/points*2 - 0.5 } // U(−½, 3/2)
	check("product", of(Law{Kind: Uniform, A: -0.5, B: 1.5}, func(x []float64) float64 { return x[0] * x[0] * x[1] }), func(shared int) float64 {
		sum := 0.0
		for a := range points {
			for b := range points {
				for c := range points {
					for d := range points {
						x := [4]float64{at(a), at(b), at(c), at(d)}
						if shared >= 0 {
							if x[2+shared] = x[shared]; shared == 0 && c > 0 || shared == 1 && d > 0 {
								continue
							}
						}
						y := x[0]*x[0]*x[1] - x[2]*x[2]*x[3]
						sum += math.Exp(-gamma * y * y)
					}
				}
			}
		}
		if shared >= 0 {
			return sum / (points * points * points)
		}
		return sum / (points * points * points * points)
	})
}

func TestErrors(t *testing.T) {
	x, y := drawn(80, 2, 8, func(x []float64, _ *rng.Source) []float64 { return []float64{x[0]} })
	for want, task := range map[string]importance.Task{
		"rows in clusters or with weights":                         {Clusters: make([]int32, 80)},
		"column 2 of the inputs has missing values, expected none": {Levels: []int{0, forest.Incomplete}},
	} {
		if task.Clusters != nil {
			for i := range task.Clusters {
				task.Clusters[i] = int32(i / 2)
			}
		}
		task.X, task.Y, task.Kernel, task.Workers = x, y, mmd.Median, 1
		if _, err := analysis(t).Estimate(t.Context(), task); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	known := repeated(2, Law{Kind: Uniform, B: 1})
	for want, task := range map[string]importance.Task{
		"the law of input 2 is uniform(0, 1), expected that of the rows": {Levels: []int{0, 3}},
		"the law of input 1 is uniform(0, 1), expected that of the rows": {Groups: [][]int{{0, 1}}},
		"8 runs, of which halves are learnt from":                        {X: linalg.Rows(x, []int32{0, 1, 2, 3, 4, 5, 6, 7}), Y: linalg.Rows(y, []int32{0, 1, 2, 3, 4, 5, 6, 7})},
	} {
		if task.X == nil {
			task.X, task.Y = x, y
		}
		task.Kernel, task.Workers = mmd.Median, 1
		a := analysis(t)
		a.Laws = known
		if _, err := a.Estimate(t.Context(), task); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, expected %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := analysis(t).Estimate(ctx, importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 1}); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

// Levels have the law of the rows, however even their numbers look.
func TestLevels(t *testing.T) {
	level := -1
	x, y := drawn(120, 2, 8, func(x []float64, _ *rng.Source) []float64 {
		level = (level + 1) % 12
		x[1] = float64(level)
		return []float64{x[0] + float64(level%3)}
	})
	task := importance.Task{X: x, Y: y, Levels: []int{0, 12}, Kernel: mmd.Median, Workers: 1}
	r, err := analysis(t).Estimate(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	if r.Laws[1].Kind != Rows || r.Mean.Total[1].Value < 0.2 {
		t.Errorf("laws %v, totals %v", r.Laws, r.Mean.Total)
	}
}

// Few rows: forests of halves split too. Copies of runs are warned of.
func TestFewRuns(t *testing.T) {
	x, y := drawn(40, 2, 9, func(x []float64, src *rng.Source) []float64 { return []float64{float64(int(2*x[0])) + 2*src.Normal()} })
	a := analysis(t)
	if r := estimated(t, a, x, y); len(r.Warnings) > 0 && strings.Contains(r.Warnings[0].Error(), "different") {
		t.Errorf("%v", r.Warnings)
	}
	var few []int32
	for i := range int32(60) {
		few = append(few, i%6)
	}
	r := estimated(t, a, linalg.Rows(x, few), linalg.Rows(y, few))
	if want := "only 6 of 60 runs are different: "; len(r.Warnings) == 0 || !strings.HasPrefix(r.Warnings[0].Error(), want) {
		t.Errorf("%q, expected %q", r.Warnings, want)
	}
}
