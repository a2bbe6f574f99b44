// Package effect asks whether a treatment changes the distribution of a response, and for whom.
//
// Let Y(1) and Y(0) be what a row's response would be with the treatment and without, and φ the
// embedding of a Gaussian kernel. The importance of input j is the share of the variation of the
// effect between rows that is lost without it:
//
//	I(j) = E‖τ(X) − E[τ(X) | X⁽⁻ʲ⁾]‖² / V,   V = E‖τ(X) − Eτ‖²,
//	τ(x) = E[φ(R(1)) − φ(R(0)) | X = x],     R(w) = Y(w) − (E[Y(1)|x] + E[Y(0)|x])/2.
//
// Responses are taken relative to the midpoint of both arms, since otherwise an input that moves
// both arms alike would move τ. An effect on the mean (Mean) has τ(x) = E[Y(1) − Y(0) | x].
//
// Arms.Learn learns what is not asked (Nuisances). Pseudo-responses made with it have the mean
// τ(x) given the inputs. Nuisances.Answer estimates importances from these. It tests that the
// treatment changes nothing on average, and that its effect is the same for all rows. Twice the
// lesser of the two p-values is that of no effect on anyone.
//
// These are effects of the treatment only under assumptions. No unmeasured cause moves both the
// treatment and the response. No input is measured after the treatment. No row's treatment
// affects another row.
//
// With inputs x, n×p, responses y, n×1, and which rows are treated, errors left out:
//
//	study := effect.Study{
//		Task:    importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2},
//		Treated: treated, Propensity: slices.Repeat([]float64{0.5}, len(treated)),
//	}
//	answers, err := effect.Ask(context.Background(), inference.Standard(100), study, effect.Law)
//	fmt.Printf("average effect %.2f, no effect: p = %.1g\n", answers.Average.Value, answers.AnyoneP)
//	for j, input := range answers.Inputs {
//		fmt.Printf("x%d: p = %.2g, significant %v\n", j+1, input.Adjusted, input.Significant)
//	}
package effect

import (
	"context"

	"drfvi/importance"
	"drfvi/importance/inference"
)

// Version names the algorithms of the package. It is raised when the same study no longer gives
// the same values.
const Version = "1"

// Study is a table in which some rows were treated.
type Study struct {
	// Task has the inputs, one response, the kernel and the clusters. Weights are not supported.
	Task importance.Task
	// Treated says which rows were treated.
	Treated []bool
	// Propensity is, by row, the known probability of treatment, as in a trial. If it is nil, it
	// is learnt, and rows count in proportion to their overlap.
	Propensity []float64
}

// Kind is what a treatment has an effect on.
type Kind string

const (
	Law  Kind = "law"  // the whole distribution
	Mean Kind = "mean" // the mean alone
)

// Numbers that values depend on.
const (
	// clipped bounds learnt propensities from 0 and 1.
	clipped = 0.02
	// largestShare bounds the calibration of the arms' difference.
	largestShare = 1.5
	// features is the number of coordinates of the Gaussian kernel: the first hold all but 1e-4
	// of a response up to 3 median distances from 0.
	features = 24
	// fewestRows is the least number of rows of an arm, fewestEffective that of the rows that
	// their weights are worth.
	fewestRows, fewestEffective = 20, 50
	// overlapEnd is the propensity from which on, below it or above 1 less it, a row has hardly any
	// match in the other arm; a warning says so of extremeShare of the rows.
	overlapEnd, extremeShare = 0.05, 0.1
	// mostTelling is the largest number of inputs that the warning names.
	mostTelling = 3
)

// Ask answers for a study. It returns an error that says what to change for data that cannot
// tell.
func Ask(ctx context.Context, s inference.Stacked, study Study, kind Kind) (Answers, error) {
	arms, err := Divide(study)
	if err != nil {
		return Answers{}, err
	}
	nuisances, err := arms.Learn(ctx, s)
	if err != nil {
		return Answers{}, err
	}
	return nuisances.Answer(ctx, kind)
}
