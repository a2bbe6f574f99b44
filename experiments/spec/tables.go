package spec

import (
	"slices"

	"gopkg.in/yaml.v3"

	public "drfvi/datasets/library"
	"drfvi/experiments/internal/located"
	"drfvi/simulate"
)

// dataForm is the kind of the data, named by its key.
type dataForm string

const (
	formScenario dataForm = "scenario"
	formTables   dataForm = "tables"
	formSets     dataForm = "datasets"
	formFile     dataForm = "file"
)

// formOf returns the kind of the data of a specification.
func (p *parser) formOf(root *yaml.Node) dataForm {
	data := located.ValueOf(root, "data")
	switch {
	case data != nil && located.ValueOf(data, string(formFile)) != nil:
		return formFile
	case p.spec.Task.onSets():
		return formSets
	case data != nil && located.ValueOf(data, string(formTables)) != nil:
		return formTables
	}
	return formScenario
}

// data is the source of tables.
func (p *parser) data() located.Value {
	if p.form == formFile {
		return p.own()
	}
	d := &p.spec.Data
	fields := p.dataFields(d, located.Required)
	if p.form == formScenario {
		scenario := located.Required("scenario", located.Choice(&d.Scenario, "scenario", simulate.Names()), "the scenario to simulate")
		fields = append([]located.Field{scenario}, fields...)
	}
	return located.Map("data", fields...)
}

// dataFields are the keys of data that a profile may have too.
func (p *parser) dataFields(d *Data, key func(name string, v located.Value, about string) located.Field) []located.Field {
	switch p.form {
	case formFile:
		return []located.Field{p.rows(&d.Rows)}
	case formSets:
		return []located.Field{
			key("datasets", sets(&d.Sets), "the data sets to draw from"),
			key("rows", located.Count(&d.Rows, leastRows), "the largest number of random rows to use of each, in random halves"),
		}
	case formTables:
		return []located.Field{key("tables", p.tables(&d.Tables), "parts of the tables, one after the other")}
	}
	return []located.Field{key("n", located.Counts(&d.N), "numbers of rows"), key("p", located.Counts(&d.P), "numbers of inputs")}
}

// sets is a list of distinct data sets.
func sets(dst *[]string) located.Value { return located.Choices(dst, "data set", setNames()) }

// tables is a list of the parts of the data:
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
func (p *parser) tables(parts *[]Tables) located.Value {
	seen := make(map[Table][]Tables)
	kinds := []string{"scenario", "plasmode", "dataset"}
	item := func(t *Tables, kind string) located.Value {
		return located.Map("a part of the tables", p.partFields(t, kind)...)
	}
	examples := make([]located.Value, len(kinds))
	for i, kind := range kinds {
		examples[i] = item(new(Tables), kind)
	}
	return located.Items("a part of the tables", "a list of parts", func() located.Value {
		return located.Any(examples, func(n *yaml.Node) located.Value {
			var t Tables
			kind := kinds[0]
			for _, other := range kinds[1:] {
				if located.ValueOf(n, other) != nil {
					kind = other
				}
			}
			return item(&t, kind).Then(func(n *yaml.Node) {
				for _, rows := range t.N {
					for _, inputs := range t.P {
						one := Table{scenario: t.Scenario, N: rows, P: inputs}
						if slices.ContainsFunc(seen[one], t.overlaps) {
							p.At(n, "tables have scenario %q with n = %d and p = %d twice", t.Scenario, rows, inputs)
						}
						seen[one] = append(seen[one], t)
					}
				}
				*parts = append(*parts, t)
			})
		})
	})
}

// overlaps reports whether some method may run on the tables of both parts.
func (t Tables) overlaps(other Tables) bool {
	return t.Methods == nil || other.Methods == nil || slices.ContainsFunc(t.Methods, func(m string) bool { return slices.Contains(other.Methods, m) })
}

// partFields are the keys of a part of the tables, drawn from a scenario, a plasmode or a data set.
func (p *parser) partFields(t *Tables, kind string) []located.Field {
	var fields []located.Field
	set := func(prefix string) located.Value {
		return located.Choice(&t.Real.Set, "data set", setNames()).Then(func(*yaml.Node) {
			t.Scenario, t.P = prefix+t.Real.Set, []int{inputsOf(t.Real.Set)}
		})
	}
	switch kind {
	case "dataset":
		fields = []located.Field{located.Required("dataset", set(""), "the data set to draw rows from")}
	case "plasmode":
		fields = []located.Field{
			located.Required("plasmode", set("plasmode-"), "the data set to draw inputs from"),
			located.Required("null", located.Text(&t.Real.Null), "the null input"),
		}
	default:
		fields = []located.Field{
			located.Required("scenario", located.Choice(&t.Scenario, "scenario", simulate.Names()), "the scenario to simulate"),
			located.Required("p", located.Counts(&t.P), "numbers of inputs"),
		}
	}
	return append(fields,
		located.Required("n", located.Counts(&t.N), "numbers of rows"),
		located.Optional("repetitions", located.Count(&t.Repetitions, 1), "repetitions instead of those above"),
		located.Optional("methods", p.methods(&t.Methods, false), "methods instead of those above"),
	)
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

// only is the data sets to which methods are limited:
//
//	only: {retrain: [enb, jura]}
func (p *parser) only() located.Value {
	var name string
	var limits []string
	method, limited := located.Choice(&name, "method", p.methodNames(all)), sets(&limits)
	return located.Named("a mapping from methods to data sets", method, limited, func(r *located.Reader, key, value *yaml.Node) {
		r.Read(key, "a method", method)
		r.Read(value, "datasets", limited)
		if p.spec.Only == nil {
			p.spec.Only = make(map[string][]string)
		}
		p.spec.Only[name] = limits
	})
}

// long is a list of cells left out by only that are computed on request:
//
//	long:
//	  - {methods: [retrain], datasets: [rf1], variants: [published], repetitions: 10}
func (p *parser) long() located.Value {
	return located.Items("a set of long cells", "a list of sets of cells", func() located.Value {
		var l Long
		return located.Map("a set of long cells",
			located.Required("methods", p.methods(&l.Methods, false), "their methods"),
			located.Required("datasets", sets(&l.Sets), "their data sets"),
			located.Required("variants", located.Set(&l.Variants, "a variant", located.Word), "their variants"),
			located.Optional("repetitions", located.Count(&l.Repetitions, 1), "repetitions instead of the variant's"),
		).Then(func(n *yaml.Node) {
			l.node = n
			p.spec.Long = append(p.spec.Long, l)
		})
	})
}
