package spec

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/results"
)

// expectation is a group of printed numbers:
//
//	source: Table 3
//	cell: {variant: published, method: retrain}
//	values:
//	  - {variable: X1, value: 0.68, se: 0.02}
//	  - {variable: X4..X10, below: 0.006}
//	  - {variable: noise, statistic: largest-1, value: 0.02}
//	  - {quantity: explained_variance, value: 0.13}
//	  - {statistic: cumulative, value: -3.478}
type expectation struct {
	Source      string            `yaml:"source" is:"required"`
	Cell        map[string]string `yaml:"cell" is:"required;keys=key"`
	Instead     map[string]string `yaml:"instead" is:"keys=key"`
	Repetitions int               `yaml:"repetitions"`
	Note        string            `yaml:"note"`
	Values      []number          `yaml:"values" is:"required;each=an expected number"`
}

// number is a printed number.
type number struct {
	Variable  string            `yaml:"variable"`
	Quantity  results.ValueName `yaml:"quantity"`
	Statistic results.Statistic `yaml:"statistic"`
	Value     decimal           `yaml:"value" is:"as=decimal"`
	Below     decimal           `yaml:"below" is:"as=decimal"`
	SE        decimal           `yaml:"se" is:"as=decimal"`
	Note      string            `yaml:"note"`
}

// decimal is a number with its decimals as written.
type decimal string

// number returns the number and how many decimals are written.
func (d decimal) number() (value float64, digits int) {
	value, _ = strconv.ParseFloat(string(d), 64) // the form admits only numbers
	_, fraction, _ := strings.Cut(string(d), ".")
	return value, len(fraction)
}

// expect adds a number of a group, once for each input that it is of.
func (p *parser) expect(group expectation, n number, at *yaml.Node) {
	e := results.Expected{
		Source: group.Source, Cell: group.Cell, Instead: group.Instead, Repetitions: cmp.Or(group.Repetitions, p.spec.Repetitions),
		Note: cmp.Or(n.Note, group.Note), Quantity: n.Quantity, Statistic: cmp.Or(n.Statistic, results.StatisticMean), Below: n.Below != "",
	}
	e.Value, e.Digits = cmp.Or(n.Value, n.Below).number()
	if (n.Value == "") == (n.Below == "") {
		p.at(at, `an expected number has both or neither of "value" and "below", expected one`)
	}
	if se, digits := n.SE.number(); n.SE != "" {
		if e.SE, e.SEDigits = &se, digits; se <= 0 {
			p.at(at, "se is %s, expected a positive number", n.SE)
		}
	}
	if _, err := n.Quantity.Shape(); n.Quantity != "" && err != nil {
		p.at(at, "quantity: %v", err)
	}
	inputs := []string{""}
	if n.Variable != "" {
		inputs = results.Inputs(n.Variable)
	}
	noise, named := slices.Contains(inputs, results.Noise), n.Variable != "" || n.Quantity != ""
	switch cumulative := e.Statistic == results.StatisticCumulative; {
	case cumulative && named:
		p.at(at, "statistic %q is of no variable and no other quantity", e.Statistic)
	case cumulative && p.spec.Task != Elimination:
		p.at(at, "statistic %q is of an elimination", e.Statistic)
	case !cumulative && !named:
		p.at(at, `an expected number has neither "variable" nor "quantity"`)
	case !cumulative && e.Statistic.Check() != nil:
		p.at(at, `statistic is %q, expected "mean", "mean-noise", "largest-1", "largest-2", …`, e.Statistic)
	case !cumulative && noise != (e.Statistic != results.StatisticMean):
		p.at(at, `statistic %q of variable %q: expected "mean" of a variable, or another statistic of %q`, e.Statistic, n.Variable, results.Noise)
	}
	for _, e.Variable = range inputs {
		p.spec.Expect, p.expected = append(p.spec.Expect, e), append(p.expected, at)
	}
}
