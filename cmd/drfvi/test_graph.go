package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/dag"
	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/internal/format"
	"drfvi/methods"
)

// graphTests are finished tests of the independences that a graph implies.
type graphTests struct {
	graph string // its file
	tests []*tested
	open  [][2]string // pairs that nothing observed separates
}

// longestGraph is the largest size of a graph, in bytes.
const longestGraph = 1 << 20

func readGraph(file string) (text string, err error) {
	opened, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer opened.Close()
	all, err := io.ReadAll(io.LimitReader(opened, longestGraph+1))
	if err == nil && len(all) > longestGraph {
		err = fmt.Errorf("%s has more than 1 MiB, expected a graph of some hundred arrows", file)
	}
	return string(all), err
}

// parseGraph reads a graph of columns of a table, nil where these are not known yet.
func (o *testOfOptions) parseGraph(columns []string) (*dag.Graph, error) {
	g, err := dag.Parse(o.graph, columns...)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", o.dag, err)
	}
	if len(g.Nodes) == 0 {
		return nil, fmt.Errorf("%s has latent variables only, expected names of columns", o.dag)
	}
	return g, nil
}

// testGraph tests all that a graph implies, each pair by the columns of the pair and those given.
func (o *testOfOptions) testGraph(cmd *cobra.Command, file string, method methods.Method, table *datasets.Table, g *dag.Graph) (*graphTests, error) {
	implied, open := g.Implied()
	if len(implied) == 0 {
		return nil, fmt.Errorf("%s implies no independence of observed columns, expected a graph that lacks an arrow", o.dag)
	}
	all := &graphTests{graph: o.dag, open: open}
	var p []float64
	for _, i := range implied {
		t, err := o.test(cmd, file, method, table, dependence{[]string{i.X}, []string{i.Y}, i.Given})
		if err != nil {
			return nil, err
		}
		all.tests, p = append(all.tests, t), append(p, t.p())
	}
	for k, adjusted := range importance.Holm(p) {
		all.tests[k].adjusted = &adjusted
	}
	return all, nil
}

// withOrigin adds to an error about a column that a graph names it.
func (o *testOfOptions) withOrigin(err error) error {
	if _, unknown := errors.AsType[datasets.NameError](err); unknown && o.dag != "" {
		return flags.UsageError(fmt.Errorf("%w; the column is a node of %s, where [latent] marks those that are not observed", err, o.dag))
	}
	return err
}

// sentence says what the table contradicts.
func (g *graphTests) sentence() string {
	pair := func(t *tested) string {
		return fmt.Sprintf("%s and %s%s", inSentence(t.X[0]), inSentence(t.Y[0]), phrase(" given ", t.Given))
	}
	found := collect(having(g.tests, (*tested).found), pair)
	of := fmt.Sprintf("the %s that the graph implies", format.Plural(len(g.tests), "independence"))
	switch {
	case len(g.tests) == 1:
		verdict := "does not contradict"
		if len(found) == 1 {
			verdict = "contradicts"
		}
		return fmt.Sprintf("The graph implies one independence, which the table %s: of %s.", verdict, pair(g.tests[0]))
	case len(found) == 0:
		return fmt.Sprintf("Of %s, the table contradicts none.", of)
	case len(found) == 1:
		return fmt.Sprintf("Of %s, the table contradicts that of %s.", of, found[0])
	}
	return fmt.Sprintf("Of %s, the table contradicts %d: of %s.", of, len(found), strings.Join(found, "; "))
}

// warnings are those of all tests, each once; those of some name their pairs.
func (g *graphTests) warnings() []string {
	all, pairs := []string{}, map[string][]string{}
	for _, t := range g.tests {
		for _, warning := range t.analysis.allWarnings() {
			if pairs[warning] == nil {
				all = append(all, warning)
			}
			pairs[warning] = append(pairs[warning], inSentence(t.X[0])+" and "+inSentence(t.Y[0]))
		}
	}
	for k, warning := range all {
		if of := pairs[warning]; len(of) < len(g.tests) {
			all[k] += fmt.Sprintf(" (%s of %s)", verb(of, "test", "tests"), strings.Join(of, "; "))
		}
	}
	return all
}

// report has a row for each missing arrow.
func (g *graphTests) report() *report.Report {
	first, table := g.tests[0].analysis, tableOf(g.tests)
	title := fmt.Sprintf("Tests of %s missing from %s", format.Plural(len(g.tests), "arrow"), origin(g.graph))
	f := &report.Report{Table: table, Warnings: g.warnings()}
	f.Data = first.source().Without("targets").Add("graph", g.graph).Add("sentence", g.sentence()).Add("adjustment", adjustHolm).Add("tests", table).
		Add("untested", append([][2]string{}, g.open...)).With(first.settings()).Add("warnings", f.Warnings)
	f.Add(report.Remark(fmt.Sprintf("%s (%s)", title, first.rowsOf())), report.Sentence(g.sentence()), report.Break{}, table, report.Break{})
	f.Add(report.Notes(nonempty(
		"Each pair is tested given the parents of both, and p-values are adjusted for all (Holm): the probability of contradicting a true graph is at most 5 %. What is not contradicted may still be wrong.",
		when(g.open != nil, "Nothing observed separates "+strings.Join(collect(g.open, func(pair [2]string) string { return pair[0] + ", " + pair[1] }), "; ")+": not tested."))), report.Notes(g.meaning()))
	f.Add(report.Warnings(f.Warnings))
	f.Add(g.remarks()...)
	return first.withPage(f, title, "Each pair without an arrow.")
}

// meaning says what the numbers are, in words of the table's columns.
func (g *graphTests) meaning() []string {
	return nonempty("strength: the share of the variation of the distribution of y that is lost without x.",
		when(slices.ContainsFunc(g.tests, (*tested).found), "robustness: to raise p above 0.05, a common cause that is not given, or an effect that is not learnt, would have to explain this share of what the given columns leave of both."))
}

// remarks are what all tests depend on, and what they took together.
func (g *graphTests) remarks() []report.Part {
	first := g.tests[0].analysis
	all := analysis{Method: first.Method, Kernel: first.Kernel, Preset: first.Preset, N: first.N, Trees: first.Trees, Rows: first.Rows, Bounded: first.Bounded, Scale: first.Scale, Seed: first.Seed}
	for _, t := range g.tests {
		all.Elapsed += t.analysis.Elapsed
		all.Result.Forests += t.analysis.Result.Forests
	}
	settings := nonempty(slices.Concat([]string{"method " + all.Method.Name, "preset " + all.Preset, "kernel " + all.Kernel}, all.Rows.words(),
		[]string{format.Plural(all.Trees, "tree"), fmt.Sprintf("seed %d", all.Seed), all.scaling(), terminal.Duration(all.Elapsed)})...)
	return all.remarksOn(strings.Join(settings, ", "), computation("", all.Result.Forests))
}
