package spec

import (
	"maps"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/internal/located"
	"drfvi/results"
)

// limitsOf says which limits a claim about an estimator has, by its kind:
//
//	text: No input that does nothing is found too often
//	source: beyond the paper
//	cell: {method: stacked}
//	kind: size
//	level: 0.05
//	bound: 0.06
//
// A claim that fails: true must not hold. With above: [X1] one of kind size is about that
// input, which does something that the test does not see.
var limitsOf = map[results.ClaimKind][]string{
	results.ClaimErrorRatio: {"bound", "worst"},
	results.ClaimSize:       {"bound", "level"},
	results.ClaimFamilyWise: {"bound", "level"},
	results.ClaimCoverage:   {"bound", "high", "low"},
	results.ClaimNothing:    {"bound", "level"},
	results.ClaimPower:      {"bound", "level"},
	results.ClaimLeak:       {"bound"},
	results.ClaimMoved:      {"bound"},
	results.ClaimUnmoved:    {"bound"},
	results.ClaimWithin:     {"bound"},
}

// limits are the keys of limits; those written are noted.
func (p *parser) limits(c *Claim, written map[string]bool) []located.Field {
	key := func(name string, dst *float64, high float64, about string) located.Field {
		return located.Optional(name, located.Between(dst, 0, high).Then(func(*yaml.Node) { written[name] = true }), about)
	}
	return []located.Field{
		key("level", &c.Level, 1, "that of tests"), key("bound", &c.Bound, 1e6, "the limit"), key("worst", &c.Worst, 1e6, "the limit for any design"),
		key("low", &c.Low, 1, "the least coverage"), key("high", &c.High, 1, "the largest coverage"),
		located.Optional("fails", located.Answer(&c.Fails), "whether it must not hold: a negative control"),
	}
}

// checkLimits checks that a claim has the limits of its kind, and nothing of other
// kinds.
func (p *parser) checkLimits(n *yaml.Node, c Claim, written map[string]bool) {
	wanted, estimator := limitsOf[c.Kind]
	for _, name := range wanted {
		if !written[name] {
			p.At(n, "a claim of kind %q has no %q", c.Kind, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if !slices.Contains(wanted, name) {
			p.At(n, "a claim of kind %q has %q, which is not for it", c.Kind, name)
		}
	}
	if c.Fails && !estimator {
		p.At(n, `a claim of kind %q has "fails", which is for estimators`, c.Kind)
	}
	if !estimator {
		return
	}
	if len(c.Below) > 0 || len(c.Above) > 0 && c.Kind != results.ClaimSize || slices.Contains(c.Above, results.Noise) {
		p.At(n, `a claim of kind %q has "above" or "below", which are for variables; of kind %q only inputs by name in "above"`, c.Kind, results.ClaimSize)
	}
	if c.Kind == results.ClaimWithin {
		return // than the population, or another estimator
	}
	if (len(c.Than) > 0) != (c.Kind == results.ClaimErrorRatio || c.Kind == results.ClaimPower) {
		p.At(n, `a claim of kind %q: expected "than" of %q, %q and, if need be, %q, and of no other`, c.Kind, results.ClaimErrorRatio, results.ClaimPower, results.ClaimWithin)
	}
}
