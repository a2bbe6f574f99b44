package mmd_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"drfvi/mmd"
)

// Two samples with equal means are told apart, under kernels of two widths.
func Example() {
	narrow := mat.NewDense(5, 1, []float64{-1, -0.5, 0, 0.5, 1})
	wide := mat.NewDense(5, 1, []float64{-4, -2, 0, 2, 4})
	for _, choice := range []mmd.KernelChoice{mmd.Median, mmd.Gamma(0.5)} {
		kernel, err := choice.Resolve(wide)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%v: γ = %.4f, MMD² = %.4f\n", choice, kernel.Gamma, mmd.Distance(narrow, wide, kernel))
	}
	// Output:
	// median: γ = 0.0312, MMD² = 0.0838
	// 0.5: γ = 0.5000, MMD² = 0.4342
}

// The squared distance of two samples of equal means, in maximum mean discrepancy:
// the squared length of the difference of their kernel mean embeddings, of which
// Cholesky gives coordinates.
func ExampleCholesky() {
	narrow, wide := []float64{-1, -0.5, 0, 0.5, 1}, []float64{-4, -2, 0, 2, 4}
	y := mat.NewDense(10, 1, append(narrow, wide...))
	kernel, err := mmd.Median.Resolve(y)
	if err != nil {
		log.Fatal(err)
	}
	factor, _ := mmd.Cholesky(y, kernel, mmd.FactorTolerance, 10)
	weights := mat.NewVecDense(10, []float64{.2, .2, .2, .2, .2, -.2, -.2, -.2, -.2, -.2})
	var difference mat.VecDense
	difference.MulVec(factor.L.T(), weights)
	fmt.Printf("%.4f\n", mat.Dot(&difference, &difference))
	// Output:
	// 0.3312
}
