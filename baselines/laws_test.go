package baselines

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
)

// estimators returns every estimator of the package, with few trees.
func estimators(t testing.TB) []importance.Estimator {
	t.Helper()
	c, err := forest.Preset("paper", 200)
	if err != nil {
		t.Fatal(err)
	}
	return []importance.Estimator{
		SplitFrequency{c}, MDA{forest.RegressionPreset(200)}, SobolMDA{forest.RegressionPreset(200)},
	}
}

func estimate(t testing.TB, e importance.Estimator, task importance.Task) importance.Result {
	t.Helper()
	result, err := e.Estimate(context.Background(), task)
	if err != nil {
		t.Fatalf("%s: %v", e.Name(), err)
	}
	return result
}

// withColumn returns the task with column j of the inputs replaced.
func withColumn(task importance.Task, j int, column []float64) importance.Task {
	task.X = mat.DenseCopyOf(task.X)
	task.X.SetCol(j, column)
	return task
}

// Values rank the variables as they matter, irrelevant ones are near zero, and
// the result has the shape its doc promises.
func TestSignalAndNoise(t *testing.T) {
	task := regressionTask(400, 5)
	for _, e := range estimators(t) {
		result := estimate(t, e, task)
		raw := result.Raw
		if len(raw) != 5 || !slices.Equal(raw, result.Clamped) || result.Forests != 1 {
			t.Fatalf("%s: malformed result %+v", e.Name(), result)
		}
		if !(raw[0] > raw[1]) {
			t.Errorf("%s: %v, want the first variable largest", e.Name(), raw)
		}
		// Shares of splits are positive for noise as well.
		limit := 0.05 * raw[0]
		if e.Name() == "vimp-drf" {
			limit = 0.25 * raw[0]
		}
		for j := 2; j < 5; j++ {
			if !(raw[1] > raw[j]) || math.Abs(raw[j]) > limit {
				t.Errorf("%s: variable %d is noise but gets %v of %v", e.Name(), j+1, raw[j], raw)
			}
		}
		if e.Name() == "vimp-drf" {
			continue
		}
		// y = 4·x₁ + 2·x₂² + 0.5·noise: the inputs explain 87 % of its variance.
		if got := result.Extra["explained_variance"]; got < 0.75 || got > 0.9 {
			t.Errorf("%s: explained variance %v, want somewhat less than 0.87", e.Name(), got)
		}
	}
}

// A column that never varies is never split on: its value is exactly zero.
func TestConstantColumnGetsZero(t *testing.T) {
	task := withColumn(regressionTask(200, 4), 2, slices.Repeat([]float64{3}, 200))
	for _, e := range estimators(t) {
		if raw := estimate(t, e, task).Raw; raw[2] != 0 {
			t.Errorf("%s: constant column gets %v", e.Name(), raw[2])
		}
	}
}

// Permuting the columns permutes the values, up to the spread over seeds.
func TestPermutedColumns(t *testing.T) {
	task := regressionTask(300, 4)
	order := []int{2, 0, 3, 1}
	permuted := task
	permuted.X = mat.NewDense(300, 4, nil)
	for to, from := range order {
		permuted.X.SetCol(to, mat.Col(nil, from, task.X))
	}
	for _, e := range estimators(t) {
		var plain, moved [4]moments
		for seed := range uint64(6) {
			task.Seed, permuted.Seed = seed, 100+seed
			a, b := estimate(t, e, task).Raw, estimate(t, e, permuted).Raw
			for to, from := range order {
				plain[from].add(a[from])
				moved[from].add(b[to])
			}
		}
		for j := range plain {
			spread := math.Sqrt((plain[j].variance() + moved[j].variance()) / 6)
			if diff := math.Abs(plain[j].mean() - moved[j].mean()); diff > 5*spread+1e-3 {
				t.Errorf("%s: variable %d gets %v, and %v in another column (standard error %v)",
					e.Name(), j+1, plain[j].mean(), moved[j].mean(), spread)
			}
		}
	}
}

// moments sums up a sample.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(v float64) { m.n, m.sum, m.squares = m.n+1, m.sum+v, m.squares+v*v }

func (m *moments) mean() float64 { return m.sum / m.n }

func (m *moments) variance() float64 {
	return max(0, m.squares-m.sum*m.sum/m.n) / (m.n - 1)
}

func TestIndependentOfWorkers(t *testing.T) {
	task := regressionTask(150, 5)
	task.Groups = [][]int{{0}, {1, 2}, {4, 0}}
	for _, e := range estimators(t) {
		var first importance.Result
		for _, workers := range []int{1, 2, 7} {
			task.Workers = workers
			result := estimate(t, e, task)
			if workers == 1 {
				first = result
			}
			if !reflect.DeepEqual(result, first) {
				t.Errorf("%s: %d workers give %v, 1 gives %v", e.Name(), workers, result, first)
			}
		}
	}
}

// Other seeds give other values, and the inputs stay as they are.
func TestSeedAndInputs(t *testing.T) {
	task := regressionTask(150, 4)
	x, y := mat.DenseCopyOf(task.X), mat.DenseCopyOf(task.Y)
	for _, e := range estimators(t) {
		first := estimate(t, e, task).Raw
		other := task
		other.Seed = 2
		if slices.Equal(first, estimate(t, e, other).Raw) {
			t.Errorf("%s: two seeds give the same values", e.Name())
		}
		if !slices.Equal(first, estimate(t, e, task).Raw) {
			t.Errorf("%s: the same seed gives other values", e.Name())
		}
	}
	if !mat.Equal(x, task.X) || !mat.Equal(y, task.Y) {
		t.Error("the task's matrices were changed")
	}
}

// Groups of one column each are the columns; the share of splits of a group is
// the sum of its columns'; two copies of a variable matter more together than
// either does.
func TestGroups(t *testing.T) {
	task := regressionTask(300, 4)
	task = withColumn(task, 3, mat.Col(nil, 0, task.X))
	grouped := task
	grouped.Groups = [][]int{{0}, {1}, {2}, {3}, {0, 3}}
	for _, e := range estimators(t) {
		columns, raw := estimate(t, e, task).Raw, estimate(t, e, grouped).Raw
		if !slices.Equal(raw[:4], columns) {
			t.Errorf("%s: groups of one column get %v, columns %v", e.Name(), raw[:4], columns)
		}
		switch {
		case e.Name() == "vimp-drf":
			if want := columns[0] + columns[3]; math.Abs(raw[4]-want) > 1e-15 {
				t.Errorf("%s: group gets %v, want the sum %v", e.Name(), raw[4], want)
			}
		case !(raw[4] > 1.5*(max(columns[0], columns[3]))):
			t.Errorf("%s: both copies get %v, one of them %v", e.Name(), raw[4], columns[0])
		}
	}
}

func TestProgress(t *testing.T) {
	task := regressionTask(100, 3)
	for _, e := range estimators(t) {
		last := 0.0
		task.Progress = func(share float64) {
			if share < last || share > 1 {
				t.Errorf("%s: progress goes from %v to %v", e.Name(), last, share)
			}
			last = share
		}
		estimate(t, e, task)
		if last != 1 {
			t.Errorf("%s: progress ends at %v", e.Name(), last)
		}
	}
}
