package spec

import (
	"maps"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// claim is a statement of the paper about an order:
//
//	text: X1 is more important than X2
//	source: section 4.1
//	cell: {variant: published, method: retrain}
//	kind: greater
//	above: [X1]
//	below: [X2, noise]
//	profiles: [paper, quick]
//
// about the error against population values:
//
//	text: The projected importance is consistent
//	source: Theorem 2
//	cell: {scenario: bivariate, method: projected}
//	kind: converges
//
// about an elimination:
//
//	text: The importance has a lower cumulative loss than vimp-drf
//	source: Table 6
//	cell: {variant: published, method: retrain, data: enb}
//	kind: lower-loss
//	than: {method: vimp-drf}
//
// or about an estimator, which with fails: true must fail:
//
//	text: No null input is found too often
//	source: beyond the paper
//	cell: {method: stacked}
//	kind: size
//	level: 0.05
//	bound: 0.06
//
// The keys of each kind are in results.ClaimForms.
func (p *parser) claim() located.Value {
	c := Claim{Profiles: []string{paperProfile}}
	k := keysRead{}
	return p.claimOf(&c, k, "claim", func(f results.ClaimForm) *results.Keys { return f.Claim }, &p.spec.Claims, &p.claimNodes,
		k.of("above", p.variables(&c.Above, "above", true), "the larger inputs, or those that it is about; for `size`, in place of the null inputs"),
		k.of("below", p.variables(&c.Below, "below", true), "the smaller inputs"),
		k.of("than", p.selector(&c.Than, "than"), "the keys in which the cells to compare with differ"),
		k.of("level", located.Between(&c.Level, 0, 1), "the level of tests"),
		k.of("bound", located.Between(&c.Bound, 0, 1e6), "the limit"),
		k.of("worst", located.Between(&c.Worst, 0, 1e6), "the limit for every single design"),
		k.of("low", located.Between(&c.Low, 0, 1), "the least coverage or mean size"),
		k.of("high", located.Between(&c.High, 0, 1), "the largest coverage or mean size"),
		k.of("says", located.Text(&c.Says), "the words that a warning must contain"),
		k.of("fails", located.Answer(&c.Fails), "`true` for a negative control, which must not hold"),
	)
}

// statement is a statement of the paper besides its claims:
//
//	text: The values are roughly constant as the sample size increases
//	source: Figure 1
//	cell: {variant: published, method: retrain, n: 10000}
//	kind: steady
//	above: [X1, X2]
//	than: {n: 500}
//	within: 0.25
func (p *parser) statement() located.Value {
	c := Claim{Profiles: []string{paperProfile}}
	k := keysRead{}
	var cells string
	return p.claimOf(&c, k, "statement", func(f results.ClaimForm) *results.Keys { return f.Statement }, &p.spec.Statements, &p.statementNodes,
		k.of("above", p.variables(&c.Above, "above", true), "the larger inputs, or those that it is about"),
		k.of("below", p.variables(&c.Below, "below", true), "the smaller inputs"),
		k.of("than", p.selector(&c.Than, "than", results.KeyExperiment), "the keys in which the cells to compare with differ"),
		k.of("factor", located.Between(&c.Factor, 1, 1e6), "the least ratio of larger to smaller inputs"),
		k.of("within", located.Between(&c.Within, 0, 1), "the tolerance, as a share of the value"),
		k.of("left", located.Count(&c.Left, 1), "the number of inputs left"),
		located.Optional("cells", located.Choice(&cells, "number of cells", []string{"all", "most"}).Then(func(*yaml.Node) { c.Most = cells == "most" }), "whether it holds for `all` or `most` cells"),
	)
}

// keysRead are the keys present in a claim, with the places of their values.
type keysRead map[string]*yaml.Node

// of is a key that only some kinds have.
func (k keysRead) of(name string, v located.Value, about string) located.Field {
	return located.Optional(name, v.Then(func(n *yaml.Node) { k[name] = n }), about)
}

// claimOf is a claim or statement, which is added to a list with its place: the keys common to all
// kinds, and further ones, each of some kinds.
func (p *parser) claimOf(c *Claim, read keysRead, what string, keys func(results.ClaimForm) *results.Keys, list *[]Claim, nodes *[]*yaml.Node, further ...located.Field) located.Value {
	var kinds []results.ClaimKind
	forms := make(map[results.ClaimKind]results.ClaimForm)
	for _, f := range results.ClaimForms() {
		if f.Task == string(p.spec.Task) && keys(f) != nil {
			kinds, forms[f.Kind] = append(kinds, f.Kind), f
		}
	}
	return located.Map("a "+what, append([]located.Field{
		located.Required("text", located.Text(&c.Text), "the "+what+" in words"),
		located.Optional("source", located.Text(&c.Source), "the place of publication, in any words; `beyond the paper` if there is none"),
		located.Required("cell", p.selector(&c.Cell, "cell"), "the cells that it is about"),
		located.Required("kind", located.Choice(&c.Kind, "kind of "+what, kinds), "the kind of "+what),
		located.Optional("profiles", located.Choices(&c.Profiles, "profile", ProfileNames()), "the profiles under which it is checked; `paper` if left out"),
	}, further...)...).Then(func(n *yaml.Node) {
		if form, known := forms[c.Kind]; known {
			p.checkKeys(n, *c, form, what, *keys(form), read)
		}
		*list, *nodes = append(*list, *c), append(*nodes, n)
	})
}

// checkKeys checks that a claim has exactly the keys of its kind.
func (p *parser) checkKeys(n *yaml.Node, c Claim, form results.ClaimForm, what string, keys results.Keys, read keysRead) {
	for _, name := range keys.Must {
		if read[name] == nil {
			p.At(n, "a %s of kind %q has no %q", what, c.Kind, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(read)) {
		if !slices.Contains(keys.Must, name) && !slices.Contains(keys.May, name) {
			p.At(read[name], "a %s of kind %q has %q, which is not for it", what, c.Kind, name)
		}
	}
	if slices.Contains(c.Above, results.Noise) && slices.Contains(keys.May, "above") {
		p.At(read["above"], "a %s of kind %q is about %q, expected inputs by name", what, c.Kind, results.Noise)
	}
	if _, ok := c.Cell[results.KeyN]; ok && form.EverySize {
		p.At(n, `a %s of kind %q is about one "n", expected all`, what, c.Kind)
	}
}
