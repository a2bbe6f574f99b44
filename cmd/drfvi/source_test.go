package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drfvi/results"
)

// partOfPaper returns a folder with one experiment of the committed run.
func partOfPaper(t *testing.T, name string) string {
	t.Helper()
	dir := t.TempDir()
	for _, extension := range []string{".experiment.json", ".jsonl", ".timings.jsonl"} {
		data, err := os.ReadFile(filepath.Join("../../results/paper", name+extension))
		if os.IsNotExist(err) {
			t.Skip("no committed run")
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+extension), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestSourceOfPart checks that experiments of the paper that are not stored are
// absent, those beyond it not, and that what the paper says of stored ones is
// the specification's.
func TestSourceOfPart(t *testing.T) {
	dir := partOfPaper(t, "bivariate")
	s, err := openResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	names := func(list []results.Experiment) string {
		var all []string
		for _, e := range list {
			all = append(all, e.Name)
		}
		return " " + strings.Join(all, " ") + " "
	}
	if names(s.stored) != " bivariate " || len(s.outdated) > 0 {
		t.Errorf("stored%s, outdated %v", names(s.stored), s.outdated)
	}
	for _, name := range []string{"univariate", "rfe"} {
		if !strings.Contains(names(s.absent), " "+name+" ") {
			t.Errorf("%s is not among the absent:%s", name, names(s.absent))
		}
	}
	if strings.Contains(names(s.absent), " ablation ") {
		t.Errorf("ablation, which the paper does not have, is among the absent:%s", names(s.absent))
	}
	if !slices.ContainsFunc(s.stored[0].Statements, func(c results.Claim) bool { return c.Kind == "higher" }) {
		t.Errorf("statements of bivariate: %+v", s.stored[0].Statements)
	}

	to := t.TempDir()
	code, _, stderr := call(context.Background(), "report", "--results", dir, "--to", to)
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for name, wants := range map[string][]string{
		"survival.md": {
			"| vimp-drf puts X2 before X1 | +58.6 | holds | -3.6 | **fails** |",
			"| Elimination by the importance has a lower cumulative loss than by vimp-drf (enb) | – | not run | – | not run |",
			"| The importance identifies the five relevant variables as the most important ones | – | not run | – | not run |",
		},
		"report.md": {"## Which claims of the paper survive"},
	} {
		data, err := os.ReadFile(filepath.Join(to, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(string(data), want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
}
