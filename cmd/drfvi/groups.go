package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/estimation"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/groups"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/datasets"
	"drfvi/importance/hierarchy"
	"drfvi/methods"
	"drfvi/methods/method"
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
	f := importanceFlags{Flags: estimation.Add(cmd, method.Default, methods, 500), adjust: &flag.Choice{Value: adjustments[2]}}
	cmd.Flags().BoolVar(&f.Exact, "exact", false, "use all rows, even of large tables")
	help.Group(cmd, help.Importance, "exact")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return f.Run(cmd, args[0], f.test) }
	return cmd
}

// test estimates the importance of all groups of the tree at once.
func (f *importanceFlags) test(ctx context.Context, stderr io.Writer, method methods.Method, problem *datasets.Problem) (estimation.Finding, error) {
	var variables [][]int
	for _, v := range problem.Variables {
		variables = append(variables, v.Columns)
	}
	nodes := hierarchy.Cluster(problem.X, problem.Levels, variables)
	grouped := *problem
	grouped.Variables, grouped.XNames = nil, nil // as many variables as columns would be the columns
	for k, columns := range hierarchy.Groups(nodes, variables) {
		grouped.Variables = append(grouped.Variables, datasets.Variable{Name: fmt.Sprintf("group %d", k+1), Columns: columns})
	}
	found, err := f.estimate(ctx, stderr, method, &grouped)
	if err != nil {
		return nil, err
	}
	e := found.(*estimate.Estimate)
	e.Variables = problem.VariableNames()
	return &groups.Tree{Nodes: nodes, About: e, Adjusted: hierarchy.Adjust(nodes, e.Inference().P)}, nil
}
