package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/dag"
	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/aspects"
	"drfvi/methods"
	"drfvi/methods/method"
)

type testOfOptions struct {
	estimationOptions
	x, y, given []string
	dag         string // the file of a graph
	noMoves     bool
}

func (o *testOfOptions) addFlags(cmd *cobra.Command) {
	o.table.addReading(cmd)
	set := cmd.Flags()
	set.StringSliceVar(&o.x, "x", nil, "`NAMES` of the columns whose effect is tested, together")
	set.StringSliceVar(&o.y, "y", nil, "`NAMES` of the columns that may depend on them")
	set.StringSliceVar(&o.given, "given", nil, "`NAMES` of the columns to condition on; '*' for all others")
	set.StringVar(&o.dag, "dag", "", "`FILE` with a graph whose missing arrows are tested instead")
	flags.Reads(set, "dag")
	flags.Group(cmd, flags.GroupData)
	set.BoolVar(&o.noMoves, "no-moves", false, "omit what moves, in about half the time")
	flags.Group(cmd, flags.GroupTests)
	o.addComputation(cmd, method.Default, nil, 500)
	o.level = flags.AddLevel(cmd)
	o.addExact(cmd, "use all rows, even of large tables")
	o.addPage(cmd)
}

func (o *testOfOptions) run(cmd *cobra.Command, file string) error {
	graph, err := o.columns()
	if err != nil {
		return err
	}
	method, err := o.check(cmd, file)
	if err != nil {
		return err
	}
	if err := o.checkOutputs(); err != nil {
		return err
	}
	if graph != nil { // each test has its own
		o.table.targets = nil
	}
	table, err := o.read(cmd, file, method)
	if err != nil {
		return o.withOrigin(err)
	}
	found, err := o.tests(cmd, file, method, table, graph)
	if err := computed(cmd.Context(), file, err); err != nil {
		return err
	}
	return o.write(cmd, found.report())
}

// tests makes the test of the flags, or those of a graph.
func (o *testOfOptions) tests(cmd *cobra.Command, file string, method methods.Method, table *datasets.Table, graph *dag.Graph) (result, error) {
	if graph != nil {
		return o.testGraph(cmd, file, method, table, graph)
	}
	d, err := parted(collect(table.Columns, func(c datasets.Column) string { return c.Name }), o.x, o.y, o.given)
	if err != nil {
		return nil, flags.UsageError(err)
	}
	return o.test(cmd, file, method, table, d)
}

// columns resolves which columns are read, and returns the graph if there is one.
func (o *testOfOptions) columns() (*dag.Graph, error) {
	if o.dag != "" {
		if len(o.x)+len(o.y)+len(o.given) > 0 {
			return nil, flags.UsageError(errors.New("--dag names the columns of all tests, expected it without --x, --y and --given"))
		}
		graph, err := readGraph(o.dag)
		if err != nil {
			return nil, err
		}
		o.noMoves = true
		o.table.reading.Only, o.table.targets = graph.Nodes, graph.Nodes
		return graph, nil
	}
	for _, of := range []struct {
		flag  string
		names []string
	}{{"x", o.x}, {"y", o.y}} {
		if len(of.names) == 0 {
			return nil, flags.UsageError(fmt.Errorf("test needs --%s, or --dag; see drfvi test --help", of.flag))
		}
	}
	o.table.targets, o.table.reading.Only = o.y, slices.Concat(o.x, o.y, o.given)
	return nil, nil
}

// dependence is what is tested: whether the columns Y depend on the columns X, given others.
type dependence struct{ X, Y, Given []string }

// parted resolves the names and patterns of a user. Patterns leave out what is named before, --y
// before --x before --given.
func parted(names, x, y, given []string) (dependence, error) {
	taken := map[string]string{} // by column, its flag
	of := func(flag string, choices []string) ([]string, error) {
		matching, err := datasets.Matching("column in --"+flag, names, choices)
		if err != nil {
			return nil, err
		}
		var all []string
		for _, name := range matching {
			other, is := taken[name]
			if is && slices.Contains(choices, name) {
				if other == flag {
					return nil, fmt.Errorf("column %q is in --%s twice, expected distinct columns", name, flag)
				}
				return nil, fmt.Errorf("column %q is in --%s and in --%s, expected it in one of them", name, other, flag)
			}
			if !is {
				all, taken[name] = append(all, name), flag
			}
		}
		return all, nil
	}
	var d dependence
	for _, part := range []struct {
		flag    string
		choices []string
		to      *[]string
	}{{"y", y, &d.Y}, {"x", x, &d.X}, {"given", given, &d.Given}} {
		var err error
		if *part.to, err = of(part.flag, part.choices); err != nil {
			return d, err
		}
		if len(*part.to) == 0 && part.choices != nil {
			return d, fmt.Errorf("--%s %s has no columns besides those of other flags", part.flag, strings.Join(part.choices, ","))
		}
	}
	return d, nil
}

// test makes one test: the columns X are one input, and the only one whose importance is estimated.
func (o *testOfOptions) test(cmd *cobra.Command, file string, method methods.Method, table *datasets.Table, d dependence) (*tested, error) {
	part := *table
	part.Columns = having(table.Columns, func(c datasets.Column) bool {
		return slices.Contains(slices.Concat(d.X, d.Y, d.Given), c.Name)
	})
	o.table.targets = d.Y
	e, err := o.on(cmd, file, method, &part)
	if err != nil {
		return nil, err
	}
	e.problem, err = only(e.problem, d.X)
	if err != nil {
		return nil, err
	}
	return e.test(cmd.Context(), d, !o.noMoves)
}

// only returns a problem with some columns as its only input; the others are conditioned on.
func only(problem *datasets.Problem, names []string) (*datasets.Problem, error) {
	one := *problem
	variable := datasets.Variable{Name: strings.Join(names, ", ")}
	for _, in := range problem.Inputs {
		for k := in.First; k < in.First+in.Width && slices.Contains(names, in.Name); k++ {
			variable.Columns = append(variable.Columns, k)
		}
	}
	n, _ := problem.X.Dims()
	for _, k := range variable.Columns {
		for i := range n {
			if problem.X.At(i, k) != problem.X.At(0, k) {
				one.Variables, one.XNames = []datasets.Variable{variable}, nil // as many variables as columns would be the columns
				return &one, nil
			}
		}
	}
	return nil, fmt.Errorf("%s: the same in every row, expected a column of --x that varies", strings.Join(names, ", "))
}

// test estimates and tests the only input.
func (e *estimation) test(ctx context.Context, d dependence, moves bool) (*tested, error) {
	moves = moves && len(e.problem.Targets) <= aspects.MostResponses
	a, err := e.importance(ctx, questions{adjustment: adjustNot, aspects: moves})
	if err != nil {
		return nil, err
	}
	a.Warnings = slices.DeleteFunc(a.Warnings, func(warning string) bool { return warning == importance.OnlyInput })
	return &tested{dependence: d, analysis: a}, nil
}
