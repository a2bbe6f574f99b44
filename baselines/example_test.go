package baselines_test

import (
	"context"
	"fmt"
	"log"

	"drfvi/baselines"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/simulate"
)

// Breiman's importance by permutation is about means: it finds the input that shifts
// the response, x1, and x3, which is correlated with it, but not x2, which scales it.
func Example() {
	scenario, err := simulate.Named("motivating")
	if err != nil {
		log.Fatal(err)
	}
	x, y := scenario.Draw(1000, 4, 1)
	mda := baselines.MDA{Config: forest.RegressionPreset(200)}
	result, err := mda.Estimate(context.Background(), importance.Task{X: x, Y: y, Seed: 1, Workers: 2})
	if err != nil {
		log.Fatal(err)
	}
	for j, value := range result.Clamped {
		fmt.Printf("x%d %.2f\n", j+1, value)
	}
	// Output:
	// x1 0.69
	// x2 -0.03
	// x3 0.40
	// x4 0.04
}
