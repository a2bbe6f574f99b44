package censored

import (
	"context"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
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
	share  float64 // of the forest's law, beside that of all rows
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
	l.fill(r.byEvent, l.eventLaw.weights(r.weights, row), l.eventLaw.share)
	l.fill(r.byCensoring, l.censoringLaw.weights(r.weights, row), l.censoringLaw.share)
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
	l := &grownLaw{forest: grown}
	if l.leaves, err = grown.Leaves(ctx, grown.Columns.OutOfBag(), task.Workers); err != nil {
		return nil, err
	}
	l.share, err = forestShare(ctx, grown, values, task.Workers)
	return l, err
}

// forestShare returns the slope of the line of values on their out-of-bag predictions, between 0
// and 1 − marginalShare:
//
//	Σ ⟨ψ − mean ψ, μ̂ − mean μ̂⟩ / Σ ‖μ̂ − mean μ̂‖².
//
// What a forest predicts of noise is noise. All rows near each other share it in their
// pseudo-responses, where tests would find it.
func forestShare(ctx context.Context, f *forest.Forest, values *mat.Dense, workers int) (float64, error) {
	n, width := values.Dims()
	wide := mat.NewDense(n, simd.Pad(width), nil)
	wide.Slice(0, n, 0, width).(*mat.Dense).Copy(values)
	predicted, _, err := f.Embed(ctx, wide, f.Columns.OutOfBag(), workers)
	if err != nil {
		return 0, err
	}
	product, square := 0.0, 0.0
	for k := range width {
		column := mat.Col(nil, k, predicted)
		floats.AddConst(-linalg.Mean(column), column)
		product += linalg.Dot(column, mat.Col(nil, k, values))
		square += linalg.Dot(column, column)
	}
	if !(square > 0) {
		return 0, nil
	}
	return min(max(product/square, 0), 1-marginalShare), nil
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
