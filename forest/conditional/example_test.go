package conditional_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/conditional"
	"drfvi/simulate"
)

// Means and intervals that a forest predicts. The first response is uniform on [x1, 1 + x1]:
// they should be 0.7, between 0.3 and 1.1, and 1.3, between 0.9 and 1.7.
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
	at, err := f.Columns.On(mat.NewDense(2, 2, []float64{0.2, 0.5, 0.8, 0.5}))
	if err != nil {
		log.Fatal(err)
	}
	evaluated, err := conditional.Of(ctx, f, at, workers)
	if err != nil {
		log.Fatal(err)
	}
	law := evaluated.For(mat.Col(nil, 0, y)) // of the first response
	means, err := law.Means(ctx, workers)
	if err != nil {
		log.Fatal(err)
	}
	quantiles, err := law.Quantiles(ctx, []float64{0.1, 0.9}, workers)
	if err != nil {
		log.Fatal(err)
	}
	for i, mean := range means {
		fmt.Printf("mean %.2f, 80 %% between %.2f and %.2f\n", mean, quantiles.At(i, 0), quantiles.At(i, 1))
	}
	// Output:
	// mean 0.70, 80 % between 0.33 and 1.11
	// mean 1.26, 80 % between 0.91 and 1.64
}

// Intervals that hold 90 % of the responses of new rows. The response is uniform on
// [x1, 1 + x1]: they should be [0.25, 1.15] and [0.85, 1.75].
func ExampleLaw_Conform() {
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
	f, err := forest.Fit(ctx, x, y, config, 1, workers)
	if err != nil {
		log.Fatal(err)
	}
	responses := mat.Col(nil, 0, y)
	law := func(e forest.Evaluation) *conditional.Law {
		at, err := conditional.Of(ctx, f, e, workers)
		if err != nil {
			log.Fatal(err)
		}
		return at.For(responses)
	}
	corrections, err := law(f.Columns.OutOfBag()).Conform(ctx, responses, []float64{0.9}, f.Columns.Design(), workers)
	if err != nil {
		log.Fatal(err)
	}
	at, err := f.Columns.On(mat.NewDense(2, 2, []float64{0.2, 0.5, 0.8, 0.5}))
	if err != nil {
		log.Fatal(err)
	}
	intervals, err := law(at).Intervals(ctx, corrections, workers)
	if err != nil {
		log.Fatal(err)
	}
	for i := range 2 {
		fmt.Printf("from %.2f to %.2f\n", intervals.At(i, 0), intervals.At(i, 1))
	}
	// Output:
	// from 0.28 to 1.18
	// from 0.85 to 1.69
}
