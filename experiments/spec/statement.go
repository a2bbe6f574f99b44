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

// statement is what the paper says beside its claims about an order:
//
//	text: The values are roughly constant as the sample size increases
//	source: Figure 1
//	cell: {variant: published, method: retrain, n: 10000}
//	kind: steady
//	above: [X1, X2]
//	than: {n: 500}
//	within: 0.25
func (p *parser) statement() located.Value {
	forms := statementForms[p.spec.Task]
	c := Claim{Profiles: []string{paperProfile}}
	written := make(map[string]*yaml.Node)
	key := func(name string, v located.Value, about string) located.Field {
		return located.Optional(name, v.Then(func(n *yaml.Node) { written[name] = n }), about)
	}
	var cells string
	fields := append(p.claimFields(&c, slices.Sorted(maps.Keys(forms)), "statement"),
		key("above", p.variables(&c.Above, "above", true), "the inputs spoken of, or the larger ones"),
		key("below", p.variables(&c.Below, "below", true), "the smaller inputs"),
		key("than", p.selector(&c.Than, "than", results.KeyExperiment), "the keys in which the cells compared with differ"),
		key("factor", located.Between(&c.Factor, 1, 1e6), "how many times as large they are"),
		key("within", located.Between(&c.Within, 0, 1), "the share of a value within which it holds"),
		key("left", located.Count(&c.Left, 1), "inputs that are left"),
		located.Optional("cells", located.Choice(&cells, "number of cells", []string{"all", "most"}), "of how many cells it holds"),
	)
	return located.Map("a statement", fields...).Then(func(n *yaml.Node) {
		c.Most = cells == "most"
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
		p.spec.Statements, p.statementNodes = append(p.spec.Statements, c), append(p.statementNodes, n)
	})
}
