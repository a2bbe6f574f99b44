package spec

import (
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
	"drfvi/simulate"
)

// inParts tells whether the data of the specification are given in parts. It is
// read before everything else, because other keys depend on it.
func (p *parser) inParts(root *yaml.Node) bool {
	data := valueOf(root, "data")
	return p.spec.Task == Importance && data != nil && valueOf(data, "tables") != nil
}

// valueOf returns the value of a key of a mapping, or nil.
func valueOf(n *yaml.Node, key string) *yaml.Node {
	if n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

// tables reads the parts of the data:
//
//	tables:
//	  - {scenario: bivariate, n: [250, 500], p: [10]}
//	  - {scenario: univariate, n: [16000], p: [10], repetitions: 3, methods: [coupled]}
//	  - {plasmode: air, null: Month, n: [500]}
//	  - {dataset: air, n: [500, 2000]}
//
// A plasmode table has the inputs of a data set, of which one does nothing; that of a
// data set has random rows of it.
// A part's repetitions and methods stand for those of the specification. Two parts
// share tables only if each names its methods and none is in both.
func (p *parser) tables(n *yaml.Node) []Tables {
	var parts []Tables
	seen := make(map[Table][]Tables)
	p.List(n, "tables", func(item *yaml.Node) {
		var t Tables
		p.Mapping(item, "a part of the tables", append(p.drawnFrom(item, &t),
			located.Required("n", func(n *yaml.Node) { t.N = p.counts(n, "n") }),
			located.Optional("repetitions", p.countTo(&t.Repetitions, "repetitions", 1)),
			located.Optional("methods", func(n *yaml.Node) { t.Methods = p.methods(n, "methods") }),
		)...)
		for _, rows := range t.N {
			for _, inputs := range t.P {
				one := Table{scenario: t.Scenario, N: rows, P: inputs}
				apart := func(other Tables) bool {
					return t.Methods != nil && other.Methods != nil && !slices.ContainsFunc(t.Methods, func(m string) bool { return slices.Contains(other.Methods, m) })
				}
				if slices.ContainsFunc(seen[one], func(other Tables) bool { return !apart(other) }) {
					p.At(item, "tables have scenario %q with n = %d and p = %d twice", t.Scenario, rows, inputs)
				}
				seen[one] = append(seen[one], t)
			}
		}
		parts = append(parts, t)
	})
	return parts
}

// drawnFrom returns the keys that say what the tables of a part are drawn from.
func (p *parser) drawnFrom(item *yaml.Node, t *Tables) []located.Field {
	switch {
	case valueOf(item, "dataset") != nil:
		return []located.Field{located.Required("dataset", func(n *yaml.Node) {
			t.Scenario = p.realSet(n, "dataset", t)
		})}
	case valueOf(item, "plasmode") == nil:
		return []located.Field{
			located.Required("scenario", func(n *yaml.Node) { t.Scenario, _ = p.Choice(n, "scenario", "scenario", simulate.Names()) }),
			located.Required("p", func(n *yaml.Node) { t.P = p.counts(n, "p") }),
		}
	}
	return []located.Field{
		located.Required("plasmode", func(n *yaml.Node) {
			t.Scenario = "plasmode-" + p.realSet(n, "plasmode", t)
		}),
		located.Required("null", func(n *yaml.Node) { t.Real.Null, _ = p.Text(n, "null") }),
	}
}

// realSet reads the name of the data set that the tables of a part are made from.
func (p *parser) realSet(n *yaml.Node, what string, t *Tables) string {
	t.Real.Set, _ = p.Choice(n, what, "data set", setNames())
	t.P = []int{inputsOf(t.Real.Set)}
	return t.Real.Set
}

// checkConvergenceClaim checks what claims of convergence must not have.
func (p *parser) checkConvergenceClaim(n *yaml.Node, c Claim) {
	if len(c.Above)+len(c.Below)+len(c.Than) > 0 {
		p.At(n, `a claim of kind %q has "above", "below" or "than", expected the kind alone`, c.Kind)
	}
	if _, ok := c.Cell[results.KeyN]; ok {
		p.At(n, `a claim of kind %q is about one "n", expected all`, c.Kind)
	}
}
