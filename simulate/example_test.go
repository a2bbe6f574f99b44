package simulate_test

import (
	"fmt"
	"log"

	"drfvi/simulate"
)

// A table of a scenario, and the importances under its law, for a kernel
// exp(−‖y−y'‖²): what estimates of them are to be compared with.
func Example() {
	scenario, err := simulate.Named("bivariate")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scenario.Equation)
	x, y := scenario.Draw(500, 3, 1)
	fmt.Println(x.Dims())
	fmt.Println(y.Dims())
	if values, _, ok := scenario.Population(1, 3, 1000, 1); ok {
		fmt.Printf("%.3f\n", values)
	}
	// Output:
	// X ~ U([0, 1]^p); Y1 ~ U(X1, 1 + X1), Y2 ~ U(0, X2) independent
	// 500 3
	// 500 2
	// [0.765 0.263 0.000]
}
