package spec

import (
	"slices"

	"gopkg.in/yaml.v3"

	public "drfvi/datasets/library"
	"drfvi/simulate"
)

// formOf returns the kind of the data of a specification.
func (p *parser) formOf(root *yaml.Node) dataForm {
	data := valueOf(root, "data")
	switch {
	case valueOf(data, string(formFile)) != nil:
		return formFile
	case p.spec.Task.onSets():
		return formSets
	case valueOf(data, string(formTables)) != nil:
		return formTables
	}
	return formScenario
}

// tables returns the parts of the data:
//
//	tables:
//	  - {scenario: bivariate, n: [250, 500], p: [10]}
//	  - {scenario: univariate, n: [16000], p: [10], repetitions: 3, methods: [coupled]}
//	  - {plasmode: air, null: Month, n: [500]}
//	  - {dataset: air, n: [500, 2000]}
//
// A plasmode table has the inputs of a data set, one of them made irrelevant; a part of a data set
// has random rows of it. A part's repetitions and methods replace the specification's. Two parts
// share tables only if each names its methods and none is in both.
func (p *parser) tables(parts []part) (all []Tables) {
	seen := make(map[Table][]Tables)
	for _, of := range parts {
		t := Tables{Scenario: of.Scenario, N: of.N, P: of.P, Repetitions: of.Repetitions, Methods: of.Methods}
		has := func(key string) bool { return valueOf(of.Node, key) != nil }
		kinds := 0
		for _, key := range []string{"scenario", "plasmode", "dataset"} {
			if has(key) {
				kinds++
			}
		}
		switch {
		case of.Node.Kind != yaml.MappingNode:
		case kinds != 1:
			p.at(of.Node, `a part of the tables has %d of "scenario", "plasmode" and "dataset", expected one`, kinds)
		case has("scenario") != has("p"):
			p.at(of.Node, `a part of the tables has "p" if it has a "scenario", and otherwise the inputs of its data set`)
		case has("plasmode") != has("null"):
			p.at(of.Node, `a part of the tables has "null" if it has a "plasmode", and otherwise not`)
		case has("plasmode"):
			t.Scenario, t.P, t.Real = "plasmode-"+of.Plasmode, []int{inputsOf(of.Plasmode)}, Real{of.Plasmode, of.Null}
		case has("dataset"):
			t.Scenario, t.P, t.Real = of.Dataset, []int{inputsOf(of.Dataset)}, Real{Set: of.Dataset}
		}
		for _, rows := range t.N {
			for _, inputs := range t.P {
				one := Table{scenario: t.Scenario, N: rows, P: inputs}
				if slices.ContainsFunc(seen[one], t.overlaps) {
					p.at(of.Node, "tables have scenario %q with n = %d and p = %d twice", t.Scenario, rows, inputs)
				}
				seen[one] = append(seen[one], t)
			}
		}
		all = append(all, t)
	}
	return all
}

// overlaps reports whether some method may run on the tables of both parts.
func (t Tables) overlaps(other Tables) bool {
	return t.Methods == nil || other.Methods == nil || slices.ContainsFunc(t.Methods, func(m string) bool { return slices.Contains(other.Methods, m) })
}

// setNames returns the data sets: those from files, and scenarios at their default size.
func setNames() []string { return append(public.Names(), simulate.Names()...) }

// inputsOf returns the number of inputs of a data set, 0 if unknown.
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

// leastRows is the smallest number of rows of an elimination: half of them must make a forest.
const leastRows = 4
