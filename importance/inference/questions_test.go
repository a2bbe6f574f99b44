package inference

import (
	"context"
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

// TestQuestionsChangeNothing has estimators asked and not asked, and φ(Y) as a further
// target: its result is that for φ(Y), up to the coordinates that halves leave out.
func TestQuestionsChangeNothing(t *testing.T) {
	ctx := context.Background()
	x, y := twinData()
	configs := twinCases(t)["honest"]
	halves := Halves{Splits: 2, Trees: 40, Tests: true}
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 5, Workers: 2}
	kernel, err := task.ResolveKernel()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []importance.Estimator{
		Loco{Config: configs[0], Halves: halves}, Stacked{Config: configs[0], Smooth: configs[1], Halves: halves},
		Auto{Trees: 20, Trial: 10, New: func(c forest.Config) importance.Estimator { return Loco{Config: c, Halves: halves} }},
	} {
		plain, err := e.Estimate(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		var told Answers
		asked, ok := Ask(e, Questions{
			Targets: func(Fitted) ([]Target, error) {
				factor, _ := mmd.Cholesky(y, kernel, 1e-10, 62)
				return []Target{{Values: factor.L, Inferred: true}, {Values: mat.NewDense(62, 1, nil), Inferred: true}, {Values: factor.L}}, nil
			},
			Answer: func(a Answers) { told = a },
		})
		if !ok {
			t.Fatalf("%s knows no answers", e.Name())
		}
		r, err := asked.Estimate(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(r, plain) {
			t.Errorf("%s, asked: %+v, not asked %+v", e.Name(), r, plain)
		}
		same, nothing, brief := told.Targets[0], told.Targets[1], told.Targets[2]
		if _, calibrated := e.(Stacked); !calibrated { // halves carry on the values of Stacked
			closeTo(t, e.Name()+", the same target", same.Raw, r.Raw)
			closeTo(t, e.Name()+", the same target without halves", brief.Raw, r.Raw)
		}
		for j, se := range r.Inference.SE {
			if math.Abs(same.Inference.SE[j]-se) > 0.02*(1+se) || math.Abs(same.Raw[j]-r.Raw[j]) > 0.01 {
				t.Errorf("%s, input %d: %v ± %v, p %v of the same target, %v ± %v, p %v", e.Name(), j+1, same.Raw[j], same.Inference.SE[j], same.Inference.P[j], r.Raw[j], se, r.Inference.P[j])
			}
		}
		if math.Abs(same.Explained.Value-r.Inference.Explained.Value) > 1e-4 || brief.Inference != nil || math.Abs(brief.Explained.Value-same.Explained.Learnt) > 1e-9 {
			t.Errorf("%s explains %v and %v of the same target, %v", e.Name(), same.Explained, brief.Explained, r.Inference.Explained)
		}
		if nothing.Explained.Value != 0 || nothing.Explained.P != 1 || !nothing.Explained.Nothing() || nothing.Finite() != nil || floats.Sum(nothing.Raw) != 0 {
			t.Errorf("%s, of a target that does not vary: %+v, %+v", e.Name(), nothing, nothing.Explained)
		}
		if told.Forest.Columns.Rows() != 62 || len(told.Rows) != len(told.V) || len(told.U) != 4 {
			t.Errorf("%s: %d rows, %d terms, %d inputs", e.Name(), len(told.Rows), len(told.V), len(told.U))
		}
	}
	if _, ok := Ask(Cross{}, Questions{}); ok {
		t.Error("cross has forests on halves alone and answers")
	}
	if _, ok := Ask(Auto{Trees: 20, New: func(forest.Config) importance.Estimator { return Cross{} }}, Questions{}); ok {
		t.Error("cross answers under preset auto")
	}
}

// TestTermsAddUp compares the sums of the rows' terms with numerators and denominator.
func TestTermsAddUp(t *testing.T) {
	x, y := twinData()
	weights := make([]float64, 62)
	for i := range weights {
		weights[i] = 1 + float64(i%3)
	}
	for name, configs := range twinCases(t) {
		for _, w := range [][]float64{nil, weights} {
			for _, e := range []importance.Estimator{Loco{Config: configs[0]}, Stacked{Config: configs[0], Smooth: configs[1]}} {
				var told Answers
				asked, _ := Ask(e, Questions{Answer: func(a Answers) { told = a }})
				task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{0}, {1}, {0, 1}}, Weights: w, Seed: 5, Workers: 1}
				r, err := asked.Estimate(context.Background(), task)
				if err != nil {
					t.Fatal(err)
				}
				sum := func(terms []float64) (sum float64) {
					total := 0.0
					for k, row := range told.Rows {
						sum += task.Design().Weight(int(row)) * terms[k]
						total += task.Design().Weight(int(row))
					}
					return sum / total * float64(len(told.Rows))
				}
				closeTo(t, name+", "+e.Name()+", denominator", []float64{sum(told.V)}, []float64{r.Denominator})
				for j, raw := range r.Raw {
					closeTo(t, name+", "+e.Name()+", numerator", []float64{sum(told.U[j])}, []float64{raw * r.Denominator})
				}
			}
		}
	}
}

// TestFitted compares predictions with the matrix of weights; recalibrated ones have
// residuals that no prediction of the forests goes along with.
func TestFitted(t *testing.T) {
	ctx := context.Background()
	x, y := twinData()
	configs := twinCases(t)["not honest"]
	for _, e := range []importance.Estimator{Loco{Config: configs[0]}, Stacked{Config: configs[0], Smooth: configs[1]}} {
		var fitted *mat.Dense
		var told Answers
		asked, _ := Ask(e, Questions{
			Targets: func(f Fitted) (targets []Target, err error) {
				fitted, err = f(y)
				return nil, err
			},
			Answer: func(a Answers) { told = a },
		})
		if _, err := asked.Estimate(ctx, importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 5, Workers: 2}); err != nil {
			t.Fatal(err)
		}
		w, err := told.Forest.Weights(ctx, told.Forest.Columns.OutOfBag(), 1)
		if err != nil {
			t.Fatal(err)
		}
		var literal mat.Dense
		literal.Mul(w, y)
		for c := range 2 {
			column, plain := mat.Col(nil, c, fitted), mat.Col(nil, c, &literal)
			if e.Name() == "loco" {
				closeTo(t, "prediction", column, plain)
				continue
			}
			left := mat.Col(nil, c, y)
			floats.Sub(left, column)
			mean, along := floats.Sum(left)/62, 0.0
			for i, v := range left {
				along += (v - mean) * (column[i] - floats.Sum(column)/62)
			}
			if math.Abs(along) > 1e-9*floats.Dot(column, column) || floats.Dot(left, left) >= floats.Dot(mat.Col(nil, c, y), mat.Col(nil, c, y)) {
				t.Errorf("residuals of response %d go along with predictions: %v; left is %v", c+1, along, floats.Dot(left, left))
			}
		}
	}
}

// TestForest has the forest of an estimate alone.
func TestForest(t *testing.T) {
	ctx := context.Background()
	x, y := twinData()
	for name, configs := range twinCases(t) {
		e := Stacked{Config: configs[0], Smooth: configs[1]}
		var told Answers
		asked, _ := Ask(e, Questions{Answer: func(a Answers) { told = a }})
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 5, Workers: 2}
		if _, err := asked.Estimate(ctx, task); err != nil {
			t.Fatal(err)
		}
		alone, err := e.Forest(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		var weights [2]*mat.Dense
		for k, f := range []*forest.Forest{told.Forest, alone} {
			if weights[k], err = f.Weights(ctx, f.Columns.OutOfBag(), 1); err != nil {
				t.Fatal(err)
			}
		}
		if !mat.Equal(weights[0], weights[1]) {
			t.Errorf("%s: the forest alone has other weights", name)
		}
		task.Y = mat.NewDense(3, 1, nil)
		if _, err := e.Forest(ctx, task); err == nil {
			t.Errorf("%s: no error for 3 rows of responses", name)
		}
	}
}
