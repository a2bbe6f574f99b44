package modelfile_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/conditional"
	"drfvi/forest/modelfile"
	"drfvi/simulate"
)

// A forest that is kept predicts as if it had just been grown.
func Example() {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		log.Fatal(err)
	}
	inputs, y := scenario.Draw(1000, 2, 1)
	config, err := forest.Preset("paper", 200)
	if err != nil {
		log.Fatal(err)
	}
	ctx, workers := context.Background(), 2
	f, err := forest.Fit(ctx, inputs, y, config, 1, workers)
	if err != nil {
		log.Fatal(err)
	}
	x := mat.NewDense(2, 2, []float64{0.2, 0.5, 0.8, 0.5})
	data, err := modelfile.Model{Forest: f, Responses: y, Program: "3.0.0"}.Encode()
	if err != nil {
		log.Fatal(err)
	}
	m, err := modelfile.Decode(data)
	if err != nil {
		log.Fatal(err)
	}
	rows, err := m.Forest.Columns.On(x) // new rows, m×p
	if err != nil {
		log.Fatal(err)
	}
	evaluated, err := conditional.Of(ctx, m.Forest, rows, workers)
	if err != nil {
		log.Fatal(err)
	}
	means, err := evaluated.For(mat.Col(nil, 0, m.Responses)).Means(ctx, workers)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%.2f\n", means)
	// Output:
	// [0.70 1.26]
}
