package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/hierarchy"
	"drfvi/internal/chart"
	"drfvi/methods/method"
)

type groupsOptions struct{ estimationOptions }

func (o *groupsOptions) addFlags(cmd *cobra.Command) {
	offered := having(method.DefaultFirst(), func(f method.Facts) bool { return f.Infers && f.Sampled })
	o.estimationOptions.addFlags(cmd, offer{
		usual: method.Default, methods: collect(
			offered, func(f method.Facts) string { return f.Name },
		), trees: 500, level: true,
		exact: "use all rows, even of large tables", plot: "the tree of groups", page: true,
	})
}

func (o *groupsOptions) run(cmd *cobra.Command, args []string) error {
	return o.find(cmd, args[0], func(ctx context.Context, e *estimation) (result, error) { return e.groups(ctx) })
}

// groups estimates the importance of the inputs and of all groups of their tree from one fit.
func (e *estimation) groups(ctx context.Context) (*groupTree, error) {
	a, err := e.importance(
		ctx, questions{Questions: answer.Questions{Adjustment: answer.Unadjusted, Alone: true, Groups: true}},
	)
	if err != nil {
		return nil, err
	}
	a.Alone, a.Result.Inference.Ranks, a.Result.Inference.Contrasts = nil, nil, nil // which importance tells
	a.warnIncomplete(", alone or in a group,")
	return &groupTree{nodes: a.Tree, answers: a.Answers.Groups, analysis: a}, nil
}

// groupTree is a tree of groups of inputs with what is known of each.
type groupTree struct {
	nodes []hierarchy.Node
	// analysis is that of the inputs.
	analysis *analysis
	answers  []answer.Group
}

// What tables and figures have of groups.
func groupImportance(g answer.Group) float64           { return g.Importance }
func groupInterval(g answer.Group) importance.Interval { return g.Interval }
func groupSignificant(g answer.Group) bool             { return g.Significant }

// inputs returns the names of a node's inputs.
func (t *groupTree) inputs(node int) []string {
	return picked(t.analysis.Variables, t.nodes[node].Members)
}

// tested returns the nodes that were tested, each with its parts below it, and how deep
// in the tree every node is.
func (t *groupTree) tested() (nodes, depths []int) {
	depths = make([]int, len(t.nodes))
	var add func(node, depth int)
	add = func(node, depth int) {
		nodes, depths[node] = append(nodes, node), depth
		for _, part := range t.nodes[node].Parts {
			if part >= 0 && t.answers[part].Reached {
				add(part, depth+1)
			}
		}
	}
	add(0, 0)
	return nodes, depths
}

// smallest are the significant groups of which no part is significant.
func (t *groupTree) smallest() []int {
	return positions(len(t.nodes), func(k int) bool { return t.answers[k].Smallest })
}

// mostLetters of the names of a group stand in the table. What is found is named below it.
const mostLetters = 50

// title names a node at a depth.
func (t *groupTree) title(node, depth int) string {
	names := inSentences(t.inputs(node))
	name, list := fmt.Sprintf("%d inputs", len(names)), strings.Join(names, ", ")
	switch {
	case len(names) <= 3 || depth > 0 && len(list) <= mostLetters:
		name = list
	case depth > 0:
		name += ": " + strings.Join(names[:2], ", ") + ", …"
	default:
		name = "all " + name
	}
	return name
}

// chart shows the groups that were tested, each with its parts below it.
func (t *groupTree) chart() chart.DotChart {
	nodes, depths := t.tested()
	d := chart.DotChart{
		Title:     "Groups of inputs that move together, for " + t.analysis.targetNames(),
		Axis:      "share of what the inputs explain that is lost without the group",
		FoundName: fmt.Sprintf("p (tree) at most %v", t.analysis.Answers.Level),
	}
	for _, node := range nodes {
		d.Names, d.Depths = append(d.Names, t.title(node, depths[node])), append(d.Depths, depths[node])
		d.Notes = append(d.Notes, "p "+report.Equality(t.answers[node].Adjusted))
	}
	d.IntervalName = t.answers[0].Interval.Coverage.Title()
	series := dots("importance", 0, nodes, collect(t.answers, groupImportance), collect(t.answers, groupInterval))
	series.Colour, series.Found = chart.MethodColour(t.analysis.Method.Name), collect(
		picked(t.answers, nodes), groupSignificant,
	)
	d.Series = []chart.DotSeries{series}
	return d
}

// table has a row for each node, every group before its parts; for reading those that
// were tested.
func (t *groupTree) table() report.Table {
	nodes, depths := t.tested()
	found := collect(t.answers, groupSignificant)
	open := collect(found, func(found bool) bool { return !found })
	// correlation is the mean absolute rank correlation between the parts.
	correlation := report.Computed("correlation", t.nodes, func(n hierarchy.Node) float64 { return n.Correlation })
	correlation.Title, correlation.Text = "correlation", func(k int) string {
		return textIf(len(t.nodes[k].Members) > 1, report.Fixed(2)(t.nodes[k].Correlation))
	}
	table := report.Table{Rows: len(t.nodes), Order: nodes, Strong: found, Columns: []report.Column{
		{CSV: []string{"group"}, Cell: func(k int) any { return k + 1 }},
		{CSV: []string{"within"}, Cell: func(k int) any {
			if above := t.nodes[k].Parent; above >= 0 {
				return above + 1
			}
			return nil
		}},
		report.Column{
			Left: true, Long: true,
			Cell: func(k int) any { return strings.Repeat("  ", depths[k]) + t.title(k, depths[k]) },
		}.Shown("group", report.Text),
		{Name: "inputs", Join: ";", Cell: func(k int) any { return t.inputs(k) }},
		correlation,
		report.Computed("importance", t.answers, groupImportance).Shown("importance", unitText),
		report.Intervals("interval", collect(t.answers, groupInterval), 3, open),
		report.Computed("p", t.answers, func(g answer.Group) float64 { return g.P }),
		report.Computed("p_adjusted", t.answers, func(g answer.Group) float64 { return g.Adjusted }).Shown(
			"p (tree)", report.Probability,
		),
		report.Each("established", found),
	}}
	if !t.analysis.divisible() { // importances are shares of what is not established
		return table.Hidden(func(c report.Column) bool { return c.Title == "importance" || c.Name == "interval" })
	}
	return table
}

// nested returns a node with all below it for other programs; 0 is the root.
func (t *groupTree) nested(table report.Table, node int) report.Object {
	var parts []report.Object
	for _, part := range t.nodes[node].Parts {
		if part >= 0 {
			parts = append(parts, t.nested(table, part))
		}
	}
	return table.Object(node).Add("parts", report.Some(parts))
}

// report tells which groups were tested, each with its parts below it and set in, and
// what was found.
func (t *groupTree) report() *report.Report {
	e, table := t.analysis, t.table()
	r := e.begin(e.title("Groups"))
	r.Share = e.explained()
	r.Headline, r.Table, r.Picture = t.verdict(), table, t.chart()
	r.Data = e.facts(adjustGroups, nil).Add("variables", e.Variables).Add("tree", t.nested(table, 0))
	r.Sections = []report.Section{
		{Caption: "Groups of inputs that were tested, each with its parts below it.", Table: table},
	}
	r.Figures = []report.Figure{{Picture: r.Picture, Caption: "Importance of the inputs, in the tree of their groups."}}
	r.Notes = append(r.Notes, say("how groups are tested", slots{
		"Share": textIf(e.divisible(), percent(e.share().Value)), "Level": fmt.Sprintf("%.0f", 100*e.Answers.Level),
	}))
	return r
}

// verdict names the smallest groups that are significant.
func (t *groupTree) verdict() string {
	return say("significant groups", slots{
		"Groups": collect(t.smallest(), func(node int) []string { return inSentences(t.inputs(node)) }),
	})
}
