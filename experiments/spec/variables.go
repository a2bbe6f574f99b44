package spec

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"gopkg.in/yaml.v3"

	"drfvi/results"
)

// variables returns the inputs and ranges such as X4..X10 of a list.
func (p *parser) variables(list *yaml.Node, what string, written []string) (all []string) {
	for i, text := range written {
		for _, variable := range p.variableRange(list.Content[i], text, false) {
			if slices.Contains(all, variable) {
				p.at(list.Content[i], "%s lists %v twice", what, variable)
				continue
			}
			all = append(all, variable)
		}
	}
	return all
}

var variablePattern = regexp.MustCompile(`^X([1-9][0-9]{0,6})(?:\.\.X([1-9][0-9]{0,6}))?$`)

// variableRange returns the inputs denoted by X3, X3..X5 or noise.
func (p *parser) variableRange(n *yaml.Node, s string, withNoise bool) []string {
	if withNoise && s == results.Noise {
		p.named = append(p.named, namedVariable{node: n, claimed: p.claimed})
		return []string{results.Noise}
	}
	if p.form == formFile {
		p.named = append(p.named, namedVariable{node: n, own: s, claimed: p.claimed})
		return []string{s}
	}
	m := variablePattern.FindStringSubmatch(s)
	if m == nil {
		or := ""
		if withNoise {
			or = fmt.Sprintf(" or %q", results.Noise)
		}
		p.at(n, "variable %q, expected a name such as X3, a range such as X4..X10%s", s, or)
		return nil
	}
	// The pattern admits only numbers.
	first, _ := strconv.Atoi(m[1])
	last := first
	if m[2] != "" {
		last, _ = strconv.Atoi(m[2])
	}
	if last < first || last-first >= 10000 {
		p.at(n, "variables %q: expected a range that goes up, over at most 10000 variables", s)
		return nil
	}
	p.named = append(p.named, namedVariable{node: n, index: last, claimed: p.claimed})
	var list []string
	for j := first; j <= last; j++ {
		list = append(list, "X"+strconv.Itoa(j))
	}
	return list
}
