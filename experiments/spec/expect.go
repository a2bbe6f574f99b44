package spec

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/results"
)

// expect adds a group of printed numbers:
//
//	source: Table 3
//	cell: {variant: published, method: retrain}
//	values:
//	  - {variable: X1, value: 0.68, se: 0.02}
//	  - {variable: X4..X10, below: 0.006}
//	  - {variable: noise, statistic: largest-1, value: 0.02}
//	  - {quantity: explained_variance, value: 0.13}
//	  - {statistic: cumulative, value: -3.478}
//
// The number of decimals is that written.
func (p *parser) expect(group expectation) {
	for _, n := range group.Values {
		if n.Node.Kind != yaml.MappingNode {
			continue
		}
		e := results.Expected{
			Source: group.Source, Cell: maps.Clone(group.Cell), Instead: maps.Clone(group.Instead), Repetitions: cmp.Or(group.Repetitions, p.spec.Repetitions),
			Note: cmp.Or(n.Note, group.Note), Quantity: n.Quantity, Statistic: cmp.Or(n.Statistic, results.StatisticMean), Below: n.Below != nil,
		}
		at := func(key string) *yaml.Node { return cmp.Or(valueOf(n.Node, key), n.Node) }
		switch {
		case (n.Value == nil) == (n.Below == nil):
			both := 0
			if n.Value != nil {
				both = 2
			}
			p.at(n.Node, `an expected number has %d of "value" and "below", expected one`, both)
		case n.Value != nil:
			e.Value, e.Digits = n.Value.value, n.Value.digits
		default:
			e.Value, e.Digits = n.Below.value, n.Below.digits
		}
		if n.SE != nil {
			if e.SE, e.SEDigits = &n.SE.value, n.SE.digits; n.SE.value <= 0 {
				p.at(at("se"), "se is %s, expected a positive number", describe(at("se")))
			}
		}
		if _, err := n.Quantity.Shape(); n.Quantity != "" && err != nil {
			p.at(at("quantity"), "quantity: %v", err)
		}
		variables := []string{""}
		if n.Variable != "" {
			variables = p.variableRange(at("variable"), n.Variable, true)
		}
		p.checkStatistic(at("statistic"), e.Statistic, variables, n.Variable != "" || n.Quantity != "")
		for _, variable := range variables {
			e.Variable = variable
			p.spec.Expect = append(p.spec.Expect, e)
			p.expectNodes = append(p.expectNodes, n.Node)
		}
	}
}

// checkStatistic checks that a number's statistic suits the input or quantity that it names.
func (p *parser) checkStatistic(n *yaml.Node, statistic results.Statistic, variables []string, named bool) {
	if statistic == results.StatisticCumulative {
		if named {
			p.at(n, "statistic %q is of no variable and no other quantity", statistic)
		}
		if p.spec.Task != Elimination {
			p.at(n, "statistic %q is of an elimination", statistic)
		}
		return
	}
	if !named {
		p.at(n, `an expected number has neither "variable" nor "quantity"`)
	}
	if statistic.Check() != nil {
		p.at(n, `statistic is %q, expected "mean", "mean-noise", "largest-1", "largest-2", …`, statistic)
	} else if slices.Contains(variables, results.Noise) != (statistic != results.StatisticMean) {
		p.at(n, `statistic %q of variable %q: expected "mean" of a variable, or another statistic of %q`,
			statistic, strings.Join(variables, " "), results.Noise)
	}
}

// Keys of cells.
var (
	cellKeys    = []string{results.KeyVariant, results.KeyN, results.KeyP, results.KeyMethod, results.KeyPreset, results.KeyKernel}
	setCellKeys = []string{results.KeyVariant, results.KeyData, results.KeyMethod, results.KeyPreset, results.KeyKernel}
)

// cellKeys returns the keys of the specification's cells.
func (p *parser) cellKeys() []string {
	switch {
	case p.spec.Task.onSets():
		return setCellKeys
	case p.form == formTables:
		return append([]string{results.KeyScenario}, cellKeys...)
	}
	return cellKeys
}

// selectorText formats a selector as in a specification.
func selectorText(selector map[string]string) string {
	var parts []string
	for _, key := range append(slices.Clone(cellKeys), results.KeyData, results.KeyScenario) {
		if value, ok := selector[key]; ok {
			parts = append(parts, key+": "+value)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}
