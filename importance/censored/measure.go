package censored

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/mmd"
)

// Measurement is what was measured of a study. Decide of package answer decides.
type Measurement struct {
	answer.Measurement
	Times
	// Bounded is the number of rows whose probability of not being censored before their time is
	// learnt to be so small that it was bounded.
	Bounded  int
	design   design.Design
	grid     []float64  // times of curves
	survived *mat.Dense // by row and time of the grid, the pseudo-response of being beyond it
}

// Measure measures what is asked of a study: importances, with intervals and tests, of inputs and
// of groups of them. It returns an error if anything else is asked.
func Measure(
	ctx context.Context, s inference.Stacked, study Study, questions answer.Questions,
) (*Measurement, error) {
	if questions.Aspects != nil || questions.Effects != nil || questions.Rows || questions.Interactions {
		return nil, fmt.Errorf("censored: neither aspects, Shapley effects, rows nor interactions are supported, " +
			"expected Questions without them")
	}
	task := study.Task
	if err := task.Prepare("censored"); err != nil {
		return nil, err
	}
	if task.Kernel == nil || task.Kernel == mmd.Linear {
		return nil, fmt.Errorf("censored: kernel %v compares no distributions of times, expected another", task.Kernel)
	}
	times, err := study.Times()
	if err != nil {
		return nil, err
	}
	m := &Measurement{Times: *times, design: task.Design()}
	if times.Censored == 0 {
		return m, m.uncensored(ctx, s, study, questions)
	}
	return m, m.transformed(ctx, s, study, questions)
}

// uncensored measures times that are all known up to the horizon.
func (m *Measurement) uncensored(
	ctx context.Context, s inference.Stacked, study Study, questions answer.Questions,
) (err error) {
	var indicators *mat.Dense
	m.grid, indicators = m.curve()
	m.survived = linalg.Rows(indicators, m.place)
	task := study.Task
	task.Y = m.cut(task.Y)
	m.Measurement, err = answer.Measure(ctx, s, task, questions)
	return err
}

// transformed measures pseudo-responses.
func (m *Measurement) transformed(
	ctx context.Context, s inference.Stacked, study Study, questions answer.Questions,
) error {
	kernel, coordinates, err := study.embed(ctx, &m.Times)
	if err != nil {
		return err
	}
	conditional, err := study.learn(ctx, &m.Times, coordinates, s)
	if err != nil {
		return err
	}
	var values *mat.Dense
	scores, indicators := m.scores(), (*mat.Dense)(nil)
	m.grid, indicators = m.curve()
	functions := linalg.Beside(coordinates, scores, indicators)
	values, m.Bounded, err = m.pseudoResponses(ctx, functions, conditional.hazards, study.Task.Workers)
	if err != nil {
		return err
	}
	part := func(first, width int) *mat.Dense {
		return mat.DenseCopyOf(values.Slice(0, len(m.place), first, first+width))
	}
	rank := coordinates.RawMatrix().Cols
	m.survived = part(rank+4, len(m.grid))
	task := study.Task
	task.Y, task.Kernel = part(0, rank), mmd.Linear
	questions.Scores, questions.Alone = scoresOf(task.Y, part(rank, 4)), false
	if m.Measurement, err = answer.Measure(ctx, s, task, questions); err != nil {
		return err
	}
	m.Result, m.Sets = m.ofLaw(m.Result, task.Y, kernel), m.ofLaw(m.Sets, task.Y, kernel)
	return nil
}

// ofLaw returns a result whose shares are those of the variation of φ, not of its
// pseudo-responses ψ. Since ‖φ‖ = 1, it is, without bias,
//
//	1 − ‖mean ψ‖² + tr Cov(mean ψ).
func (m *Measurement) ofLaw(result importance.Result, psi *mat.Dense, kernel mmd.Kernel) importance.Result {
	variation, total := 0.0, 1.0
	for k := range psi.RawMatrix().Cols {
		column := mat.Col(nil, k, psi)
		mean, variance := linalg.Variance(column)
		se := m.design.StandardError(column)
		variation += variance
		total += float64(se*se) - float64(mean*mean)
	}
	result.Gamma, result.Aggregation = kernel.Gamma, ""
	result.Denominator *= variation
	if result.Inference == nil {
		return result
	}
	in := *result.Inference
	in.Explained = share(in.Explained, variation/total, total)
	in.Lost = append([]importance.Share{}, in.Lost...)
	for j := range in.Lost {
		in.Lost[j] = share(in.Lost[j], variation/total, total)
	}
	result.Inference = &in
	return result
}

// share returns a share of another total, ratio times as large.
func share(s importance.Share, ratio, total float64) importance.Share {
	s.Value, s.Learnt, s.SE, s.Total = s.Value*ratio, s.Learnt*ratio, s.SE*ratio, total
	s.Interval.Low, s.Interval.High = s.Interval.Low*ratio, min(s.Interval.High*ratio, 1)
	return s
}
