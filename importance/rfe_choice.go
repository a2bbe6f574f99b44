package importance

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// Choice says how many variables to keep.
type Choice struct {
	// Loss[k−1] is the mean loss of forests on k variables, SE[k−1] its
	// standard error.
	Loss, SE []float64
	// Best is the number of variables with the smallest loss, the smaller of
	// equals. Keep is the smallest number with a loss within one standard
	// error of that (Breiman et al. 1984).
	Best, Keep int
}

// Choose weighs the losses of paths over the same number of variables, at least
// one. Standard errors are those of the mean over paths, or for a single path
// those over its test rows.
func Choose(paths []Path) Choice {
	p := len(paths[0].Loss)
	c := Choice{Loss: make([]float64, p), SE: make([]float64, p)}
	of := make([]float64, len(paths))
	for k := range p {
		for r, path := range paths {
			of[r] = path.Loss[p-1-k]
		}
		c.Loss[k], c.SE[k] = stat.MeanStdDev(of, nil)
		c.SE[k] /= math.Sqrt(float64(len(paths)))
		if len(paths) == 1 {
			c.SE[k] = paths[0].SE[p-1-k]
		}
	}
	best := floats.MinIdx(c.Loss)
	c.Best, c.Keep = best+1, best+1
	for k, loss := range c.Loss[:best] {
		if loss <= c.Loss[best]+c.SE[best] {
			c.Keep = k + 1
			break
		}
	}
	return c
}
