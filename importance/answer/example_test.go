package answer_test

import (
	"context"
	"fmt"
	"log"

	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/mmd"
	"drfvi/simulate"
)

// Of three inputs, the first shifts one response, the second scales the other, and the third is
// noise.
func Example() {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		log.Fatal(err)
	}
	x, y := scenario.Draw(200, 3, 1)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	answers, err := answer.Ask(context.Background(), inference.Standard(100), task, answer.Questions{Alone: true})
	if err != nil {
		log.Fatal(err)
	}
	for j, input := range answers.Inputs {
		fmt.Printf("x%d: p = %.2g, significant %v\n", j+1, input.Adjusted, input.Significant)
	}
	// Output:
	// x1: p = 3.4e-18, significant true
	// x2: p = 2.8e-09, significant true
	// x3: p = 1, significant false
}
