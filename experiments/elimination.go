package experiments

import (
	"context"
	"fmt"
	"slices"

	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/results"
)

// elimination removes the inputs of a data set one by one, on random halves of at most a number
// of its rows.
type elimination struct{ source }

func (e elimination) inputs(u *unit) {
	e.source.inputs(u)
	u.inputs.Task = spec.Elimination
	u.inputs.Versions["elimination"] = importance.EliminationVersion
}

func (e elimination) cost(u unit) importance.Cost {
	half := e.whole
	half.Rows = min(half.Rows, e.rows) / 2
	return u.method.EliminationCost(u.settings, half)
}

func (e elimination) compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error) {
	eliminator, err := u.method.Eliminator(u.settings)
	if err != nil {
		return values{}, err
	}
	table, err := e.open(u, u.dataSeed)
	if err != nil {
		return values{}, err
	}
	train, test := table.Halves(e.rows, u.dataSeed)
	kernel, err := mmd.LossKernel(train.Y)
	if err != nil {
		return values{}, fmt.Errorf("%s: %w", e.set, err)
	}
	path, err := importance.Eliminate(ctx, eliminator, importance.Task{
		X: train.X, Y: train.Y, Levels: train.Levels, Groups: table.groups, Kernel: u.kernel(),
		Seed: u.inputs.Seed, Workers: workers, Progress: report,
	}, &importance.Test{X: test.X, Y: test.Y, Kernel: kernel})
	if err != nil {
		return values{}, err
	}
	v := eliminated(path, table)
	if table.sha256 != "" {
		v.notes["data_sha256"] = table.sha256
	}
	return v, nil
}

// eliminated returns the values of a record of an elimination.
func eliminated(path importance.Path, table opened) values {
	names := table.names
	order, importance := make([]float64, len(names)), make([]float64, len(names))
	for s, j := range path.Eliminated {
		order[s], importance[j] = float64(j), path.Values[s]
	}
	v := values{
		variables: names,
		numbers: map[results.ValueName][]float64{
			results.ValueLoss: path.Loss, results.ValueEliminated: order, results.ValueWhenEliminated: importance,
			results.ValueCumulative: {path.Cumulative(results.CumulativeVariables)}, results.ValueLossGamma: {path.LossGamma},
		},
		notes:    map[string]string{"loss_aggregation": path.LossAggregation},
		warnings: slices.Concat(table.warnings, path.Warnings),
	}
	v.single(results.ValueForests, path.Forests)
	v.single(results.ValueGamma, path.Gamma)
	if path.Aggregation != "" {
		v.notes["aggregation"] = path.Aggregation
	}
	return v
}
