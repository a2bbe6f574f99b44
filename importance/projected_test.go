package importance_test

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

// reach appends the nodes that a row with the given values reaches at most so
// many levels below a node if it goes to both sides of splits on the unit.
func reach(dst []int32, t *forest.Tree, at int32, levels int, unit []int, row []float64) []int32 {
	node := t.Nodes[at]
	switch {
	case node.Var == forest.Leaf || levels == 0:
		return append(dst, at)
	case slices.Contains(unit, int(node.Var)):
		return reach(reach(dst, t, node.Left, levels-1, unit, row), t, node.Right, levels-1, unit, row)
	case row[node.Var] <= node.Threshold:
		return reach(dst, t, node.Left, levels-1, unit, row)
	}
	return reach(dst, t, node.Right, levels-1, unit, row)
}

// forgotten returns the rows of J2 that predict a row after the splits on
// the unit are forgotten, by intersecting sets of leaves literally, and whether
// leaves had to be given up for nodes above them.
func forgotten(t *forest.Tree, unit []int, x *mat.Dense, row []float64) (estimation []int32, earlier bool) {
	start := func(row []float64) int32 {
		at := t.Root
		for node := t.Nodes[at]; node.Var != forest.Leaf && !slices.Contains(unit, int(node.Var)); node = t.Nodes[at] {
			if at = node.Right; row[node.Var] <= node.Threshold {
				at = node.Left
			}
		}
		return at
	}
	from := start(row)
	for levels := len(t.Nodes); ; levels-- {
		own := reach(nil, t, from, levels, unit, row)
		for _, i := range t.Rows {
			other := x.RawRowView(int(i))
			if start(other) == from && slices.Equal(reach(nil, t, from, levels, unit, other), own) {
				estimation = append(estimation, i)
			}
		}
		if estimation != nil {
			return estimation, levels < len(t.Nodes)
		}
		if levels > 20 {
			levels = 20 // no tree of these tests is as deep
		}
	}
}

// mean adds the indicator of the rows, divided by their number, times factor.
func mean(dst []float64, rows []int32, factor float64) {
	for _, i := range rows {
		dst[i] += factor / float64(len(rows))
	}
}

// literalProjected computes Projected by its definition, with n weights for
// every tree and row and the whole kernel matrix.
func literalProjected(t *testing.T, c forest.Config, unbiased bool, task importance.Task) (raw, se []float64, earlier int) {
	t.Helper()
	f, err := forest.Fit(context.Background(), task.X, task.Y, c, uint64(rng.New(task.Seed).Named("projected")), 1)
	if err != nil {
		t.Fatal(err)
	}
	n, _ := task.X.Dims()
	kernel, err := task.Kernel.Resolve(task.Y)
	if err != nil {
		t.Fatal(err)
	}
	gram := mat.NewDense(n, n, nil)
	gram.Apply(func(i, j int, _ float64) float64 {
		return kernel.At(task.Y.RawRowView(i), task.Y.RawRowView(j))
	}, gram)
	inner := func(a, b []float64) float64 { return mat.Inner(mat.NewVecDense(n, a), gram, mat.NewVecDense(n, b)) }

	eval, outOfBag := task.Eval, false
	if eval == nil {
		eval, outOfBag = task.X, true
	}
	m, _ := eval.Dims()
	units, own := c.Trees/c.GroupSize, 0.0
	if unbiased {
		own = 1
	}
	predictions, center, v := make([][]float64, m), make([]float64, n), 0.0
	say, rows := make([][]int, m), 0.0 // units
	for i := range m {
		predictions[i] = make([]float64, n)
		for u := range units {
			if _, drawn := slices.BinarySearch(f.Trees[u*c.GroupSize].Drawn, int32(i)); outOfBag && drawn {
				continue
			}
			say[i] = append(say[i], u)
		}
		for _, u := range say[i] {
			for k := range c.GroupSize {
				tree := &f.Trees[u*c.GroupSize+k]
				mean(predictions[i], tree.LeafRows(tree.LeafOf(eval.RawRowView(i))), 1/float64(len(say[i])*c.GroupSize))
			}
		}
		if say[i] != nil {
			floats.Add(center, predictions[i])
			rows++
		}
	}
	for i := range m {
		if say[i] != nil {
			floats.AddScaled(predictions[i], -1/rows, center)
			v += inner(predictions[i], predictions[i])
		}
	}
	sets := min(50, units)
	for _, group := range task.Groups {
		numerator, psi := 0.0, make([]float64, sets)
		for i := range m {
			count := float64(len(say[i]))
			if count <= own {
				continue
			}
			differences, sum := make([][]float64, units), make([]float64, n)
			for _, u := range say[i] {
				differences[u] = make([]float64, n)
				for k := range c.GroupSize {
					tree := &f.Trees[u*c.GroupSize+k]
					estimation, gaveUp := forgotten(tree, group, task.X, eval.RawRowView(i))
					if gaveUp {
						earlier++
					}
					mean(differences[u], estimation, 1/float64(c.GroupSize))
					mean(differences[u], tree.LeafRows(tree.LeafOf(eval.RawRowView(i))), -1/float64(c.GroupSize))
				}
				floats.Add(sum, differences[u])
			}
			term := inner(sum, sum)
			for _, u := range say[i] {
				term -= own * inner(differences[u], differences[u])
			}
			term /= count * (count - own)
			numerator += term
			for _, u := range say[i] {
				along := inner(differences[u], sum) - own*inner(differences[u], differences[u])
				psi[u*sets/units] += 2 / count * (along/(count-own) - term)
			}
		}
		raw = append(raw, numerator/v)
		se = append(se, math.Sqrt(float64(sets)/float64(sets-1)*floats.Dot(psi, psi))/v)
	}
	return raw, se, earlier
}

// TestProjectedLiterally compares with intersecting sets of leaves, for every
// row and tree, in small forests of deep trees.
func TestProjectedLiterally(t *testing.T) {
	x, y := lawtest.Bivariate(70, 4, 8)
	fresh, _ := lawtest.Bivariate(25, 4, 9)
	for _, name := range []string{"paper", "drf-1.1.0"} {
		c := lawtest.Preset(t, name, 12)
		c.MinNodeSize = 2
		for _, eval := range []*mat.Dense{nil, fresh} {
			for _, unbiased := range []bool{false, true} {
				task := importance.Task{
					X: x, Y: y, Eval: eval, Kernel: mmd.Median, Seed: 5, Workers: 2,
					Groups: [][]int{{0}, {1}, {3}, {0, 2}, {0, 1, 2, 3}},
				}
				got, err := importance.Projected{Config: c, Unbiased: unbiased}.Estimate(context.Background(), task)
				if err != nil {
					t.Fatal(err)
				}
				raw, se, earlier := literalProjected(t, c, unbiased, task)
				for g := range task.Groups {
					if math.Abs(got.Raw[g]-raw[g]) > 1e-8 || math.Abs(got.SE[g]-se[g]) > 1e-8 {
						t.Errorf("%s, unbiased %v, group %d: %v ± %v, literally %v ± %v", name, unbiased, g+1, got.Raw[g], got.SE[g], raw[g], se[g])
					}
				}
				if earlier == 0 {
					t.Errorf("%s: every projected cell holds rows, so that giving up leaves is not tested", name)
				}
			}
		}
	}
}

// TestProjectedIsUnbiasedInTrees compares the mean over many small forests with
// one huge forest on the same data: of the U-statistic, the expectation does
// not depend on the number of trees; the paper's formula has more by the
// variance of a mean.
func TestProjectedIsUnbiasedInTrees(t *testing.T) {
	const small, many = 20, 100
	x, y := lawtest.Bivariate(150, 3, 1)
	fresh, _ := lawtest.Bivariate(60, 3, 2)
	estimate := func(unbiased bool, trees int, seed uint64) (numerators, se []float64) {
		r, err := importance.Projected{Config: lawtest.Preset(t, "paper", trees), Unbiased: unbiased}.Estimate(context.Background(),
			importance.Task{X: x, Y: y, Eval: fresh, Kernel: mmd.Median, Seed: seed, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		floats.Scale(r.Denominator, r.Raw)
		floats.Scale(r.Denominator, r.SE)
		return r.Raw, r.SE
	}
	huge, hugeSE := estimate(true, 3000, 1)
	hugePlain, _ := estimate(false, 3000, 1)
	corrected, plain := make([][]float64, many), make([][]float64, many)
	for seed := range uint64(many) {
		corrected[seed], _ = estimate(true, small, 5000+seed)
		plain[seed], _ = estimate(false, small, 5000+seed)
	}
	for j := range 3 {
		mean, sd := meanAndSD(corrected, j)
		t.Logf("input %d: numerator %.4f ± %.4f in the mean, %.4f ± %.4f of a huge forest", j+1, mean, sd/math.Sqrt(many), huge[j], hugeSE[j])
		if se := math.Hypot(sd/math.Sqrt(many), hugeSE[j]); math.Abs(mean-huge[j]) > 4*se {
			t.Errorf("input %d: mean numerator %.5f of small forests, %.5f of a huge one, standard error %.5f", j+1, mean, huge[j], se)
		}
		// What the paper's formula has more falls with the number of trees.
		more, _ := meanAndSD(plain, j)
		if more -= mean; more < 20*(hugePlain[j]-huge[j]) {
			t.Errorf("input %d: the paper's formula exceeds the corrected one by %.5f with %d trees, by %.5f with 3000", j+1, more, small, hugePlain[j]-huge[j])
		}
	}
}

func meanAndSD(values [][]float64, j int) (mean, sd float64) {
	for _, v := range values {
		mean += v[j] / float64(len(values))
	}
	for _, v := range values {
		sd += (v[j] - mean) * (v[j] - mean) / float64(len(values)-1)
	}
	return mean, math.Sqrt(sd)
}

// TestProjectedGroups drops an input and its copy. By forgetting splits on one
// of them alone, rows still follow the other's.
func TestProjectedGroups(t *testing.T) {
	x, y := lawtest.Bivariate(300, 3, 5)
	for i := range 300 {
		x.Set(i, 2, x.At(i, 0))
		y.Set(i, 1, 0.3*y.At(i, 1))
	}
	for _, unbiased := range []bool{false, true} {
		r, err := importance.Projected{Config: lawtest.Preset(t, "paper", 100), Unbiased: unbiased}.Estimate(context.Background(), importance.Task{
			X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2, Groups: [][]int{{0}, {2}, {0, 2}},
		})
		if err != nil {
			t.Fatal(err)
		}
		if !(r.Raw[2] > 0.5 && r.Raw[0] < 0.5*r.Raw[2] && r.Raw[1] < 0.5*r.Raw[2]) {
			t.Errorf("importances %.3f of an input, its copy, and both", r.Raw)
		}
	}
}

// TestProjectedSkipsUnusedInputs has inputs that no tree ever splits on: their
// values are 0 to the bit, and having them drawn into groups changes nothing.
func TestProjectedSkipsUnusedInputs(t *testing.T) {
	inputs, y := lawtest.Bivariate(200, 2, 5)
	x := mat.NewDense(200, 30, nil)
	for i := range 200 {
		x.Set(i, 7, inputs.At(i, 0))
		x.Set(i, 20, inputs.At(i, 1))
	}
	e := importance.Projected{Config: lawtest.Preset(t, "paper", 50)}
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	all, err := e.Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	for j, raw := range all.Raw {
		if used := j == 7 || j == 20; used != (raw > 0.1) || !used && (raw != 0 || all.SE[j] != 0) {
			t.Errorf("input %d has importance %v ± %v", j+1, raw, all.SE[j])
		}
	}
	task.Groups = [][]int{{7, 3}, {0, 1}}
	some, err := e.Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if some.Raw[0] != all.Raw[7] || some.Raw[1] != 0 || some.Forests != 1 {
		t.Errorf("importances %v of groups, %v of the only used member of the first", some.Raw, all.Raw[7])
	}
}

func TestProjectedRefuses(t *testing.T) {
	x, y := lawtest.Bivariate(200, 3, 1)
	wide, _ := lawtest.Bivariate(50, 4, 1)
	short, _ := lawtest.Bivariate(50, 3, 1)
	c := lawtest.Preset(t, "paper", 20)
	unpruned, invalid := c, c
	unpruned.Prune = false
	invalid.Trees = 0
	for name, test := range map[string]struct {
		config forest.Config
		task   importance.Task
		want   string
	}{
		"pruning":  {unpruned, importance.Task{X: x, Y: y, Kernel: mmd.Median}, "importance: projected trees with honesty must be pruned, but the configuration has no pruning"},
		"config":   {invalid, importance.Task{X: x, Y: y, Kernel: mmd.Median}, "forest: trees is 0, expected at least 1"},
		"rows":     {c, importance.Task{X: short, Y: y, Kernel: mmd.Median}, "importance: 50 rows of inputs but 200 rows of responses"},
		"kernel":   {c, importance.Task{X: x, Y: y, Kernel: mmd.Heuristic("medain")}, `unknown kernel "medain", did you mean "median"?`},
		"columns":  {c, importance.Task{X: x, Y: y, Kernel: mmd.Median, Eval: wide}, "forest: evaluation rows have 4 columns, expected 3"},
		"group":    {c, importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{0}, {}}}, "importance: group 2 has no columns"},
		"member":   {c, importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{3}}}, "importance: group 1 has column 4, expected 1 to 3"},
		"no split": {c, importance.Task{X: mat.NewDense(200, 3, nil), Y: y, Kernel: mmd.Median}, "importance: no tree of the forest splits"},
	} {
		test.task.Workers = 1
		_, err := importance.Projected{Config: test.config}.Estimate(context.Background(), test.task)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %s", name, err, test.want)
		}
	}
}

// TestProjectedOneTree has no spread of trees to tell a standard error from.
func TestProjectedOneTree(t *testing.T) {
	x, y := lawtest.Bivariate(200, 3, 1)
	fresh, _ := lawtest.Bivariate(50, 3, 2)
	for _, unbiased := range []bool{false, true} {
		r, err := importance.Projected{Config: lawtest.Preset(t, "paper", 1), Unbiased: unbiased}.Estimate(context.Background(),
			importance.Task{X: x, Y: y, Eval: fresh, Kernel: mmd.Median, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if r.SE != nil || (floats.Sum(r.Raw) > 0) == unbiased {
			t.Errorf("unbiased %v: %v ± %v of a single tree", unbiased, r.Raw, r.SE)
		}
	}
}
