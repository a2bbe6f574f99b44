package spec

import (
	"slices"

	"gopkg.in/yaml.v3"

	public "drfvi/datasets/library"
	"drfvi/experiments/external"
	"drfvi/simulate"
)

// Data determines the tables, in one of five forms.
type Data struct {
	// For importances: one table of the scenario for each n and p, or several such parts.
	Scenario string
	N        []int
	P        []int
	Tables   []Tables
	// Or tables of n rows and p inputs that a program of the user draws, with the columns
	// OwnOptions.Targets as responses.
	Generator *external.Method
	// Or a user's table: Rows random rows for importances, and at most Rows in random halves
	// for other tasks, with OwnTable as the set.
	File string
	OwnOptions
	Own *Own
	// For eliminations: at most Rows random rows, in random halves, of each data set (of
	// package datasets, or a scenario at its default size). For ablations the same of files,
	// and at most Rows rows of a scenario with a separate test sample.
	Sets []string
	Rows int
	// Sizes, if not nil, are several numbers of rows of a user's table; Rows is the largest.
	Sizes []int
}

// Tables is a part of the tables: of a scenario, of random rows of a data set, or of its inputs
// with one of them made irrelevant (a plasmode), for each n and p:
//
//	tables:
//	  - {scenario: bivariate, n: [250, 500], p: [10]}
//	  - {scenario: univariate, n: [16000], p: [10], repetitions: 3, methods: [coupled]}
//	  - {plasmode: air, null: Month, n: [500]}
//	  - {dataset: air, n: [500, 2000]}
//
// A part's repetitions and methods replace the specification's. Two parts share tables only if each
// names its methods and none is in both.
type Tables struct {
	Scenario    string // of other parts a name made of the data set's
	Plasmode    string
	Dataset     string
	Null        string
	P           []int
	N           []int
	Repetitions int
	Methods     []string
	// Real is empty for simulated tables.
	Real Real
}

// dataForm is the form of the data, named by its key.
type dataForm string

const (
	formScenario dataForm = "scenario"
	formTables   dataForm = "tables"
	formSets     dataForm = "datasets"
	formFile     dataForm = "file"
	formProgram  dataForm = "program"
)

// formOf returns the form of the data of a task as written.
func formOf(task Task, data *yaml.Node) dataForm {
	switch {
	case valueOf(data, string(formFile)) != nil:
		return formFile
	case task.onSets():
		return formSets
	case valueOf(data, string(formProgram)) != nil:
		return formProgram
	case valueOf(data, string(formTables)) != nil:
		return formTables
	}
	return formScenario
}

// resolve names the tables of parts of real data, and checks that no two parts share tables.
func (p *parser) resolve(parts []Tables, path ...any) {
	known := make(map[Table][]Tables)
	for i := range parts {
		t, node := &parts[i], p.node(append(path, i)...)
		kinds := 0
		for _, name := range []string{t.Scenario, t.Plasmode, t.Dataset} {
			if name != "" {
				kinds++
			}
		}
		switch {
		case kinds != 1:
			p.fail(node, `a part of the tables has %d of "scenario", "plasmode" and "dataset", expected one`, kinds)
		case (t.Scenario == "") != (t.P == nil):
			p.fail(node, `a part of the tables has "p" if it has a "scenario", and otherwise the inputs of its data set`)
		case (t.Plasmode == "") != (t.Null == ""):
			p.fail(node, `a part of the tables has "null" if it has a "plasmode", and otherwise not`)
		case t.Plasmode != "":
			t.Scenario, t.P, t.Real = "plasmode-"+t.Plasmode, []int{inputsOf(t.Plasmode)}, Real{t.Plasmode, t.Null}
		case t.Dataset != "":
			t.Scenario, t.P, t.Real = t.Dataset, []int{inputsOf(t.Dataset)}, Real{Set: t.Dataset}
		}
		for _, rows := range t.N {
			for _, inputs := range t.P {
				kind := Table{scenario: t.Scenario, N: rows, P: inputs}
				p.failIf(slices.ContainsFunc(known[kind], t.overlaps), node,
					"tables have scenario %q with n = %d and p = %d twice", t.Scenario, rows, inputs)
				known[kind] = append(known[kind], *t)
			}
		}
	}
}

// overlaps reports whether some method may run on the tables of both parts.
func (t Tables) overlaps(other Tables) bool {
	return t.Methods == nil || other.Methods == nil ||
		slices.ContainsFunc(t.Methods, func(m string) bool { return slices.Contains(other.Methods, m) })
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
