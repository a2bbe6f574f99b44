package experiments

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"drfvi/experiments/spec"
	"drfvi/results"
)

// recordFiles returns the files of a store that must not depend on how it was
// filled: all but the timings.
func recordFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, ".timings.jsonl.zst") || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func run1(t *testing.T, dir string, workers int, specs ...spec.Experiment) {
	t.Helper()
	if err := Run(context.Background(), specs, Options{Profile: "paper", Out: dir, Workers: workers}); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	experiment, dir := parsed(t, minimal, "order: 1", "order: 1\nevaluation_rows: 3"), t.TempDir()
	run1(t, dir, 2, experiment)
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Read("tiny")
	if err != nil {
		t.Fatal(err)
	}
	records, timings := c.Records, c.Timings
	if len(records) != 36 || len(timings) != 36 {
		t.Fatalf("%d records and %d timings, expected 36", len(records), len(timings))
	}
	r := records[1]
	if r.ID != "tiny/published-n20-p10-fake-drf-1.1.0-authors/r001" || r.Repetition != 1 || r.Experiment != "tiny" ||
		!maps.Equal(r.Cell, map[string]string{"variant": "published", "n": "20", "p": "10", "method": "fake", "preset": "drf-1.1.0", "kernel": "authors"}) {
		t.Errorf("record %+v", r)
	}
	if len(r.Values["raw"]) != 10 || len(r.Variables) != 10 || r.Variables[9] != "X10" || r.Values["bias"][0] != 4 ||
		r.Values["denominator"][0] != 2 || r.Values["forests"][0] != 1 || r.Notes["aggregation"] != "none" || r.Warnings[0] != "this is a fake" {
		t.Errorf("record %+v", r)
	}
	if _, has := r.Values["gamma"]; has {
		t.Error("a method without kernel has gamma")
	}
	if at, err := time.Parse(time.RFC3339, timings[0].Finished); err != nil || time.Since(at) > time.Minute || timings[0].Workers < 1 {
		t.Errorf("timing %+v", timings[0])
	}
	experiments, err := store.Experiments()
	if err != nil || len(experiments) != 1 || len(experiments[0].Cells) != 18 || experiments[0].Profile != "paper" {
		t.Errorf("experiments %+v, %v", experiments, err)
	}
	if left := recordFiles(t, dir); len(left) != 2 {
		t.Errorf("files left: %v", slices.Sorted(maps.Keys(left)))
	}
}

func TestWorkersChangeNothing(t *testing.T) {
	var want map[string]string
	for _, workers := range []int{1, 2, 7, 60} {
		dir := t.TempDir()
		run1(t, dir, workers, parsed(t, minimal), parsed(t, minimal, "name: tiny", "name: second", "order: 1", "order: 2"))
		got := recordFiles(t, dir)
		if want == nil {
			want = got
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%d workers give other bytes", workers)
		}
	}
}

func TestCancelAndResume(t *testing.T) {
	whole := t.TempDir()
	run1(t, whole, 1, parsed(t, minimal))
	want := recordFiles(t, whole)
	random := rand.New(rand.NewPCG(5, 6))
	for trial := range 6 {
		dir := t.TempDir()
		done, interruptions := 0, 0
		for {
			ctx, cancel := context.WithCancel(context.Background())
			stopAt := random.IntN(40) + 1
			begun := 0
			err := Run(ctx, []spec.Experiment{parsed(t, minimal)}, Options{Profile: "paper", Out: dir, Workers: 1 + trial%3, Progress: func(e Event) {
				if e.Kind == RunBegun && e.Done < done {
					t.Errorf("%d units done when resumed, were %d", e.Done, done)
				}
				if e.Kind == UnitDone {
					done = e.Done
				}
				if begun++; begun == stopAt {
					cancel()
				}
			}})
			cancel()
			if err == nil {
				break
			}
			interruptions++
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), fmt.Sprintf("stopped: %d of 36 units are done and kept in %s; the same run again goes on from there", done, dir)) {
				t.Fatalf("interrupted: %v", err)
			}
		}
		if interruptions == 0 {
			t.Errorf("trial %d was never interrupted", trial)
		}
		if got := recordFiles(t, dir); !reflect.DeepEqual(got, want) {
			t.Errorf("trial %d: other bytes after %d interruptions", trial, interruptions)
		}
	}
}

func TestCancelStopsUnits(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	err := Run(ctx, []spec.Experiment{parsed(t, minimal, "[fake, ", "[fake-waits, ")}, Options{Profile: "paper", Out: t.TempDir(), Workers: 3})
	if !errors.Is(err, context.DeadlineExceeded) || strings.Contains(err.Error(), "failed") {
		t.Errorf("error %v", err)
	}
}

func TestFinishedUnitsAreReused(t *testing.T) {
	dir := t.TempDir()
	begun := func(specs ...spec.Experiment) int {
		t.Helper()
		count := 0
		err := Run(context.Background(), specs, Options{Profile: "paper", Out: dir, Workers: 2, Progress: func(e Event) {
			if e.Kind == UnitBegun {
				count++
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		return count
	}
	for _, c := range []struct {
		what   string
		change []string
		want   int
	}{
		{"first", nil, 36},
		{"again", nil, 0},
		{"other words", []string{"A tiny", "The same"}, 0},
		{"one repetition more", []string{"repetitions: 2", "repetitions: 3"}, 18},
	} {
		if got := begun(parsed(t, minimal, c.change...)); got != c.want {
			t.Errorf("%s: %d units computed, expected %d", c.what, got, c.want)
		}
	}
}

func TestFailingUnits(t *testing.T) {
	dir := t.TempDir()
	methods := "methods: [fake, fake-panics, fake-fails, fake-nan, fake-preset]"
	experiment := parsed(t, minimal, "methods: [fake, fake-preset, fake-plain]", methods, "n: [20, 30]", "n: [20]", "repetitions: 2", "repetitions: 1")
	var failed []string
	var last Event
	err := Run(context.Background(), []spec.Experiment{experiment, parsed(t, minimal, "name: tiny", "name: good")}, Options{Profile: "paper", Out: dir, Workers: 2, Progress: func(e Event) {
		if e.Kind == UnitFailed {
			failed = append(failed, e.Unit)
		}
		last = e
	}})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		"9 of 53 units failed",
		"tiny/published-n20-p10-fake-panics-drf-1.1.0/r000: panic: out of temper",
		"tiny/published-n20-p10-fake-fails-drf-1.1.0/r000: no mood for it",
		`tiny/textbook-n20-p10-fake-nan-paper/r000: record "tiny/textbook-n20-p10-fake-nan-paper/r000": value "raw" of X2 is NaN, expected a finite number`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %v\ndoes not say %q", err, want)
		}
	}
	if len(failed) != 9 || last.Done != 44 || last.Share != 1 {
		t.Errorf("%d failures told, last event %+v", len(failed), last)
	}
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if records, err := store.Records("tiny"); err != nil || len(records) != 8 {
		t.Errorf("%d records of the units that did not fail, %v", len(records), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "good.jsonl.zst")); err != nil {
		t.Errorf("the other experiment is not complete: %v", err)
	}
}

func TestEvents(t *testing.T) {
	var events []Event
	err := Run(context.Background(), []spec.Experiment{parsed(t, minimal)}, Options{Profile: "paper", Out: t.TempDir(), Workers: 2, Progress: func(e Event) { events = append(events, e) }})
	if err != nil {
		t.Fatal(err)
	}
	kinds := make(map[EventKind]int)
	for i, e := range events {
		kinds[e.Kind]++
		if e.Total != 36 || e.Share < 0 || e.Share > 1 || i > 0 && (e.Share < events[i-1].Share-1e-12 || e.Done < events[i-1].Done) {
			t.Errorf("event %d: %+v after %+v", i, e, events[max(i-1, 0)])
		}
		if e.Kind == UnitDone && e.Experiment != "tiny" {
			t.Errorf("event %+v", e)
		}
	}
	want := map[EventKind]int{RunBegun: 1, UnitBegun: 36, UnitAdvanced: 72, UnitDone: 36, ExperimentDone: 1}
	if !maps.Equal(kinds, want) {
		t.Errorf("events %v, expected %v", kinds, want)
	}
	if events[0].Kind != RunBegun || events[len(events)-1].Kind != ExperimentDone {
		t.Errorf("first event %+v, last %+v", events[0], events[len(events)-1])
	}
}

// Of two experiments the one that takes less is first, whatever their order, and
// those complete are told of at once.
func TestCheapestFirst(t *testing.T) {
	dir := t.TempDir()
	specs := []spec.Experiment{parsed(t, minimal, "n: [20, 30]", "n: [60, 70]"), parsed(t, minimal, "name: tiny", "name: cheap", "order: 1", "order: 2")}
	order := func() (begun, complete []string, first EventKind) {
		var kinds []EventKind
		err := Run(context.Background(), specs, Options{Profile: "paper", Out: dir, Workers: 1, Progress: func(e Event) {
			kinds = append(kinds, e.Kind)
			switch e.Kind {
			case UnitBegun:
				begun = append(begun, e.Experiment)
			case ExperimentDone:
				complete = append(complete, e.Experiment)
			}
		}})
		if err != nil {
			t.Fatal(err)
		}
		return slices.Compact(begun), complete, kinds[1]
	}
	if begun, complete, _ := order(); !slices.Equal(begun, []string{"cheap", "tiny"}) || !slices.Equal(complete, begun) {
		t.Errorf("begun %v, complete %v", begun, complete)
	}
	if begun, complete, first := order(); begun != nil || len(complete) != 2 || first != ExperimentDone {
		t.Errorf("again: begun %v, complete %v", begun, complete)
	}
}

func TestPlan(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	options := Options{Profile: "paper", Out: dir, Workers: 2}
	plan, err := NewPlan([]spec.Experiment{parsed(t, minimal)}, options)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Units) != 36 || plan.Done != 0 || plan.Bytes != 2000 {
		t.Errorf("plan %+v", plan)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("planning made the directory")
	}
	run1(t, dir, 2, parsed(t, minimal))
	before := recordFiles(t, dir)
	plan, err = NewPlan([]spec.Experiment{parsed(t, minimal, "repetitions: 2", "repetitions: 3")}, options)
	if err != nil {
		t.Fatal(err)
	}
	if len(plan.Units) != 54 || plan.Done != 36 || !plan.Units[0].Done || plan.Units[2].Done || plan.Bytes <= 0 {
		t.Errorf("plan with %d units, %d done", len(plan.Units), plan.Done)
	}
	if !reflect.DeepEqual(before, recordFiles(t, dir)) {
		t.Error("planning changed files")
	}
	if plan, err = NewPlan([]spec.Experiment{parsed(t, minimal)}, options); err != nil || plan.Bytes != 0 {
		t.Errorf("plan of nothing: %+v, %v", plan, err)
	}
}

func TestRefusedRuns(t *testing.T) {
	quick := "order: 1\nprofiles: {quick: {n: [10]}}"
	dir := t.TempDir()
	run1(t, dir, 1, parsed(t, minimal, "order: 1", quick))
	refused := func(what string, specs []spec.Experiment, out, profile string, words ...string) {
		t.Helper()
		options := Options{Profile: profile, Out: out, Workers: 1}
		err := Run(context.Background(), specs, options)
		for _, w := range words {
			if err == nil || !strings.Contains(err.Error(), w) {
				t.Errorf("%s: error %v does not say %q", what, err, w)
			}
		}
	}
	before := recordFiles(t, dir)
	refused("another profile", []spec.Experiment{parsed(t, minimal, "order: 1", quick)}, dir, "quick",
		dir+` holds experiment "tiny" under profile "paper", which a run under profile "quick" would replace; give another directory`)
	if !reflect.DeepEqual(before, recordFiles(t, dir)) {
		t.Error("a refused run changed files")
	}
	if _, err := NewPlan([]spec.Experiment{parsed(t, minimal, "order: 1", quick)}, Options{Profile: "quick", Out: dir, Workers: 1}); err == nil {
		t.Error("plan under another profile")
	}
	refused("unknown profile", []spec.Experiment{parsed(t, minimal)}, dir, "papr", `tiny.yaml: unknown profile "papr", did you mean "paper"?`)
	refused("twice", []spec.Experiment{parsed(t, minimal), parsed(t, minimal)}, dir, "paper", `tiny.yaml: experiment "tiny" is also that of tiny.yaml`)
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	refused("a file", []spec.Experiment{parsed(t, minimal)}, file, "paper", "cannot make the directory for results", file)
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	unlock, err := store.Lock()
	if err != nil {
		t.Fatal(err)
	}
	refused("locked", []spec.Experiment{parsed(t, minimal)}, dir, "paper", dir, "another run is writing there")
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	// Writing fails in the middle of a run: it stops.
	broken := filepath.Join(t.TempDir(), "out")
	o := Options{Profile: "paper", Out: broken, Workers: 1}
	o.Progress = func(e Event) {
		if e.Kind == UnitBegun {
			_ = os.RemoveAll(broken)
		}
	}
	err = Run(context.Background(), []spec.Experiment{parsed(t, minimal)}, o)
	if err == nil || !strings.HasPrefix(err.Error(), "results: ") || !strings.Contains(err.Error(), ".journal: no such file or directory") {
		t.Errorf("error %v", err)
	}
}
