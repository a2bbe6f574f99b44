package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/reports"
	"drfvi/results"
)

// tinySpecs are specifications of every task; together they record every value
// that there is.
var tinySpecs = []string{`name: tiny-estimation
title: Tiny
source: here
order: 1
seed: 1
repetitions: 2
trees: 10
data:
  tables:
    - {scenario: bivariate, n: [100], p: [3], methods: [retrain, coupled, mda-per-output]}
    - {scenario: univariate, n: [100], p: [10], methods: [retrain, mda]}
methods: [retrain, coupled, mda, mda-per-output]
fourier: 32
population_draws: 50
variants:
  published: {presets: [drf-1.1.0], kernels: [authors]}
figure: bars
description: Nothing to speak of.
expect:
  - {source: here, cell: {scenario: bivariate, method: retrain}, values: [{variable: X1, value: 0.5, se: 0.1}]}
  - {source: here, cell: {scenario: univariate, method: mda}, values: [{quantity: explained_variance, value: 0.5}]}
`, `name: tiny-elimination
title: Tiny
source: here
order: 2
task: elimination
seed: 1
repetitions: 2
trees: 10
data: {datasets: [bivariate], rows: 200}
methods: [coupled, vimp-drf]
variants:
  published: {presets: [drf-1.1.0], kernels: [authors]}
figure: paths
description: Nothing to speak of.
expect:
  - {source: here, cell: {data: bivariate, method: coupled}, values: [{statistic: cumulative, value: -1.50, se: 0.1}]}
claims:
  - {text: So, source: here, cell: {data: bivariate, method: coupled}, holds: "loss < loss(method: vimp-drf)"}
`, `name: tiny-ablation
title: Tiny
source: here
order: 3
task: ablation
seed: 1
repetitions: 2
trees: 10
data: {datasets: [bivariate], rows: 200}
methods: [coupled]
variants:
  drf: {presets: [drf-1.1.0], kernels: [authors]}
  fresh: {presets: [drf-1.1.0], take: {frequencies: paper}, kernels: [authors]}
description: Nothing to speak of.
`, `name: tiny-calibration
title: Tiny
source: here
order: 4
suite: evidence
seed: 1
repetitions: 2
trees: 20
data: {tables: [{scenario: linear, n: [80], p: [3]}, {plasmode: linear, null: X1, n: [80]}]}
methods: [stacked, coupled]
variants:
  textbook: {presets: [auto], kernels: [median], methods: [stacked]}
  control: {presets: [paper], kernels: [median], methods: [coupled]}
population_draws: 2
figure: calibration
description: Nothing to speak of.
claims:
  - {text: A, source: here, cell: {method: stacked}, holds: "found(null, level: 0.05) < 0.5"}
  - {text: B, source: here, cell: {method: coupled}, holds: "any_found(level: 0.05) < 0.05"}
  - {text: C, source: here, cell: {method: stacked}, holds: "nothing_open(level: 0.05) > 0.9"}
  - {text: D, source: here, cell: {method: coupled}, holds: "not covered(low: 0.93, high: 0.97) > 0.9"}
  - {text: E, source: here, cell: {variant: textbook, method: stacked, preset: auto}, holds: "error_ratio(method: coupled, preset: paper, variant: control) < 0.6 and worst_error_ratio(method: coupled, preset: paper, variant: control) < 1.1"}
`, `name: tiny-studies
title: Tiny
source: here
order: 5
suite: evidence
seed: 1
repetitions: 1
trees: 20
data: {tables: [{scenario: effect, n: [120], p: [3]}, {scenario: censored, n: [120], p: [9]}]}
methods: [stacked]
variants:
  data: {presets: [auto], kernels: [median]}
figure: none
description: Nothing to speak of.
claims:
  - {text: A, source: here, cell: {scenario: effect}, holds: "average_found(level: 0.05) < 0.5"}
`}

// What experiments record is what the store takes, the export writes and the
// report shows.
func TestRecordsOfEveryTask(t *testing.T) {
	dir := t.TempDir()
	var specs []spec.Experiment
	smaller := strings.NewReplacer()
	if testing.Short() {
		smaller = strings.NewReplacer("rows: 200", "rows: 130")
	}
	for i, text := range tinySpecs {
		text = smaller.Replace(text)
		spec, err := experiments.Parse("tiny.yaml", []byte(text))
		if err != nil {
			t.Fatalf("specification %d: %v", i+1, err)
		}
		specs = append(specs, spec)
	}
	if err := experiments.Run(context.Background(), specs, experiments.Options{Profile: "paper", Out: dir, Workers: 2}); err != nil {
		t.Fatal(err)
	}
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	overview, err := reports.Write(context.Background(), filepath.Join(dir, "report"), store)
	if err != nil {
		t.Fatal(err)
	}
	recorded := make(map[results.ValueName]bool)
	for _, spec := range specs {
		records, err := store.Records(spec.Name)
		if err != nil {
			t.Fatal(err)
		}
		own := make(map[results.ValueName]bool)
		for _, r := range records {
			if err := r.Check(); err != nil {
				t.Error(err)
			}
			for name := range r.Values {
				own[name] = true
			}
		}
		maps.Copy(recorded, own)
		checkExport(t, store, spec.Name, own)
		checkShown(t, filepath.Join(dir, "report", spec.Name+".csv"), own)
	}
	for _, name := range results.ValueNames() {
		if !recorded[name] {
			t.Errorf("no record has a value %q", name)
		}
	}
	if numbers, claims := overview.Absent(); numbers+claims > 0 {
		t.Errorf("%d numbers and %d claims are missing: %s", numbers, claims, overview.Text())
	}
	if len(overview.Cells) != 3 || len(overview.Claims) != 7 {
		t.Errorf("%d numbers and %d claims", len(overview.Cells), len(overview.Claims))
	}
}

// checkExport checks that all values are exported, those of variables with the
// variable.
func checkExport(t *testing.T, store *results.Store, experiment string, recorded map[results.ValueName]bool) {
	t.Helper()
	var b bytes.Buffer
	if err := store.WriteCSV(&b, experiment); err != nil {
		t.Fatal(err)
	}
	exported := make(map[results.ValueName]bool)
	for _, row := range columnsOf(t, b.String(), "value", "variable") {
		name := results.ValueName(row[0])
		exported[name] = true
		if name.Is(results.PerVariable) != (row[1] != "") {
			t.Fatalf("%s: value %q is exported with variable %q", experiment, name, row[1])
		}
	}
	if !maps.Equal(exported, recorded) {
		t.Errorf("%s: exported %v of %v", experiment, exported, recorded)
	}
}

// checkShown checks that an experiment's table in the report shows all values
// under their names or, where it gives them other ones, under those.
func checkShown(t *testing.T, file string, recorded map[results.ValueName]bool) {
	t.Helper()
	table, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	renamed := map[results.ValueName]string{"raw": "importance", "eliminated": "place", "cumulative": "loss"}
	shown := make(map[string]bool)
	for _, row := range columnsOf(t, string(table), "quantity") {
		shown[row[0]] = true
	}
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		label, ok := renamed[name]
		if !ok {
			label = string(name)
		}
		if !shown[label] {
			t.Errorf("%s has no %q", file, label)
		}
	}
}

// columnsOf returns some columns of comma-separated values with a header.
func columnsOf(t *testing.T, text string, names ...string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var chosen [][]string
	for _, row := range rows[1:] {
		var cells []string
		for _, name := range names {
			cells = append(cells, row[slices.Index(rows[0], name)])
		}
		chosen = append(chosen, cells)
	}
	return chosen
}
