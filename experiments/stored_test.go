package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"drfvi/experiments/spec"
	"drfvi/results"
)

// TestProgramChanged: where the program of a method changed, a run says so and computes its units
// again. The old records stay while any of the new ones fails, and restoring the program restores
// them.
func TestProgramChanged(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	file := script(t, folder, answers)
	_, _, err := outcomeOf(t, file, dir, false)
	if err != nil {
		t.Fatal(err)
	}
	before := recordFiles(t, dir)
	// ran runs the specification and returns how many units it computed and what it said.
	ran := func() (computed int, renewal Event, err error) {
		experiment, loading := Load(file)
		if loading != nil {
			t.Fatal(loading)
		}
		plan, planning := NewPlan([]spec.Experiment{experiment}, Options{Profile: "paper", Out: dir, Workers: 1})
		if planning != nil {
			t.Fatal(planning)
		}
		o := Options{Profile: "paper", Out: dir, Workers: 1}
		o.Progress = func(e Event) {
			switch e.Kind {
			case UnitBegun:
				computed++
			case Renewed:
				renewal = e
			}
		}
		err = Run(context.Background(), []spec.Experiment{experiment}, o)
		if want := (Renewal{renewal.Experiment, renewal.Units, renewal.Reason}); len(plan.Renewals) > 0 && plan.Renewals[0] != want || len(plan.Renewals) == 0 && want.Units > 0 {
			t.Errorf("planned %v, run %v", plan.Renewals, want)
		}
		return computed, renewal, err
	}
	const reason = "mine.sh of method mine changed"

	script(t, folder, "echo bug >&2; exit 1\n")
	computed, renewal, err := ran()
	var withheld results.WithheldError
	if computed != 2 || renewal.Units != 2 || renewal.Reason != reason || !errors.As(err, &withheld) || withheld.Failed != 2 {
		t.Errorf("broken: %d units, event %+v, %v", computed, renewal, err)
	}
	if computed, renewal, err = ran(); computed != 0 || renewal.Units > 0 || !errors.As(err, &withheld) {
		t.Errorf("broken, again: %d units, event %+v, %v", computed, renewal, err)
	}

	script(t, folder, answers)
	if computed, renewal, err = ran(); computed != 0 || renewal.Units > 0 || err != nil {
		t.Errorf("restored: %d units, event %+v, %v", computed, renewal, err)
	}
	if !reflect.DeepEqual(recordFiles(t, dir), before) {
		t.Error("restored: other bytes")
	}

	script(t, folder, answers+"# a comment\n")
	if computed, renewal, err = ran(); computed != 2 || renewal.Units != 2 || renewal.Reason != reason || err != nil {
		t.Errorf("commented: %d units, event %+v, %v", computed, renewal, err)
	}
	if computed, renewal, err = ran(); computed != 0 || renewal.Units > 0 || err != nil {
		t.Errorf("commented, again: %d units, event %+v, %v", computed, renewal, err)
	}
}

// TestVersionChanged: units of another version of an algorithm, or of the user's method, are computed
// again, and a run says why.
func TestVersionChanged(t *testing.T) {
	for old, reason := range map[string]string{
		`"fake":"1"`:    "the version of fake is 0 there, 1 here",
		`"version":"1"`: "method mine has version 0 there, 1 here",
	} {
		folder, dir := t.TempDir(), t.TempDir()
		file := script(t, folder, answers)
		if _, _, err := outcomeOf(t, file, dir, false); err != nil {
			t.Fatal(err)
		}
		reconfigure(t, dir, old, strings.Replace(old, "1", "0", 1))
		experiment, err := Load(file)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := NewPlan([]spec.Experiment{experiment}, Options{Profile: "paper", Out: dir, Workers: 1})
		if err != nil || len(plan.Renewals) != 1 || plan.Renewals[0] != (Renewal{"tiny", 2, reason}) {
			t.Errorf("renewals %+v, %v, expected 2 units, since %s", plan.Renewals, err, reason)
		}
	}
}

// reconfigure replaces a part of the settings of all records in a store, as an earlier version would
// have written them.
func reconfigure(t *testing.T, dir, old, replacement string) {
	t.Helper()
	from, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	e, err := from.Experiment("tiny")
	if err != nil {
		t.Fatal(err)
	}
	c, err := from.Finished(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "tiny.jsonl.zst")); err != nil {
		t.Fatal(err)
	}
	for i, r := range c.Records {
		r.Config = []byte(strings.Replace(string(r.Config), old, replacement, 1))
		r.Key = keyOf(r.Config)
		e.Units[i].Key = r.Key
		if err := from.Put(r, c.Timings[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := from.PutExperiment(e); err != nil {
		t.Fatal(err)
	}
	if _, err := from.Merge("tiny"); err != nil {
		t.Fatal(err)
	}
}

// TestDescriptionRemoved: where the description of an experiment is gone, the message advises to run
// the experiment again, which computes nothing, and no other experiment replaces its records.
func TestDescriptionRemoved(t *testing.T) {
	dir := t.TempDir()
	run1(t, dir, 2, parsed(t, minimal))
	before := recordFiles(t, dir)
	if err := os.Remove(filepath.Join(dir, "tiny.experiment.json")); err != nil {
		t.Fatal(err)
	}
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = store.Experiments()
	const advice = "tiny.jsonl.zst; restore it from a copy, or run the experiment into that directory again, which writes it anew and computes nothing that is there"
	if err == nil || !strings.HasSuffix(err.Error(), advice) {
		t.Errorf("error %v", err)
	}
	other := parsed(t, minimal, "seed: ", "seed: 1")
	err = Run(context.Background(), []spec.Experiment{other}, Options{Profile: "paper", Out: dir, Workers: 1})
	if !errors.As(err, new(ReplacedError)) || !strings.Contains(err.Error(), ` finished units of another experiment "tiny", which that of tiny.yaml`) {
		t.Errorf("error %v", err)
	}
	begun := 0
	o := Options{Profile: "paper", Out: dir, Workers: 1, Progress: func(e Event) {
		if e.Kind == UnitBegun {
			begun++
		}
	}}
	if err := Run(context.Background(), []spec.Experiment{parsed(t, minimal)}, o); err != nil || begun > 0 {
		t.Errorf("%d units computed, %v", begun, err)
	}
	if !reflect.DeepEqual(recordFiles(t, dir), before) {
		t.Error("other bytes")
	}
}
