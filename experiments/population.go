package experiments

import (
	"drfvi/experiments/spec"
	"drfvi/internal/rng"
	"drfvi/results"
	"drfvi/simulate"
)

// populationInputs is what determines the population importances of a unit,
// besides its scenario, its number of inputs and its kernel.
type populationInputs struct {
	Draws int    `json:"draws"`
	Seed  uint64 `json:"seed"`
}

// populationSeed depends on the scenario alone: what the values from draws are
// off by is nearly the same for all tables.
func populationSeed(s spec.Experiment, t spec.Table) uint64 {
	return uint64(rng.New(s.Seed).Named("population").Named(s.Scenario(t)))
}

// add adds the population importances under the kernel exp(−gamma‖y − y'‖²), and
// where they are from draws their standard errors.
func (p populationInputs) add(v *values, s simulate.Scenario, gamma float64) {
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
