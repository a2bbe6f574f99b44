package results

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"testing"
)

// Every constant of a type stands in the table of its type.
func TestTablesAreComplete(t *testing.T) {
	known := map[string][]string{
		"ValueName":  words(ValueNames()),
		"FigureKind": words(FigureKinds("")), "Statistic": append(words(statistics), string(StatisticLargest)),
	}
	found := make(map[string][]string)
	inspect := func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Type != nil && len(spec.Values) == 1 {
			kind, named := spec.Type.(*ast.Ident)
			value, literal := spec.Values[0].(*ast.BasicLit)
			if named && literal {
				word, err := strconv.Unquote(value.Value)
				must(t, err)
				found[kind.Name] = append(found[kind.Name], word)
			}
		}
		return true
	}
	for _, name := range []string{"vocabulary.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		must(t, err)
		ast.Inspect(file, inspect)
	}
	for kind, table := range known {
		slices.Sort(table)
		slices.Sort(found[kind])
		if !slices.Equal(table, found[kind]) {
			t.Errorf("%s: the table holds %q, the constants are %q", kind, table, found[kind])
		}
	}
}

func TestShapes(t *testing.T) {
	for name, want := range map[ValueName]Shape{
		"raw": PerVariable, "raw_y2": PerVariable, "vimp_drf": PerVariable, "importance_when_eliminated": PerVariable,
		"explained_variance": Single, "explained_variance_y12": Single, "loss": PerStep,
	} {
		if shape, err := name.Shape(); err != nil || shape != want || !name.Is(want) {
			t.Errorf("%s has shape %v, %v, expected %v", name, shape, err, want)
		}
	}
	if got := ValueRaw.OfResponse(3); got != "raw_y3" {
		t.Errorf("raw of response 3 is %q", got)
	}
	for word, rank := range map[Statistic]int{"largest-2": 2, "largest-0": 0, "largest-02": 0, "largest-": 0, "mean": 0} {
		if word.Rank() != rank {
			t.Errorf("rank of %q is %d, expected %d", word, word.Rank(), rank)
		}
	}
}

func TestRefusedWords(t *testing.T) {
	s := open(t, t.TempDir())
	for _, c := range []struct {
		change func(*Experiment)
		want   string
	}{
		{func(e *Experiment) { e.Figure = "bar" }, `experiment "sample": unknown figure "bar", did you mean "bars"?`},
		{func(e *Experiment) { e.Claims = []Claim{{Text: "so", Holds: "importanse(X1) > 0"}} },
			`experiment "sample": claim "so": "importanse(X1) > 0": unknown statistic "importanse", did you mean "importance"?`},
		{func(e *Experiment) { e.Statements = []Claim{{Text: "so"}} }, `claim "so": "": found the end, expected a statistic`},
		{func(e *Experiment) { e.Expected = []Expected{{Statistic: "mean"}, {Statistic: "largest"}} },
			`experiment "sample": expected number 2: unknown statistic "largest", did you mean "largest-1"?`},
		{func(e *Experiment) {
			e.Expected = []Expected{{Statistic: "mean", Quantity: "explained"}}
		}, `expected number 1: unknown value "explained"`},
	} {
		e, _ := sample()
		c.change(&e)
		fails(t, s.PutExperiment(e), c.want)
	}
}
