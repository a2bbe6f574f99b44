// Package censored asks which inputs change the distribution of a time T, such as a lifetime, of
// which for some rows it is only known that it is longer: they are censored at a time C.
//
// Let φ embed the times by a Gaussian kernel, and h be a horizon up to which times can be
// compared. Importances are those of importance/inference for min(T, h):
//
//	I(j) = E‖μ(X) − E[μ(X) | X⁽⁻ʲ⁾]‖² / V,   V = E‖μ(X) − Eμ‖²,   μ(x) = E[φ(min(T, h)) | X = x].
//
// Pseudo-responses in the place of φ(min(T, h)), which is not known for all rows, have the same
// mean given the inputs (see transform). They are right if either the law of T or that of C given
// the inputs is learnt well. Two forests learn these laws, out-of-bag. Tests multiply
// pseudo-responses of scores of the times. If no row is censored before the horizon, the times
// are the responses, and nothing differs from package answer.
//
// This assumes that T and C are independent given the inputs. Intervals take the pseudo-responses
// as given.
//
// With inputs x, n×p, times y, n×1, and which of them are those of the event, errors left out:
//
//	study := censored.Study{
//		Task:  importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2},
//		Event: event,
//	}
//	answers, err := censored.Ask(context.Background(), inference.Standard(100), study)
//	for j, input := range answers.Inputs {
//		fmt.Printf("x%d: p = %.2g, significant %v\n", j+1, input.Adjusted, input.Significant)
//	}
package censored

import (
	"context"

	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
)

// Version names the algorithms of the package. It is raised when the same study no longer gives
// the same values.
const Version = "1"

// Study is a table of times some of which are censored.
type Study struct {
	// Task has the inputs, the times as its only response, the kernel on them, and the clusters.
	// Weights are not supported.
	Task importance.Task
	// Event says of which rows the time is that of the event. The others are censored.
	Event []bool
	// Horizon is the time up to which rows are compared; 0 for the usual one (UsualHorizon).
	Horizon float64
}

// Numbers that values depend on.
const (
	// atRisk is the share of the rows that the usual horizon leaves at risk.
	atRisk = 0.1
	// leastFree bounds the probability of not being censored, by which events are divided.
	leastFree = 0.05
	// marginalShare is the least share of the law of all rows in the law given the inputs.
	marginalShare = 0.05
	// fewestEvents is the least number of events before the horizon.
	fewestEvents = 20
	// mostTimes is the largest number of different times that are told apart before the horizon.
	mostTimes = 1000
	// Coordinates of times leave out at most tolerance of the kernel, and are at most mostRank.
	tolerance, mostRank = 1e-4, 64
	// indexScores is the number of scores that indices of the regressions predict.
	indexScores = 2
	// curveTimes is the number of times at which survival is told.
	curveTimes = 40
)

// Ask answers for a study. It returns an error that says what to change for data that cannot
// tell.
func Ask(ctx context.Context, s inference.Stacked, study Study) (answer.Answers, error) {
	m, err := Measure(ctx, s, study, answer.Questions{})
	if err != nil {
		return answer.Answers{}, err
	}
	return answer.Decide(m.Evidence), nil
}
