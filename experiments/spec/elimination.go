package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// leastRows is the smallest number of rows of an elimination: half of them must
// make a forest.
const leastRows = 4

// tasks are what an experiment may do.
var tasks = []Task{Importance, Elimination, Ablation}

// task returns what the specification says is done with its tables. It is read
// before everything else, because other keys depend on it.
func (p *parser) task(root *yaml.Node) Task {
	if n := valueOf(root, "task"); n != nil {
		if task, ok := located.OneOf(&p.Reader, n, "task", "task", tasks); ok {
			return task
		}
	}
	return Importance
}

// sets reads a list of different data sets.
func (p *parser) sets(n *yaml.Node) []string {
	return p.choices(n, "datasets", "data set", setNames())
}

// only reads the data sets that methods are limited to:
//
//	only: {retrain: [enb, jura]}
func (p *parser) only(n *yaml.Node) {
	p.spec.Only = make(map[string][]string)
	p.Pairs(n, "only", func(key, value *yaml.Node) {
		if name, ok := p.Choice(key, "a method", "method", p.methodNames(all)); ok {
			p.spec.Only[name] = p.sets(value)
		}
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
