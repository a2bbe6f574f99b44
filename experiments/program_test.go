package experiments

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"drfvi/experiments/spec"
	"drfvi/results"
)

// script writes a program of sh beside a specification that names it, and returns
// the specification's file.
func script(t *testing.T, folder, lines string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	if err := os.WriteFile(filepath.Join(folder, "mine.sh"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "own.yaml")
	text := replaced(t, minimal, "[fake, fake-preset, fake-plain]", "[fake, {name: mine, command: [sh, mine.sh], version: 1, timeout: 60s}]", "[20, 30]", "[20]",
		"  textbook: {presets: [paper, drf-1.3.1], kernels: [median, 0.5]}\n", "", "[authors]}", "[authors], methods: [mine, fake]}")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// answers answers with values that are the numbers of the inputs.
const answers = `printf '{"protocol":1,"software":{"sh":"1"},"warnings":["doubtful"],"importances":['
for j in 1 2 3 4 5 6 7 8 9 10; do
  [ $j = 1 ] || printf ,
  printf '{"name":"X%d","value":%d,"se":0.5,"p":0.04,"low":0,"high":99}' $j $j
done
echo ']}'
echo on standard error >&2
`

// outcomeOf runs a specification and returns its records, timings and the error.
func outcomeOf(t *testing.T, file, dir string, retry bool) ([]results.Record, []results.Timing, error) {
	t.Helper()
	experiment, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	failure := Run(context.Background(), []spec.Experiment{experiment}, Options{Profile: "paper", Out: dir, Workers: 4, RetryFailed: retry})
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	c, err := store.Read("tiny")
	if err != nil {
		t.Fatal(err)
	}
	return c.Records, c.Timings, failure
}

func TestProgram(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	records, timings, err := outcomeOf(t, script(t, folder, answers), dir, false)
	if err != nil || len(records) != 4 || len(timings) != 4 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	r := records[2]
	if r.Cell["method"] != "mine" || r.Values["raw"][9] != 10 || r.Values["se_data"][0] != 0.5 || r.Values["p"][0] != 0.04 || r.Values["interval_low"][0] != 0 ||
		r.Values["interval_high"][0] != 99 || r.Warnings[0] != "doubtful" || r.Notes["software"] != `{"sh":"1"}` || r.Failure != "" {
		t.Errorf("record %+v", r)
	}
	if timings[2].Stderr != "on standard error\n" || timings[2].Workers != 1 || timings[0].Stderr != "" {
		t.Errorf("timings %+v", timings)
	}
	// Where the files lie does not matter, what is in them does.
	again, _, _ := outcomeOf(t, script(t, t.TempDir(), answers), dir, false)
	other, _, _ := outcomeOf(t, script(t, folder, answers+"true\n"), t.TempDir(), false)
	if again[2].Key != r.Key || other[2].Key == r.Key || other[0].Key != records[0].Key {
		t.Errorf("keys %s, %s, %s", r.Key, again[2].Key, other[2].Key)
	}
}

// What a program fails at is recorded, does not stop the others, and is tried again
// when that is asked for.
func TestProgramFails(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	broken := filepath.Join(folder, "broken")
	if err := os.WriteFile(broken, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	file := script(t, folder, "if [ -e '"+broken+"' ]; then echo out of order >&2; exit 3; fi\n"+answers)
	whole := func(records []results.Record) bool {
		return len(records) == 4 && records[0].Failure == "" && records[0].Values["raw"] != nil
	}
	records, timings, err := outcomeOf(t, file, dir, false)
	if !whole(records) || records[2].Failure != "ended with exit code 3: out of order" || records[2].Values["raw"] != nil || !slices.Equal(records[2].Variables, records[0].Variables) ||
		timings[2].Stderr != "out of order\n" {
		t.Errorf("records %+v", records)
	}
	if err == nil || !strings.Contains(err.Error(), "2 of 4 units failed\ntiny/published-n20-p10-mine/r00") || !strings.Contains(err.Error(), ": ended with exit code 3: out of order") {
		t.Errorf("error %v", err)
	}
	if files := recordFiles(t, dir); len(files) != 2 {
		t.Errorf("the experiment is not merged: %d files", len(files))
	}
	if err := os.Remove(broken); err != nil {
		t.Fatal(err)
	}
	records, _, err = outcomeOf(t, file, dir, false)
	if !whole(records) || records[2].Failure == "" || err == nil || !strings.HasPrefix(err.Error(), "2 of 4 units failed before, and were not tried again, such as "+records[2].ID+": "+records[2].Failure) {
		t.Errorf("records %+v, %v", records, err)
	}
	if records, _, err = outcomeOf(t, file, dir, true); !whole(records) || records[2].Failure != "" || records[3].Values["raw"][9] != 10 || err != nil {
		t.Errorf("records %+v, %v", records, err)
	}
	experiment, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan([]spec.Experiment{experiment}, Options{Profile: "paper", Out: dir, Workers: 1})
	if err != nil || plan.Done != 4 || plan.Units[2].Failure != "" {
		t.Errorf("plan %+v, %v", plan, err)
	}
}
