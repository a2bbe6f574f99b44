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
	Source      string
	Cell        map[string]string
	Instead     map[string]string
	Repetitions int
	Note        string
	Values      []number
}

// number is a printed number.
type number struct {
	Variable  string
	Quantity  results.ValueName
	Statistic results.Statistic
	Value     decimal
	Below     decimal
	SE        decimal
	Note      string
}

// decimal is a number with its decimals as written.
type decimal string

// number returns the number and how many decimals are written.
func (d decimal) number() (value float64, digits int) {
	value, _ = strconv.ParseFloat(string(d), 64) // the form admits only numbers
	_, fraction, _ := strings.Cut(string(d), ".")
	return value, len(fraction)
}

// expect adds the number of a group that stands at a place, once for each input that it is of.
func (p *parser) expect(group expectation, n number, place *yaml.Node) {
	e := results.Expected{
		Source: group.Source, Cell: group.Cell, Instead: group.Instead, Repetitions: cmp.Or(
			group.Repetitions, p.spec.Repetitions,
		),
		Note: cmp.Or(n.Note, group.Note), Quantity: n.Quantity, Statistic: cmp.Or(
			n.Statistic, results.StatisticMean,
		), Below: n.Below != "",
	}
	e.Value, e.Digits = cmp.Or(n.Value, n.Below).number()
	p.failIf((n.Value == "") == (n.Below == ""), place,
		`an expected number has both or neither of "value" and "below", expected one`)
	if se, digits := n.SE.number(); n.SE != "" {
		if e.SE, e.SEDigits = &se, digits; se <= 0 {
			p.fail(place, "se is %s, expected a positive number", n.SE)
		}
	}
	_, err := n.Quantity.Shape()
	p.failIf(n.Quantity != "" && err != nil, place, "quantity: %v", err)
	inputs := []string{""}
	if n.Variable != "" {
		inputs = results.Inputs(n.Variable)
	}
	noise, named := slices.Contains(inputs, results.Noise), n.Variable != "" || n.Quantity != ""
	switch cumulative := e.Statistic == results.StatisticCumulative; {
	case cumulative && named:
		p.fail(place, "statistic %q is of no variable and no other quantity", e.Statistic)
	case cumulative && p.spec.Task != Elimination:
		p.fail(place, "statistic %q is of an elimination", e.Statistic)
	case !cumulative && !named:
		p.fail(place, `an expected number has neither "variable" nor "quantity"`)
	case !cumulative && e.Statistic.Check() != nil:
		p.fail(place, `statistic is %q, expected "mean", "mean-noise", "largest-1", "largest-2", …`, e.Statistic)
	case !cumulative && noise != (e.Statistic != results.StatisticMean):
		p.fail(
			place, `statistic %q of variable %q: expected "mean" of a variable, or another statistic of %q`,
			e.Statistic, n.Variable, results.Noise,
		)
	}
	for _, e.Variable = range inputs {
		p.spec.Expect, p.expected = append(p.spec.Expect, e), append(p.expected, place)
	}
}
