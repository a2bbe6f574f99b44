package inference_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// inferring returns the estimators that tell what the data say of their values,
// from small forests.
func inferring(t testing.TB, trees, splits int) []importance.Estimator {
	t.Helper()
	c := lawtest.Preset(t, "paper", trees)
	halves := inference.Halves{Splits: splits, Trees: trees, Tests: true}
	return []importance.Estimator{
		inference.Stacked{Config: c, Halves: halves},
		inference.Loco{Config: c, Halves: halves},
	}
}

// TestInferenceOfGroups drops an input, its copy, both, and everything: each copy
// alone means nothing, and without all inputs nothing is left.
func TestInferenceOfGroups(t *testing.T) {
	x, y := lawtest.Bivariate(300, 3, 5)
	for i := range 300 {
		x.Set(i, 2, x.At(i, 0))
		y.Set(i, 1, 0.3*y.At(i, 1))
	}
	for _, e := range inferring(t, 100, 2) {
		r, err := e.Estimate(context.Background(), importance.Task{
			X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2, Groups: [][]int{{0}, {2}, {0, 2}, {0, 1, 2}},
		})
		if err != nil {
			t.Fatal(err)
		}
		lawtest.Sound(t, r, 4)
		if !(r.Raw[2] > 0.5 && math.Abs(r.Raw[0]) < 0.15 && math.Abs(r.Raw[1]) < 0.15 && math.Abs(r.Raw[3]-1) < 0.1) {
			t.Errorf("%s: importances %.3f of an input, its copy, both, and all", e.Name(), r.Raw)
		}
		p := r.Inference.P
		if !(p[2] < 1e-4 && p[3] < 1e-4 && p[0] > 0.01 && p[1] > 0.01 && r.Inference.Explained.P < 1e-4) {
			t.Errorf("%s: p-values %.3g of an input, its copy, both, and all; %.3g that nothing is explained", e.Name(), p, r.Inference.Explained.P)
		}
	}
}

// TestInferenceApproximately evaluates on some of the rows and with random Fourier
// features: the values stay about the same, and errors grow with fewer rows.
func TestInferenceApproximately(t *testing.T) {
	x, y := lawtest.Bivariate(400, 3, 5)
	trees := 100
	if testing.Short() {
		trees = 50
	}
	for _, e := range inferring(t, trees, 2) {
		var exact importance.Result
		for k, task := range []importance.Task{{}, {Subsample: 100}, {Fourier: 512}, {Subsample: 5000}} {
			task.X, task.Y, task.Kernel, task.Seed, task.Workers = x, y, mmd.Median, 3, 2
			r, err := e.Estimate(context.Background(), task)
			if err != nil {
				t.Fatal(err)
			}
			lawtest.Sound(t, r, 3)
			if k == 0 {
				exact = r
			}
			if fourier := task.Fourier > 0; fourier != (r.Aggregation != exact.Aggregation) {
				t.Errorf("%s, case %d: distances by %s, exactly by %s", e.Name(), k+1, r.Aggregation, exact.Aggregation)
			}
			for j := range r.Raw {
				if math.Abs(r.Raw[j]-exact.Raw[j]) > 0.12 {
					t.Errorf("%s, case %d: importance %.3f of input %d, %.3f on all rows", e.Name(), k+1, r.Raw[j], j+1, exact.Raw[j])
				}
				if larger := r.Inference.SE[j] > exact.Inference.SE[j]; k == 1 && !larger {
					t.Errorf("%s: an error of %.3f of input %d on a quarter of the rows, %.3f on all", e.Name(), r.Inference.SE[j], j+1, exact.Inference.SE[j])
				}
				if k == 3 && r.Raw[j] != exact.Raw[j] {
					t.Errorf("%s: a subsample larger than the table changes %v to %v", e.Name(), exact.Raw[j], r.Raw[j])
				}
			}
		}
	}
}

// TestInferenceOfOddTables has tables on which something that is divided by may
// vanish. Nothing may be without a value.
func TestInferenceOfOddTables(t *testing.T) {
	src := rng.New(4).Named("odd").Source()
	normals := func(n, d int) *mat.Dense {
		m := mat.NewDense(n, d, nil)
		m.Apply(func(_, _ int, _ float64) float64 { return src.Normal() }, m)
		return m
	}
	following := func(x *mat.Dense, column func(i int) float64) *mat.Dense {
		n, _ := x.Dims()
		y := mat.NewDense(n, 2, nil)
		for i := range n {
			y.Set(i, 0, 2*x.At(i, 0)+0.5*src.Normal())
			y.Set(i, 1, column(i))
		}
		return y
	}
	constant := func(int) float64 { return 7 }
	binary := func(i int) float64 { return float64(i % 2) }
	constantInput, constantInputs := normals(120, 3), mat.NewDense(120, 2, nil)
	for i := range 120 {
		constantInput.Set(i, 1, 3)
	}
	one, few, small := normals(120, 1), normals(20, 3), normals(12, 2)
	wide := normals(120, 40)
	far := following(one, binary)
	far.Scale(1e4, far)
	long := normals(1100, 2) // longer than the rank of the factor may be
	high := normals(1100, 30)
	high.Apply(func(i, _ int, v float64) float64 { return v + 1.5*long.At(i, 0) }, high)
	for _, table := range []struct {
		name    string
		x, y    *mat.Dense
		groups  [][]int
		kernel  mmd.KernelChoice
		nothing bool // whether nothing is explained
	}{
		{"a kernel of full rank", long, high, nil, mmd.Median, false},
		{"a constant response", one, following(one, constant), nil, mmd.Median, false},
		{"a binary response", one, following(one, binary), nil, mmd.Median, false},
		{"a constant input", constantInput, following(constantInput, binary), nil, mmd.Median, false},
		{"constant inputs", constantInputs, normals(120, 2), nil, mmd.Median, true},
		{"independent responses", wide, normals(120, 2), nil, mmd.Median, true},
		{"many inputs", wide, following(wide, binary), nil, mmd.Median, false},
		{"a group of everything", wide, following(wide, constant), [][]int{{0}, allOf(40)}, mmd.Median, false},
		{"twenty rows", few, following(few, constant), nil, mmd.Median, false},
		{"a dozen rows", small, following(small, constant), nil, mmd.Median, false},
		{"rows that are unlike each other", one, far, nil, mmd.Authors, true},
	} {
		if rows, _ := table.x.Dims(); testing.Short() && rows > 1000 {
			continue
		}
		for _, e := range inferring(t, 60, 2) {
			for _, tests := range []bool{true, false} {
				if testing.Short() && !tests {
					continue
				}
				switch s := e.(type) {
				case inference.Stacked:
					s.Halves.Tests = tests
					e = s
				case inference.Loco:
					s.Halves.Tests = tests
					e = s
				}
				r, err := e.Estimate(context.Background(), importance.Task{
					X: table.x, Y: table.y, Groups: table.groups, Kernel: table.kernel, Seed: 1, Workers: 2,
				})
				if err != nil {
					t.Errorf("%s, %s: %v", table.name, e.Name(), err)
					continue
				}
				_, p := table.x.Dims()
				if table.groups != nil {
					p = len(table.groups)
				}
				lawtest.Sound(t, r, p)
				rows, _ := table.x.Dims()
				if tests && rows > 20 && r.Inference.Explained.Nothing() != table.nothing {
					t.Errorf("%s, %s: p = %.3g that nothing is explained", table.name, e.Name(), r.Inference.Explained.P)
				}
				if !tests && (r.Inference.P != nil || !math.IsNaN(r.Inference.Explained.P)) {
					t.Errorf("%s, %s: p-values without tests", table.name, e.Name())
				}
				if t.Failed() {
					t.Fatalf("%s, %s: %+v %+v", table.name, e.Name(), r, r.Inference)
				}
			}
		}
	}
}

func allOf(p int) []int {
	all := make([]int, p)
	for j := range all {
		all[j] = j
	}
	return all
}

// TestUnusedInputsMeanNothing has inputs that are constant, so that no tree splits
// on them: no forest changes without them.
func TestUnusedInputsMeanNothing(t *testing.T) {
	inputs, y := lawtest.Bivariate(150, 2, 5)
	x := mat.NewDense(150, 6, nil)
	for i := range 150 {
		x.Set(i, 2, inputs.At(i, 0))
		x.Set(i, 5, inputs.At(i, 1))
	}
	for _, e := range inferring(t, 60, 2) {
		r, err := e.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		for j, raw := range r.Raw {
			used := j == 2 || j == 5
			if !used && math.Abs(raw) > 0.1 {
				t.Errorf("%s: input %d, which is constant, has importance %v", e.Name(), j+1, raw)
			}
		}
	}
}

func TestInferenceRefuses(t *testing.T) {
	x, y := lawtest.Bivariate(200, 3, 1)
	nan := mat.DenseCopyOf(x)
	nan.Set(9, 2, math.NaN())
	short, _ := lawtest.Bivariate(50, 3, 1)
	two, twoY := lawtest.Bivariate(3, 3, 1)
	for name, test := range map[string]struct {
		task importance.Task
		want string
	}{
		"rows":     {importance.Task{X: short, Y: y, Kernel: mmd.Median}, "importance: 50 rows of inputs but 200 rows of responses"},
		"NaN":      {importance.Task{X: nan, Y: y, Kernel: mmd.Median}, "forest: input in row "},
		"few rows": {importance.Task{X: two, Y: twoY, Kernel: mmd.Median}, "importance: 3 rows are too few to grow forests on some and judge them by the others, expected at least 12"},
		"kernel":   {importance.Task{X: x, Y: y, Kernel: mmd.Heuristic("medain")}, `unknown kernel "medain", did you mean "median"?`},
		"eval":     {importance.Task{X: x, Y: y, Kernel: mmd.Median, Eval: short}, "importance: the rows to evaluate on have no responses"},
		"group":    {importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{0}, {}}}, "importance: group 2 has no columns"},
		"no group": {importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{3}}}, "importance: group 1 has column 4, expected 1 to 3"},
	} {
		for _, e := range inferring(t, 20, 1) {
			test.task.Workers = 1
			_, err := e.Estimate(context.Background(), test.task)
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("%s, %s: error %v, want %s", e.Name(), name, err, test.want)
			}
		}
	}
	unpruned := lawtest.Preset(t, "paper", 20)
	unpruned.Prune = false
	_, err := inference.Loco{Config: unpruned}.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "must be pruned") {
		t.Errorf("without pruning: error %v", err)
	}
}
