package inference

import (
	"context"
	"math"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

// TestTargetsChangeNothing has estimators asked for further targets and not, and φ(Y) as a further
// target: its result is that for φ(Y), up to the coordinates that halves leave out.
func TestTargetsChangeNothing(t *testing.T) {
	ctx := context.Background()
	x, y := twinData()
	config := twinCases(t)["honest"]
	halves := Halves{Splits: 2, Trees: 40, Tests: true}
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 5, Workers: 2}
	kernel, err := task.ResolveKernel()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []importance.Estimator{
		Loco{Config: config, Halves: halves}, Stacked{Config: config, Halves: halves},
	} {
		plain, err := e.Estimate(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		fit, err := Learn(ctx, e, task)
		if err != nil {
			t.Fatal(err)
		}
		factor, _ := mmd.Cholesky(y, kernel, 1e-10, 62)
		answers, err := fit.Infer(ctx, Target{Values: factor.L, Inferred: true}, Target{Values: mat.NewDense(62, 1, nil), Inferred: true}, Target{Values: factor.L})
		if err != nil {
			t.Fatal(err)
		}
		r := answers.Result
		if again, err := fit.Infer(ctx); err != nil || !reflect.DeepEqual(again.Result, plain) {
			t.Errorf("%s, asked once more: %+v, %v, at first %+v", e.Name(), again.Result, err, plain)
		}
		if !reflect.DeepEqual(r, plain) {
			t.Errorf("%s, asked: %+v, not asked %+v", e.Name(), r, plain)
		}
		same, nothing, brief := answers.Targets[0], answers.Targets[1], answers.Targets[2]
		if _, calibrated := e.(Stacked); !calibrated { // halves carry on the values of Stacked
			closeTo(t, e.Name()+", the same target", same.Raw, r.Raw)
			closeTo(t, e.Name()+", the same target without halves", brief.Raw, r.Raw)
		}
		for j, se := range r.Inference.SE {
			if math.Abs(same.Inference.SE[j]-se) > 0.02*(1+se) || math.Abs(same.Raw[j]-r.Raw[j]) > 0.01 {
				t.Errorf("%s, input %d: %v ± %v, p %v of the same target, %v ± %v, p %v", e.Name(), j+1, same.Raw[j], same.Inference.SE[j], same.Inference.P[j], r.Raw[j], se, r.Inference.P[j])
			}
		}
		if math.Abs(same.Explained.Value-r.Inference.Explained.Value) > 1e-4 || brief.Inference != nil || brief.Explained != nil {
			t.Errorf("%s explains %v of the same target, %v; without halves %v", e.Name(), same.Explained, r.Inference.Explained, brief.Explained)
		}
		if nothing.Explained.Value != 0 || nothing.Explained.P != 1 || !nothing.Explained.Nothing() || nothing.Finite() != nil || floats.Sum(nothing.Raw) != 0 {
			t.Errorf("%s, of a target that does not vary: %+v, %+v", e.Name(), nothing, nothing.Explained)
		}
		if fit.Forest().Columns.Rows() != 62 || len(answers.Rows) != len(answers.V) || len(answers.U) != 4 {
			t.Errorf("%s: %d rows, %d terms, %d inputs", e.Name(), len(answers.Rows), len(answers.V), len(answers.U))
		}
	}
	if _, err := Learn(ctx, importance.Coupled{Config: config}, task); err == nil || !strings.Contains(err.Error(), "method coupled tells neither aspects nor single rows, expected stacked or loco") {
		t.Errorf("coupled learns: %v", err)
	}
}

// TestTermsAddUp compares the sums of the rows' terms with numerators and denominator.
func TestTermsAddUp(t *testing.T) {
	x, y := twinData()
	weights := make([]float64, 62)
	for i := range weights {
		weights[i] = 1 + float64(i%3)
	}
	for name, config := range twinCases(t) {
		for _, w := range [][]float64{nil, weights} {
			for _, e := range []importance.Estimator{Loco{Config: config}, Stacked{Config: config}} {
				task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Groups: [][]int{{0}, {1}, {0, 1}}, Weights: w, Seed: 5, Workers: 1}
				fit, err := Learn(context.Background(), e, task)
				if err != nil {
					t.Fatal(err)
				}
				r, err := fit.Infer(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				sum := func(terms []float64) (sum float64) {
					total := 0.0
					for k, row := range r.Rows {
						sum += task.Design().Weight(int(row)) * terms[k]
						total += task.Design().Weight(int(row))
					}
					return sum / total * float64(len(r.Rows))
				}
				closeTo(t, name+", "+e.Name()+", denominator", []float64{sum(r.V)}, []float64{r.Denominator})
				for j, raw := range r.Raw {
					closeTo(t, name+", "+e.Name()+", numerator", []float64{sum(r.U[j])}, []float64{raw * r.Denominator})
				}
			}
		}
	}
}

// TestPredict compares predictions with the matrix of weights; recalibrated ones have
// residuals that no prediction of the forests goes along with.
func TestPredict(t *testing.T) {
	ctx := context.Background()
	x, y := twinData()
	config := twinCases(t)["not honest"]
	for _, e := range []importance.Estimator{Loco{Config: config}, Stacked{Config: config}} {
		fit, err := Learn(ctx, e, importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 5, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		fitted, err := fit.Predict(ctx, y)
		if err != nil {
			t.Fatal(err)
		}
		w, err := fit.Forest().Weights(ctx, fit.Forest().Columns.OutOfBag(), 1)
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
	for name, config := range twinCases(t) {
		e := Stacked{Config: config}
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 5, Workers: 2}
		fit, err := Learn(ctx, e, task)
		if err != nil {
			t.Fatal(err)
		}
		alone, err := e.Forest(ctx, task)
		if err != nil {
			t.Fatal(err)
		}
		var weights [2]*mat.Dense
		for k, f := range []*forest.Forest{fit.Forest(), alone} {
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
