package sensitivity

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// runsOf are runs of a function of independent inputs, by quantiles.
func runsOf(n, p int, seed uint64, quantile func(u float64, j int) float64, f func(x []float64) float64) (x, y *mat.Dense) {
	src := rng.New(seed).Source()
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = quantile(src.Float64(), j)
		}
		y.Set(i, 0, f(row))
	}
	return x, y
}

func unit(u float64, _ int) float64 { return u }

// A function of the logarithm of an input over eight decades is learnt as such, whether the law is recognised or
// that of the rows: y = log10(x)/8 + b/3, whose indices are .9 and .1.
func TestRatios(t *testing.T) {
	for name, quantile := range map[string]func(u float64) float64{
		"log-uniform": func(u float64) float64 { return math.Pow(10, 8*u-10) },
		// Of the same variance as log10 of the law above, 8²/12, but normal.
		"log-normal": func(u float64) float64 {
			return math.Pow(10, 8/math.Sqrt(12)*math.Sqrt2*math.Erfinv(2*u-1))
		},
	} {
		x, y := runsOf(300, 2, 1, func(u float64, j int) float64 {
			if j == 0 {
				return quantile(u)
			}
			return u
		}, func(x []float64) float64 { return math.Log10(x[0])/8 + x[1]/3 })
		r := estimated(t, analysis(t), x, y)
		for j, want := range []float64{0.9, 0.1} {
			for _, e := range []Effect{r.Mean.First[j], r.Mean.Total[j]} {
				if math.Abs(e.Value-want) > 0.02 || want < e.Interval.Low-0.001 || want > e.Interval.High+0.001 {
					t.Errorf("%s, input %d: %.4f, %v, expected %.1f", name, j+1, e.Value, e.Interval, want)
				}
			}
		}
		if r.Mean.Learner != Process || r.Mean.Predicted < 0.999 {
			t.Errorf("%s: learnt by a %s with Q² = %v", name, r.Mean.Learner, r.Mean.Predicted)
		}
	}
}

// Triangular inputs are not taken for uniform ones, by which one of two alike had indices of .64 and .34. Of 40
// samples at least 36 have the right law.
func TestTriangularLaws(t *testing.T) {
	triangular := func(u float64) float64 {
		if u < 0.5 {
			return math.Sqrt(u / 2)
		}
		return 1 - math.Sqrt((1-u)/2)
	}
	taken := map[LawKind]int{}
	for seed := range uint64(40) {
		values, flat := make([]float64, 150), make([]float64, 150)
		src := rng.New(seed).Source()
		for i := range values {
			flat[i] = src.Float64()
			values[i] = triangular(src.Float64())
		}
		if law, _ := recognise(values); law.Kind == Rows {
			taken[Rows]++
		}
		law, doubt := recognise(flat)
		if law.Kind == Uniform {
			taken[Uniform]++
			if !(doubt > 0 && doubt < 0.6) {
				t.Errorf("a uniform law is taken with probability %v of another", doubt)
			}
		}
	}
	if taken[Rows] < 36 || taken[Uniform] < 36 {
		t.Errorf("of 40 samples each, %d triangular and %d uniform ones were taken for what they are", taken[Rows], taken[Uniform])
	}
	x, y := runsOf(150, 2, 3, func(u float64, _ int) float64 { return triangular(u) }, func(x []float64) float64 { return x[0] + x[1] })
	r := estimated(t, analysis(t), x, y)
	for j := range 2 {
		if e := r.Mean.First[j]; math.Abs(e.Value-0.5) > 0.08 || 0.5 < e.Interval.Low || 0.5 > e.Interval.High {
			t.Errorf("input %d of two alike: %.3f, %v", j+1, e.Value, e.Interval)
		}
	}
}

// Intervals of functions with jumps reach as far as what is not learnt of them, and indices keep 0 ≤ S1 ≤
// Shapley ≤ ST ≤ 1. Of 24 intervals at least 22 cover; the truth is in closed form.
func TestJumps(t *testing.T) {
	// y = 1[x1 > .3] 1[x2 < .6] + .3 x3²: variances of the parts are .42·.58, and .09·4/45.
	a, b := 0.7, 0.6
	third := 0.09 * 4 / 45
	all := a*b*(1-a*b) + third
	first := []float64{a * (1 - a) * b * b / all, b * (1 - b) * a * a / all, third / all}
	total := []float64{a * (1 - a) * b / all, b * (1 - b) * a / all, third / all}
	covered := 0
	for seed := range uint64(4) {
		x, y := runsOf(200, 3, 20+seed, unit, func(x []float64) float64 {
			jump := 0.0
			if x[0] > 0.3 && x[1] < 0.6 {
				jump = 1
			}
			return jump + 0.3*x[2]*x[2]
		})
		r := estimated(t, analysis(t), x, y)
		for j := range 3 {
			s1, st, shapley := r.Mean.First[j], r.Mean.Total[j], r.Mean.Shapley[j]
			if s1.Interval.Low <= first[j] && first[j] <= s1.Interval.High {
				covered++
			}
			if st.Interval.Low <= total[j] && total[j] <= st.Interval.High {
				covered++
			}
			if !(0 <= s1.Value && s1.Value <= shapley.Value && shapley.Value <= st.Value && st.Value <= 1) {
				t.Errorf("seed %d, input %d: S1 %v, Shapley %v, ST %v", seed, j+1, s1.Value, shapley.Value, st.Value)
			}
		}
	}
	if covered < 22 {
		t.Errorf("%d of 24 intervals cover", covered)
	}
}

// Indices out of order become one, by their precision, and Shapley effects keep their sum.
func TestOrderedIndices(t *testing.T) {
	reach := importance.Reach{Coverage: importance.UsualCoverage, Errors: 2}
	i := Indices{
		First:   []Effect{{Value: 0.2, SE: 0.01}, {Value: 0.3, SE: 0.02}},
		Total:   []Effect{{Value: 0.1, SE: 0.01}, {Value: 0.9, SE: 0.02}},
		Shapley: []Effect{{Value: 0.18}, {Value: 0.6}},
	}
	i.ordered(reach)
	if math.Abs(i.First[0].Value-0.15) > 1e-12 || i.Total[0].Value != i.First[0].Value {
		t.Errorf("S1 %v and ST %v, expected .15 both", i.First[0].Value, i.Total[0].Value)
	}
	if math.Abs(i.Shapley[0].Value-0.15) > 1e-9 || math.Abs(i.Shapley[1].Value-0.63) > 1e-9 {
		t.Errorf("Shapley effects %v and %v, expected .15 and .63", i.Shapley[0].Value, i.Shapley[1].Value)
	}
}

// Runs that blew up are named; heavy tails, rare events and constant responses are none.
func TestOutlyingRuns(t *testing.T) {
	_, y := runsOf(400, 1, 5, unit, func(x []float64) float64 { return x[0] })
	y.Set(7, 0, 1e12)
	y.Set(300, 0, -1e9)
	if got := outlyingRows(y); !slices.Equal(got, []int{7, 300}) {
		t.Errorf("rows %v are outlying, expected 7 and 300", got)
	}
	src := rng.New(6).Source()
	tails, rare, constant := mat.NewDense(400, 1, nil), mat.NewDense(400, 1, nil), mat.NewDense(400, 1, nil)
	for i := range 400 {
		tails.Set(i, 0, src.Normal()/src.Normal())
	}
	rare.Set(3, 0, 1)
	if got := outlyingRows(linalg.Beside(linalg.Beside(tails, rare), constant)); got != nil {
		t.Errorf("rows %v are outlying of Cauchy's law, a rare event or a constant", got)
	}
}
