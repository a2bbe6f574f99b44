package effect

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
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// trial draws a study of three uniform inputs, each row treated with the probability that
// propensity gives, and responses by a function of inputs, treatment and normal noise.
func trial(n int, seed uint64, propensity func(x []float64) float64, response func(x []float64, w, noise float64) float64) Study {
	src := rng.New(seed).Named("trial").Source()
	x, y := mat.NewDense(n, 3, nil), mat.NewDense(n, 1, nil)
	study := Study{Task: importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2}}
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = src.Float64()
		}
		w := 0.0
		if src.Float64() < propensity(row) {
			w = 1
		}
		study.Treated = append(study.Treated, w == 1)
		y.Set(i, 0, response(row, w, src.Normal()))
	}
	return study
}

// even is the propensity of a trial with equal arms.
func even([]float64) float64 { return 0.5 }

// known returns the study with the propensity of a trial with equal arms.
func (s Study) known() Study {
	s.Propensity = slices.Repeat([]float64{0.5}, len(s.Treated))
	return s
}

// small is the default method with few trees.
func small() inference.Stacked {
	s := inference.Standard(40)
	s.Halves.Trees = 30
	return s
}

// ask answers for a study.
func ask(t *testing.T, study Study, kind Kind) Answers {
	t.Helper()
	answers, err := Ask(context.Background(), small(), study, kind)
	if err != nil {
		t.Fatal(err)
	}
	return answers
}

// learnt returns the nuisances of a study.
func learnt(t *testing.T, study Study) *Nuisances {
	t.Helper()
	arms, err := Divide(study)
	if err != nil {
		t.Fatal(err)
	}
	nuisances, err := arms.Learn(context.Background(), small())
	if err != nil {
		t.Fatal(err)
	}
	return nuisances
}

// TestPseudoResponsesOfEvenTrial: with equal arms ψ = 4 d e, whatever τ̂ is, which is AIPW with the
// arms' predictions m̂ ± τ̂/2.
func TestPseudoResponsesOfEvenTrial(t *testing.T) {
	study := trial(200, 1, even, func(x []float64, w, noise float64) float64 { return x[0] + w*x[1] + noise }).known()
	u := learnt(t, study)
	psi, err := u.pseudoResponses(context.Background(), study.Task.Y)
	if err != nil {
		t.Fatal(err)
	}
	for i := range u.w {
		d, e, tau := u.w[i]-0.5, psi.residuals.At(i, 0), psi.plugIn.At(i, 0)
		arm := study.Task.Y.At(i, 0) - e + 2*d*tau/2 // the prediction of the row's arm
		aipw := tau + d/0.25*(study.Task.Y.At(i, 0)-arm)
		if got := psi.values.At(i, 0); math.Abs(got-4*d*e) > 1e-12 || math.Abs(got-aipw) > 1e-12 {
			t.Fatalf("row %d: %v, expected 4·d·e = %v and AIPW %v", i, got, 4*d*e, aipw)
		}
	}
}

// TestMidway: without a difference of the arms the midpoint is their common prediction, and with
// one and known equal arms it is the same.
func TestMidway(t *testing.T) {
	u := &Nuisances{Arms: &Arms{w: []float64{1, 0, 1}}, Propensity: []float64{0.5, 0.3, 0.8}}
	y := &pseudoResponses{
		values:    mat.NewDense(3, 1, []float64{7, 0, 0}),
		plugIn:    mat.NewDense(3, 1, []float64{3, 0, 0}),
		residuals: mat.NewDense(3, 1, []float64{1, 2, 3}),
	}
	r := u.midway(y)
	if want := []float64{1, 2, 3}; !slices.Equal(r.values, want) {
		t.Errorf("R %v, expected %v", r.values, want)
	}
	if want := []float64{1 - 0.5*3, 2, 3}; !slices.Equal(r.shift, want) {
		t.Errorf("shift %v, expected %v", r.shift, want)
	}
}

// TestEmbeddings: products of coordinates are the kernel, polynomials are Legendre's, and slopes
// are derivatives.
func TestEmbeddings(t *testing.T) {
	kernel := mmd.Kernel{Gamma: 0.7}
	r := []float64{-2.2, -0.3, 0, 0.4, 1.9}
	g := gaussian(r, kernel)
	for i, a := range r {
		for k, b := range r {
			got := linalg.Dot(g.values.RawRowView(i), g.values.RawRowView(k))
			if want := math.Exp(-0.7 * (a - b) * (a - b)); math.Abs(got-want) > 1e-4 {
				t.Errorf("k(%v, %v) is %v, expected %v", a, b, got, want)
			}
		}
	}
	const step = 1e-5
	for name, functions := range map[string]func([]float64, mmd.Kernel) embedding{"gaussian": gaussian, "polynomials": polynomials} {
		at := functions(r, kernel)
		for i, v := range r {
			ends := functions([]float64{v - step, v + step}, kernel)
			_, width := at.values.Dims()
			for k := range width {
				slope := (ends.values.At(1, k) - ends.values.At(0, k)) / (2 * step)
				if got := at.slopes.At(i, k); math.Abs(got-slope) > 1e-8 {
					t.Errorf("%s: slope %d at %v is %v, expected %v", name, k, v, got, slope)
				}
			}
		}
	}
	p := polynomials([]float64{1e9, -1e9}, kernel).values
	if want := []float64{1, 1, 1, 1}; !slices.Equal(p.RawRowView(0), want) {
		t.Errorf("polynomials at the end are %v", p.RawRowView(0))
	}
	if want := []float64{-1, 1, -1, 1}; !slices.Equal(p.RawRowView(1), want) {
		t.Errorf("polynomials at the other end are %v", p.RawRowView(1))
	}
}

// TestWorkers: answers do not depend on the number of workers.
func TestWorkers(t *testing.T) {
	study := trial(120, 1, func(x []float64) float64 { return 0.3 + 0.4*x[0] }, func(x []float64, w, noise float64) float64 { return x[0] + w*x[1] + noise })
	numbers := func(workers int) string {
		study.Task.Workers = workers
		a := ask(t, study, Law)
		in := a.Result.Inference
		return fmt.Sprint(a.Average, a.AverageP, a.SameP, a.Differs, a.Aspects, a.Effects, a.Propensity, a.Result.Raw, in.SE, in.P, in.Intervals)
	}
	one := numbers(1)
	for _, workers := range []int{2, 7} {
		if numbers(workers) != one {
			t.Errorf("%d workers: other answers than one", workers)
		}
	}
}

// TestSpread: an effect on the spread alone is found, though the mean has none; and the importance
// is that of the input that it depends on.
func TestSpread(t *testing.T) {
	study := trial(500, 2, even, func(x []float64, w, noise float64) float64 {
		if w == 1 {
			noise *= 0.3 + 2*x[0]
		}
		return 2*x[2] + noise
	}).known()
	law := ask(t, study, Law)
	t.Logf("%.3f, p %.2g, aspects %.2g, %.2g", law.Result.Raw, law.Result.Inference.P, law.Aspects[0].P, law.Aspects[1].P)
	if p := law.Result.Inference.P; p[0] > 0.001 || min(p[1], p[2]) < 0.01 {
		t.Errorf("p %.2g", p)
	}
	if law.Aspects[1].P[0] > 0.001 || law.Aspects[0].Average.P < 0.01 {
		t.Errorf("spread moves with x1: p = %v; average effect on the mean: p = %v", law.Aspects[1].P[0], law.Aspects[0].Average.P)
	}
	if mean := ask(t, study, Mean); mean.Result.Inference.P[0] < 0.01 || mean.AnyoneP < 0.01 {
		t.Errorf("mean: p %.2g, no effect on anyone %.2g", mean.Result.Inference.P, mean.AnyoneP)
	}
}

// TestBaseline: an input that moves both arms alike is not found, with a constant effect that is.
func TestBaseline(t *testing.T) {
	found, covered := 0, 0
	for seed := range 8 {
		a := ask(t, trial(300, uint64(10+seed), func(x []float64) float64 { return 0.25 + 0.5*x[0] }, func(x []float64, w, noise float64) float64 {
			return 3*math.Sin(6*x[0]) + 1.5*w + noise
		}), Law)
		if slices.Min(a.Result.Inference.Adjusted) <= importance.Level {
			found++
		}
		if i := a.Average.Interval; i.Low <= 1.5 && 1.5 <= i.High {
			covered++
		}
		if a.AverageP > 1e-6 || a.AnyoneP > 1e-6 || math.Abs(a.Raw-1.5) < 0.01 {
			t.Errorf("p %.2g and %.2g of an effect of 1.5; raw difference %.3f", a.AverageP, a.AnyoneP, a.Raw)
		}
	}
	if found > 2 || covered < 6 { // of a binomial variable of 8: at most 2 at .05 in 99.4 %
		t.Errorf("an effect that differs is found in %d of 8 tables, the average is covered in %d", found, covered)
	}
}

// TestNothing: without effects p-values are not small.
func TestNothing(t *testing.T) {
	small := [3]int{}
	for seed := range 12 {
		a := ask(t, trial(150, uint64(30+seed), even, func(x []float64, _, noise float64) float64 { return x[0] + noise }).known(), Law)
		for k, p := range []float64{a.AverageP, a.SameP, a.AnyoneP} {
			if p <= importance.Level {
				small[k]++
			}
		}
		if a.SameP > importance.Level && !math.IsNaN(a.Differs) {
			t.Errorf("H is %v where the effect may be the same for all", a.Differs)
		}
	}
	if max(small[0], small[1], small[2]) > 3 { // of 12 at .05, more than 3 in 0.3 %
		t.Errorf("%v of 12 tables without effects have p at most .05", small)
	}
}

// TestLevelsAndClusters: answers for inputs with levels, groups of columns and clusters.
func TestLevelsAndClusters(t *testing.T) {
	study := trial(240, 3, even, func(x []float64, w, noise float64) float64 { return x[0] + w*3*math.Floor(2*x[1]) + noise }).known()
	study.Task.Levels = []int{0, 2, 0}
	for i := range study.Treated {
		study.Task.X.Set(i, 1, math.Floor(2*study.Task.X.At(i, 1)))
		study.Task.Clusters = append(study.Task.Clusters, int32(i/4))
	}
	study.Task.Groups = [][]int{{0, 2}, {1}}
	if a := ask(t, study, Law); len(a.Inputs) != 2 || !a.Inputs[1].Significant || a.Inputs[0].Significant {
		t.Errorf("p %.2g", a.Result.Inference.P)
	}
}

// TestErrors: each message of a study that cannot tell.
func TestErrors(t *testing.T) {
	normal := func(x []float64, _, noise float64) float64 { return x[0] + noise }
	for _, c := range []struct {
		name, message string
		change        func(s *Study)
	}{
		{"lengths", "effect: 100 rows, but 99 with a treatment and 0 with a propensity", func(s *Study) { s.Treated = s.Treated[1:] }},
		{"responses", "effect: 2 responses, expected one", func(s *Study) { s.Task.Y = linalg.Columns(s.Task.X, []int{0, 1}) }},
		{"weights", "effect: rows with weights are not supported, expected none", func(s *Study) {
			s.Task.Weights = slices.Repeat([]float64{1}, 100)
			s.Task.Weights[0] = 2
		}},
		{"few treated", "effect: 3 of 100 rows are treated, expected at least 20", func(s *Study) {
			s.Treated = make([]bool, 100)
			s.Treated[0], s.Treated[1], s.Treated[2] = true, true, true
		}},
		{"all treated", "effect: 0 of 100 rows are untreated, expected at least 20", func(s *Study) { s.Treated = slices.Repeat([]bool{true}, 100) }},
		{"propensity", "effect: the propensity of row 2 is 1, expected a number between 0 and 1", func(s *Study) {
			*s = s.known()
			s.Propensity[1] = 1
		}},
		{"other trial", "% of the rows are treated, but the propensity is 0.9 on average, expected that of the trial", func(s *Study) {
			s.Propensity = slices.Repeat([]float64{0.9}, 100)
		}},
		{"determined", "effect: input 2 determines the treatment, so that no rows can be compared; leave it out", func(s *Study) {
			for i := range s.Treated {
				s.Treated[i] = s.Task.X.At(i, 1) > 0.5
			}
		}},
		{"level", "effect: input 3 determines the treatment, so that no rows can be compared; leave it out", func(s *Study) {
			s.Task.Levels = []int{0, 0, 2}
			for i, treated := range s.Treated {
				s.Task.X.Set(i, 2, 0)
				if treated {
					s.Task.X.Set(i, 2, 1)
				}
			}
		}},
		{"overlap", "effect: treated and untreated rows overlap too little", func(s *Study) {
			*s = trial(100, 1, func(x []float64) float64 {
				if math.Abs(x[0]-0.5) < 0.25 {
					return 0.999
				}
				return 0.001
			}, normal)
		}},
		{"not a number", "effect: response 1 in row 1 is NaN, expected a finite number", func(s *Study) { s.Task.Y.Set(0, 0, math.NaN()) }},
	} {
		study := trial(100, 1, even, normal)
		c.change(&study)
		if _, err := Ask(context.Background(), small(), study, Mean); err == nil || !strings.Contains(err.Error(), c.message) {
			t.Errorf("%s: %v, expected %s", c.name, err, c.message)
		}
	}
	if _, err := Ask(context.Background(), small(), trial(100, 1, even, normal), "median"); err == nil || err.Error() != `effect: unknown kind "median", expected "law" or "mean"` {
		t.Errorf("kind: %v", err)
	}
}

// TestOverlapWarning: rows without a match are counted, and the input that tells the treatment is
// named.
func TestOverlapWarning(t *testing.T) {
	study := trial(600, 1, func(x []float64) float64 { return 1 / (1 + math.Exp(-14*(x[1]-0.5))) }, func(x []float64, _, noise float64) float64 { return x[0] + noise })
	a := ask(t, study, Mean)
	if len(a.Warnings) != 1 {
		t.Fatalf("warnings %v", a.Warnings)
	}
	if w := a.Warnings[0].(OverlapWarning); w.Rows != 600 || w.Extreme < 60 || !reflect.DeepEqual(w.Telling, []int{1}) {
		t.Errorf("%+v", w)
	}
}
