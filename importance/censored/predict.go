package censored

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
)

// Predictor predicts survival given the inputs by the forest of the law of T.
type Predictor struct {
	*laws
	workers int
	design  design.Design
}

// Learn learns to predict survival.
func Learn(ctx context.Context, s inference.Stacked, study Study) (*Predictor, error) {
	if err := study.Task.Prepare("censored"); err != nil {
		return nil, err
	}
	times, err := study.Times()
	if err != nil {
		return nil, err
	}
	_, coordinates, err := study.embed(ctx, times)
	if err != nil {
		return nil, err
	}
	learnt, err := study.learn(ctx, times, coordinates, s)
	return &Predictor{learnt, study.Task.Workers, study.Task.Design()}, err
}

// Predict predicts the probability of no event up to each time, one row for each row of x, or for
// each training row out-of-bag if x is nil. It returns an error for times that are not before the
// horizon.
func (p *Predictor) Predict(ctx context.Context, x *mat.Dense, times []float64) (*mat.Dense, error) {
	steps := make([]int, len(times)) // numbers of hazards up to each
	for c, time := range times {
		if !(time > 0 && time < p.Horizon) {
			return nil, fmt.Errorf("censored: no survival at %v can be told, expected a time above 0 and below %v, "+
				"the horizon", time, p.Horizon)
		}
		place, found := slices.BinarySearch(p.distinct, time)
		if steps[c] = place; found {
			steps[c]++
		}
	}
	law, rows := *p.eventLaw, len(p.place)
	if x != nil {
		if rows, _ = x.Dims(); law.forest != nil {
			eval, err := law.forest.Columns.On(x)
			if err != nil {
				return nil, err
			}
			if law.leaves, err = law.forest.Leaves(ctx, eval, p.workers); err != nil {
				return nil, err
			}
		}
	}
	predicted := mat.NewDense(rows, len(times), nil)
	err := par.Do(ctx, p.workers, rows, func(worker, row int) {
		r := p.rooms(worker)
		p.fill(r.byEvent, law.weights(r.weights, row), law.share)
		survivors := survival(r.byEvent.event)
		for c, count := range steps {
			value := 1.0
			if count > 0 {
				value = survivors[count-1]
			}
			predicted.Set(row, c, value)
		}
	})
	return predicted, err
}

// Check compares predictions of the training rows, out-of-bag, with their pseudo-responses.
type Check struct {
	Time float64
	// Slope is that of the line of pseudo-responses on predictions: 1 where predictions are right,
	// below 1 where they vary too much, with its standard error. It is 0 where all are equal.
	Slope, SE float64
	// Thirds are the rows by their prediction, the lowest first.
	Thirds []Third
}

// Third has the mean prediction of a third of the rows, and the share that lasts longer, with its
// standard error.
type Third struct {
	Rows                int
	Predicted, Seen, SE float64
}

// Check checks predictions at times.
func (p *Predictor) Check(ctx context.Context, times []float64) ([]Check, error) {
	predicted, err := p.Predict(ctx, nil, times)
	if err != nil {
		return nil, err
	}
	indicators := mat.NewDense(len(p.distinct), len(times), nil)
	for k, distinct := range p.distinct {
		for c, time := range times {
			if distinct > time {
				indicators.Set(k, c, 1)
			}
		}
	}
	responses, _, err := p.pseudoResponses(ctx, indicators, p.hazards, p.workers)
	if err != nil {
		return nil, err
	}
	var checks []Check
	for c, time := range times {
		checks = append(checks, p.check(time, mat.Col(nil, c, predicted), mat.Col(nil, c, responses)))
	}
	return checks, nil
}

// check compares predictions at a time with pseudo-responses.
func (p *Predictor) check(time float64, predicted, responses []float64) Check {
	c, order := Check{Time: time}, rank.Ascending(predicted)
	for third := range 3 {
		var rows []int32
		for _, row := range order[third*len(order)/3 : (third+1)*len(order)/3] {
			rows = append(rows, int32(row))
		}
		d := p.design.Choose(rows)
		pick := func(values []float64) []float64 {
			chosen := make([]float64, len(rows))
			for i, row := range rows {
				chosen[i] = values[row]
			}
			return chosen
		}
		c.Thirds = append(c.Thirds, Third{
			len(rows), d.Mean(pick(predicted)), d.Mean(pick(responses)), d.StandardError(pick(responses)),
		})
	}
	mean, variance := linalg.Variance(predicted)
	if variance == 0 {
		return c
	}
	average, terms := p.design.Mean(responses), make([]float64, len(responses))
	for i, v := range predicted {
		terms[i] = (v - mean) / variance * (responses[i] - average)
	}
	c.Slope = p.design.Mean(terms)
	for i, v := range predicted {
		terms[i] -= float64(c.Slope * (v - mean) * (v - mean) / variance)
	}
	c.SE = p.design.StandardError(terms)
	return c
}
