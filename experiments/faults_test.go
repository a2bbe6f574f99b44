package experiments

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"drfvi/experiments/spec"
	"drfvi/methods"
	"drfvi/results"
)

// TestRecordsRemoved removes a journal while others are computed: the run does not say that all
// records are there.
func TestRecordsRemoved(t *testing.T) {
	whole := t.TempDir()
	run1(t, whole, 2, parsed(t, minimal))
	dir := t.TempDir()
	o := Options{Profile: "paper", Out: dir, Workers: 1}
	o.Progress = func(e Event) {
		switch {
		case e.Kind == UnitDone && e.Done == 3:
			found, err := filepath.Glob(filepath.Join(dir, "tiny.*.journal"))
			if err != nil || len(found) == 0 {
				t.Fatalf("no journal: %v", err)
			}
			if err := os.Remove(found[0]); err != nil {
				t.Fatal(err)
			}
		case e.Kind == ExperimentDone:
			t.Error("told that the experiment is complete")
		}
	}
	const sentence = "records of tiny in "
	if err := Run(context.Background(), []spec.Experiment{parsed(t, minimal)}, o); err == nil || !strings.Contains(err.Error(), sentence) {
		t.Errorf("error %v, expected one about %q", err, sentence)
	}
	run1(t, dir, 2, parsed(t, minimal))
	if got, want := recordFiles(t, dir), recordFiles(t, whole); !reflect.DeepEqual(got, want) {
		t.Error("other bytes once they are computed again")
	}
}

// TestFolderRemoved removes the folder of the results during the run.
func TestFolderRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	o := Options{Profile: "paper", Out: dir, Workers: 2}
	o.Progress = func(e Event) {
		if e.Kind == UnitDone && e.Done == 3 {
			// Another worker may write at the same time.
			for os.RemoveAll(dir) != nil {
				continue
			}
		}
	}
	err := Run(context.Background(), []spec.Experiment{parsed(t, minimal)}, o)
	if err == nil || !strings.Contains(err.Error(), "was removed") && !errors.Is(err, os.ErrNotExist) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v, expected one sentence about the folder", err)
	}
}

// TestTooLarge checks that units which need more memory than there is do not keep the
// others from their end, and that no more run at once than fit.
func TestTooLarge(t *testing.T) {
	tiny := parsed(t, minimal, "[fake, fake-preset, fake-plain]", "[fake-large, fake]")
	running, most := 0, 0
	o := Options{Profile: "paper", Out: t.TempDir(), Workers: 4, Memory: 2500}
	failed := 0
	o.Progress = func(e Event) {
		switch e.Kind {
		case UnitBegun:
			running++
		case UnitDone:
			running--
		case UnitFailed:
			failed++
		}
		most = max(most, running)
	}
	err := Run(context.Background(), []spec.Experiment{tiny}, o)
	var large methods.TooLargeError
	if !errors.As(err, &large) || large != (methods.TooLargeError{Needed: 1e13, Allowed: 2500}) ||
		!strings.Contains(err.Error(), "fake-large-drf-1.1.0/r000: about 10000 GB of memory are needed, more than the 2.5e-06 GB that may be taken, so it was not tried; memory allows more") {
		t.Errorf("error %v", err)
	}
	store, err := results.Open(o.Out)
	if err != nil {
		t.Fatal(err)
	}
	records, err := store.Records("tiny")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan([]spec.Experiment{tiny}, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(records)+failed != len(plan.Units) || failed == 0 || len(records) == 0 {
		t.Errorf("%d records and %d failures of %d units", len(records), failed, len(plan.Units))
	}
	if most != 2 {
		t.Errorf("%d units at once, expected the 2 that fit", most)
	}
}

func TestEndlessSpec(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such device")
	}
	path := filepath.Join(t.TempDir(), "endless.yaml")
	if err := os.Symlink("/dev/zero", path); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err == nil || !strings.Contains(err.Error(), "endless.yaml has more than 1 MiB, expected a YAML file") {
		t.Errorf("error %v", err)
	}
}

// TestOtherSpecification: another specification of the same name, or another seed, does not replace
// finished units; one that keeps them all does.
func TestOtherSpecification(t *testing.T) {
	dir := t.TempDir()
	run1(t, dir, 2, parsed(t, minimal))
	before := recordFiles(t, dir)
	for name, c := range map[string]struct{ old, new, want string }{
		"seed":       {"seed: ", "seed: 1", "seed is "},
		"fewer":      {"repetitions: 2", "repetitions: 1", "it has no unit tiny/"},
		"other rows": {"n: [", "n: [25, ", "it has no unit tiny/"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "other rows" {
				c.old, c.new = "n: [20, ", "n: [25, "
			}
			other := parsed(t, minimal, c.old, c.new)
			o := Options{Profile: "paper", Out: dir, Workers: 1}
			_, planning := NewPlan([]spec.Experiment{other}, o)
			for _, err := range []error{planning, Run(context.Background(), []spec.Experiment{other}, o)} {
				if !errors.As(err, new(ReplacedError)) || !strings.Contains(err.Error(), c.want) ||
					!strings.HasPrefix(err.Error(), dir+" holds ") || !strings.Contains(err.Error(), ` finished units of another experiment "tiny" (`) ||
					!strings.HasSuffix(err.Error(), "; give it another name, or another directory, or remove tiny.* there") {
					t.Errorf("error %v", err)
				}
			}
			if !reflect.DeepEqual(recordFiles(t, dir), before) {
				t.Error("the files are others")
			}
		})
	}
	run1(t, dir, 2, parsed(t, minimal, "repetitions: 2", "repetitions: 3"))
}
