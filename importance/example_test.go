package importance_test

import (
	"context"
	"fmt"
	"log"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/simulate"
)

// The importance of the columns of a matrix. Of three inputs, the first shifts one
// response, the second scales the other, and the third is noise.
func Example() {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		log.Fatal(err)
	}
	x, y := scenario.Draw(500, 3, 1)
	config, err := forest.Preset("paper", 200)
	if err != nil {
		log.Fatal(err)
	}
	result, err := importance.Coupled{Config: config}.Estimate(context.Background(), importance.Task{
		X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2,
	})
	if err != nil {
		log.Fatal(err)
	}
	for j, value := range result.Clamped {
		fmt.Printf("x%d %.2f ± %.2f\n", j+1, value, result.SE[j])
	}
	// Output:
	// x1 0.75 ± 0.02
	// x2 0.30 ± 0.01
	// x3 0.01 ± 0.00
}

// Which inputs are enough? Eliminate removes them one by one.
func ExampleEliminate() {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		log.Fatal(err)
	}
	x, y := scenario.Draw(400, 4, 1)
	testX, testY := scenario.Draw(400, 4, 2)
	kernel, err := mmd.Median.Resolve(y)
	if err != nil {
		log.Fatal(err)
	}
	config, err := forest.Preset("paper", 100)
	if err != nil {
		log.Fatal(err)
	}
	path, err := importance.Eliminate(context.Background(), importance.Coupled{Config: config},
		importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2},
		&importance.Test{X: testX, Y: testY, Kernel: kernel})
	if err != nil {
		log.Fatal(err)
	}
	for s, j := range path.Eliminated {
		fmt.Printf("with %d: loss %.2f, x%d goes\n", len(path.Eliminated)-s, path.Loss[s], j+1)
	}
	// Output:
	// with 4: loss -0.70, x4 goes
	// with 3: loss -0.70, x3 goes
	// with 2: loss -0.71, x2 goes
	// with 1: loss -0.68, x1 goes
}
