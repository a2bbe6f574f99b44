package spec

import (
	public "drfvi/datasets/library"
	"drfvi/simulate"
)

// setNames lists the data sets: those from files, and scenarios at their default size.
func setNames() []string { return append(public.Names(), simulate.Names()...) }

// inputsOf returns the number of inputs of a data set, 0 if there is none of that name.
func inputsOf(name string) int {
	if set, err := public.Lookup(name); err == nil {
		return set.Inputs
	}
	scenario, err := simulate.Named(name)
	if err != nil {
		return 0
	}
	return scenario.DefaultP
}

// hasPopulation reports whether the population importances of a scenario are known.
func hasPopulation(s simulate.Scenario) bool {
	_, _, ok := s.Population(1, s.MinP, 2, 0)
	return ok
}
