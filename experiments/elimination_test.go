package experiments

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	public "drfvi/datasets/library"
	"drfvi/internal/golden"
	"drfvi/results"
)

// eliminating is a specification of eliminations, of a simulated set and one
// from a file that need not be there.
const eliminating = `name: tiny-rfe
title: A tiny elimination
source: Table 0
order: 2
task: elimination
seed: 7
repetitions: 2
trees: 10
data:
  datasets: [bivariate, jura]
  rows: 140
methods: [coupled, vimp-drf, retrain]
only: {retrain: [jura]}
variants:
  published: {presets: [drf-1.1.0], kernels: [authors]}
  textbook: {presets: [paper], kernels: [median], repetitions: 1}
figure: paths
description: Nothing to speak of.
profiles:
  quick: {datasets: [bivariate], rows: 130, methods: [vimp-drf], trees: 4, repetitions: 3}
expect:
  - {source: Table 0, cell: {variant: published, data: jura, method: coupled}, values: [{statistic: cumulative, value: -1.50, se: 0.1}]}
claims:
  - {text: A claim, source: here, cell: {data: bivariate, method: coupled}, kind: lower-loss, than: {method: vimp-drf}}
`

// eliminations returns the specification after replacements of old by new.
func eliminations(t *testing.T, oldnew ...string) (Spec, error) {
	t.Helper()
	text := eliminating
	for i := 0; i < len(oldnew); i += 2 {
		if !strings.Contains(text, oldnew[i]) {
			t.Fatalf("the specification has no %q to replace", oldnew[i])
		}
		text = strings.Replace(text, oldnew[i], oldnew[i+1], 1)
	}
	return Parse("tiny.yaml", []byte(text))
}

func mustEliminations(t *testing.T, oldnew ...string) Spec {
	t.Helper()
	s, err := eliminations(t, oldnew...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParseElimination(t *testing.T) {
	s := mustEliminations(t)
	if s.Task != Elimination || !slices.Equal(s.Data.Sets, []string{"bivariate", "jura"}) || s.Data.Rows != 140 || s.Data.N != nil ||
		!slices.Equal(s.Only["retrain"], []string{"jura"}) || s.Variants[1].Repetitions != 1 || s.Figure != "paths" {
		t.Errorf("read %+v", s)
	}
	if e := s.Expect[0]; e.Statistic != "cumulative" || e.Variable != "" || e.Digits != 2 || e.Repetitions != 2 {
		t.Errorf("expected %+v", e)
	}
	if c := s.Claims[0]; c.Kind != "lower-loss" || c.Than["method"] != "vimp-drf" || c.Above != nil {
		t.Errorf("claim %+v", c)
	}
	var slugs []string
	for _, c := range s.cells() {
		slugs = append(slugs, fmt.Sprint(c.slug(), " ", c.repetitions))
	}
	want := []string{
		"published-bivariate-coupled-drf-1.1.0-authors 2", "published-bivariate-vimp-drf-drf-1.1.0 2",
		"published-jura-coupled-drf-1.1.0-authors 2", "published-jura-vimp-drf-drf-1.1.0 2", "published-jura-retrain-drf-1.1.0-authors 2",
		"textbook-bivariate-coupled-paper-median 1", "textbook-bivariate-vimp-drf-paper 1",
		"textbook-jura-coupled-paper-median 1", "textbook-jura-vimp-drf-paper 1", "textbook-jura-retrain-paper-median 1",
	}
	if !slices.Equal(slugs, want) {
		t.Errorf("cells\n%s\nexpected\n%s", strings.Join(slugs, "\n"), strings.Join(want, "\n"))
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if cells := quick.cells(); len(cells) != 2 || cells[1].repetitions != 3 || quick.Data.Rows != 130 || s.Variants[1].Repetitions != 1 {
		t.Errorf("under quick: %+v", quick)
	}
}

func TestParseFaultsOfEliminations(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"task", "task: elimination", "task: eliminaton", `tiny.yaml:5:7: unknown task "eliminaton", did you mean "elimination"? (one of: importance, elimination, ablation)`},
		{"data of importances", "  rows: 140\n", "  rows: 140\n  n: [10]\n", `tiny.yaml:12:3: unknown key "n" (one of: datasets, rows) in data`},
		{"no rows", "  rows: 140\n", "", `tiny.yaml:10:3: data has no "rows"`},
		{"few rows", "rows: 140", "rows: 3", `tiny.yaml:11:9: rows is 3, expected a whole number from 4 to 1000000000`},
		{"data set", "bivariate, jura]", "bivariate, jora]", `tiny.yaml:10:25: unknown data set "jora", did you mean "jura"? (one of: enb, jura,`},
		{"data set twice", "bivariate, jura]", "jura, jura]", `tiny.yaml:10:20: datasets lists jura twice`},
		{"method", "[coupled, vimp-drf, retrain]", "[coupled, vimp-drf, retrain, mda]", `tiny.yaml:1:1: profile "paper": variables cannot be eliminated by method "mda", expected one of: retrain, coupled, vimp-drf`},
		{"only for an unknown method", "only: {retrain:", "only: {retran:", `tiny.yaml:13:8: unknown method "retran", did you mean "retrain"?`},
		{"only on an unknown data set", "{retrain: [jura]}", "{retrain: [jur]}", `tiny.yaml:13:18: unknown data set "jur", did you mean "jura"?`},
		{"no cells", "{datasets: [bivariate], rows: 130, methods: [vimp-drf],", "{datasets: [bivariate], rows: 130, methods: [retrain],", `tiny.yaml:20:3: profile "quick" has no cells: no method is run on any of its data sets`},
		{"evaluation rows", "figure: paths", "evaluation_rows: 5", `unknown key "evaluation_rows"`},
		{"figure", "figure: paths", "figure: bars", `tiny.yaml:17:9: unknown figure "bars" (one of: none, paths)`},
		{"key of a profile", "rows: 130", "p: [3]", `unknown key "p" (one of: methods, trees, repetitions, datasets, rows) in profile "quick"`},
		{"repetitions of a variant", "repetitions: 1}", "repetitions: 0}", `repetitions is 0, expected a whole number from 1`},
		{"cell's key", "data: jura, method", "n: 5, method", `unknown key "n" (one of: variant, data, method, preset, kernel) in cell`},
		{"statistic of a variable", "{statistic: cumulative,", "{variable: X1, statistic: cumulative,", `statistic "cumulative" is of no variable and no other quantity`},
		{"variable", "{statistic: cumulative,", "{variable: X1,", `an elimination has statistics of losses, not of variables`},
		{"claim's kind", "kind: lower-loss", "kind: greater", `unknown kind of claim "greater" (one of: lower-loss)`},
		{"claim of nothing", ", than: {method: vimp-drf}", "", `a claim of kind "lower-loss" has no "than"`},
		{"claim's key", "than: {method: vimp-drf}", "than: {n: 1}", `unknown key "n" (one of: variant, data, method, preset, kernel) in than`},
		{"claim with above", "kind: lower-loss", "kind: lower-loss, above: [X1]", `a claim of kind "lower-loss" has "above" or "below", which are for variables`},
		{"claim's other cell", "than: {method: vimp-drf}", "than: {method: retrain}", `tiny.yaml:24:5: no cell of profile "paper" is {method: retrain, data: bivariate}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := eliminations(t, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
	for _, c := range []struct{ text, want string }{
		{"expect: [{source: a, cell: {}, values: [{statistic: cumulative, value: 1}]}]", `statistic "cumulative" is of an elimination`},
		{"claims: [{text: a, source: a, cell: {}, kind: negative, above: [X1], than: {method: fake}}]", `a claim of kind "negative" has "than", which is for "lower-loss"`},
		{"claims: [{text: a, source: a, cell: {}, kind: negative}]", `a claim of kind "negative" has no "above"`},
		{"only: {fake: [jura]}", `unknown key "only"`},
	} {
		if _, err := Parse("tiny.yaml", []byte(minimal+c.text+"\n")); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error\n%v\nexpected\n%s", err, c.want)
		}
	}
}

// withoutData makes the data sets' files unavailable.
func withoutData(t *testing.T) {
	t.Helper()
	t.Setenv("DRFVI_DATA", "")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

// TestRunElimination runs what can be run, says what cannot, and completes the
// run when the file is there.
func TestRunElimination(t *testing.T) {
	withoutData(t)
	spec, dir := mustEliminations(t), t.TempDir()
	described, err := Describe(spec, "paper")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	options := Options{Profile: "paper", Out: dir, Workers: 2, Progress: func(e Event) {
		if e.Kind == DataNotThere {
			told = append(told, e.Data+": "+e.Reason)
		}
		if e.Total != 6 {
			t.Errorf("event %+v, expected 6 units", e)
		}
	}}
	if err := Run(context.Background(), []Spec{spec}, options); err != nil {
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
	plan, err := NewPlan([]Spec{spec}, options)
	if err != nil {
		t.Fatal(err)
	}
	if plan.Done() != 6 || plan.Left != 0 || plan.Units[4].NotRun != "data missing" || plan.Units[0].NotRun != "" {
		t.Errorf("plan %+v", plan)
	}

	options.Data = filepath.Dir(golden.Data(t, "jura.arff"))
	options.Progress = nil
	if plan, err = NewPlan([]Spec{spec}, options); err != nil || plan.Left <= 0 || plan.Units[4].NotRun != "" {
		t.Errorf("plan with the file: %+v, %v", plan, err)
	}
	if err := Run(context.Background(), []Spec{spec}, options); err != nil {
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
	if r := records[4]; len(r.Variables) != 15 || r.Variables[0] != "Xloc" || r.Notes["data_sha256"] != set.Homes[0].SHA256 ||
		!strings.Contains(string(r.Config), set.Homes[0].SHA256) {
		t.Errorf("record %+v", r)
	}
	// Without the file, what was run is still there.
	options.Data = ""
	if err := Run(context.Background(), []Spec{spec}, options); err != nil {
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
	plan, err := NewPlan([]Spec{mustEliminations(t)}, Options{Profile: "paper", Out: filepath.Join(t.TempDir(), "none"), Data: folder, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if u := plan.Units[4]; u.NotRun != "data wrong" {
		t.Errorf("unit %+v", u)
	}
	_, err = NewPlan([]Spec{mustEliminations(t)}, Options{Profile: "paper", Data: filepath.Join(folder, "none"), Workers: 1})
	if err == nil || !strings.Contains(err.Error(), "does not exist, expected the folder with the data sets' files") {
		t.Errorf("no folder: %v", err)
	}
}

func TestEliminationChangesNothingWithWorkersOrCuts(t *testing.T) {
	withoutData(t)
	spec := mustEliminations(t)
	var want map[string]string
	for _, workers := range []int{1, 2, 7} {
		dir := t.TempDir()
		for {
			ctx, cancel := context.WithCancel(context.Background())
			err := Run(ctx, []Spec{spec}, Options{Profile: "paper", Out: dir, Workers: workers, Progress: func(e Event) {
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
	base := unitsOf(t, mustEliminations(t))
	seeds := make(map[[2]any]uint64)
	for _, u := range base {
		at := [2]any{u.cell.table.set, u.repetition}
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
		if u := unitsOf(t, mustEliminations(t, change...)); u[0].key == base[0].key {
			t.Errorf("%q for %q does not change the key", change[1], change[0])
		}
	}
	if u := unitsOf(t, mustEliminations(t, "repetitions: 2", "repetitions: 3")); u[0].key != base[0].key {
		t.Error("another number of repetitions changes the key")
	}
	for name, want := range map[string]string{
		"jura":   `"set":"jura","sha256":"78ce7655f49073e3622ef7ba25657b3900a2b279ba3d48cb82e353e56bac3d2a","rows":140`,
		"scm20d": `"set":"scm20d","git_blob":"60026c060b244c596af2e298f39410fe90d89719","rows":140`,
	} {
		u := unitsOf(t, mustEliminations(t, "[bivariate, jura]", "[bivariate, jura, scm20d]"))
		at := slices.IndexFunc(u, func(u unit) bool { return u.cell.table.set == name })
		if config := string(u[at].config); !strings.Contains(config, want) || !strings.Contains(config, `"task":"elimination"`) {
			t.Errorf("%s: settings %s", name, config)
		}
	}
}
