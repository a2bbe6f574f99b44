package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/results"
)

// "all" are the experiments of the paper and beside it in the full run, those of all
// suites in the quick one; a suite's name is its own.
func TestSuites(t *testing.T) {
	for _, c := range []struct {
		word, profile string
		paper, others bool
	}{{"all", "paper", true, false}, {"all", "quick", true, true}, {"evidence", "paper", false, true}, {"evidence", "quick", false, true}} {
		specs, err := loadSpecs([]string{c.word}, c.profile)
		if err != nil {
			t.Fatal(err)
		}
		for suite, want := range map[string]bool{spec.SuitePaper: c.paper, spec.SuiteEvidence: c.others} {
			if has := slices.ContainsFunc(specs, func(s spec.Experiment) bool { return s.Suite == suite }); has != want {
				t.Errorf("%s under profile %s: experiments of the suite %s: %v, expected %v", c.word, c.profile, suite, has, want)
			}
		}
	}
}

// In a folder with experiments of the suite evidence alone nothing of the paper is
// missing, and what does not hold is not of the paper.
func TestVerifyEvidence(t *testing.T) {
	dir := t.TempDir()
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	accuracy, err := experiments.Load("accuracy")
	if err != nil {
		t.Fatal(err)
	}
	begun, err := experiments.Describe(accuracy, "quick")
	if err != nil {
		t.Fatal(err)
	}
	if err := store.PutExperiment(begun); err != nil {
		t.Fatal(err)
	}
	s, err := openResults(dir)
	if err != nil {
		t.Fatal(err)
	}
	if s.runs != spec.SuiteEvidence || len(s.absent) > 0 {
		t.Errorf("a folder for %q, absent: %d", s.runs, len(s.absent))
	}
	if code, _, stderr := call(context.Background(), "verify", "--results", dir); code != codeMissing || !strings.Contains(stderr, "nothing that can be compared") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}
