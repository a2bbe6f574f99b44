package experiments

import (
	"maps"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// leastRows is the smallest number of rows of an elimination: half of them must
// make a forest.
const leastRows = 4

// tasks are the words for what an experiment does.
var tasks = []string{string(Importance), string(Elimination), string(Ablation)}

// task returns what the specification says is done with its tables. It is read
// before everything else, because other keys depend on it.
func (p *parser) task(root *yaml.Node) Task {
	if root.Kind != yaml.MappingNode {
		return Importance
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == "task" {
			if s, ok := p.Choice(root.Content[i+1], "task", "task", tasks); ok {
				return Task(s)
			}
		}
	}
	return Importance
}

// eliminationFields are the keys that only eliminations have.
func (p *parser) eliminationFields() []located.Field {
	return []located.Field{
		located.Optional("only", p.only),
		located.Optional("figure", p.figure),
	}
}

// sets reads a list of different data sets.
func (p *parser) sets(n *yaml.Node) []string {
	var sets []string
	p.List(n, "datasets", func(item *yaml.Node) {
		s, ok := p.Text(item, "a data set")
		if !ok {
			return
		}
		if err := checkSet(s); err != nil {
			p.At(item, "%v", err)
			return
		}
		if located.Unique(&p.Reader, item, "datasets", s, sets) {
			sets = append(sets, s)
		}
	})
	return sets
}

// only reads the data sets that methods are limited to:
//
//	only: {retrain: [enb, jura]}
func (p *parser) only(n *yaml.Node) {
	p.spec.Only = make(map[string][]string)
	p.Pairs(n, "only", func(key, value *yaml.Node) {
		if name, ok := p.Choice(key, "a method", "method", p.methodNames()); ok {
			p.spec.Only[name] = p.sets(value)
		}
	})
}

// checkEliminators checks that variables can be eliminated by every method.
func (p *parser) checkEliminators(s Spec, profile string, node *yaml.Node) {
	for _, name := range s.Methods {
		if method := s.method(name); !method.Eliminates() {
			p.At(node, "profile %q: variables cannot be eliminated by method %q, expected one of: %s", profile, name, strings.Join(EliminationMethods(), ", "))
		}
	}
}

// overridden returns the selector with keys replaced.
func overridden(selector, keys map[string]string) map[string]string {
	merged := maps.Clone(selector)
	maps.Copy(merged, keys)
	return merged
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
