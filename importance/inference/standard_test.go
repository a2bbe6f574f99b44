package inference_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"testing"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/testing/lawtest"
	"drfvi/mmd"
	"drfvi/simulate"
)

// The default method on a table: importances of four inputs with 95 % intervals and
// p-values adjusted for their number. The first input shifts one response, the second
// scales the other.
func Example() {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		log.Fatal(err)
	}
	x, y := scenario.Draw(200, 4, 1)
	result, err := inference.Standard(100).Estimate(context.Background(), importance.Task{
		X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2,
	})
	if err != nil {
		log.Fatal(err)
	}
	in := result.Inference
	for j, value := range result.Clamped {
		fmt.Printf("x%d %.2f, %.2f to %.2f, p = %.3f\n", j+1, value, in.Intervals[j].Low, in.Intervals[j].High, in.Adjusted[j])
	}
	// Output:
	// x1 0.80, 0.59 to 0.95, p = 0.000
	// x2 0.24, 0.06 to 0.50, p = 0.000
	// x3 0.02, 0.00 to 0.08, p = 1.000
	// x4 0.00, 0.00 to 0.04, p = 1.000
}

// TestIncompleteEstimators leaves out what has a default, and what has none.
func TestIncompleteEstimators(t *testing.T) {
	x, y := lawtest.Bivariate(100, 3, 1)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	size := importance.Size{Rows: 100, Inputs: 3, Responses: 2}
	c := lawtest.Preset(t, "paper", 20)
	halves := inference.Halves{Splits: 1, Trees: 20, Tests: true}
	for _, pair := range [][2]importance.Estimator{
		{inference.Stacked{Config: c, Halves: halves}, inference.Stacked{Config: c, Smooth: inference.Smooth(c), Halves: halves}},
		{inference.Cross{Config: c, Halves: halves}, inference.Cross{Config: c, Smooth: inference.Smooth(c), Halves: halves}},
	} {
		without, err := pair[0].Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		with, err := pair[1].Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(without.Raw, *without.Inference) != fmt.Sprint(with.Raw, *with.Inference) || pair[0].Cost(size) != pair[1].Cost(size) {
			t.Errorf("%s: without Smooth it is not Smooth(Config)", pair[0].Name())
		}
	}
	for want, do := range map[string]func(){
		"inference: Auto without New, which makes": func() { inference.Auto{Trees: 20, Trial: 20}.Name() },
		"inference: Auto without New":              func() { inference.Auto{Trees: 20, Trial: 20}.Estimate(context.Background(), task) },
		"inference: Cross without splits of the rows: set Halves, for example to StandardHalves()": func() {
			inference.Cross{Config: c}.Estimate(context.Background(), task)
		},
		"inference: Standard of fewer than one tree": func() { inference.Standard(0) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.HasPrefix(got, want) {
					t.Errorf("panic %q, want %q", got, want)
				}
			}()
			do()
		}()
	}
	if _, err := forest.Preset("auto", 100); err == nil || !strings.Contains(err.Error(), "inference.Standard") {
		t.Errorf("preset auto of a forest: error %v", err)
	}
}
