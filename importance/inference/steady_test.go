package inference

import (
	"context"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestSteady: variables with a doubtful p-value are tested again, those with a larger one keep their
// tests, and workers change nothing.
func TestSteady(t *testing.T) {
	again := 0
	for table := range 4 {
		src := rng.New(3).Named("steady").At(table).Source()
		x, y := mat.NewDense(80, 4, nil), mat.NewDense(80, 1, nil)
		for i := range 80 {
			row := x.RawRowView(i)
			for j := range row {
				row[j] = src.Normal()
			}
			y.Set(i, 0, 0.33*row[0]+0.33*row[1]+src.Normal())
		}
		task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: uint64(table), Workers: 1}
		f, err := Learn(context.Background(), Standard(40), task)
		if err != nil {
			t.Fatal(err)
		}
		answers, err := f.Infer(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		once, err := f.rowTests(f.predictedInputs).responses(context.Background(), f.learnt, y, 1)
		if err != nil {
			t.Fatal(err)
		}
		before := *f.inferred
		before.rowTests = once
		for j, p := range before.pValues()[:f.variables] {
			doubtful := doubtfulFrom <= p && p <= doubtfulTo
			if same := reflect.DeepEqual(once[j], f.inferred.rowTests[j]); same == doubtful && p >= doubtfulFrom {
				t.Errorf("table %d: x%d has a p of %.4f, and the same tests again: %v", table, j+1, p, same)
			}
			if doubtful {
				again++
			}
		}
		task.Workers = 7
		other, err := Standard(40).Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(other.Inference.P, answers.Inference.P) {
			t.Errorf("table %d: p-values by one worker %v, by seven %v", table, answers.Inference.P, other.Inference.P)
		}
	}
	if again == 0 {
		t.Error("no variable was tested again")
	}
}
