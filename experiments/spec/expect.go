package spec

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// expect reads a group of printed numbers:
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
// The decimals of a number are those written.
func (p *parser) expect(n *yaml.Node) {
	var group results.Expected
	var values []*yaml.Node
	p.Mapping(n, "a group of expected numbers",
		located.Required("source", p.textTo(&group.Source, "source")),
		located.Required("cell", func(n *yaml.Node) { group.Cell = p.selector(n, "cell") }),
		located.Optional("repetitions", p.countTo(&group.Repetitions, "repetitions", 1)),
		located.Optional("note", p.textTo(&group.Note, "note")),
		located.Required("values", func(n *yaml.Node) {
			p.List(n, "values", func(item *yaml.Node) { values = append(values, item) })
		}),
	)
	for _, item := range values {
		e := group
		e.Cell = maps.Clone(group.Cell)
		e.Statistic = results.StatisticMean
		for _, variable := range p.expected(item, &e) {
			e.Variable = variable
			p.spec.Expect = append(p.spec.Expect, e)
			p.expectNodes = append(p.expectNodes, item)
		}
	}
}

// expected reads a printed number into e, and returns the variables it speaks
// of.
func (p *parser) expected(n *yaml.Node, e *results.Expected) []string {
	var variables []string
	var written []string // of value and below
	named := false
	printed := func(key string) func(*yaml.Node) {
		return func(n *yaml.Node) {
			e.Value, e.Digits, _ = p.Number(n, key)
			written = append(written, key)
		}
	}
	statistic := n
	p.Mapping(n, "an expected number",
		located.Optional("variable", func(n *yaml.Node) {
			named = true
			if s, ok := p.Text(n, "variable"); ok {
				variables = p.variableRange(n, s, true)
			}
		}),
		located.Optional("quantity", func(n *yaml.Node) {
			named = true
			word, ok := p.Text(n, "quantity")
			e.Quantity = results.ValueName(word)
			if _, err := e.Quantity.Shape(); ok && err != nil {
				p.At(n, "quantity: %v", err)
			}
		}),
		located.Optional("statistic", func(n *yaml.Node) {
			statistic = n
			word, _ := p.Text(n, "statistic")
			e.Statistic = results.Statistic(word)
		}),
		located.Optional("value", printed("value")),
		located.Optional("below", printed("below")),
		located.Optional("se", func(n *yaml.Node) {
			if se, _, ok := p.Number(n, "se"); ok && se > 0 {
				e.SE = &se
			} else if ok {
				p.At(n, "se is %s, expected a positive number", located.Describe(n))
			}
		}),
		located.Optional("note", p.textTo(&e.Note, "note")),
	)
	if n.Kind != yaml.MappingNode {
		return nil
	}
	e.Below = slices.Contains(written, "below")
	if len(written) != 1 {
		p.At(n, `an expected number has %d of "value" and "below", expected one`, len(written))
	}
	if e.Statistic == results.StatisticCumulative {
		if named {
			p.At(statistic, "statistic %q is of no variable and no other quantity", e.Statistic)
		}
		if p.spec.Task != Elimination {
			p.At(statistic, "statistic %q is of an elimination", e.Statistic)
		}
		return []string{""}
	}
	if !named {
		p.At(n, `an expected number has neither "variable" nor "quantity"`)
	}
	overNoise := slices.Contains(variables, results.Noise)
	if e.Statistic.Check() != nil {
		p.At(statistic, `statistic is %q, expected "mean", "mean-noise", "largest-1", "largest-2", …`, e.Statistic)
	} else if overNoise != (e.Statistic != results.StatisticMean) {
		p.At(statistic, `statistic %q of variable %q: expected "mean" of a variable, or another statistic of %q`,
			e.Statistic, strings.Join(variables, " "), results.Noise)
	}
	if len(variables) == 0 {
		return []string{""}
	}
	return variables
}

// Keys of cells.
var (
	cellKeys            = []string{results.KeyVariant, results.KeyN, results.KeyP, results.KeyMethod, results.KeyPreset, results.KeyKernel}
	eliminationCellKeys = []string{results.KeyVariant, results.KeyData, results.KeyMethod, results.KeyPreset, results.KeyKernel}
)

// cellKeys returns the keys that cells of the specification have.
func (p *parser) cellKeys() []string {
	switch {
	case p.spec.Task == Elimination:
		return eliminationCellKeys
	case p.tabled:
		return append([]string{results.KeyScenario}, cellKeys...)
	}
	return cellKeys
}

// selector reads the keys that cells must have, and further ones; what names it
// in messages.
func (p *parser) selector(n *yaml.Node, what string, further ...string) map[string]string {
	selector := make(map[string]string)
	var fields []located.Field
	for _, key := range slices.Concat(p.cellKeys(), further) {
		fields = append(fields, located.Optional(key, func(n *yaml.Node) {
			if s, ok := p.Text(n, key); ok {
				selector[key] = s
			}
		}))
	}
	p.Mapping(n, what, fields...)
	return selector
}

// selectorText writes a selector as in a specification.
func selectorText(selector map[string]string) string {
	var parts []string
	for _, key := range append(slices.Clone(cellKeys), results.KeyData, results.KeyScenario) {
		if value, ok := selector[key]; ok {
			parts = append(parts, key+": "+value)
		}
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// claimKinds are the kinds of results.Claim by task.
var claimKinds = map[Task][]results.ClaimKind{
	Importance: {
		results.ClaimGreater, results.ClaimNegative, results.ClaimConverges,
		results.ClaimErrorRatio, results.ClaimSize, results.ClaimFamilyWise, results.ClaimCoverage, results.ClaimNothing, results.ClaimPower,
		results.ClaimLeak, results.ClaimMoved, results.ClaimUnmoved, results.ClaimWithin,
	},
	Elimination: {results.ClaimLowerLoss},
}

// claim reads a statement of the paper:
//
//	text: X1 is more important than X2
//	source: section 4.1
//	cell: {variant: published, method: retrain}
//	kind: greater
//	above: [X1]
//	below: [X2, noise]
//	profiles: [paper, quick]
//
// or about the error against population values:
//
//	text: The projected importance is consistent
//	source: Theorem 2
//	cell: {scenario: bivariate, method: projected}
//	kind: converges
//
// or of an elimination:
//
//	text: The importance has a lower cumulative loss than vimp-drf
//	source: Table 6
//	cell: {variant: published, method: retrain, data: enb}
//	kind: lower-loss
//	than: {method: vimp-drf}
//
// or about an estimator; see limitsOf.
func (p *parser) claim(n *yaml.Node) {
	c, limits := Claim{Profiles: []string{paperProfile}}, map[string]bool{}
	fields := append(p.limits(&c, limits),
		located.Required("text", p.textTo(&c.Text, "text")),
		located.Required("source", p.textTo(&c.Source, "source")),
		located.Required("cell", func(n *yaml.Node) { c.Cell = p.selector(n, "cell") }),
		located.Required("kind", func(n *yaml.Node) {
			c.Kind, _ = located.OneOf(&p.Reader, n, "kind", "kind of claim", claimKinds[p.spec.Task])
		}),
		located.Optional("above", func(n *yaml.Node) { c.Above = p.variablesOrNoise(n, "above") }),
		located.Optional("than", func(n *yaml.Node) { c.Than = p.selector(n, "than") }),
		located.Optional("below", func(n *yaml.Node) { c.Below = p.variablesOrNoise(n, "below") }),
		located.Optional("profiles", func(n *yaml.Node) { c.Profiles = p.choices(n, "profiles", "profile", ProfileNames()) }),
	)
	p.Mapping(n, "a claim", fields...)
	p.checkLimits(n, c, limits)
	if c.Kind == results.ClaimGreater && len(c.Below) == 0 {
		p.At(n, `a claim of kind "greater" has no "below"`)
	}
	if c.Kind == results.ClaimNegative && len(c.Below) > 0 {
		p.At(n, `a claim of kind "negative" has "below", which is for "greater"`)
	}
	switch _, estimator := limitsOf[c.Kind]; {
	case estimator:
	case c.Kind == results.ClaimConverges:
		p.checkConvergenceClaim(n, c)
	default:
		p.checkLossClaim(n, c)
	}
	p.spec.Claims = append(p.spec.Claims, c)
	p.claimNodes = append(p.claimNodes, n)
}

// variables reads a list of variables and ranges such as X4..X10.
func (p *parser) variables(n *yaml.Node, what string) []string {
	return p.variableList(n, what, false)
}

// variablesOrNoise is variables, and "noise" may be among them.
func (p *parser) variablesOrNoise(n *yaml.Node, what string) []string {
	return p.variableList(n, what, true)
}

func (p *parser) variableList(n *yaml.Node, what string, withNoise bool) []string {
	var list []string
	p.List(n, what, func(item *yaml.Node) {
		s, ok := p.Text(item, "a variable")
		if !ok {
			return
		}
		for _, variable := range p.variableRange(item, s, withNoise) {
			if located.Unique(&p.Reader, item, what, variable, list) {
				list = append(list, variable)
			}
		}
	})
	return list
}

var variablePattern = regexp.MustCompile(`^X([1-9][0-9]{0,6})(?:\.\.X([1-9][0-9]{0,6}))?$`)

// variableRange returns the variables that X3, X3..X5 or noise stand for.
func (p *parser) variableRange(n *yaml.Node, s string, withNoise bool) []string {
	if withNoise && s == results.Noise {
		p.named = append(p.named, namedVariable{node: n})
		return []string{results.Noise}
	}
	m := variablePattern.FindStringSubmatch(s)
	if m == nil {
		or := ""
		if withNoise {
			or = fmt.Sprintf(" or %q", results.Noise)
		}
		p.At(n, "variable %q, expected a name such as X3, a range such as X4..X10%s", s, or)
		return nil
	}
	// The pattern admits numbers only.
	first, _ := strconv.Atoi(m[1])
	last := first
	if m[2] != "" {
		last, _ = strconv.Atoi(m[2])
	}
	if last < first || last-first >= 10000 {
		p.At(n, "variables %q: expected a range that goes up, over at most 10000 variables", s)
		return nil
	}
	p.named = append(p.named, namedVariable{n, last})
	var list []string
	for j := first; j <= last; j++ {
		list = append(list, "X"+strconv.Itoa(j))
	}
	return list
}
