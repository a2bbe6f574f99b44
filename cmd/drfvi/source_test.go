package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
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
	for _, extension := range []string{".experiment.json", ".jsonl.zst", ".timings.jsonl.zst"} {
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
// absent, those beyond it not, and that what the paper says of stored ones is read.
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
	if !slices.ContainsFunc(s.stored[0].Statements, func(c results.Claim) bool { return c.Holds == "importance(X3..X10) > importance(method: retrain)" }) {
		t.Errorf("statements of bivariate: %+v", s.stored[0].Statements)
	}

	to := t.TempDir()
	code, _, stderr := call(context.Background(), "report", "--results", dir, "--to", to)
	if code != codeDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for name, wants := range map[string][]string{
		"overview.txt": {"vimp-drf puts X2 before X1", "X2 is 0.5267 (0.0090) above X1", "+58.6"},
		"report.html":  {"Claims that fail or are undecided under a convention", "under the textbook"},
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

// TestStoredDescription: title, claims and printed numbers are those that are stored, whatever the
// program's own specification of that name says.
func TestStoredDescription(t *testing.T) {
	dir := partOfPaper(t, "bivariate")
	store, err := results.Open(dir)
	check(t, err)
	e, err := store.Experiment("bivariate")
	check(t, err)
	e.Title, e.Expected, e.Claims = "As it was run", e.Expected[:2], e.Claims[:1]
	check(t, store.PutExperiment(e))
	s, err := openResults(dir)
	check(t, err)
	if stored := s.stored[0]; stored.Title != e.Title || len(stored.Expected) != 2 || len(stored.Claims) != 1 || len(s.outdated) > 0 {
		t.Errorf("title %q, %d printed numbers, %d claims, outdated %v", stored.Title, len(stored.Expected), len(stored.Claims), s.outdated)
	}
}

// Records that were altered with their settings, their keys and the units of their
// experiment, and sealed again, are not those that drfvi would make: verify ends with 3.
func TestOtherSettings(t *testing.T) {
	from, err := openResults(partOfPaper(t, "bivariate"))
	check(t, err)
	e := from.stored[0]
	records, err := from.Records(e.Name)
	check(t, err)
	dir := t.TempDir()
	to, err := results.Create(dir)
	check(t, err)
	for i := range records {
		r := &records[i]
		r.Config = bytes.Replace(r.Config, []byte(`"trees":`), []byte(`"trees":1`), 1)
		r.Key = fmt.Sprintf("%x", sha256.Sum256(r.Config))
		for k := range e.Units {
			if e.Units[k].ID == r.ID {
				e.Units[k].Key = r.Key
			}
		}
	}
	check(t, to.PutExperiment(e))
	for _, r := range records {
		check(t, to.Put(r, results.Timing{ID: r.ID}))
	}
	code, _, stderr := call(context.Background(), "verify", "bivariate", "--results", dir)
	if code != codeMissing || !strings.Contains(stderr, "bivariate in "+dir+": what this version of drfvi would run is missing") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
