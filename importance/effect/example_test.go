package effect_test

import (
	"context"
	"fmt"
	"log"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/effect"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// In a trial of 300 rows the treatment adds 2 to the response where the first input is above a
// half.
func Example() {
	x, y, treated := mat.NewDense(300, 2, nil), mat.NewDense(300, 1, nil), make([]bool, 300)
	src := rng.New(1).Named("example").Source()
	for i := range treated {
		x.SetRow(i, []float64{src.Float64(), src.Float64()})
		treated[i] = src.Float64() < 0.5
		response := x.At(i, 1) + src.Normal()
		if treated[i] && x.At(i, 0) > 0.5 {
			response += 2
		}
		y.Set(i, 0, response)
	}
	study := effect.Study{
		Task:    importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2},
		Treated: treated, Propensity: slices.Repeat([]float64{0.5}, len(treated)),
	}
	answers, err := effect.Ask(context.Background(), inference.Standard(100), study, effect.Law)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("average effect %.2f, no effect: p = %.1g\n", answers.Average.Value, answers.AnyoneP)
	for j, input := range answers.Inputs {
		fmt.Printf("x%d: p = %.2g, significant %v\n", j+1, input.Adjusted, input.Significant)
	}
	// Output:
	// average effect 0.84, no effect: p = 7e-10
	// x1: p = 1e-08, significant true
	// x2: p = 0.2, significant false
}
