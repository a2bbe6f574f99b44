package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/groups"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/experiments"
	"drfvi/importance/hierarchy"
	"drfvi/internal/method"
)

func newGroups() *cobra.Command {
	var methods []string
	for _, f := range method.DefaultFirst() {
		if f.Infers && f.Sampled {
			methods = append(methods, f.Name)
		}
	}
	cmd := &cobra.Command{
		Use:   "groups FILE --targets y1,y2",
		Short: "Test groups of inputs that move together, from all down to single ones",
		Long: `Test groups of inputs that move together: where inputs can stand in for each other
none of them may be significant alone, though together they are.

Inputs are clustered by their rank correlations (average linkage of absolute values,
the targets having no part in it; levels count as an indicator each). The tree that
this makes is tested from the top down: all inputs first, then the two groups that
they are made of, and so on, as long as a group is found. P-values are those of the
importance command, adjusted so that the probability of any false finding in the
whole tree is at most the level (Meinshausen 2008): times the number of inputs over
that of the group, and no smaller than those of the groups that it is in.

The importance of a group is what is lost without all of its inputs. The table shows
the groups that were tested; JSON has the whole tree, nested, and CSV a row for each
group. Columns that are one input to begin with are given by --group.`,
		Example: `  drfvi groups houses.csv --targets price
  drfvi groups pupils.csv --targets score --cluster school --format json`,
		Args: exactly("a FILE, or - for standard input"),
	}
	f := importanceFlags{estimationFlags: addEstimation(cmd, method.Default, methods, 500), study: new(studyFlags), adjust: &flag.Choice{Value: adjustments[2]}}
	cmd.Flags().BoolVar(&f.exact, "exact", false, "use all rows throughout, of large tables too")
	help.Group(cmd, help.Importance, "exact")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return f.run(cmd, args[0], f.test)
	}
	return cmd
}

// grouping is a tested tree of groups.
type grouping struct {
	*estimate
	tree groups.Tree
}

// test estimates the importance of all groups of the tree at once.
func (f *importanceFlags) test(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (finding, error) {
	tree := groups.Tree{}
	var variables [][]int
	for _, v := range problem.Variables {
		tree.Names, variables = append(tree.Names, v.Name), append(variables, v.Columns)
	}
	tree.Nodes = hierarchy.Cluster(problem.X, problem.Levels, variables)
	grouped := *problem
	grouped.Variables, grouped.XNames = nil, nil // as many variables as columns would be the columns
	for k, columns := range hierarchy.Groups(tree.Nodes, variables) {
		grouped.Variables = append(grouped.Variables, datasets.Variable{Name: fmt.Sprintf("group %d", k+1), Columns: columns})
	}
	found, err := f.estimate(ctx, stderr, method, &grouped)
	if err != nil {
		return nil, err
	}
	g := &grouping{found.(*estimate), tree}
	g.variables = tree.Names
	in := g.inference()
	g.tree.Importance, g.tree.Intervals = g.result.Raw, in.Intervals
	g.tree.P, g.tree.Adjusted = in.P, hierarchy.Adjust(tree.Nodes, in.P)
	return g, nil
}

// groupingJSON is its form for other programs.
type groupingJSON struct {
	estimateJSON
	Variables []string     `json:"variables"`
	Tree      groups.Group `json:"tree"`
}

func (g *grouping) json() any {
	bare := *g.estimate
	bare.variables, bare.result.Raw = nil, nil
	of := bare.json().(estimateJSON)
	of.P, of.Adjustment = len(g.tree.Names), "meinshausen"
	return groupingJSON{of, g.tree.Names, g.tree.JSON(0)}
}

func (g *grouping) csv(w io.Writer) error { return g.tree.CSV(w) }

func (g *grouping) text(v view) string {
	return v.Remark(fmt.Sprintf("Groups of %s for %s (%s)", terminal.Counted(len(g.tree.Names), "input"), listed(g.targets), terminal.Counted(g.n, "row"))) +
		v.Sentence(g.explained()) + "\n" + g.tree.Text("the "+g.distribution(), probability, v.Screen) + g.remarks(v)
}

// plot is never asked for: there is no flag.
func (g *grouping) plot(string) error { panic("drfvi: groups are not drawn") }
