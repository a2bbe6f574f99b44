package experiments

import (
	"context"
	"fmt"

	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/importance/inference"
	"drfvi/results"
	"drfvi/simulate"
)

// responses are those of the scenario.
func (e estimation) responses() []aspects.Response {
	var all []aspects.Response
	for k := range e.scenario.Outputs {
		all = append(all, aspects.Response{Name: fmt.Sprint("y", k+1), Columns: []int{k}})
	}
	return all
}

// estimateAspects returns the values of a table with the aspects that move, beside the
// known effects.
func (e estimation) estimateAspects(ctx context.Context, estimator importance.Estimator, task importance.Task, t opened) (v values, gamma float64, err error) {
	result, report, err := aspects.Estimate(ctx, estimator, task, e.responses(), inference.Questions{})
	if err != nil {
		return values{}, 0, err
	}
	v = estimated(result, t)
	for _, f := range report.Findings {
		of := func(value results.AspectValue) results.ValueName {
			name := value.Of(string(f.Kind))
			if f.Kind != aspects.Dependence {
				return name.OfResponse(f.Of[0] + 1)
			}
			return name
		}
		found, moves := make([]float64, len(t.names)), make([]float64, len(t.names))
		for j, name := range t.names {
			if f.Found(j) {
				found[j] = 1
			}
			if e.scenario.DoesMove(simulate.Moved{Aspect: string(f.Kind), Response: f.Of[0] + 1, Input: name}) {
				moves[j] = 1
			}
		}
		v.numbers[of(results.AspectArea)], v.numbers[of(results.AspectFound)], v.numbers[of(results.AspectMoves)] = f.Area, found, moves
		v.numbers[of(results.AspectShare)] = []float64{f.Explained.Value}
	}
	return v, result.Gamma, nil
}
