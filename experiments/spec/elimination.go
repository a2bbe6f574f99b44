package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// leastRows is the smallest number of rows of an elimination: half of them must
// make a forest.
const leastRows = 4

// only is the data sets that methods are limited to:
//
//	only: {retrain: [enb, jura]}
func (p *parser) only() located.Value {
	p.spec.Only = nil
	var name string
	var sets []string
	method := located.Choice(&name, "method", p.methodNames(all))
	return located.Named("a mapping from methods to data sets", method, p.sets(&sets), func(r *located.Reader, key, value *yaml.Node) {
		r.Read(key, "a method", method)
		r.Read(value, "datasets", p.sets(&sets))
		if p.spec.Only == nil {
			p.spec.Only = make(map[string][]string)
		}
		p.spec.Only[name] = sets
	})
}

// checkLossClaim checks what claims about losses alone must have or must not.
func (p *parser) checkLossClaim(n *yaml.Node, c Claim) {
	switch {
	case c.Kind == results.ClaimLowerLoss && len(c.Than) == 0:
		p.At(n, `a claim of kind %q has no "than"`, results.ClaimLowerLoss)
	case c.Kind == results.ClaimLowerLoss && len(c.Above)+len(c.Below) > 0:
		p.At(n, `a claim of kind %q has "above" or "below", which are for variables`, results.ClaimLowerLoss)
	case c.Kind != results.ClaimLowerLoss && len(c.Than) > 0:
		p.At(n, `a claim of kind %q has "than", which is for %q`, c.Kind, results.ClaimLowerLoss)
	case c.Kind != results.ClaimLowerLoss && len(c.Above) == 0:
		p.At(n, `a claim of kind %q has no "above"`, c.Kind)
	}
}
