package forest

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/rng"
)

// mixed returns n rows with p inputs, of which input 1 has 7 levels that matter,
// input 2 has 70 that do not, and input 3 has two; and two responses.
func mixed(n, p int) (x, y *mat.Dense, levels []int) {
	src := rng.New(uint64(n + p)).Source()
	x, y, levels = mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil), make([]int, p)
	levels[1], levels[2], levels[3] = 7, 70, 2
	effects := []float64{0, 2, -1, 1, 0, -2, 2}
	for i := range n {
		for j := range p {
			if levels[j] > 0 {
				x.Set(i, j, float64(src.IntN(levels[j])))
			} else {
				x.Set(i, j, src.Normal())
			}
		}
		y.SetRow(i, []float64{x.At(i, 0) + effects[int(x.At(i, 1))] + src.Normal(), (1 + x.At(i, 3)) * src.Normal()})
	}
	return x, y, levels
}

// lose makes values of the inputs missing, some because of what they are.
func lose(x *mat.Dense, levels []int, inputs ...int) {
	n, _ := x.Dims()
	src := rng.New(2).Source()
	for _, j := range inputs {
		levels[j] = Incomplete
		for i := range n {
			if x.At(i, j) > 0.8 || src.IntN(8) == 0 {
				x.Set(i, j, math.NaN())
			}
		}
	}
}

func mixedGrower(t *testing.T, x, y *mat.Dense, levels []int, preset string) *Grower {
	t.Helper()
	columns, err := NewColumns(x, levels)
	if err != nil {
		t.Fatal(err)
	}
	config, err := Preset(preset, 20)
	if err != nil {
		t.Fatal(err)
	}
	config.MinNodeSize = 4
	g, err := NewGrower(columns, y, config)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestCoupledForestsOfLevels compares forests without each group, coupled, coupled
// in a descent, and grown directly, for both ways of ordering rows.
func TestCoupledForestsOfLevels(t *testing.T) {
	ctx := context.Background()
	for _, p := range []int{5, 130} {
		groups := [][]int{{0}, {1}, {2, 3}, {1, 4}, nil}
		for j := 4; j < p; j++ { // all others, so that every tree has a patch
			groups[4] = append(groups[4], j)
		}
		for _, preset := range []string{"paper", "drf-1.1.0"} {
			x, y, levels := mixed(160, p)
			lose(x, levels, 0, 3, 4)
			g := mixedGrower(t, x, y, levels, preset)
			descent := g.Descend(7)
			for _, dropped := range [][]int{nil, {0}} {
				coupled, err := g.Couple(ctx, dropped, groups, 7, 2)
				if err != nil {
					t.Fatal(err)
				}
				descended, err := descent.Couple(ctx, dropped, groups, 1)
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(descended.Base, coupled.Base) || !reflect.DeepEqual(descended.Patches, coupled.Patches) {
					t.Fatalf("%s, p = %d, dropped %v: a descent has other trees", preset, p, dropped)
				}
				sets := 0
				for k, group := range groups {
					direct, err := g.Fit(ctx, slices.Concat(dropped, group), 7, 1)
					if err != nil {
						t.Fatal(err)
					}
					if got := coupled.Without(k); !reflect.DeepEqual(got.Trees, direct.Trees) {
						t.Fatalf("%s, p = %d, dropped %v: the forest without %v differs from one grown directly", preset, p, dropped, group)
					}
					for _, tree := range direct.Trees {
						sets += len(tree.Sets)
					}
				}
				if sets == 0 {
					t.Fatalf("%s, p = %d: no tree splits on levels", preset, p)
				}
			}
		}
	}
}

// TestNamesOfLevels gives the levels other numbers, which changes nothing but them.
func TestNamesOfLevels(t *testing.T) {
	x, y, levels := mixed(300, 5)
	renamed := mat.DenseCopyOf(x)
	names := make([][]int32, 5)
	for _, j := range []int{1, 2} {
		names[j] = make([]int32, levels[j])
		rng.New(uint64(j)).Source().Perm(names[j])
		for i := range 300 {
			renamed.Set(i, j, float64(names[j][int(x.At(i, j))]))
		}
	}
	f, err := mixedGrower(t, x, y, levels, "paper").Fit(context.Background(), nil, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	again, err := mixedGrower(t, renamed, y, levels, "paper").Fit(context.Background(), nil, 3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for k, tree := range f.Trees {
		for _, node := range tree.Nodes {
			if node.Set == 0 {
				continue
			}
			set := newLevelSet(levels[node.Var])
			for level, name := range names[node.Var] {
				if tree.Sets[node.Set-1].Has(float64(level)) {
					set.add(int(name))
				}
			}
			copy(tree.Sets[node.Set-1], set)
		}
		if !reflect.DeepEqual(tree, again.Trees[k]) {
			t.Fatalf("tree %d changes with the names of levels", k)
		}
	}
}

// TestTwoLevelsAreANumber compares an input of three levels, of which a node has
// two, with the same input as a number.
func TestTwoLevelsAreANumber(t *testing.T) {
	const n = 80
	src := rng.New(5).Source()
	x, y := mat.NewDense(n, 2, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		v := float64(src.IntN(2))
		x.SetRow(i, []float64{v, 2 * v})
		y.SetRow(i, []float64{src.Normal() + v, src.Normal()})
	}
	g := newGrower(mixedGrower(t, x, y, []int{2, 3}, "paper").training, n)
	if g.columns.unordered(0) || !g.columns.unordered(1) {
		t.Fatal("two levels are a number, three are not")
	}
	var all []int32
	for i := range int32(n) {
		all = append(all, i)
	}
	g.enter(g.begin(all), 1)
	number, levels := g.gain(0), g.gain(1)
	if number.leftRows != levels.leftRows && number.leftRows != n-levels.leftRows || !(math.Abs(number.gain-levels.gain) < 1e-12*number.gain) {
		t.Errorf("split %+v by two levels, %+v by a number", levels, number)
	}
	set := g.levels.set(levels, g.folds(1))
	if set.Has(0) == set.Has(2) {
		t.Errorf("levels %b go left, expected one of two", set)
	}
	if larger := 2*int(levels.leftRows) >= n; set.Has(1) != larger {
		t.Errorf("level 1, which no row has, goes left: %v, expected that of the larger child", set.Has(1))
	}
}

// TestBestSplitOfLevels compares the split of a few levels with the best of all ways
// to part them, for one response on whose mean the order is clear.
func TestBestSplitOfLevels(t *testing.T) {
	const n, number = 400, 6
	src := rng.New(8).Source()
	x, y := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		level := src.IntN(number)
		x.Set(i, 0, float64(level))
		y.Set(i, 0, float64(level*level%5)+0.3*src.Normal())
	}
	g := newGrower(mixedGrower(t, x, y, []int{number}, "paper").training, n)
	var all []int32
	for i := range int32(n) {
		all = append(all, i)
	}
	found := 0
	for seed := range 20 {
		g.enter(g.begin(all), rng.New(uint64(seed)))
		split := g.gain(0)
		set := g.levels.set(split, g.folds(0))
		sum := func(set LevelSet) (sum []float64, rows int) {
			sum = make([]float64, g.stride)
			for id, row := range all {
				if set.Has(x.At(int(row), 0)) {
					rows++
					for k, v := range g.features[id*g.stride:][:g.stride] {
						sum[k] += v
					}
				}
			}
			return sum, rows
		}
		gain := func(set LevelSet) float64 {
			s, rows := sum(set)
			square := 0.0
			for _, v := range s {
				square += v * v
			}
			if rows == 0 || rows == n {
				return 0
			}
			return g.Of(rows, float64(rows)) * square
		}
		if _, rows := sum(set); rows != int(split.leftRows) {
			t.Fatalf("seed %d: %d rows have the levels on the left, expected %d", seed, rows, split.leftRows)
		}
		best := 0.0
		for bits := uint64(1); bits < 1<<number-1; bits++ {
			best = max(best, gain(LevelSet{bits}))
		}
		got := gain(set)
		if got < 0.9*best {
			t.Errorf("seed %d: gain %.4g, the best of all ways to part the levels %.4g", seed, got, best)
		}
		if got == best {
			found++
		}
		if !(math.Abs(split.gain-got) < 0.1*got) {
			t.Errorf("seed %d: gain %.4g judged by folds, %.4g by all rows", seed, split.gain, got)
		}
	}
	if found < 10 {
		t.Errorf("the best way to part the levels is found %d times of 20", found)
	}
}

// TestLevelsWithoutMeaning gives an input with fewer and fewer rows a level, which
// must not win splits from one that means something, nor from noise.
func TestLevelsWithoutMeaning(t *testing.T) {
	const n = 400
	for _, number := range []int{3, 20, 130, 400} {
		src := rng.New(uint64(number)).Source()
		x, y := mat.NewDense(n, 4, nil), mat.NewDense(n, 1, nil)
		for i := range n {
			x.SetRow(i, []float64{src.Normal(), src.Normal(), src.Normal(), float64(src.IntN(number))})
			y.Set(i, 0, x.At(i, 0)+src.Normal())
		}
		f, err := mixedGrower(t, x, y, []int{0, 0, 0, number}, "paper").Fit(context.Background(), nil, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		counts := make([]int, 4)
		for _, row := range f.SplitCounts(20) {
			for j, c := range row {
				counts[j] += c
			}
		}
		t.Logf("%d levels: %v splits", number, counts)
		if first := f.SplitCounts(1)[0]; first[3] > 2 { // it may be the only candidate
			t.Errorf("%d levels: %d of 20 trees split on them first", number, first[3])
		}
		if noise := float64(counts[1]+counts[2]) / 2; float64(counts[3]) > 1.5*noise {
			t.Errorf("%d levels: %d splits, on numbers without meaning %.0f", number, counts[3], noise)
		}
	}
}

// TestProjectorOnLevels forgets splits on levels and on inputs that may be missing.
func TestProjectorOnLevels(t *testing.T) {
	x, y, levels := mixed(90, 5)
	lose(x, levels, 0, 4)
	f, err := mixedGrower(t, x, y, levels, "paper").Fit(context.Background(), nil, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	p := NewProjector(f.Columns, f.Columns.OutOfBag(), projectionGroups)
	for k := range f.Trees {
		tree := &f.Trees[k]
		checkProjection(t, p, tree, projectionGroups, tree.Rows, rowsOf(x), rowsOf(x))
	}
}

func TestLevelsThatAreNone(t *testing.T) {
	x, y, levels := mixed(90, 5)
	f, err := mixedGrower(t, x, y, levels, "paper").Fit(context.Background(), nil, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []float64{7, -1, 1.5} {
		wrong := mat.DenseCopyOf(x)
		wrong.Set(3, 1, v)
		_, err := NewColumns(wrong, levels)
		want := fmt.Sprintf("forest: input in row 4, column 2 is %v, expected a level from 0 to 6", v)
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if _, err = f.Columns.On(wrong); err == nil || !strings.Contains(err.Error(), "evaluation input in row 4, column 2") {
			t.Errorf("error %v of a row to evaluate", err)
		}
	}
}
