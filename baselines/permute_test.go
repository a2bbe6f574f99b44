package baselines

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
)

// mixedTask has a column of three levels, one of two values and two numbers, of which the
// second follows the first.
func mixedTask(n int) importance.Task {
	src := rng.New(11).Named("mixed").Source()
	task := importance.Task{X: mat.NewDense(n, 4, nil), Y: mat.NewDense(n, 2, nil), Levels: []int{3, 2, 0, 0}, Kernel: mmd.Median, Seed: 3, Workers: 2}
	for i := range n {
		level, two := float64(src.IntN(3)), float64(src.IntN(2))
		number := src.Normal() + two
		task.X.SetRow(i, []float64{level, two, number, number + 0.5*src.Normal()})
		task.Y.SetRow(i, []float64{math.Abs(level-1) + 0.5*src.Normal(), (1 + number + two) * src.Normal()})
	}
	return task
}

// movedLiterally returns the importances of a forest, and the rises of its loss, by their
// definition: every tree that a row is out-of-bag of predicts it anew with the other values,
// and squared distances are by weights of all rows and the kernel matrix.
func movedLiterally(t *testing.T, task importance.Task, c forest.Config, replaced []*mat.Dense) (values, rises []float64) {
	t.Helper()
	columns, err := forest.NewColumns(task.X, task.Levels)
	if err != nil {
		t.Fatal(err)
	}
	grower, err := forest.NewGrower(columns, task.Y, c)
	if err != nil {
		t.Fatal(err)
	}
	f, err := grower.Fit(context.Background(), nil, uint64(rng.New(task.Seed).Named("moved")), 1)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		t.Fatal(err)
	}
	gram, err := mmd.NewDense(context.Background(), task.Y, kernel, 1)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := task.X.Dims()
	weights := func(x *mat.Dense) *mat.Dense {
		w := mat.NewDense(n, n, nil)
		for i := range n {
			trees := 0.0
			for k := range f.Trees {
				tree := &f.Trees[k]
				if _, drawn := slices.BinarySearch(tree.Drawn, int32(i)); drawn {
					continue
				}
				trees++
				rows := tree.LeafRows(tree.LeafOf(x.RawRowView(i)))
				for _, row := range rows {
					w.Set(i, int(row), w.At(i, int(row))+1/float64(len(rows)))
				}
			}
			floats.Scale(1/trees, w.RawRowView(i))
		}
		return w
	}
	square := func(d []float64) float64 {
		sum := 0.0
		for i, v := range d {
			sum += v * floats.Dot(d, gram.Row(i))
		}
		return sum
	}
	base, mean, v := weights(task.X), make([]float64, n), 0.0
	for i := range n {
		floats.AddScaled(mean, 1/float64(n), base.RawRowView(i))
	}
	for i := range n {
		v += square(floats.SubTo(make([]float64, n), base.RawRowView(i), mean))
	}
	for _, x := range replaced {
		other, sum, rise := weights(x), 0.0, 0.0
		for i := range n {
			before, after := base.RawRowView(i), other.RawRowView(i)
			sum += square(floats.SubTo(make([]float64, n), before, after))
			before[i]--
			after[i]--
			rise += square(after) - square(before)
			before[i]++
		}
		values, rises = append(values, sum/2/v), append(rises, rise/2/v)
	}
	return values, rises
}

// TestPermuteByWeights compares Permute with its definition: numbers, levels and groups.
func TestPermuteByWeights(t *testing.T) {
	task := mixedTask(150)
	task.Groups = [][]int{{0}, {1}, {2}, {3}, {3, 0}}
	c := lawtest.Preset(t, "paper", 40)
	var replaced []*mat.Dense
	for g, group := range task.Groups {
		order := make([]int32, 150)
		rng.New(task.Seed).Named("permutation").At(g).Source().Perm(order)
		x := mat.DenseCopyOf(task.X)
		for _, j := range group {
			for i, from := range order {
				x.Set(i, j, task.X.At(int(from), j))
			}
		}
		replaced = append(replaced, x)
	}
	got := estimate(t, Permute{c}, task)
	want, _ := movedLiterally(t, task, c, replaced)
	for j := range want {
		if math.Abs(got.Raw[j]-want[j]) > 2e-3*want[j] || want[j] < 0.01 {
			t.Errorf("variable %d: %v, by definition %v", j+1, got.Raw[j], want[j])
		}
	}
	if got.Forests != 1 || got.Denominator <= 0 || got.Explained == nil {
		t.Errorf("result %+v", got)
	}
}

// TestPermuteConditionalByWeights compares PermuteConditional with its definition, with
// out-of-bag predictions taken tree by tree.
func TestPermuteConditionalByWeights(t *testing.T) {
	const n = 150
	task := mixedTask(n)
	c, inputs := lawtest.Preset(t, "paper", 40), forest.RegressionPreset(20)
	indicator := func(j int, level float64) []float64 {
		of := make([]float64, n)
		for i := range of {
			if task.X.At(i, j) == level {
				of[i] = 1
			}
		}
		return of
	}
	coded := [][][]float64{
		{indicator(0, 0), indicator(0, 1), indicator(0, 2)}, {indicator(1, 0), indicator(1, 1)},
		{mat.Col(nil, 2, task.X)}, {mat.Col(nil, 3, task.X)},
	}
	var replaced []*mat.Dense
	for j := range coded {
		var others [][]float64
		for k, lists := range coded {
			if k != j {
				if len(lists) == 2 {
					lists = lists[:1]
				}
				others = append(others, lists...)
			}
		}
		z := mat.NewDense(n, len(others), nil)
		for k, list := range others {
			z.SetCol(k, list)
		}
		order := make([]int32, n)
		rng.New(task.Seed).Named("permutation").At(j).Source().Perm(order)
		var sums [][]float64
		for l, y := range coded[j] {
			f, err := forest.FitRegression(context.Background(), z, y, inputs, uint64(rng.New(task.Seed).Named("inputs").At(j).At(0).At(l)), 1)
			if err != nil {
				t.Fatal(err)
			}
			predicted := make([]float64, n)
			for i := range n {
				trees := 0.0
				for k := range f.Trees {
					tree := &f.Trees[k]
					if _, drawn := slices.BinarySearch(tree.Drawn, int32(i)); !drawn {
						trees++
						predicted[i] += tree.Means[tree.LeafOf(z.RawRowView(i))]
					}
				}
				predicted[i] /= trees
			}
			sum := make([]float64, n)
			for i, from := range order {
				sum[i] = predicted[i] + y[from] - predicted[from]
			}
			sums = append(sums, sum)
		}
		x := mat.DenseCopyOf(task.X)
		for i := range n {
			value := sums[0][i]
			if len(sums) > 1 {
				value = 0
				for l := range sums {
					if sums[l][i] > sums[int(value)][i] {
						value = float64(l)
					}
				}
			}
			x.Set(i, j, value)
		}
		replaced = append(replaced, x)
	}
	got := estimate(t, PermuteConditional{c, inputs}, task).Raw
	want, _ := movedLiterally(t, task, c, replaced)
	for j := range want {
		if math.Abs(got[j]-want[j]) > 2e-3*want[j] || want[j] < 1e-3 {
			t.Errorf("variable %d: %v, by definition %v", j+1, got[j], want[j])
		}
	}
	// What others tell of an input is not permuted: the two numbers stand in for each other.
	if plain := estimate(t, Permute{c}, task).Raw; got[2] > 0.8*plain[2] {
		t.Errorf("an input that another one nearly repeats has %v, permuted without regard to it %v", got[2], plain[2])
	}
}

// TestHSICByMatrices compares HSIC with the formula of Song et al. by entries of kernel
// matrices, for single columns and a group, and with random features.
func TestHSICByMatrices(t *testing.T) {
	const n = 120
	task := mixedTask(n)
	task.Levels, task.Groups = nil, [][]int{{0}, {1}, {2}, {3}, {2, 3}}
	matrix := func(y *mat.Dense) *mat.Dense {
		kernel, err := mmd.Median.Resolve(y)
		if err != nil {
			t.Fatal(err)
		}
		_, d := y.Dims()
		k := mat.NewDense(n, n, nil)
		for i := range n {
			for j := range n {
				squared := 0.0
				for c := range d {
					squared += math.Pow(y.At(i, c)-y.At(j, c), 2)
				}
				if i != j {
					k.Set(i, j, math.Exp(-kernel.Gamma*squared))
				}
			}
		}
		return k
	}
	hsic := func(k, l *mat.Dense) float64 {
		var product mat.Dense
		product.Mul(k, l)
		return (mat.Trace(&product) + mat.Sum(k)*mat.Sum(l)/((n-1)*(n-2)) - 2*mat.Sum(&product)/(n-2)) / (n * (n - 3))
	}
	y := matrix(task.Y)
	got := estimate(t, HSIC{}, task)
	for g, group := range task.Groups {
		x := mat.NewDense(n, len(group), nil)
		for k, j := range group {
			column := mat.Col(nil, j, task.X)
			floats.Scale(1/math.Sqrt(variance(column)), column)
			x.SetCol(k, column)
		}
		k := matrix(x)
		if want := hsic(k, y) / math.Sqrt(hsic(k, k)*hsic(y, y)); math.Abs(got.Raw[g]-want) > 1e-7 {
			t.Errorf("variable %d: %v, by matrices %v", g+1, got.Raw[g], want)
		}
	}
	if want := hsic(y, y); math.Abs(got.Denominator-want) > 1e-9 {
		t.Errorf("denominator %v, by matrices %v", got.Denominator, want)
	}
	rough := task
	rough.Kernel = mmd.Gamma(300) // nearly the identity: the rank is that of the matrix
	rough.X, rough.Y, rough.Groups = stacked(task.X, 5), stacked(task.Y, 5), nil
	for i := range 5 * n {
		rough.Y.Set(i, 0, rough.Y.At(i, 0)+0.05*float64(i))
	}
	if r := estimate(t, HSIC{}, rough); !strings.Contains(r.Aggregation, "random Fourier features") || r.Finite() != nil {
		t.Errorf("result %+v", r)
	}
}

func variance(x []float64) float64 {
	mean, sum := floats.Sum(x)/float64(len(x)), 0.0
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return sum / float64(len(x)-1)
}

// stacked returns copies of a table one above the other.
func stacked(x *mat.Dense, copies int) *mat.Dense {
	n, p := x.Dims()
	s := mat.NewDense(n*copies, p, nil)
	for i := range n * copies {
		s.SetRow(i, x.RawRowView(i%n))
	}
	return s
}

// What cannot be used is refused in words.
func TestPermuteRefuses(t *testing.T) {
	c := lawtest.Preset(t, "paper", 5)
	conditional := PermuteConditional{c, forest.RegressionPreset(5)}
	for _, of := range []struct {
		estimator importance.Estimator
		change    func(*importance.Task)
		want      string
	}{
		{Permute{c}, func(t *importance.Task) { t.Eval = t.X }, "permute: evaluation rows of their own are not supported, the method uses the training rows only; method retrain takes them"},
		{conditional, func(t *importance.Task) { t.Weights = slices.Repeat([]float64{1, 2}, 50) }, "permute-conditional: rows in clusters or with weights are not supported; methods stacked, loco, coupled, retrain, energy, projected and projected-unbiased take them"},
		{conditional, func(t *importance.Task) { t.Groups = [][]int{{0, 1, 2, 3}} }, "permute-conditional: input 1 is all the columns, expected others to predict it from"},
		{PermuteConditional{Config: c}, func(*importance.Task) {}, "forest: trees is 0, expected at least 1"},
		{HSIC{}, func(*importance.Task) {}, "hsic: column 1 holds 3 levels, expected numbers: the kernel takes an indicator column for each level"},
		{HSIC{}, func(t *importance.Task) { t.Levels = nil; t.X.Set(2, 1, math.NaN()) }, "hsic: input in row 3, column 2 is NaN, expected a finite number"},
		{HSIC{}, func(t *importance.Task) { t.Levels, t.Kernel = nil, mmd.Heuristic("nonsense") }, `unknown kernel "nonsense"`},
		{HSIC{}, func(t *importance.Task) {
			t.Levels, t.X, t.Y = nil, mat.DenseCopyOf(t.X.Slice(0, 3, 0, 4)), mat.DenseCopyOf(t.Y.Slice(0, 3, 0, 2))
		}, "hsic: 3 rows, expected at least 4"},
	} {
		task := mixedTask(100)
		of.change(&task)
		if _, err := of.estimator.Estimate(context.Background(), task); err == nil || !strings.HasPrefix(err.Error(), of.want) {
			t.Errorf("error %v, want %s", err, of.want)
		}
	}
}
