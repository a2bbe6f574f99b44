package experiments

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/experiments/external"
	"drfvi/importance"
	"drfvi/results"
)

// oracle returns the importances of a simulated table by its law (simulate.Scenario.Oracle).
func (e estimation) oracle(ctx context.Context, u unit, x, y *mat.Dense, workers int) (values, error) {
	kernel, err := u.kernel().Resolve(y)
	if err != nil {
		return values{}, err
	}
	raw, ok, err := e.scenario.Oracle(ctx, kernel.Gamma, x, u.inputs.Seed, workers)
	if err != nil {
		return values{}, err
	}
	if !ok {
		panic("experiments: an oracle that parsing would refuse: " + e.scenario.Name)
	}
	v := values{
		variables: external.Names("X", u.cell.Table.P),
		numbers:   map[results.ValueName][]float64{results.ValueRaw: raw},
	}
	v.single(results.ValueGamma, kernel.Gamma)
	u.inputs.Population.add(&v, e.scenario, kernel.Gamma)
	return v, nil
}

// oracleCost is the expected cost of an oracle, for some laws much less.
func oracleCost(l importance.Size) importance.Cost {
	const draws = 2000 // for a row and an input
	return importance.Cost{Work: draws * float64(l.Rows) * float64(l.Inputs)}
}
