package spec

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"drfvi/internal/nearest"
	"drfvi/results"
)

// claims returns claims as written, with their expressions checked:
//
//	text: X1 and X2 matter ten times more than the others
//	source: Section 4.1
//	cell: {variant: published, method: retrain}
//	holds: importance(X1, X2) > 10 importance(X3..X10)
//	profiles: [paper, quick]
func (p *parser) claims(written []claim, decide bool) (all []Claim) {
	for _, w := range written {
		c := Claim{results.Claim{Text: w.Text, Cell: w.Cell, Holds: w.Holds, Source: w.Source, Most: w.Cells == "most", Instead: w.Instead}, w.Profiles, w.Node}
		if c.Profiles == nil {
			c.Profiles = []string{paperProfile}
		}
		if decide {
			p.claimed = c.Profiles
		}
		if holds := valueOf(w.Node, "holds"); holds != nil && w.Holds != "" {
			p.checkExpression(holds, c.Claim)
		}
		p.claimed = nil
		all = append(all, c)
	}
	return all
}

// checkExpression checks the expression of a claim, but not the cells it names.
func (p *parser) checkExpression(n *yaml.Node, c results.Claim) {
	e, err := c.Expression()
	if err != nil {
		p.at(n, "%v", err)
		return
	}
	for _, t := range terms(e) {
		p.checkTerm(n, c, t)
	}
	for _, comparison := range e.Comparisons {
		for _, t := range []results.Term{comparison.Left, comparison.Right} {
			same := t.Statistic == comparison.Right.Statistic && len(t.Than) > 0 // as on the left
			if t.Form().Inputs && len(t.Inputs) == 0 && !same {
				p.at(n, "%s is of no inputs, expected some, as in %s(X1)", t.Statistic, t.Statistic)
			}
		}
	}
}

// terms are those of an expression that are not numbers.
func terms(e results.Expression) (all []results.Term) {
	for _, c := range e.Comparisons {
		for _, t := range []results.Term{c.Left, c.Right} {
			if t.Statistic != "" {
				all = append(all, t)
			}
		}
	}
	return all
}

func (p *parser) checkTerm(n *yaml.Node, c results.Claim, t results.Term) {
	form := t.Form()
	if form.Task != string(p.spec.Task) {
		p.at(n, "%s is a statistic of the task %s", t.Statistic, form.Task)
		return
	}
	for _, input := range t.Inputs {
		if input != results.Null || form.Name != "found" {
			p.variableRange(n, input, true)
		}
	}
	if _, ok := c.Cell[results.KeyN]; ok && form.EverySize {
		p.at(n, `%s is about all "n", the cell names one`, t.Statistic)
	}
	allowed := append(slices.Clip(p.cellKeys()), results.KeyExperiment)
	for _, key := range slices.Sorted(maps.Keys(t.Than)) {
		if !slices.Contains(allowed, key) {
			p.at(n, "%v", nearest.Unknown("key", key, allowed))
		}
	}
	for _, name := range form.Options {
		if fault := optionFault(name, t.Options[name]); fault != "" && (name != "from" && form.Name != "loss" || t.Options[name] != "") {
			p.at(n, "%s has the %s %q, expected %s", t.Statistic, name, t.Options[name], fault)
		}
	}
}

// optionFault says what is expected of an option, empty if its value is that.
func optionFault(name, value string) string {
	switch name {
	case "says":
		if value == "" {
			return "words of a warning"
		}
	case "top", "from":
		if k, err := strconv.Atoi(value); err != nil || k < 1 {
			return "a number from 1"
		}
	case "left":
		if k, err := strconv.Atoi(strings.TrimSuffix(value, "..")); value != "all" && (err != nil || k < 1) {
			return "a number of inputs from 1"
		}
	default:
		if v, err := strconv.ParseFloat(value, 64); err != nil || !(v > 0 && v < 1) {
			return "a number between 0 and 1"
		}
	}
	return ""
}

// checkClaimCells checks that the cells named by a claim exist under the profile; those of another
// experiment are not known here.
func (p *parser) checkClaimCells(c Claim, cells []Cell, profile string) {
	p.checkSelector(c.Cell, cells, c.node, profile)
	p.checkInstead(c.Cell, c.Instead, cells, c.node, profile)
	e, err := c.Expression()
	if err != nil {
		panic(fmt.Sprint("spec: an expression that was read: ", err))
	}
	for _, t := range terms(e) {
		if _, elsewhere := t.Than[results.KeyExperiment]; !elsewhere {
			p.checkInstead(c.Cell, t.Than, cells, c.node, profile)
		}
	}
}

// checkInstead checks that the cells exist that differ in some keys, if any, from others.
func (p *parser) checkInstead(cell, instead map[string]string, cells []Cell, node *yaml.Node, profile string) {
	if instead != nil {
		other := maps.Clone(cell)
		maps.Copy(other, instead)
		p.checkSelector(other, cells, node, profile)
	}
}
