// Package groups writes a tree of groups of inputs and what tests of them found, for
// people and for other programs.
package groups

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/encode"
	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/table"
	"drfvi/importance/hierarchy"
	"drfvi/internal/format"
)

// level is that of the tests.
const level = 0.05

// Tree is a tree of groups with what is known of each.
type Tree struct {
	Nodes []hierarchy.Node
	// About has the values of the nodes, and the names of the inputs.
	About *estimate.Estimate
	// Adjusted are the p-values adjusted for the tests from the top down, by node.
	Adjusted []float64
}

// Group is a group in JSON, with those that it is made of.
type Group struct {
	Inputs      []string   `json:"inputs"`
	Correlation float64    `json:"correlation"` // mean absolute rank correlation between the parts
	Importance  float64    `json:"importance"`
	Interval    [2]float64 `json:"interval"`
	P           float64    `json:"p"`
	Adjusted    float64    `json:"p_adjusted"` // for the tests from the top down
	Parts       []Group    `json:"parts,omitempty"`
}

// inputs returns the names of a node's inputs.
func (t *Tree) inputs(node int) []string {
	var names []string
	for _, j := range t.Nodes[node].Members {
		names = append(names, t.About.Variables[j])
	}
	return names
}

// group returns a node without its parts.
func (t *Tree) group(node int) Group {
	in := t.About.Inference()
	return Group{
		Inputs: t.inputs(node), Correlation: t.Nodes[node].Correlation, Importance: t.About.Result.Raw[node],
		Interval: encode.Ends(in.Intervals[node]), P: in.P[node], Adjusted: t.Adjusted[node],
	}
}

// whole returns a node with all below it; 0 is the root.
func (t *Tree) whole(node int) Group {
	g := t.group(node)
	for _, part := range t.Nodes[node].Parts {
		if part >= 0 {
			g.Parts = append(g.Parts, t.whole(part))
		}
	}
	return g
}

// JSON is the form of a tree for other programs.
type JSON struct {
	estimate.JSON
	Variables []string `json:"variables"`
	Tree      Group    `json:"tree"`
}

// JSON returns the tree for other programs.
func (t *Tree) JSON() any {
	bare := *t.About
	bare.Variables, bare.Result.Raw = nil, nil
	of := bare.JSON().(estimate.JSON)
	of.P, of.Adjustment = len(t.About.Variables), "meinshausen"
	return JSON{of, t.About.Variables, t.whole(0)}
}

// CSV writes one row a group, every group before its parts. Names of inputs are
// separated by semicolons.
func (t *Tree) CSV(w io.Writer) error {
	out := encode.NewCSV(w, "group", "within", "inputs", "correlation", "importance", "interval_low", "interval_high", "p", "p_adjusted")
	for k, n := range t.Nodes {
		within := ""
		if n.Parent >= 0 {
			within = strconv.Itoa(n.Parent + 1)
		}
		g := t.group(k)
		out.Row(k+1, within, strings.Join(g.Inputs, ";"), g.Correlation, g.Importance, g.Interval, g.P, g.Adjusted)
	}
	return out.End()
}

// found tells whether a node's hypothesis is rejected.
func (t *Tree) found(node int) bool { return t.Adjusted[node] <= level }

// smallest are the groups found of which no part is found.
func (t *Tree) smallest() []int {
	var nodes []int
	for k, n := range t.Nodes {
		if t.found(k) && (n.Parts[0] < 0 || !t.found(n.Parts[0]) && !t.found(n.Parts[1])) {
			nodes = append(nodes, k)
		}
	}
	return nodes
}

// mostLetters of the names of a group stand in the table. What is found is named below it.
const mostLetters = 50

// Text shows the groups that were tested, each with its parts below it and set in, and
// what was found.
func (t *Tree) Text(s estimate.View) string {
	e := t.About
	var b strings.Builder
	b.WriteString(s.Remark(fmt.Sprintf("%s (%s)", e.Title("Groups"), format.Plural(e.N, "row"))) + s.Sentence(e.Explained()) + "\n")
	shown := table.Table{Head: []string{"group", "correlation", "importance", "95 % interval", "p (tree)"}, Left: 1}
	intervals := e.Inference().Intervals
	var add func(node, depth int)
	add = func(node, depth int) {
		n := t.Nodes[node]
		name, correlation := fmt.Sprintf("%d inputs", len(n.Members)), strconv.FormatFloat(n.Correlation, 'f', 2, 64)
		if all := strings.Join(t.inputs(node), ", "); len(n.Members) <= 3 || depth > 0 && len(all) <= mostLetters {
			name = all
		} else if depth > 0 {
			name += ": " + strings.Join(t.inputs(node)[:2], ", ") + ", …"
		} else {
			name = "all " + name
		}
		if len(n.Members) == 1 {
			correlation = ""
		}
		shown.Rows = append(shown.Rows, table.Row{
			Cells: []string{
				strings.Repeat("  ", depth) + name, correlation, strconv.FormatFloat(max(e.Result.Raw[node], 0), 'f', 3, 64),
				fmt.Sprintf("%.2f to %.2f", intervals[node].Low, intervals[node].High), estimate.Probability(t.Adjusted[node]),
			},
			Strong: t.found(node),
		})
		for _, part := range n.Parts {
			if part >= 0 && t.found(node) {
				add(part, depth+1)
			}
		}
	}
	add(0, 0)
	shown.Write(&b, s.Screen)
	b.WriteByte('\n')
	var found []string
	for _, node := range t.smallest() {
		if names := t.inputs(node); len(names) == 1 {
			found = append(found, names[0])
		} else {
			found = append(found, "one or several of "+strings.Join(names, ", "))
		}
	}
	if found == nil {
		b.WriteString(s.Sentence(fmt.Sprintf("No group is found at %.0f %%: that no input tells anything of the %s may be chance.", 100*level, e.Distribution())))
	} else {
		b.WriteString(s.Sentence(fmt.Sprintf("Found at %.0f %%: %s. The probability of any false finding among all groups is at most %.0f %%.", 100*level, strings.Join(found, "; "), 100*level)))
		b.WriteString(s.Sentence("A group is tested if the one that it is in is found. Where a group is found and none of its parts, its inputs can stand in for each other, or the rows are too few to tell which of them it is."))
	}
	return b.String() + e.Remarks(s)
}
