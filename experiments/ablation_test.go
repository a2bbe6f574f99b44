package experiments

import (
	"context"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"

	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/internal/testing/golden"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

func TestDescribeAblation(t *testing.T) {
	e, err := Describe(parsed(t, ablating), "paper")
	if err != nil {
		t.Fatal(err)
	}
	if c := e.Cells[7]; c.Cell["frozen_set"] != "2" || !slices.Equal(c.Relevant, []string{"X1", "X2"}) || e.Cells[2].Relevant != nil || e.Cells[0].Cell["frozen_set"] != "" {
		t.Errorf("cells %+v", e.Cells)
	}
	if !slices.Equal(e.Variants, []results.Variant{{Name: "drf", Title: "drf-1.1.0"}, {Name: "fresh", Title: "frequencies", About: "Why."}}) {
		t.Errorf("variants %+v", e.Variants)
	}
}

// TestAblationKeys checks that variants of one repetition see the same rows and
// random numbers, and that everything that matters is in the key.
func TestAblationKeys(t *testing.T) {
	withoutData(t)
	base := unitsOf(t, parsed(t, ablating))
	keys := make(map[string]bool)
	seeds := make(map[[2]any][2]uint64)
	for _, u := range base {
		if keys[u.key] {
			t.Errorf("%s has the key of another unit", u.id())
		}
		keys[u.key] = true
		at := [2]any{u.cell.Table.Set, u.repetition}
		if seen, ok := seeds[at]; ok && seen != [2]uint64{u.dataSeed, u.inputs.Seed} {
			t.Errorf("%s has other seeds than another variant", u.id())
		}
		seeds[at] = [2]uint64{u.dataSeed, u.inputs.Seed}
	}
	if len(seeds) != 6 {
		t.Errorf("%d tables, expected 6", len(seeds))
	}
	for _, change := range [][2]string{
		{"rows: 140", "rows: 141"}, {"seed: 7", "seed: 8"}, {"trees: 10", "trees: 12"}, {"kernels: [authors]", "kernels: [median]"}, {"evaluation_rows: 50", "evaluation_rows: 51"},
	} {
		s, err := read(t, ablating, change[0], change[1])
		if err != nil {
			t.Fatal(err)
		}
		if u := unitsOf(t, s); u[0].key == base[0].key {
			t.Errorf("%q for %q does not change the key", change[1], change[0])
		}
	}
	for i, want := range map[int]string{
		0:  `"test_rows":1000,"population_draws":100000,"population_seed":`,
		4:  `"set":"jura","sha256":"78ce7655f49073e3622ef7ba25657b3900a2b279ba3d48cb82e353e56bac3d2a","rows":140,`,
		6:  `"frequencies":"per-node","bandwidth":"median-heuristic"`,
		13: `"frozen_seed":2,"bandwidth":"sqrt-median-heuristic"`,
	} {
		if config := string(base[i].config); !strings.Contains(config, want) || !strings.Contains(config, `"task":"ablation"`) {
			t.Errorf("%s: settings %s", base[i].id(), config)
		}
	}
}

// TestRunAblation compares a record with what its parts give by themselves.
func TestRunAblation(t *testing.T) {
	withData := withoutData(t)
	experiment := parsed(t, ablating)
	run := func(options Options) map[string]results.Record {
		t.Helper()
		options.Profile = "paper"
		if err := Run(context.Background(), []spec.Experiment{experiment}, options); err != nil {
			t.Fatal(err)
		}
		store, err := results.Open(options.Out)
		if err != nil {
			t.Fatal(err)
		}
		records, err := store.Records(experiment.Name)
		if err != nil {
			t.Fatal(err)
		}
		all := make(map[string]results.Record)
		for _, r := range records {
			all[strings.TrimPrefix(r.ID, experiment.Name+"/")] = r
		}
		return all
	}
	dir := t.TempDir()
	records := run(Options{Out: dir, Workers: 2})
	if len(records) != 12 {
		t.Fatalf("records %v, expected 12", slices.Sorted(maps.Keys(records)))
	}
	r := records["fresh-bivariate-coupled-drf-1.1.0-authors/r001"]
	for _, u := range unitsOf(t, experiment) {
		if u.id() != r.ID {
			continue
		}
		estimator, err := u.method.New(u.settings)
		if err != nil {
			t.Fatal(err)
		}
		scenario, err := simulate.Named("bivariate")
		if err != nil {
			t.Fatal(err)
		}
		x, y := scenario.Draw(140, 10, u.dataSeed)
		want, err := estimator.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Authors, Subsample: 50, Seed: u.inputs.Seed, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Values["raw"], want.Raw) || r.Values["gamma"][0] != want.Gamma {
			t.Errorf("importances %v, estimated %v", r.Values["raw"], want.Raw)
		}
		population, _, _ := scenario.Population(want.Gamma, 10, 2, 1)
		if !slices.Equal(r.Values["population"], population) || len(r.Values["population_se"]) != 10 {
			t.Errorf("population values %v, expected %v", r.Values["population"], population)
		}
	}
	if sum := floats.Sum(r.Values["vimp_drf"]); math.Abs(sum-1) > 0.2 || len(r.Values["vimp_drf"]) != 10 {
		t.Errorf("split frequencies %v", r.Values["vimp_drf"])
	}
	if loss := r.Values["test_loss"]; len(loss) != 1 || loss[0] >= 0 || loss[0] < -1 || r.Values["se"] != nil {
		t.Errorf("values %v", r.Values)
	}
	if f := records["drf-functional-coupled-drf-1.1.0-authors/r000"]; f.Values["population"] != nil || len(f.Values["raw"]) != 10 {
		t.Errorf("record of a scenario of unknown law %+v", f)
	}
	first, second := records["frozen-1-bivariate-coupled-drf-1.1.0-authors/r000"], records["frozen-2-bivariate-coupled-drf-1.1.0-authors/r000"]
	if slices.Equal(first.Values["raw"], second.Values["raw"]) || first.Cell["frozen_set"] != "1" {
		t.Errorf("frozen sets give %v and %v", first, second)
	}
	if one := recordFiles(t, dir); !maps.Equal(one, func() map[string]string {
		other := t.TempDir()
		run(Options{Out: other, Workers: 7})
		return recordFiles(t, other)
	}()) {
		t.Error("7 workers give other bytes")
	}

	withData()
	records = run(Options{Out: dir, Workers: 2, Data: filepath.Dir(golden.Data(t, "jura.arff"))})
	jura := records["drf-jura-coupled-drf-1.1.0-authors/r000"]
	if len(records) != 18 || len(jura.Variables) != 15 || jura.Variables[0] != "Xloc" || jura.Values["population"] != nil || jura.Notes["data_sha256"] == "" {
		t.Errorf("%d records; %+v", len(records), jura)
	}
}
