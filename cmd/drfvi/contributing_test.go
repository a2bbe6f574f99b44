package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/reports"
	"drfvi/results"
)

// contributed returns the example of CONTRIBUTING.md that begins with a key.
func contributed(t *testing.T, key string) string {
	t.Helper()
	text, err := os.ReadFile("../../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```yaml\n(" + key + ":.*?)```").FindStringSubmatch(string(text))
	if example == nil {
		t.Fatalf("CONTRIBUTING.md has no example of %s", key)
	}
	return example[1]
}

// withExample returns the committed records of an experiment, described by its specification with an
// example in front of a key.
func withExample(t *testing.T, name, example, before string) source {
	t.Helper()
	text, err := os.ReadFile("../../experiments/specs/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name+".yaml")
	with := strings.Replace(string(text), "\n"+before, "\n"+example, 1)
	if err := os.WriteFile(file, []byte(with), 0o666); err != nil {
		t.Fatal(err)
	}
	e, err := experiments.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	described, err := experiments.Describe(e, paperProfile)
	if err != nil {
		t.Fatal(err)
	}
	s, err := openResults("../../results/paper")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.restrict([]string{name}); err != nil {
		t.Fatal(err)
	}
	s.stored[0].Claims, s.stored[0].Views = described.Claims, described.Views
	return s
}

// TestContributedClaim judges the claim of CONTRIBUTING.md with the committed records, as drfvi verify
// would.
func TestContributedClaim(t *testing.T) {
	s := withExample(t, "bivariate", contributed(t, "claims"), "claims:\n")
	o, err := reports.Verify(s)
	if err != nil {
		t.Fatal(err)
	}
	if first := o.Claims[0]; !strings.HasPrefix(first.Text(), "X1 is more than thrice") || first.Outcome() != "holds" {
		t.Errorf("the first claim is %q, which %s; expected that of CONTRIBUTING.md, which holds", first.Text(), first.Outcome())
	}
}

// TestContributedTable sets the table of CONTRIBUTING.md from the committed records: five sizes of
// two inputs, by two methods and conventions.
func TestContributedTable(t *testing.T) {
	example := contributed(t, "views")
	s := withExample(t, "bivariate-scaling", example+"relevant: [X1, X2]\n", "relevant: [X1, X2]\n")
	dir := t.TempDir()
	if _, err := reports.Write(context.Background(), dir, s); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{"relevant inputs by number of rows": 1, `<tr class="found"><th scope="row">X1</th>`: 5, `<tr class="found"><th scope="row">X2</th>`: 5, "n\u00a0=\u00a010000</th>": 1} {
		if got := strings.Count(string(page), text); got != want {
			t.Errorf("the page has %d times %q, expected %d", got, text, want)
		}
	}
}

// TestContributedFigure runs the experiment of CONTRIBUTING.md and draws its figure.
func TestContributedFigure(t *testing.T) {
	e, err := experiments.Parse("noise.yaml", []byte(contributed(t, "name: noise\ntitle")))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := experiments.Run(context.Background(), []spec.Experiment{e}, experiments.Options{Profile: "paper", Out: dir, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := reports.Write(context.Background(), filepath.Join(dir, "report"), store); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report", "report.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"Importance beside inputs that do nothing", "Means over repetitions against the number of inputs.", "</svg> X1</li>", "</svg> X2</li>"} {
		if !strings.Contains(string(page), text) {
			t.Errorf("the page has no %q", text)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "report", "noise.png")); err != nil {
		t.Error(err)
	}
}
