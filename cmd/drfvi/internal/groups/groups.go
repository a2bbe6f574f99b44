// Package groups writes a tree of groups of inputs and what tests of them found, for
// people and for other programs.
package groups

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/table"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/hierarchy"
)

// Level is that of the tests.
const Level = 0.05

// Tree is a tree of groups with what is known of each.
type Tree struct {
	Names []string // of the inputs
	Nodes []hierarchy.Node
	// By node: importances, their intervals, p-values and adjusted ones.
	Importance  []float64
	Intervals   []importance.Interval
	P, Adjusted []float64
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
func (t Tree) inputs(node int) []string {
	var names []string
	for _, j := range t.Nodes[node].Members {
		names = append(names, t.Names[j])
	}
	return names
}

// JSON returns a node with all below it; 0 is the root.
func (t Tree) JSON(node int) Group {
	g := Group{
		Inputs: t.inputs(node), Correlation: t.Nodes[node].Correlation, Importance: t.Importance[node],
		Interval: [2]float64{t.Intervals[node].Low, t.Intervals[node].High}, P: t.P[node], Adjusted: t.Adjusted[node],
	}
	for _, part := range t.Nodes[node].Parts {
		if part >= 0 {
			g.Parts = append(g.Parts, t.JSON(part))
		}
	}
	return g
}

// CSV writes one row a group, every group before its parts. Names of inputs are
// separated by semicolons.
func (t Tree) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	_ = out.Write([]string{"group", "within", "inputs", "correlation", "importance", "interval_low", "interval_high", "p", "p_adjusted"}) // Flush tells
	for k, n := range t.Nodes {
		within := ""
		if n.Parent >= 0 {
			within = strconv.Itoa(n.Parent + 1)
		}
		row := []string{strconv.Itoa(k + 1), within, strings.Join(t.inputs(k), ";")}
		for _, v := range []float64{n.Correlation, t.Importance[k], t.Intervals[k].Low, t.Intervals[k].High, t.P[k], t.Adjusted[k]} {
			row = append(row, strconv.FormatFloat(v, 'g', -1, 64))
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// found tells whether a node's hypothesis is rejected.
func (t Tree) found(node int) bool { return t.Adjusted[node] <= Level }

// smallest are the groups found of which no part is found.
func (t Tree) smallest() []int {
	var nodes []int
	for k, n := range t.Nodes {
		if t.found(k) && (n.Parts[0] < 0 || !t.found(n.Parts[0]) && !t.found(n.Parts[1])) {
			nodes = append(nodes, k)
		}
	}
	return nodes
}

// Text shows the groups that were tested, each with its parts below it and set in, and
// what was found. probability writes p-values.
func (t Tree) Text(what string, probability func(float64) string, s terminal.Screen) string {
	var b strings.Builder
	shown := table.Table{Head: []string{"group", "correlation", "importance", "95 % interval", "p (tree)"}, Left: 1}
	var add func(node, depth int)
	add = func(node, depth int) {
		n := t.Nodes[node]
		name, correlation := fmt.Sprintf("%d inputs", len(n.Members)), strconv.FormatFloat(n.Correlation, 'f', 2, 64)
		if len(n.Members) <= 3 {
			name = strings.Join(t.inputs(node), ", ")
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
				strings.Repeat("  ", depth) + name, correlation, strconv.FormatFloat(max(t.Importance[node], 0), 'f', 3, 64),
				fmt.Sprintf("%.2f to %.2f", t.Intervals[node].Low, t.Intervals[node].High), probability(t.Adjusted[node]),
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
	shown.Write(&b, s)
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
		b.WriteString(s.Sentence(fmt.Sprintf("No group is found at %.0f %%: that no input tells anything of %s may be chance.", 100*Level, what)))
		return b.String()
	}
	b.WriteString(s.Sentence(fmt.Sprintf("Found at %.0f %%: %s. The probability of any false finding among all groups is at most %.0f %%.", 100*Level, strings.Join(found, "; "), 100*Level)))
	b.WriteString(s.Sentence("A group is tested if the one that it is in is found. Where a group is found and none of its parts, its inputs can stand in for each other, or the rows are too few to tell which of them it is."))
	return b.String()
}
