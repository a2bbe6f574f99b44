package censored

import (
	"context"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance/inference"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// laws are those of T and of C given the inputs of the rows of a study.
type laws struct {
	*Times
	eventLaw, censoringLaw *grownLaw
	rooms                  func(worker int) *room
}

// room is what a worker makes hazards in.
type room struct {
	weights              []float64
	byEvent, byCensoring hazards
}

// grownLaw is a law given the inputs, by the weights of a forest, out-of-bag.
type grownLaw struct {
	forest *forest.Forest // nil for the law of all rows
	leaves [][]int32
}

// learn grows the forests of the laws of T and of C. Each splits pseudo-responses made by the law
// of all rows, so that it splits where its own law differs and not the other one.
func (s Study) learn(ctx context.Context, t *Times, functions *mat.Dense, stacked inference.Stacked) (*laws, error) {
	marginal, n, width := t.marginal(), len(t.place), functions.RawMatrix().Cols
	events, censoring := mat.NewDense(n, width, nil), mat.NewDense(n, width, nil)
	transform := t.newTransform(functions)
	for row := range n {
		transform.ofEvent(events.RawRowView(row), row, marginal)
		transform.ofCensoring(censoring.RawRowView(row), row, marginal)
	}
	l, seed := &laws{Times: t}, rng.New(s.Task.Seed).Named("censored")
	l.rooms = par.Scratch(s.Task.Workers, func() *room {
		return &room{make([]float64, n), t.newHazards(), t.newHazards()}
	})
	var err error
	if l.eventLaw, err = s.grow(ctx, events, stacked, seed.Named("event")); err != nil {
		return nil, err
	}
	l.censoringLaw, err = s.grow(ctx, censoring, stacked, seed.Named("censoring"))
	return l, err
}

// hazards returns the hazards at a row, which hold until the worker's next call.
func (l *laws) hazards(worker, row int) hazards {
	r := l.rooms(worker)
	l.fill(r.byEvent, l.eventLaw.weights(r.weights, row))
	l.fill(r.byCensoring, l.censoringLaw.weights(r.weights, row))
	return hazards{r.byEvent.event, r.byCensoring.censoring}
}

// grow grows the forest of a law from pseudo-responses. None is grown if they are all equal.
func (s Study) grow(
	ctx context.Context, values *mat.Dense, stacked inference.Stacked, seed rng.Seed,
) (*grownLaw, error) {
	if isConstant(values) {
		return &grownLaw{}, nil
	}
	stacked.Config.Bandwidth, stacked.Config.ScaleResponse = forest.Wide, false
	task := s.Task
	task.Y, task.Seed, task.Progress = values, uint64(seed), nil
	grown, err := stacked.Forest(ctx, task)
	if err != nil {
		return nil, err
	}
	leaves, err := grown.Leaves(ctx, grown.Columns.OutOfBag(), task.Workers)
	return &grownLaw{grown, leaves}, err
}

// weights stores the weights of all rows at a row in dst, and returns them; nil for equal ones.
func (l *grownLaw) weights(dst []float64, row int) []float64 {
	if l.forest == nil {
		return nil
	}
	clear(dst)
	if l.forest.AddWeights(dst, l.leaves, row, 1) == 0 {
		return nil // no tree predicts the row
	}
	return dst
}
