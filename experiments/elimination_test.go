package experiments

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	public "drfvi/datasets/library"
	"drfvi/experiments/spec"
	"drfvi/internal/testing/golden"
	"drfvi/results"
)

// withoutData makes the data sets' files unavailable, until what it returns is called.
func withoutData(t *testing.T) (again func()) {
	t.Helper()
	data := os.Getenv("DRFVI_DATA")
	t.Setenv("DRFVI_DATA", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	return func() { t.Setenv("DRFVI_DATA", data) }
}

// TestRunElimination runs what can be run, says what cannot, and completes the
// run when the file is there.
func TestRunElimination(t *testing.T) {
	withData := withoutData(t)
	experiment, dir := parsed(t, eliminating), t.TempDir()
	described, err := Describe(experiment, "paper")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	options := Options{Profile: "paper", Out: dir, Workers: 2, Progress: func(e Event) {
		if e.Kind == LeftOut {
			told = append(told, e.Data+": "+e.Reason)
		}
		if e.Total != 6 {
			t.Errorf("event %+v, expected 6 units", e)
		}
	}}
	if err := Run(context.Background(), []spec.Experiment{experiment}, options); err != nil {
		t.Fatal(err)
	}
	if len(told) != 1 || told[0] != "jura: data missing" {
		t.Errorf("data not there: %q", told)
	}
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	records, err := store.Records("tiny-rfe")
	if err != nil {
		t.Fatal(err)
	}
	if len(records) != 6 {
		t.Fatalf("%d records, expected 6", len(records))
	}
	if files := recordFiles(t, dir); len(files) != 2 {
		t.Errorf("the records are not merged: %v", slices.Sorted(maps.Keys(files)))
	}
	r := records[1]
	v := r.Values
	if r.ID != "tiny-rfe/published-bivariate-coupled-drf-1.1.0-authors/r001" || r.Cell["data"] != "bivariate" || len(r.Cell) != 5 ||
		len(r.Variables) != 10 || len(v["loss"]) != 10 || len(v["importance_when_eliminated"]) != 10 || len(v["cumulative"]) != 1 ||
		v["gamma"][0] <= 0 || v["loss_gamma"][0] <= 0 || v["forests"][0] < 1 || r.Notes["aggregation"] == "" || r.Notes["loss_aggregation"] == "" {
		t.Errorf("record %+v", r)
	}
	// Noise is clamped to the smallest importances, and X1 or X2 is the last.
	if last := v["eliminated"][9]; last > 1 || slices.Max(v["importance_when_eliminated"]) != v["importance_when_eliminated"][int(last)] {
		t.Errorf("eliminated %v with importances %v", v["eliminated"], v["importance_when_eliminated"])
	}
	order := slices.Clone(v["eliminated"])
	slices.Sort(order)
	if !slices.Equal(order, []float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}) {
		t.Errorf("eliminated %v", v["eliminated"])
	}
	e, err := store.Experiment("tiny-rfe")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range e.Cells {
		if (c.NotRun == "data missing") != (c.Cell["data"] == "jura") {
			t.Errorf("cell %+v", c)
		}
	}
	if !slices.Equal(e.Units, described.Units) || len(e.Units) != 15 {
		t.Errorf("%d units stored, %d described", len(e.Units), len(described.Units))
	}
	plan, err := NewPlan([]spec.Experiment{experiment}, options)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Done != 6 || plan.Bytes != 0 || plan.Units[4].NotRun != "data missing" || plan.Units[0].NotRun != "" {
		t.Errorf("plan %+v", plan)
	}

	withData()
	options.Data = filepath.Dir(golden.Data(t, "jura.arff"))
	options.Progress = nil
	if plan, err = NewPlan([]spec.Experiment{experiment}, options); err != nil || plan.Bytes <= 0 || plan.Units[4].NotRun != "" {
		t.Errorf("plan with the file: %+v, %v", plan, err)
	}
	if err := Run(context.Background(), []spec.Experiment{experiment}, options); err != nil {
		t.Fatal(err)
	}
	if e, err = store.Experiment("tiny-rfe"); err != nil || e.Cells[2].NotRun != "" || !slices.Equal(e.Units, described.Units) {
		t.Errorf("experiment %+v, %v: units depend on the file", e, err)
	}
	records, err = store.Records("tiny-rfe")
	if err != nil || len(records) != 15 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	set, err := public.Lookup("jura")
	if err != nil {
		t.Fatal(err)
	}
	if r := records[4]; len(r.Variables) != 15 || r.Variables[0] != "Xloc" || r.Notes["data_sha256"] != set.SHA256 ||
		!strings.Contains(string(r.Config), set.SHA256) {
		t.Errorf("record %+v", r)
	}
	// Without the file, what was run is still there.
	options.Data = ""
	if err := Run(context.Background(), []spec.Experiment{experiment}, options); err != nil {
		t.Fatal(err)
	}
	if e, err = store.Experiment("tiny-rfe"); err != nil || e.Cells[2].NotRun != "" {
		t.Errorf("experiment %+v, %v: finished cells count as not run", e, err)
	}
}

func TestWrongDataAreNotRun(t *testing.T) {
	withoutData(t)
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "jura.arff"), []byte("@relation other\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan([]spec.Experiment{parsed(t, eliminating)}, Options{Profile: "paper", Out: filepath.Join(t.TempDir(), "none"), Data: folder, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if u := plan.Units[4]; u.NotRun != "data wrong" {
		t.Errorf("unit %+v", u)
	}
	_, err = NewPlan([]spec.Experiment{parsed(t, eliminating)}, Options{Profile: "paper", Data: filepath.Join(folder, "none"), Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "does not exist, expected the folder with the data sets' files") {
		t.Errorf("no folder: %v", err)
	}
}

func TestEliminationChangesNothingWithWorkersOrCuts(t *testing.T) {
	withoutData(t)
	experiment := parsed(t, eliminating)
	var want map[string]string
	for _, workers := range []int{1, 2, 7} {
		dir := t.TempDir()
		for {
			ctx, cancel := context.WithCancel(context.Background())
			err := Run(ctx, []spec.Experiment{experiment}, Options{Profile: "paper", Out: dir, Workers: workers, Progress: func(e Event) {
				if e.Kind == UnitDone && e.Done < e.Total {
					cancel()
				}
			}})
			cancel()
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
		got := recordFiles(t, dir)
		if want == nil {
			want = got
		}
		if !maps.Equal(got, want) {
			t.Errorf("%d workers and interrupts give other bytes", workers)
		}
	}
}

func TestEliminationKeys(t *testing.T) {
	withoutData(t)
	base := unitsOf(t, parsed(t, eliminating))
	seeds := make(map[[2]any]uint64)
	for _, u := range base {
		at := [2]any{u.cell.Table.Set, u.repetition}
		if seed, ok := seeds[at]; ok && seed != u.dataSeed {
			t.Errorf("%s sees other rows than another method or variant", u.id())
		}
		seeds[at] = u.dataSeed
	}
	if len(seeds) != 4 {
		t.Errorf("%d tables, expected 4", len(seeds))
	}
	for _, change := range [][]string{
		{"rows: 140", "rows: 141"}, {"seed: 7", "seed: 8"}, {"trees: 10", "trees: 12"}, {"kernels: [authors]", "kernels: [median]"},
	} {
		if u := unitsOf(t, parsed(t, eliminating, change...)); u[0].key == base[0].key {
			t.Errorf("%q for %q does not change the key", change[1], change[0])
		}
	}
	if u := unitsOf(t, parsed(t, eliminating, "repetitions: 2", "repetitions: 3")); u[0].key != base[0].key {
		t.Error("another number of repetitions changes the key")
	}
	for name, want := range map[string]string{
		"jura":   `"set":"jura","sha256":"78ce7655f49073e3622ef7ba25657b3900a2b279ba3d48cb82e353e56bac3d2a","rows":140`,
		"scm20d": `"set":"scm20d","sha256":"2261a94bff5cfb617dbd2e7fd2c17d15d45135103a081917d1358c2ad13a4bd2","rows":140`,
	} {
		u := unitsOf(t, parsed(t, eliminating, "[bivariate, jura]", "[bivariate, jura, scm20d]"))
		at := slices.IndexFunc(u, func(u unit) bool { return u.cell.Table.Set == name })
		if config := string(u[at].config); !strings.Contains(config, want) || !strings.Contains(config, `"task":"elimination"`) {
			t.Errorf("%s: settings %s", name, config)
		}
	}
}
