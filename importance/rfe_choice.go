package importance

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/linalg"
)

// Choice says how many inputs to keep.
type Choice struct {
	// Loss[k] is the mean loss with k inputs, from none on, SE[k] its standard
	// error.
	Loss, SE []float64
	// Above[k] is by how much that is above the smallest, AboveSE[k] the standard
	// error of this difference.
	Above, AboveSE []float64
	// Best is the number of inputs with the smallest loss, the smaller of
	// equals. Keep is the smallest number whose loss is above that by no more than
	// one standard error of the difference (Breiman et al. 1984, with differences
	// in the place of losses). It is 0 where the difference between none and Best
	// could be chance, by a one-sided test at Level.
	Best, Keep int
}

// Choose weighs the losses of paths over the same number of inputs, at least
// one, with losses of test rows. Standard errors are of paired differences: losses
// at the same rows rise and fall together, whatever the inputs. With s² the
// variance over the R paths, and r² the squared standard error over the test rows of
// one, the mean of all,
//
//	SE² = s²/R + r².
//
// The first term is what more halves would take away, the second what they would
// not, since random halves of one table have rows in common (Nadeau and Bengio 2003,
// who estimate it by s² too, of few halves a bad estimate).
func Choose(paths []Path) Choice {
	p := len(paths[0].Loss)
	c := Choice{}
	nothing := func(Path) []float64 { return nil }
	for k := range p + 1 {
		loss, se := weigh(paths, k, nothing)
		c.Loss, c.SE = append(c.Loss, loss), append(c.SE, se)
	}
	c.Best = floats.MinIdx(c.Loss)
	for k := range p + 1 {
		above, se := weigh(paths, k, func(path Path) []float64 { return path.testLosses(c.Best) })
		c.Above, c.AboveSE = append(c.Above, above), append(c.AboveSE, se)
	}
	if c.Above[0] <= oneSided*c.AboveSE[0] {
		return c
	}
	for c.Keep = 1; c.Above[c.Keep] > c.AboveSE[c.Keep]; {
		c.Keep++
	}
	return c
}

// weigh returns the mean over paths of the losses with k inputs, less others at
// the same rows or nil, and its standard error.
func weigh(paths []Path, k int, others func(Path) []float64) (mean, se float64) {
	values := make([]float64, len(paths))
	within, between := 0.0, 0.0
	for r, path := range paths {
		rows := slices.Clone(path.testLosses(k))
		if less := others(path); less != nil {
			floats.Sub(rows, less)
		}
		values[r] = path.Test.Mean(rows)
		se := path.Test.StandardError(rows)
		within += float64(se*se) / float64(len(paths))
	}
	if len(paths) > 1 {
		_, between = linalg.Variance(values)
		between /= float64(len(paths))
	}
	return linalg.Mean(values), math.Sqrt(between + within)
}

// oneSided is the normal quantile of 1 − Level.
const oneSided = 1.6448536269514715

// testLosses are the losses of the test rows with k inputs.
func (p Path) testLosses(k int) []float64 { return p.TestLosses[len(p.Loss)-k] }
