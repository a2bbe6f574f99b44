package spec

import (
	"maps"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// statementForm says which keys a kind of statement must and may have beside
// those of all statements.
type statementForm struct{ must, may []string }

// statementForms are the kinds of statements by task; see results.Claim.
var statementForms = map[Task]map[results.ClaimKind]statementForm{
	Importance: {
		results.ClaimGreater:    {must: []string{"above", "below"}, may: []string{"factor"}},
		results.ClaimNotGreater: {must: []string{"above", "below"}},
		results.ClaimNegative:   {must: []string{"above"}},
		results.ClaimHigher:     {must: []string{"above", "than"}},
		results.ClaimLower:      {must: []string{"above", "than"}},
		results.ClaimSteady:     {must: []string{"above", "than", "within"}},
	},
	Elimination: {
		results.ClaimLowerLoss: {must: []string{"than"}, may: []string{"left"}},
		results.ClaimCloseLoss: {must: []string{"than"}},
		results.ClaimFlatLoss:  {must: []string{"left", "within"}},
		results.ClaimDisjoint:  {must: []string{"left", "than"}},
	},
}

// statement reads what the paper says beside its claims about an order:
//
//	text: The values are roughly constant as the sample size increases
//	source: Figure 1
//	cell: {variant: published, method: retrain, n: 10000}
//	kind: steady
//	above: [X1, X2]
//	than: {n: 500}
//	within: 0.25
func (p *parser) statement(n *yaml.Node) {
	forms := statementForms[p.spec.Task]
	c := Claim{Profiles: []string{paperProfile}}
	written := make(map[string]*yaml.Node)
	key := func(name string, read func(*yaml.Node)) located.Field {
		return located.Optional(name, func(n *yaml.Node) {
			written[name] = n
			read(n)
		})
	}
	p.Mapping(n, "a statement",
		located.Required("text", p.textTo(&c.Text, "text")),
		located.Required("source", p.textTo(&c.Source, "source")),
		located.Required("cell", func(n *yaml.Node) { c.Cell = p.selector(n, "cell") }),
		located.Required("kind", func(n *yaml.Node) {
			c.Kind, _ = located.OneOf(&p.Reader, n, "kind", "kind of statement", slices.Sorted(maps.Keys(forms)))
		}),
		key("above", func(n *yaml.Node) { c.Above = p.variablesOrNoise(n, "above") }),
		key("below", func(n *yaml.Node) { c.Below = p.variablesOrNoise(n, "below") }),
		key("than", func(n *yaml.Node) { c.Than = p.selector(n, "than", results.KeyExperiment) }),
		key("factor", func(n *yaml.Node) { c.Factor = p.between(n, "factor", 1, 1e6) }),
		key("within", func(n *yaml.Node) { c.Within = p.between(n, "within", 0, 1) }),
		key("left", p.countTo(&c.Left, "left", 1)),
		located.Optional("cells", func(n *yaml.Node) {
			word, _ := p.Choice(n, "cells", "number of cells", []string{"all", "most"})
			c.Most = word == "most"
		}),
		located.Optional("profiles", func(n *yaml.Node) { c.Profiles = p.choices(n, "profiles", "profile", ProfileNames()) }),
	)
	if form, known := forms[c.Kind]; known {
		for _, name := range form.must {
			if written[name] == nil {
				p.At(n, "a statement of kind %q has no %q", c.Kind, name)
			}
		}
		for _, name := range slices.Sorted(maps.Keys(written)) {
			if !slices.Contains(form.must, name) && !slices.Contains(form.may, name) {
				p.At(written[name], "a statement of kind %q has %q, which is not for it", c.Kind, name)
			}
		}
	}
	p.spec.Statements = append(p.spec.Statements, c)
	p.statementNodes = append(p.statementNodes, n)
}

// between reads a decimal number between two others.
func (p *parser) between(n *yaml.Node, what string, low, high float64) float64 {
	value, _, ok := p.Number(n, what)
	if ok && !(value > low && value < high) {
		p.At(n, "%s is %s, expected a number between %v and %v", what, n.Value, low, high)
	}
	return value
}
