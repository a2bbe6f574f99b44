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
	// x1 0.85, 0.68 to 0.97, p = 0.000
	// x2 0.28, 0.10 to 0.52, p = 0.000
	// x3 0.00, 0.00 to 0.03, p = 1.000
	// x4 0.01, 0.00 to 0.05, p = 1.000
}

// TestStandard has no forests of no trees, and no preset of package forest in the default's place.
func TestStandard(t *testing.T) {
	defer func() {
		if got, _ := recover().(string); got != "inference: Standard of fewer than one tree" {
			t.Errorf("panic %q", got)
		}
	}()
	if _, err := forest.Preset("auto", 100); err == nil || !strings.Contains(err.Error(), "inference.Config") {
		t.Errorf("preset auto of a forest: error %v", err)
	}
	inference.Standard(0)
}
