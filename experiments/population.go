package experiments

import (
	"math"

	"drfvi/experiments/spec"
	"drfvi/importance/shapley"
	"drfvi/internal/rng"
	"drfvi/results"
	"drfvi/simulate"
)

// populationInputs determines the population importances of a unit, besides its
// scenario, its number of inputs and its kernel.
type populationInputs struct {
	Draws int    `json:"draws"`
	Seed  uint64 `json:"seed"`
	// Effects is true for Shapley effects, in closed form.
	Effects bool `json:"effects,omitempty"`
}

// effects returns the Shapley effects of p inputs. Those of inputs that do nothing are
// 0 up to rounding.
func effects(s simulate.Scenario, gamma float64, p int) []float64 {
	shares := shapley.Of(p, func(columns []int) float64 {
		v, ok := s.Explained(gamma, p, columns)
		if !ok {
			panic("experiments: Shapley effects that parsing would refuse: " + s.Name)
		}
		return v
	})
	for j, share := range shares {
		if math.Abs(share) < 1e-12 {
			shares[j] = 0
		}
	}
	return shares
}

// populationSeed depends on the scenario alone: the error of values from draws is
// nearly the same for all tables.
func populationSeed(s spec.Experiment, t spec.Table) uint64 {
	return uint64(rng.New(s.Seed).Named("population").Named(s.Scenario(t)))
}

// add adds the population importances under the kernel exp(−gamma‖y − y'‖²), and
// where they are from draws their standard errors.
func (p populationInputs) add(v *values, s simulate.Scenario, gamma float64) {
	if p.Effects {
		v.numbers[results.ValuePopulation] = effects(s, gamma, len(v.variables))
		return
	}
	importance, se, ok := s.Population(gamma, len(v.variables), p.Draws, p.Seed)
	if !ok {
		panic("experiments: population values that parsing would refuse: " + s.Name)
	}
	v.numbers[results.ValuePopulation] = importance
	for _, e := range se {
		if e > 0 {
			v.numbers[results.ValuePopulationSE] = se
			return
		}
	}
}
