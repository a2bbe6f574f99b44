package importance_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// univariate draws an output whose mean follows input 1 and whose spread
// follows input 2, with correlated inputs.
func univariate(n, p int, seed uint64) (x, y *mat.Dense) {
	src := rng.New(seed).Named("univariate").Source()
	x, y = mat.NewDense(n, p, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		common := src.Normal()
		for j := range p {
			x.Set(i, j, math.Sqrt(0.5)*(common+src.Normal()))
		}
		y.Set(i, 0, 2*x.At(i, 0)+2*math.Abs(x.At(i, 1))*src.Normal())
	}
	return x, y
}

// TestCoupledHasTheLawOfRetrain compares the means of both estimators over 50
// repetitions on the same data: they must agree within three standard errors of
// the mean of the paired differences, up to what finitely many trees leave of
// the bias in Retrain's correction.
func TestCoupledHasTheLawOfRetrain(t *testing.T) {
	if testing.Short() {
		t.Skip("50 repetitions")
	}
	const n, p, repetitions = 200, 4, 50
	for _, design := range []struct {
		name string
		draw func(n, p int, seed uint64) (x, y *mat.Dense)
	}{{"bivariate", lawtest.Bivariate}, {"univariate", univariate}} {
		for _, name := range []string{"paper", "drf-1.1.0"} {
			c := lawtest.Preset(t, name, 100)
			differences, retrained := make([][]float64, p), make([][]float64, p)
			spread := [2]float64{}
			for seed := range uint64(repetitions) {
				x, y := design.draw(n, p, seed)
				task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 2}
				a, err := importance.Retrain{Config: c}.Estimate(context.Background(), task)
				if err != nil {
					t.Fatal(err)
				}
				b, err := importance.Coupled{Config: c}.Estimate(context.Background(), task)
				if err != nil {
					t.Fatal(err)
				}
				for j := range p {
					differences[j] = append(differences[j], a.Raw[j]-b.Raw[j])
					retrained[j] = append(retrained[j], a.Raw[j])
				}
				spread[0] += a.Raw[p-1] * a.Raw[p-1]
				spread[1] += b.Raw[p-1] * b.Raw[p-1]
			}
			for j, d := range differences {
				mean, sd := stat.MeanStdDev(d, nil)
				se := sd / math.Sqrt(repetitions)
				if math.Abs(mean) > 3*se {
					t.Errorf("%s, %s, input %d: retrained and coupled differ by %.5f ± %.5f", design.name, name, j+1, mean, se)
				}
				t.Logf("%s, %s, input %d: retrained %.4f, difference %.5f ± %.5f", design.name, name, j+1, stat.Mean(retrained[j], nil), mean, se)
			}
			if spread[1] > spread[0] {
				t.Errorf("%s, %s: for noise the coupled estimator spreads more (%v) than the retrained one (%v)", design.name, name, spread[1], spread[0])
			}
		}
	}
}

// TestCoupledIsUnbiasedInTrees compares the mean over many small forests with
// one huge forest on the same data and evaluation rows: the U-statistic's
// expectation does not depend on the number of trees. Its standard error is
// checked too: over the small forests it must cover the spread.
func TestCoupledIsUnbiasedInTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("many forests")
	}
	const small, many = 30, 150
	x, y := lawtest.Bivariate(150, 3, 1)
	fresh, _ := lawtest.Bivariate(80, 3, 2) // every tree has a say on every row
	estimate := func(trees int, seed uint64) importance.Result {
		r, err := importance.Coupled{Config: lawtest.Preset(t, "paper", trees)}.Estimate(context.Background(),
			importance.Task{X: x, Y: y, Eval: fresh, Kernel: mmd.Median, Seed: seed, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	huge := estimate(6000, 1)
	numerators, errors := make([][]float64, 3), make([]float64, 3)
	for seed := range uint64(many) {
		r := estimate(small, 1000+seed)
		for j, raw := range r.Raw {
			numerators[j] = append(numerators[j], raw*r.Denominator)
			errors[j] += math.Pow(r.SE[j]*r.Denominator, 2) / many
		}
	}
	for j, values := range numerators {
		mean, sd := stat.MeanStdDev(values, nil)
		want, se := huge.Raw[j]*huge.Denominator, math.Hypot(sd/math.Sqrt(many), huge.SE[j]*huge.Denominator)
		t.Logf("input %d: numerator %.5f over small forests, %.5f in the huge one, standard error %.5f; sd %.5f, mean reported %.5f", j+1, mean, want, se, sd, math.Sqrt(errors[j]))
		if math.Abs(mean-want) > 3*se {
			t.Errorf("input %d: mean numerator %.5f over small forests, %.5f ± %.5f expected", j+1, mean, want, se)
		}
		// A sample variance of 150 values is within 25 % of the true one in 97 %
		// of cases; the jackknife may be up to twice too large (degenerate case)
		// but not too small.
		if ratio := errors[j] / (sd * sd); ratio < 0.75 || ratio > 2.6 {
			t.Errorf("input %d: mean squared standard error is %.2f times the variance over forests", j+1, ratio)
		}
	}
}

// TestIntervalsCover counts how often numerator ± t·SE, t the quantile of
// Student's law for 49 degrees of freedom, holds the numerator of a forest of
// very many trees on the same data: the jackknife is over 50 sets of trees.
func TestIntervalsCover(t *testing.T) {
	if testing.Short() {
		t.Skip("many forests")
	}
	const many, quantile = 200, 2.0096
	for _, name := range []string{"paper", "drf-1.1.0"} {
		for _, design := range []struct {
			name string
			draw func(n, p int, seed uint64) (x, y *mat.Dense)
		}{{"bivariate", lawtest.Bivariate}, {"univariate", univariate}} {
			x, y := design.draw(150, 3, 1)
			fresh, _ := design.draw(80, 3, 2)
			estimate := func(trees int, seed uint64) importance.Result {
				r, err := importance.Coupled{Config: lawtest.Preset(t, name, trees)}.Estimate(context.Background(),
					importance.Task{X: x, Y: y, Eval: fresh, Kernel: mmd.Median, Seed: seed, Workers: 2})
				if err != nil {
					t.Fatal(err)
				}
				return r
			}
			huge, covered, ratios := estimate(20000, 1), make([]float64, 3), make([]float64, 3)
			for seed := range uint64(many) {
				r := estimate(500, 1000+seed)
				for j, raw := range r.Raw {
					if math.Abs(raw*r.Denominator-huge.Raw[j]*huge.Denominator) <= quantile*r.SE[j]*r.Denominator {
						covered[j] += 1. / many
					}
					if math.Abs(raw-huge.Raw[j]) <= quantile*r.SE[j] {
						ratios[j] += 1. / many
					}
				}
			}
			for j, share := range covered {
				t.Logf("%s, %s, input %d: of the intervals of 95 %%, %.1f %% cover the numerator, %.1f %% the importance", design.name, name, j+1, 100*share, 100*ratios[j])
				if within := 3 * math.Sqrt(0.95*0.05/many); math.Abs(share-0.95) > within {
					t.Errorf("%s, %s, input %d: %.1f %% of the intervals cover, expected 95 ± %.1f %%", design.name, name, j+1, 100*share, 100*within)
				}
			}
		}
	}
}

// TestGroupsAreDroppedTogether drops an input and its copy: each alone means
// nothing, both together everything.
func TestGroupsAreDroppedTogether(t *testing.T) {
	x, y := lawtest.Bivariate(300, 3, 5)
	for i := range 300 {
		x.Set(i, 2, x.At(i, 0))
		y.Set(i, 1, 0.3*y.At(i, 1))
	}
	c := lawtest.Preset(t, "paper", 100)
	for _, e := range []importance.Estimator{importance.Retrain{Config: c}, importance.Coupled{Config: c}} {
		r, err := e.Estimate(context.Background(), importance.Task{
			X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2, Groups: [][]int{{0}, {2}, {0, 2}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if !(r.Raw[2] > 0.5 && r.Raw[0] < 0.2*r.Raw[2] && r.Raw[1] < 0.2*r.Raw[2]) {
			t.Errorf("%s: importances %.3f of an input, its copy, and both", e.Name(), r.Raw)
		}
	}
}

// TestEvaluationRows checks that independent evaluation rows, subsamples and
// out-of-bag rows estimate the same thing.
func TestEvaluationRows(t *testing.T) {
	x, y := lawtest.Bivariate(800, 3, 5)
	fresh, _ := lawtest.Bivariate(800, 3, 6)
	c := lawtest.Preset(t, "paper", 200)
	for _, e := range []importance.Estimator{importance.Retrain{Config: c}, importance.Coupled{Config: c}} {
		var first float64
		for k, task := range []importance.Task{
			{}, {Eval: fresh}, {Subsample: 400}, {Eval: fresh, Subsample: 400}, {Subsample: 5000},
		} {
			task.X, task.Y, task.Kernel, task.Seed, task.Workers = x, y, mmd.Median, 3, 2
			r, err := e.Estimate(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			if k == 0 {
				first = r.Raw[0]
			}
			if math.Abs(r.Raw[0]-first) > 0.1 {
				t.Errorf("%s, case %d: importance %.3f of input 1, %.3f on all out-of-bag rows", e.Name(), k, r.Raw[0], first)
			}
			if k == 4 && r.Raw[0] != first {
				t.Errorf("%s: a subsample larger than the table changes %v to %v", e.Name(), first, r.Raw[0])
			}
		}
	}
}

func TestOneInput(t *testing.T) {
	inputs, responses := lawtest.Bivariate(200, 2, 5)
	x, single := mat.NewDense(200, 1, mat.Col(nil, 0, inputs)), mat.NewDense(200, 1, mat.Col(nil, 0, responses))
	c := lawtest.Preset(t, "paper", 100)
	for _, e := range []importance.Estimator{importance.Retrain{Config: c}, importance.Coupled{Config: c}} {
		r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: single, Kernel: mmd.Median, Seed: 1, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		// Without its only input a forest predicts the marginal distribution,
		// so all that is explained is lost.
		if math.Abs(r.Raw[0]-1) > 0.1 {
			t.Errorf("%s: importance %.3f of the only input, want about 1", e.Name(), r.Raw[0])
		}
		if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0].Error(), "only input") {
			t.Errorf("%s: warnings %q, want one that says it is the only input", e.Name(), r.Warnings)
		}
	}
}

func TestEstimateRefuses(t *testing.T) {
	x, y := lawtest.Bivariate(200, 3, 1)
	nan := mat.DenseCopyOf(x)
	nan.Set(9, 2, math.NaN())
	short, _ := lawtest.Bivariate(50, 3, 1)
	wide, _ := lawtest.Bivariate(50, 4, 1)
	few, fewY := lawtest.Bivariate(40, 3, 1)
	constants := mat.NewDense(200, 3, nil)
	c := lawtest.Preset(t, "paper", 20)
	for name, test := range map[string]struct {
		task importance.Task
		want string
	}{
		"rows":     {importance.Task{X: short, Y: y, Kernel: mmd.Median}, "importance: 50 rows of inputs but 200 rows of responses"},
		"NaN":      {importance.Task{X: nan, Y: y, Kernel: mmd.Median}, "forest: input in row 10, column 3 is NaN, expected a finite number"},
		"few rows": {importance.Task{X: few, Y: fewY, Kernel: mmd.Median}, "forest: 40 rows are too few"},
		"kernel":   {importance.Task{X: x, Y: y, Kernel: mmd.Heuristic("medain")}, `unknown kernel "medain", did you mean "median"?`},
		"columns":  {importance.Task{X: x, Y: y, Kernel: mmd.Median, Eval: wide}, "forest: evaluation rows have 4 columns, expected 3"},
		"group":    {importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{0}, {}}}, "importance: group 2 has no columns"},
		"member":   {importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{3}}}, "importance: group 1 has column 4, expected 1 to 3"},
		"no split": {importance.Task{X: constants, Y: y, Kernel: mmd.Median}, "importance: no tree of the forest splits"},
	} {
		estimators := []importance.Estimator{importance.Coupled{Config: c}}
		if name == "paper" {
			estimators = append(estimators, importance.Energy{Config: c})
		}
		if name == "paper" || !testing.Short() {
			estimators = append(estimators, importance.Retrain{Config: c})
		}
		for _, e := range estimators {
			test.task.Workers = 1
			_, err := e.Estimate(context.Background(), test.task)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%s, %s: error %v, want %s", e.Name(), name, err, test.want)
			}
		}
	}
}
