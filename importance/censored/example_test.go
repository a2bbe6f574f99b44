package censored_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/censored"
	"drfvi/importance/inference"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// The first input moves the time, the second one the time at which rows are censored.
func Example() {
	x, y, event := mat.NewDense(300, 2, nil), mat.NewDense(300, 1, nil), make([]bool, 300)
	src := rng.New(1).Named("example").Source()
	for i := range event {
		x.SetRow(i, []float64{src.Normal(), src.Normal()})
		time, end := math.Exp(x.At(i, 0)+src.Normal()), math.Exp(x.At(i, 1)+src.Normal())
		y.Set(i, 0, min(time, end))
		event[i] = time <= end
	}
	study := censored.Study{
		Task:  importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2},
		Event: event,
	}
	answers, err := censored.Ask(context.Background(), inference.Standard(100), study)
	if err != nil {
		log.Fatal(err)
	}
	for j, input := range answers.Inputs {
		fmt.Printf("x%d: p = %.2g, significant %v\n", j+1, input.Adjusted, input.Significant)
	}
	// Output:
	// x1: p = 2.8e-12, significant true
	// x2: p = 1, significant false
}
