package spec

import (
	"cmp"
	"maps"
	"regexp"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
	"drfvi/results"
)

// checkExpression checks the expression of a claim by itself:
//
//	text: X1 and X2 matter ten times more than the others
//	source: Section 4.1
//	cell: {variant: published, method: retrain}
//	holds: importance(X1, X2) > 10 importance(X3..X10)
//	profiles: [paper, quick]
func (p *parser) checkExpression(place *yaml.Node, c results.Claim) {
	e, err := c.Expression()
	if err != nil {
		p.fail(place, "%v", err)
		return
	}
	for _, comparison := range e.Comparisons {
		right := comparison.Right
		for _, t := range []results.Term{comparison.Left, right} {
			// same: those on the left
			if same := t.Statistic == right.Statistic && len(t.Than) > 0; t.Form().Inputs && len(t.Inputs) == 0 && !same {
				p.fail(place, "%s is of no inputs, expected some, as in %s(X1)", t.Statistic, t.Statistic)
			}
		}
	}
	for _, t := range e.Terms() {
		p.checkTerm(place, c, t)
	}
}

// option is the form of the values of an option of statistics.
type option struct {
	pattern  *regexp.Regexp
	expected string
}

// options are those of statistics; all others are shares.
var (
	options = map[string]option{
		"says": {regexp.MustCompile(`.`), "words of a warning"},
		"top":  {regexp.MustCompile(`^[1-9]\d{0,8}$`), "a number from 1"},
		"from": {regexp.MustCompile(`^([1-9]\d{0,8})?$`), "a number from 1"},
		"left": {regexp.MustCompile(`^(all|[1-9]\d{0,8}(\.\.)?)$`), "a number of inputs from 1"},
	}
	share = option{regexp.MustCompile(`^0?\.\d*[1-9]\d*$`), "a number between 0 and 1"}
)

// checkTerm checks a term of a claim.
func (p *parser) checkTerm(place *yaml.Node, c results.Claim, t results.Term) {
	form := t.Form()
	if form.Task != string(p.spec.Task) {
		p.fail(place, "%s is a statistic of the task %s", t.Statistic, form.Task)
		return
	}
	_, sized := c.Cell[results.KeyN]
	p.failIf(sized && form.EverySize, place, `%s is about all "n", the cell names one`, t.Statistic)
	allowed := append(slices.Clip(p.cellKeys()), results.KeyExperiment)
	for _, key := range slices.Sorted(maps.Keys(t.Than)) {
		if !slices.Contains(allowed, key) {
			p.fail(place, "%v", nearest.Unknown("key", key, allowed))
		}
	}
	for _, name := range form.Options {
		expected, value := cmp.Or(options[name], share), t.Options[name]
		if !expected.pattern.MatchString(value) && (form.Name != "loss" || value != "") { // losses of all numbers of inputs
			p.fail(place, "%s has the %s %q, expected %s", t.Statistic, name, value, expected.expected)
		}
	}
}

// checkClaim checks that the inputs and cells named by a claim exist under the profile; cells
// of another experiment are not known here.
func (g *grid) checkClaim(c Claim, place *yaml.Node) {
	g.selects(place, c.Cell, c.Instead)
	e, _ := c.Expression() // was read
	for _, t := range e.Terms() {
		for _, input := range t.Inputs {
			if input != results.Null || t.Statistic != "found" {
				g.checkInput(place, input, true)
			}
		}
		if _, elsewhere := t.Than[results.KeyExperiment]; !elsewhere && t.Than != nil {
			g.selects(place, c.Cell, t.Than)
		}
	}
}
