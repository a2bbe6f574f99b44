package experiments

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drfvi/baselines"
	"drfvi/datasets"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/results"
)

// ownTable is a specification on a table of the user.
const ownTable = `name: mine
title: My table
seed: 7
repetitions: 2
trees: 30
data: {file: mine.csv, targets: [y], missing: drop}
methods: [coupled, mda]
variants:
  usual: {presets: [paper, drf-1.1.0], kernels: [median]}
figure: bars
description: Nothing to speak of.
`

// ownFolder returns a folder with a table and specifications on it.
func ownFolder(t *testing.T, name string, texts map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	var b strings.Builder
	b.WriteString("rain,soil,y\n,clay,1\n")
	for i := range 160 {
		fmt.Fprintf(&b, "%d,%s,%d\n", i*i%31, []string{"clay", "sand", "loam"}[i%3], i*i%31+5*(i%3))
	}
	if err := os.WriteFile(filepath.Join(folder, name), []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for file, text := range texts {
		if err := os.WriteFile(filepath.Join(folder, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestOwnTable runs a table of the user: records have what the estimators give of the
// rows drawn, with inputs as the methods take them, and the hash of the file; where it
// is and what it is called changes no byte.
func TestOwnTable(t *testing.T) {
	run := func(name string, workers int) (string, spec.Experiment) {
		folder := ownFolder(t, name, map[string]string{"mine.yaml": replaced(t, ownTable, "mine.csv", name)})
		experiment, err := Load(filepath.Join(folder, "mine.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		run1(t, dir, workers, experiment)
		return dir, experiment
	}
	dir, experiment := run("mine.csv", 1)
	other, _ := run("another.txt", 3)
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	records, err := store.Records("mine")
	if err != nil {
		t.Fatal(err)
	}
	store, err = results.Open(other)
	if err != nil {
		t.Fatal(err)
	}
	again, err := store.Records("mine")
	if err != nil || len(again) != 6 || len(records) != 6 {
		t.Fatalf("%d and %d records, %v", len(records), len(again), err)
	}
	sha256 := experiment.Data.Own.Options.SHA256
	for i, r := range records {
		if fmt.Sprintf("%+v", r) != fmt.Sprintf("%+v", again[i]) {
			t.Errorf("%s depends on the name of the file or on workers", r.ID)
		}
		if config := string(r.Config); !strings.Contains(config, sha256) || strings.Contains(config, "mine.csv") ||
			strings.Contains(config, `"levels":true`) != (r.Cell["preset"] == "paper") {
			t.Errorf("%s: config %s", r.ID, config)
		}
		if !slices.Equal(r.Variables, []string{"rain", "soil"}) || len(r.Warnings) == 0 || !strings.HasPrefix(r.Warnings[0], "the table: 1 of 161 rows dropped") {
			t.Errorf("%s: variables %q, warnings %q", r.ID, r.Variables, r.Warnings)
		}
	}
	// By hand, for one method that takes levels and one that takes indicators.
	table, err := datasets.Parse(strings.NewReader(tableText(t, filepath.Join(filepath.Dir(experiment.File), "mine.csv"))), "mine", datasets.Options{Missing: datasets.MissingDrop})
	if err != nil {
		t.Fatal(err)
	}
	units := unitsOf(t, experiment)
	for _, u := range units {
		split, estimator := table.Split, importance.Estimator(baselines.MDA{Config: forest.RegressionPreset(30)})
		if u.cell.Preset == "paper" {
			split = table.SplitLevels
		}
		if u.cell.Preset != "" {
			config, err := forest.Preset(u.cell.Preset, 30)
			if err != nil {
				t.Fatal(err)
			}
			estimator = importance.Coupled{Config: config}
		}
		problem, err := split([]string{"y"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		sample := importance.Sample{X: problem.X, Y: problem.Y, Levels: problem.Levels}.Choose(sampleRows(160, 80, u.dataSeed))
		want, err := estimator.Estimate(context.Background(), importance.Task{
			X: sample.X, Y: sample.Y, Levels: sample.Levels, Groups: problem.Groups(), Kernel: mmd.Median, Seed: u.inputs.Seed, Workers: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(records, func(r results.Record) bool { return r.ID == u.id() })
		if i < 0 || !slices.Equal(records[i].Values["raw"], want.Raw) {
			t.Errorf("%s: %v, expected %v", u.id(), records[i].Values["raw"], want.Raw)
		}
	}
	if a, b := units[0].dataSeed, units[len(units)-1].dataSeed; a == b {
		t.Error("repetitions have the same rows")
	}
	described, err := Describe(experiment, "paper")
	if err != nil || !described.OfUser() || fmt.Sprint(*described.Table) != fmt.Sprintf("{%s 160 80 false 2 [y]}", sha256) {
		t.Errorf("described %+v, %v", described.Table, err)
	}
}

func tableText(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestOwnKeys: whatever changes the numbers of a table changes keys.
func TestOwnKeys(t *testing.T) {
	keys := make(map[string]string)
	for change, text := range map[string]string{
		"nothing": ownTable,
		"rows":    replaced(t, ownTable, "missing: drop", "missing: drop, rows: 70"),
		"kinds":   replaced(t, ownTable, "missing: drop", "missing: drop, categorical: [rain]"),
		"inputs":  replaced(t, ownTable, "missing: drop", "missing: drop, exclude: [soil]"),
		"target":  replaced(t, ownTable, "targets: [y]", "targets: [rain]"),
	} {
		folder := ownFolder(t, "mine.csv", map[string]string{"mine.yaml": text})
		experiment, err := Load(filepath.Join(folder, "mine.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		key := unitsOf(t, experiment)[0].key
		if other, taken := keys[key]; taken {
			t.Errorf("%s and %s have the same key", change, other)
		}
		keys[key] = change
	}
}

// TestOwnTableChanged: another content of the table does not replace finished units.
func TestOwnTableChanged(t *testing.T) {
	folder, dir := ownFolder(t, "mine.csv", map[string]string{"mine.yaml": ownTable}), t.TempDir()
	load := func() spec.Experiment {
		t.Helper()
		experiment, err := Load(filepath.Join(folder, "mine.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		return experiment
	}
	first := load()
	run1(t, dir, 2, first)
	before := recordFiles(t, dir)
	table := filepath.Join(folder, "mine.csv")
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"7,clay,9\n", strings.Repeat("7,clay,9\n", 4)} { // the same number of rows drawn, and another
		if err := os.WriteFile(table, append(slices.Clip(text), row...), 0o600); err != nil {
			t.Fatal(err)
		}
		other, o := load(), Options{Profile: "paper", Out: dir, Workers: 1}
		_, planning := NewPlan([]spec.Experiment{other}, o)
		want := fmt.Sprintf(`%s holds 6 finished units of another experiment "mine" (%q), which that of %s (%q) would replace: the content of mine.csv is another; give it another name, or another directory, or remove mine.* there`,
			dir, first.Title, filepath.Join(folder, "mine.yaml"), first.Title)
		for _, err := range []error{planning, Run(context.Background(), []spec.Experiment{other}, o)} {
			if !errors.As(err, new(ReplacedError)) || err.Error() != want {
				t.Errorf("error %v, want %s", err, want)
			}
		}
	}
	if err := os.WriteFile(table, text, 0o600); err != nil {
		t.Fatal(err)
	}
	reseeded := load()
	reseeded.Seed++
	if _, err := NewPlan([]spec.Experiment{reseeded}, Options{Profile: "paper", Out: dir, Workers: 1}); err == nil || !strings.Contains(err.Error(), "would replace: its seed is another; ") {
		t.Errorf("of another seed: %v", err)
	}
	if !reflect.DeepEqual(recordFiles(t, dir), before) {
		t.Error("the files are others")
	}
}

// TestOwnHalves runs an elimination and an ablation of a table of the user, and a
// program that is told which inputs are levels.
func TestOwnHalves(t *testing.T) {
	elimination := replaced(t, ownTable, "name: mine", "name: fewer\ntask: elimination", "[coupled, mda]", "[coupled]", "[paper, drf-1.1.0]", "[paper]", "figure: bars", "figure: paths")
	ablation := replaced(t, elimination, "name: fewer\ntask: elimination", "name: choices\ntask: ablation", "missing: drop", "missing: drop, exclude: [soil]", "figure: paths\n", "")
	program := replaced(t, ownTable, "[coupled, mda]", "[{name: told, command: [sh, told.sh], version: 1}]")
	folder := ownFolder(t, "mine.csv", map[string]string{
		"fewer.yaml": elimination, "choices.yaml": ablation, "told.yaml": program,
		"told.sh": `grep -q '"targets":\["y"\],"inputs":\["rain","soil"\],"categorical":\["soil"\]' || exit 3
head -1 train.csv | grep -qx rain,soil,y || exit 4
echo '{"protocol":1,"importances":[{"name":"rain","value":2},{"name":"soil","value":1}]}'
`,
	})
	for _, name := range []string{"fewer", "choices"} {
		experiment, err := Load(filepath.Join(folder, name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		run1(t, dir, 2, experiment)
		store, err := results.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		records, err := store.Records(name)
		if err != nil || len(records) != 2 {
			t.Fatalf("%s: %d records, %v", name, len(records), err)
		}
		for _, r := range records {
			if r.Notes["data_sha256"] != experiment.Data.Own.Options.SHA256 || r.Cell["data"] != spec.OwnTable {
				t.Errorf("%s: notes %v, cell %v", r.ID, r.Notes, r.Cell)
			}
			for value, numbers := range maps.All(r.Values) {
				if len(numbers) == 0 || math.IsNaN(numbers[0]) {
					t.Errorf("%s: %s is %v", r.ID, value, numbers)
				}
			}
		}
	}
	script(t, t.TempDir(), "") // skips where there is no sh
	experiment, err := Load(filepath.Join(folder, "told.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	run1(t, t.TempDir(), 2, experiment)
}
