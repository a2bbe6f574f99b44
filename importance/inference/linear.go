package inference

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/mmd"
)

// Under the kernel mmd.Linear an importance is the share of the variance of the mean that is
// lost, a total Sobol index:
//
//	I(j) = E Var(E[Y | X] | X⁽⁻ʲ⁾) / Var E[Y | X].
//
// The responses are their own coordinates, trees split for means, and the hypothesis of an input
// is that E[Y | X] does not depend on it. Under that hypothesis raw residuals have mean 0 given
// the inputs. Normal scores, sizes and pairs of residuals need not: no test multiplies these.

// coordinatesName is the aggregation of responses that are their own coordinates.
const coordinatesName = "inner products"

// isLinear reports whether importances for a task are those for means.
func isLinear(task importance.Task) bool { return task.Kernel == mmd.Linear }

// forMeans returns the configuration with trees that split for means of the responses. Responses
// keep their units, since these weigh them in the importance too.
func forMeans(c forest.Config) forest.Config {
	c.Bandwidth, c.ScaleResponse = forest.Wide, false
	return c
}

// testResponses tests the responses by learners: their scores, or under mmd.Linear their means.
func (f *Fit) testResponses(ctx context.Context, tests *rowTests, learners *learners) ([][]weightedP, error) {
	switch {
	case f.scores != nil:
		return tests.scored(ctx, learners, *f.scores, f.workers)
	case f.problem.linear:
		return tests.means(ctx, learners, f.problem.sample.Y, f.workers)
	}
	return tests.responses(ctx, learners, f.problem.sample.Y, f.workers)
}

// meanTestKinds are the kinds of tests for means: lines, curves and products.
var meanTestKinds = []testKind{{linesWeight, testLines}, {curvesWeight, testCurves}, {productsWeight, testMeanProducts}}

// testMeanProducts is testProducts without regressions, whose errors would be wrong: the
// hypothesis lets the spread of the responses depend on the input.
func testMeanProducts(s residualSets) (p []float64) {
	for _, multiplier := range s.multipliers {
		for _, inputs := range [2][]residual{s.inputLines, s.inputCurves} {
			if len(inputs) > 0 {
				p = append(p, s.test(inputs, s.responses, multiplier))
			}
		}
	}
	return p
}

// means tests the means of responses, of more than ridge.Components those of their leading
// components.
func (t *rowTests) means(ctx context.Context, learners *learners, y *mat.Dense, workers int) ([][]weightedP, error) {
	responses := padded(ridge.Standardised(ridge.Leading(y, ridge.Components)))
	stack, err := learners.stackOf(ctx, responses, workers)
	if err != nil {
		return nil, err
	}
	return t.testGroups(ctx, workers, func(j int) ([]weightedP, error) {
		return t.pValues(j, t.residuals(j, t.inputs[j], stack.phi, stack.without(j)), meanTestKinds), nil
	})
}
