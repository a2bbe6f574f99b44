package effect

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
	"drfvi/mmd"
)

// Answers say whether a treatment has an effect, and for whom.
type Answers struct {
	Kind Kind
	// Treated is the number of treated rows, Effective the number of rows of equal weight that
	// all are worth.
	Treated   int
	Effective float64
	// Raw is the difference of the means of the arms, Average the average effect on the mean.
	Raw     float64
	Average Estimate
	// AverageP is the p-value of the hypothesis that the treatment changes nothing on average: of
	// the distribution and of its mean together, or of the mean alone for Mean. SameP is that of
	// the hypothesis that the effect is the same for all rows, and AnyoneP that of no effect on
	// anyone.
	AverageP, SameP, AnyoneP float64
	// Differs is H, the share of the squared effect that differs between rows:
	//
	//	H = V / (V + ‖Eτ‖²).
	//
	// It is NaN unless SameP is at most importance.Level.
	Differs float64
	// Result has the importances of the inputs, with intervals and tests; Answers, embedded, the
	// decisions.
	Result importance.Result
	answer.Answers
	// Aspects are effects on the mean and on the spread; nil for Mean.
	Aspects []Aspect
	// Effects are, by row, pseudo-responses of the effect on the mean.
	Effects []float64
	// Propensity is that of each row, and Weights are those of the rows, nil in a trial.
	Propensity, Weights []float64
	// Warnings are doubts that a reader should know.
	Warnings []error
}

// Aspect is the effect on one aspect of the distribution.
type Aspect struct {
	Name    string
	Average Estimate  // the effect on average
	P       []float64 // by input, of the hypothesis that the effect does not depend on it
}

// Estimate is a number with its standard error, its interval and the p-value of the hypothesis
// that it is 0.
type Estimate struct {
	Value, SE float64
	Interval  importance.Interval
	P         float64
}

// measured are pseudo-responses, with those that tests are made of.
type measured struct {
	coordinates *mat.Dense // whose mean given the inputs is τ
	scores      inference.Scores
	targets     []namedTarget
	gamma       float64 // of the kernel on R; 0 for none
}

// namedTarget is an aspect of the effect.
type namedTarget struct {
	name   string
	values *mat.Dense // n×1
}

// Answer answers for an effect on the law or on the mean.
func (u *Nuisances) Answer(ctx context.Context, kind Kind) (Answers, error) {
	y, err := u.pseudoResponses(ctx, u.study.Task.Y)
	if err != nil {
		return Answers{}, err
	}
	m := measured{coordinates: y.values, scores: inference.Scores{Lines: y.values}}
	switch kind {
	case Mean:
	case Law:
		if m, err = u.ofLaw(ctx, y); err != nil {
			return Answers{}, err
		}
	default:
		return Answers{}, fmt.Errorf("effect: unknown kind %q, expected %q or %q", kind, Law, Mean)
	}
	a := Answers{
		Kind: kind, Treated: len(u.rows[1]), Effective: u.effectiveRows(), Raw: u.rawDifference(),
		Effects: mat.Col(nil, 0, y.values), Propensity: u.Propensity, Weights: u.Weights(),
	}
	a.Average = u.estimate(a.Effects)
	warning, err := u.overlapWarning(ctx)
	if err != nil {
		return Answers{}, err
	}
	if warning != nil {
		a.Warnings = append(a.Warnings, warning)
	}
	err = u.decide(ctx, &a, m)
	return a, err
}

// ofLaw makes the pseudo-responses of the law of R.
func (u *Nuisances) ofLaw(ctx context.Context, y *pseudoResponses) (m measured, err error) {
	r := u.midway(y)
	kernel, err := u.study.Task.Kernel.Resolve(mat.NewDense(len(r.values), 1, r.values))
	if err != nil {
		return m, err
	}
	m.gamma = kernel.Gamma
	if m.coordinates, err = u.relativeEffects(ctx, r, gaussian(r.values, kernel)); err != nil {
		return m, err
	}
	median, err := mmd.Median.Resolve(mat.NewDense(len(r.values), 1, r.values))
	if err != nil {
		return m, err
	}
	scores, err := u.relativeEffects(ctx, r, polynomials(r.values, median))
	if err != nil {
		return m, err
	}
	m.scores = inference.Scores{
		Lines:   linalg.Beside(y.values, linalg.Columns(scores, []int{0})),
		Spreads: linalg.Columns(scores, []int{1}),
		Tails:   linalg.Columns(scores, []int{1, 2, 3}),
	}
	m.targets = []namedTarget{{"mean", y.values}, {"spread", m.scores.Spreads}}
	return m, nil
}

// decide estimates importances, and tests.
func (u *Nuisances) decide(ctx context.Context, a *Answers, m measured) error {
	task := u.study.Task
	task.Y, task.Kernel, task.Weights = m.coordinates, mmd.Linear, a.Weights
	fit, err := u.stacked.LearnScores(ctx, task, m.scores)
	if err != nil {
		return err
	}
	var further []inference.Target
	for _, target := range m.targets {
		further = append(further, inference.Target{Values: target.values, Inferred: true})
	}
	measured, err := fit.Infer(ctx, further...)
	if err != nil {
		return err
	}
	a.Result = measured.Result
	a.Result.Gamma = m.gamma
	for k, target := range m.targets {
		aspect := Aspect{Name: target.name, Average: u.estimate(mat.Col(nil, 0, target.values))}
		if in := measured.Targets[k].Inference; in != nil {
			aspect.P = in.P
		}
		a.Aspects = append(a.Aspects, aspect)
	}
	a.combineMean()
	a.Answers = answer.Decide(answer.Evidence{Result: a.Result, Units: task.Design().Units(len(u.w))})
	square, p := u.average(m.coordinates)
	a.AverageP = p
	if a.Kind == Law {
		a.AverageP = withMean(p, a.Average.P)
	}
	a.SameP = a.Overall.P
	a.AnyoneP = min(1, 2*min(a.AverageP, a.SameP))
	if a.Differs = math.NaN(); a.SameP <= importance.Level {
		variation := max(a.Overall.Value, 0) * u.variation(m.coordinates)
		a.Differs = variation / (variation + max(square, 0))
	}
	return nil
}

// withMean combines the p-values of an effect on the law and on the mean, with half of the weight
// each. What does not change the law does not change its mean.
func withMean(law, mean float64) float64 { return rank.Harmonic([]float64{law, mean}, []float64{1, 1}) }

// combineMean combines the p-values of inputs with those of the effect on the mean.
func (a *Answers) combineMean() {
	in := a.Result.Inference
	if a.Kind != Law || in == nil || in.P == nil || a.Aspects[0].P == nil {
		return
	}
	for j, p := range in.P {
		in.P[j] = withMean(p, a.Aspects[0].P[j])
	}
	in.Adjusted = importance.Holm(in.P)
}
