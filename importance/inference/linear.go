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

// meanTestKinds are the kinds of tests for means: lines, curves and products.
var meanTestKinds = testKinds(linesWeight)[:3]

// means tests the means of responses, of more than ridge.Components those of their leading
// components.
func (t *rowTests) means(ctx context.Context, learners *learners, y *mat.Dense, workers int) ([][]weightedP, error) {
	responses := padded(ridge.Standardised(ridge.Leading(y, ridge.Components)))
	stack, err := learners.on(ctx, responses, workers)
	if err != nil {
		return nil, err
	}
	return t.testGroups(ctx, workers, func(j int) ([]weightedP, error) {
		return t.pValues(j, t.residuals(j, stack.phi, stack.without(j)), meanTestKinds), nil
	})
}
