package forest_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest"
	"drfvi/simulate"
)

// A forest on a table, and the conditional quantiles of the first response at a new
// row. Y1 is uniform on [x1, 1 + x1], so that they should be 0.9, 1.3 and 1.7.
func Example() {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		log.Fatal(err)
	}
	x, y := scenario.Draw(1000, 2, 1)
	config, err := forest.Preset("paper", 200)
	if err != nil {
		log.Fatal(err)
	}
	ctx, workers := context.Background(), 2
	f, err := forest.Fit(ctx, x, y, config, 1, workers) // inputs, n×p; responses, n×d
	if err != nil {
		log.Fatal(err)
	}
	at, err := f.Columns.On(mat.NewDense(1, 2, []float64{0.8, 0.5}))
	if err != nil {
		log.Fatal(err)
	}
	weights, err := f.Weights(ctx, at, workers)
	if err != nil {
		log.Fatal(err)
	}
	y1, w := mat.Col(nil, 0, y), weights.RawRowView(0)
	stat.SortWeighted(y1, w)
	for _, p := range []float64{0.1, 0.5, 0.9} {
		fmt.Printf("%.1f: %.2f\n", p, stat.Quantile(p, stat.Empirical, y1, w))
	}
	// Output:
	// 0.1: 0.91
	// 0.5: 1.23
	// 0.9: 1.64
}

// The rows of the training table that a new row resembles, by their weights.
func ExampleForest_SparseWeights() {
	x := mat.NewDense(60, 1, nil)
	y := mat.NewDense(60, 1, nil)
	for i := range 60 {
		x.Set(i, 0, float64(i))
		y.Set(i, 0, float64(i/30)) // jumps at row 30
	}
	config, err := forest.Preset("paper", 50)
	if err != nil {
		log.Fatal(err)
	}
	config.MinNodeSize = 5
	ctx, workers := context.Background(), 2
	f, err := forest.Fit(ctx, x, y, config, 1, workers)
	if err != nil {
		log.Fatal(err)
	}
	at, err := f.Columns.On(mat.NewDense(1, 1, []float64{12}))
	if err != nil {
		log.Fatal(err)
	}
	rows, err := f.SparseWeights(ctx, at, workers)
	if err != nil {
		log.Fatal(err)
	}
	before, all := 0.0, 0.0
	for k, row := range rows[0].Rows {
		if row < 30 {
			before += rows[0].Values[k]
		}
		all += rows[0].Values[k]
	}
	fmt.Printf("weight %.2f, before the jump %.2f\n", all, before)
	// Output:
	// weight 1.00, before the jump 1.00
}
