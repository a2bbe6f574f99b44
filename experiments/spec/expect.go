package spec

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// expect is a group of printed numbers:
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
func (p *parser) expect() located.Value {
	var group results.Expected
	var numbers []printed
	return located.Map("a group of expected numbers",
		located.Required("source", located.Text(&group.Source), "the place of publication, in any words"),
		located.Required("cell", p.selector(&group.Cell, "cell"), "the cells that the numbers belong to"),
		located.Optional("instead", p.selector(&group.Instead, "instead"), "the keys in which the cells differ that stand in for those not run"),
		located.Optional("repetitions", located.Count(&group.Repetitions, 1), "the number of repetitions behind them; that of the specification if left out"),
		located.Optional("note", located.Text(&group.Note), "a remark"),
		located.Required("values", located.Items("an expected number", "a list of numbers", func() located.Value { return p.printed(&numbers) }), "the numbers"),
	).Then(func(*yaml.Node) {
		for _, number := range numbers {
			e := number.Expected
			e.Instead = maps.Clone(group.Instead)
			e.Source, e.Cell, e.Repetitions, e.Note = group.Source, maps.Clone(group.Cell), group.Repetitions, cmp.Or(e.Note, group.Note)
			for _, variable := range number.variables {
				e.Variable = variable
				p.spec.Expect = append(p.spec.Expect, e)
				p.expectNodes = append(p.expectNodes, number.node)
			}
		}
	})
}

// printed is an expected number of some inputs, "" for a number of none.
type printed struct {
	results.Expected
	variables []string
	node      *yaml.Node
}

// printed is a printed number, added to a list.
func (p *parser) printed(numbers *[]printed) located.Value {
	e := printed{Expected: results.Expected{Statistic: results.StatisticMean}}
	var variable string
	var statistic *yaml.Node
	var written []string // of value and below
	named := false
	number := func(key string) located.Value {
		return located.Decimal(&e.Value, &e.Digits).Then(func(*yaml.Node) { written = append(written, key) })
	}
	return located.Map("an expected number",
		located.Optional("variable", located.Text(&variable).Then(func(n *yaml.Node) {
			named = true
			if variable != "" {
				e.variables = p.variableRange(n, variable, true)
			}
		}), "an input, a range such as X4..X10, or `noise` for all that are not relevant"),
		located.Optional("quantity", located.Text((*string)(&e.Quantity)).Then(func(n *yaml.Node) {
			named = true
			if _, err := e.Quantity.Shape(); e.Quantity != "" && err != nil {
				p.At(n, "quantity: %v", err)
			}
		}), "a value of records other than an importance"),
		located.Optional("statistic", located.Text((*string)(&e.Statistic)).Then(func(n *yaml.Node) { statistic = n }),
			"`mean`; for `noise` `mean-noise`, `largest-1`, `largest-2`, …; for eliminations `cumulative`"),
		located.Optional("value", number("value"), "the number"),
		located.Optional("below", number("below"), "the number, if printed as `< number`"),
		located.Optional("se", located.Decimal(new(float64), &e.SEDigits).Then(func(n *yaml.Node) {
			if se, err := strconv.ParseFloat(n.Value, 64); err == nil && se > 0 {
				e.SE = &se
			} else if err == nil {
				p.At(n, "se is %s, expected a positive number", located.Describe(n))
			}
		}), "its standard error"),
		located.Optional("note", located.Text(&e.Note), "a remark"),
	).Then(func(n *yaml.Node) {
		if n.Kind != yaml.MappingNode {
			return
		}
		e.node, e.Below = n, slices.Contains(written, "below")
		if len(written) != 1 {
			p.At(n, `an expected number has %d of "value" and "below", expected one`, len(written))
		}
		if statistic == nil {
			statistic = n
		}
		p.checkStatistic(statistic, e, named)
		if len(e.variables) == 0 {
			e.variables = []string{""}
		}
		*numbers = append(*numbers, e)
	})
}

// checkStatistic checks that a number's statistic suits the input or quantity that it names.
func (p *parser) checkStatistic(n *yaml.Node, e printed, named bool) {
	if e.Statistic == results.StatisticCumulative {
		if named {
			p.At(n, "statistic %q is of no variable and no other quantity", e.Statistic)
		}
		if p.spec.Task != Elimination {
			p.At(n, "statistic %q is of an elimination", e.Statistic)
		}
		return
	}
	if !named {
		p.At(n, `an expected number has neither "variable" nor "quantity"`)
	}
	if e.Statistic.Check() != nil {
		p.At(n, `statistic is %q, expected "mean", "mean-noise", "largest-1", "largest-2", …`, e.Statistic)
	} else if slices.Contains(e.variables, results.Noise) != (e.Statistic != results.StatisticMean) {
		p.At(n, `statistic %q of variable %q: expected "mean" of a variable, or another statistic of %q`,
			e.Statistic, strings.Join(e.variables, " "), results.Noise)
	}
}

// Keys of cells.
var (
	cellKeys    = []string{results.KeyVariant, results.KeyN, results.KeyP, results.KeyMethod, results.KeyPreset, results.KeyKernel}
	setCellKeys = []string{results.KeyVariant, results.KeyData, results.KeyMethod, results.KeyPreset, results.KeyKernel}
)

// aboutCells explains the keys of selectors.
var aboutCells = map[string]string{
	results.KeyVariant: "a variant", results.KeyScenario: "a scenario, or the name of other tables", results.KeyN: "a number of rows", results.KeyP: "a number of inputs",
	results.KeyData: "a data set", results.KeyMethod: "a method", results.KeyPreset: "a preset", results.KeyKernel: "a kernel",
	results.KeyExperiment: "another experiment, in `than` of statements",
}

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

// selector is a mapping of required keys of cells; what names it in messages.
func (p *parser) selector(dst *map[string]string, what string) located.Value {
	keys := make(map[string]string)
	var fields []located.Field
	for _, key := range p.cellKeys() {
		var s string
		fields = append(fields, located.Optional(key, located.Text(&s).Then(func(*yaml.Node) {
			if s != "" {
				keys[key] = s
			}
		}), aboutCells[key]))
	}
	return located.Map(what, fields...).Then(func(*yaml.Node) { *dst = keys })
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
