package spec

import (
	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
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
