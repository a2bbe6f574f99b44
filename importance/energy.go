package importance

import (
	"context"
	"fmt"

	"drfvi/forest"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Energy is Coupled with the energy distance (Székely and Rizzo 2013) in place of the MMD of
// the Gaussian kernel. With Y of P and Y' of Q:
//
//	𝓔(P, Q) = 2E‖Y − Y'‖ − E‖Y₁ − Y₂‖ − E‖Y₁' − Y₂'‖;
//	I(j)    = E[ 𝓔(P(Y|X), P(Y|X⁽⁻ʲ⁾)) ] / E[ 𝓔(P(Y), P(Y|X)) ].
//
// The energy distance has no bandwidth and gives more weight to distant responses.
// Forests and errors over trees are those of Coupled. Squared distances are those of the
// distance-induced kernel projected on at most energyRank responses (mmd.Energy).
type Energy struct {
	Config forest.Config
}

var _ Estimator = Energy{}

// energyRank is the highest rank of the factor of the distance-induced kernel: importances
// for one or two responses are then within a hundredth of those from all pairs
// (TestEnergyByPairs). If more than energyDoubt of the kernel's diagonal is left out, as
// for responses of many dimensions, there is a warning.
const energyRank, energyDoubt = 256, 0.1

// Name returns "energy".
func (Energy) Name() string { return "energy" }

// Estimate implements Estimator. The task's kernel is not used.
func (e Energy) Estimate(ctx context.Context, task Task) (Result, error) {
	if err := CheckPruned(e.Config, "coupled"); err != nil {
		return Result{}, err
	}
	if task.Fourier > 0 {
		return Result{}, fmt.Errorf("%s: %d random Fourier features are not supported, the energy distance has "+
			"a factor of its own", e.Name(), task.Fourier)
	}
	groups := task.Variables()
	s, err := newSettingWith(task, e.Config, func(a *aggregator) error {
		a.factor = mmd.Energy(a.y, energyRank)
		a.name = "energy distance, " + a.factor.String()
		return nil
	})
	if err != nil {
		return Result{}, err
	}
	coupled, err := s.grower.Couple(ctx, nil, groups, uint64(rng.New(task.Seed).Named("energy")), task.Workers)
	if err != nil {
		return Result{}, err
	}
	if residual := s.factor.Residual; residual > energyDoubt {
		s.warnings = append(s.warnings, fmt.Errorf("distances between responses have too many dimensions for %d "+
			"coordinates, which leave out %.0f %% of them: what moves single directions may have too small a value",
			energyRank, 100*residual))
	}
	task.Report(0.7)
	return s.coupledResult(ctx, coupled)
}

// Cost implements Estimator.
func (e Energy) Cost(s Size) Cost {
	s.Kernel, s.Fourier = Spectrum{Rank: min(energyRank, s.Rows, 64*s.Responses)}, 0
	return Coupled(e).Cost(s)
}
