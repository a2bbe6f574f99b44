package forest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/internal/rng"
)

// regressionData returns n×p uniform inputs and a response of the first two.
func regressionData(n, p int) (*mat.Dense, []float64) {
	src := rng.New(7).Named("regression data").Source()
	x, y := mat.NewDense(n, p, nil), make([]float64, n)
	for i := range y {
		for j := range p {
			x.Set(i, j, src.Float64())
		}
		y[i] = 2*x.At(i, 0) + 0.5*src.Normal()
		if p > 1 {
			y[i] += x.At(i, 1) * x.At(i, 1)
		}
	}
	return x, y
}

// roundTo rounds every number to a multiple of step, which makes ties.
func roundTo(step float64, x *mat.Dense, y []float64) {
	x.Apply(func(_, _ int, v float64) float64 { return math.Round(v/step) * step }, x)
	for i, v := range y {
		y[i] = math.Round(v/step) * step
	}
}

// rowsByNode returns the in-bag rows, with repetitions, of every node reached
// from the root.
func rowsByNode(t *RegressionTree) map[int32][]int32 {
	rows := map[int32][]int32{}
	var visit func(at int32) []int32
	visit = func(at int32) []int32 {
		if node := t.Nodes[at]; node.Var == Leaf {
			rows[at] = t.LeafRows(at)
		} else {
			rows[at] = slices.Concat(visit(node.Left), visit(node.Right))
		}
		return rows[at]
	}
	visit(t.Root)
	return rows
}

// bestDecrease returns the largest decrease of the sum of squares by a split
// of the rows on one of the variables, 0 if there is none: all splits tried,
// residuals summed literally.
func bestDecrease(x *mat.Dense, y []float64, rows []int32, variables int) float64 {
	best := 0.0
	for v := range variables {
		for _, row := range rows {
			best = max(best, decrease(x, y, rows, v, x.At(int(row), v)))
		}
	}
	return best
}

// decrease returns how much splitting the rows lowers their sum of squares.
func decrease(x *mat.Dense, y []float64, rows []int32, v int, threshold float64) float64 {
	var all, left, right []float64
	for _, row := range rows {
		value := y[row]
		all = append(all, value)
		if x.At(int(row), v) <= threshold {
			left = append(left, value)
		} else {
			right = append(right, value)
		}
	}
	if len(left) == 0 || len(right) == 0 {
		return 0
	}
	squares := func(values []float64) float64 {
		mean, sum := stat.Mean(values, nil), 0.0
		for _, v := range values {
			sum += (v - mean) * (v - mean)
		}
		return sum
	}
	return squares(all) - squares(left) - squares(right)
}

// With all variables as candidates every split must be the best one, lie
// midway between neighbouring values, and be missing only where it should.
func TestRegressionSplitsAreBest(t *testing.T) {
	for _, step := range []float64{1e-12, 0.125} {
		x, y := regressionData(150, 4)
		roundTo(step, x, y)
		c := RegressionPreset(6)
		c.MTry = MTryAll
		f, err := FitRegression(context.Background(), x, y, c, 1, 1)
		if err != nil {
			t.Fatal(err)
		}
		for k := range f.Trees {
			tree := &f.Trees[k]
			for at, rows := range rowsByNode(tree) {
				node, best := tree.Nodes[at], bestDecrease(x, y, rows, 4)
				if node.Var == Leaf {
					if len(rows) > c.MinNodeSize && best > 1e-9 {
						t.Errorf("step %v, tree %d: leaf of %d rows could be split for %v", step, k, len(rows), best)
					}
					continue
				}
				if len(rows) <= c.MinNodeSize {
					t.Errorf("step %v, tree %d: a node of %d rows was split", step, k, len(rows))
				}
				if got := decrease(x, y, rows, int(node.Var), node.Threshold); math.Abs(got-best) > 1e-9 {
					t.Errorf("step %v, tree %d: split of %d rows for %v, the best is %v", step, k, len(rows), got, best)
				}
				below, above := math.Inf(-1), math.Inf(1)
				for _, row := range rows {
					if v := x.At(int(row), int(node.Var)); v <= node.Threshold {
						below = max(below, v)
					} else {
						above = min(above, v)
					}
				}
				if want := (below + above) / 2; math.Abs(node.Threshold-want) > 1e-15 {
					t.Errorf("step %v, tree %d: threshold %v, want %v", step, k, node.Threshold, want)
				}
			}
		}
	}
}

// Drawn, Counts, Rows and Means tell the same story.
func TestRegressionTreeIsConsistent(t *testing.T) {
	x, y := regressionData(120, 5)
	c := RegressionPreset(20)
	c.SampleFraction = 0.7
	f, err := FitRegression(context.Background(), x, y, c, 2, 1)
	if err != nil {
		t.Fatal(err)
	}
	for k := range f.Trees {
		tree := &f.Trees[k]
		if len(tree.Rows) != 84 {
			t.Fatalf("tree %d has %d in-bag rows, want 84", k, len(tree.Rows))
		}
		var repeated []int32
		for i, row := range tree.Drawn {
			for range tree.Counts[i] {
				repeated = append(repeated, row)
			}
		}
		if got := slices.Sorted(slices.Values(tree.Rows)); !slices.Equal(got, repeated) {
			t.Fatalf("tree %d: leaves hold %v, drawn were %v", k, got, repeated)
		}
		for at, rows := range rowsByNode(tree) {
			sum := 0.0
			for _, row := range rows {
				sum += y[row]
			}
			if want := sum / float64(len(rows)); math.Abs(tree.Means[at]-want) > 1e-12 {
				t.Fatalf("tree %d: mean of node %d is %v, want %v", k, at, tree.Means[at], want)
			}
			if tree.Nodes[at].Var != Leaf {
				continue
			}
			for _, row := range rows {
				if got := tree.LeafOfRow(f.Columns.Values, row); got != at {
					t.Fatalf("tree %d: row %d falls in leaf %d, but %d holds it", k, row, got, at)
				}
			}
		}
	}
}

// Bootstrap samples, candidates and hence trees are random: each row is
// in-bag about as often as it should be, and no tree repeats another.
func TestRegressionTreesDiffer(t *testing.T) {
	x, y := regressionData(100, 6)
	f, err := FitRegression(context.Background(), x, y, RegressionPreset(400), 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	distinct, roots := 0, map[int32]int{}
	for k := range f.Trees {
		distinct += len(f.Trees[k].Drawn)
		roots[f.Trees[k].Nodes[0].Var]++
		if k > 0 && reflect.DeepEqual(f.Trees[k].Drawn, f.Trees[k-1].Drawn) {
			t.Errorf("trees %d and %d have the same rows", k-1, k)
		}
	}
	if share := float64(distinct) / (400 * 100); math.Abs(share-0.634) > 0.01 {
		t.Errorf("a tree holds a share of %v of the rows, want about 1 − 1/e", share)
	}
	if len(roots) != 6 {
		t.Errorf("roots split on %v, want each of 6 variables at times", roots)
	}
}

func TestFitRegressionIsIndependentOfWorkers(t *testing.T) {
	x, y := regressionData(200, 5)
	var first *RegressionForest
	for _, workers := range []int{1, 2, 7} {
		f, err := FitRegression(context.Background(), x, y, RegressionPreset(50), 5, workers)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = f
		}
		if !reflect.DeepEqual(f.Trees, first.Trees) {
			t.Errorf("%d workers give other trees than 1", workers)
		}
	}
}

// A far larger mean of the response does not change where trees split. (Numbers
// and their mean are exact here, or rounding would break ties between
// variables that separate a small node's rows identically.)
func TestFitRegressionIgnoresShifts(t *testing.T) {
	x, y := regressionData(256, 5)
	roundTo(0x1p-10, x, y)
	shifted := make([]float64, len(y))
	for i := range y {
		shifted[i] = y[i] + 0x1p20
	}
	a, errA := FitRegression(context.Background(), x, y, RegressionPreset(20), 5, 1)
	b, errB := FitRegression(context.Background(), x, shifted, RegressionPreset(20), 5, 1)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	for k := range a.Trees {
		if !reflect.DeepEqual(a.Trees[k].Nodes, b.Trees[k].Nodes) {
			t.Errorf("tree %d splits differently", k)
		}
	}
}

func TestFitRegressionRefuses(t *testing.T) {
	x, y := regressionData(20, 3)
	badX, badY := mat.DenseCopyOf(x), slices.Clone(y)
	badX.Set(6, 1, math.NaN())
	badY[3] = math.Inf(-1)
	for want, fit := range map[string]func() error{
		"forest: 19 responses for 20 rows of inputs": func() error {
			_, err := FitRegression(context.Background(), x, y[:19], RegressionPreset(5), 1, 1)
			return err
		},
		"forest: response in row 4 is -Inf, expected a finite number": func() error {
			_, err := FitRegression(context.Background(), x, badY, RegressionPreset(5), 1, 1)
			return err
		},
		"forest: input in row 7, column 2 is NaN, expected a finite number": func() error {
			_, err := FitRegression(context.Background(), badX, y, RegressionPreset(5), 1, 1)
			return err
		},
		"forest: trees is 0, expected at least 1": func() error {
			_, err := FitRegression(context.Background(), x, y, RegressionPreset(0), 1, 1)
			return err
		},
	} {
		if err := fit(); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := FitRegression(cancelled, x, y, RegressionPreset(5), 1, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled fit returns %v", err)
	}
}

func TestRegressionConfigValidate(t *testing.T) {
	if err := RegressionPreset(500).Validate(); err != nil {
		t.Errorf("preset: %v", err)
	}
	err := RegressionConfig{MTry: "some"}.Validate()
	if err == nil {
		t.Fatal("no error for a configuration of faults")
	}
	want := strings.Join([]string{
		`forest: trees is 0, expected at least 1`,
		`forest: sample fraction is 0, expected in (0, 1]`,
		`forest: mtry is "some", expected "sqrt", "all" or a positive number`,
		`forest: minimum node size is 0, expected at least 1`,
	}, "\n")
	if err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestRegressionMTry(t *testing.T) {
	for _, c := range []struct {
		mtry    MTry
		p, want int
	}{{"sqrt", 1, 1}, {"sqrt", 10, 3}, {"sqrt", 16, 4}, {"all", 7, 7}, {"3", 10, 3}, {"30", 10, 10}} {
		if got := c.mtry.Of(c.p); got != c.want {
			t.Errorf("mtry %s of %d variables is %d, want %d", c.mtry, c.p, got, c.want)
		}
	}
}

func TestMidway(t *testing.T) {
	for _, c := range [][2]float64{
		{1, 2}, {-3, 5}, {0, math.SmallestNonzeroFloat64}, {1, math.Nextafter(1, 2)},
		{-math.MaxFloat64, math.MaxFloat64}, {math.MaxFloat64 / 2, math.MaxFloat64},
	} {
		if got := midway(c[0], c[1]); !(c[0] <= got && got < c[1]) {
			t.Errorf("midway(%v, %v) = %v", c[0], c[1], got)
		}
	}
	if got := midway(1, 2); got != 1.5 {
		t.Errorf("midway(1, 2) = %v", got)
	}
}

func BenchmarkFitRegression(b *testing.B) {
	for _, size := range [][2]int{{3000, 10}, {500, 1000}} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/p=%d/workers=%d", size[0], size[1], workers), func(b *testing.B) {
				x, y := regressionData(size[0], size[1])
				b.ReportAllocs()
				for b.Loop() {
					if _, err := FitRegression(context.Background(), x, y, RegressionPreset(500), 1, workers); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
