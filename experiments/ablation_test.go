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

	"drfvi/importance"
	"drfvi/internal/golden"
	"drfvi/results"
	"drfvi/simulate"
)

// ablating is a specification of an ablation, of simulated sets, one of unknown
// law, and one from a file that need not be there.
const ablating = `name: tiny-ablation
title: A tiny ablation
source: Table 0
order: 2
task: ablation
seed: 7
repetitions: 2
trees: 10
data:
  datasets: [bivariate, functional, jura]
  rows: 140
evaluation_rows: 50
methods: [coupled]
variants:
  drf: {presets: [drf-1.1.0], kernels: [authors], title: drf-1.1.0}
  fresh: {presets: [drf-1.1.0], take: {frequencies: paper}, kernels: [authors], title: frequencies, about: Why.}
  frozen: {presets: [drf-1.1.0], take: {bandwidth: drf-1.3.1}, kernels: [authors], frozen_sets: 2, repetitions: 1}
figure: switches
description: Nothing to speak of.
profiles:
  quick: {datasets: [bivariate], rows: 130, trees: 4, repetitions: 3, evaluation_rows: 20}
`

// ablations returns the specification after a replacement of old by new.
func ablations(t *testing.T, old, new string) (Spec, error) {
	t.Helper()
	if !strings.Contains(ablating, old) {
		t.Fatalf("the specification has no %q to replace", old)
	}
	return Parse("tiny.yaml", []byte(strings.Replace(ablating, old, new, 1)))
}

func mustAblation(t *testing.T) Spec {
	t.Helper()
	s, err := ablations(t, "", "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParseAblation(t *testing.T) {
	s := mustAblation(t)
	if s.Task != Ablation || s.EvaluationRows != 50 || s.Figure != "switches" || !slices.Equal(s.Variants[1].Take, []Take{{"frequencies", "paper"}}) ||
		s.Variants[1].About != "Why." || s.Variants[2].FrozenSets != 2 {
		t.Errorf("read %+v", s)
	}
	var slugs []string
	for _, c := range s.cells() {
		slugs = append(slugs, c.slug())
	}
	want := []string{
		"drf-bivariate-coupled-drf-1.1.0-authors", "drf-functional-coupled-drf-1.1.0-authors", "drf-jura-coupled-drf-1.1.0-authors",
		"fresh-bivariate-coupled-drf-1.1.0-authors", "fresh-functional-coupled-drf-1.1.0-authors", "fresh-jura-coupled-drf-1.1.0-authors",
		"frozen-1-bivariate-coupled-drf-1.1.0-authors", "frozen-2-bivariate-coupled-drf-1.1.0-authors",
		"frozen-1-functional-coupled-drf-1.1.0-authors", "frozen-2-functional-coupled-drf-1.1.0-authors",
		"frozen-1-jura-coupled-drf-1.1.0-authors", "frozen-2-jura-coupled-drf-1.1.0-authors",
	}
	if !slices.Equal(slugs, want) {
		t.Errorf("cells\n%s\nexpected\n%s", strings.Join(slugs, "\n"), strings.Join(want, "\n"))
	}
	e, err := Describe(s, "paper")
	if err != nil {
		t.Fatal(err)
	}
	if c := e.Cells[7]; c.Cell["frozen_set"] != "2" || !slices.Equal(c.Relevant, []string{"X1", "X2"}) || e.Cells[2].Relevant != nil || e.Cells[0].Cell["frozen_set"] != "" {
		t.Errorf("cells %+v", e.Cells)
	}
	if !slices.Equal(e.Variants, []results.Variant{{Name: "drf", Title: "drf-1.1.0"}, {Name: "fresh", Title: "frequencies", About: "Why."}}) {
		t.Errorf("variants %+v", e.Variants)
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if quick.EvaluationRows != 20 || quick.Data.Rows != 130 || len(quick.cells()) != 4 {
		t.Errorf("under quick: %+v", quick)
	}
}

func TestParseFaultsOfAblations(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"choice", "take: {frequencies:", "take: {frequency:", `tiny.yaml:16:40: unknown choice "frequency", did you mean "frequencies"? (one of: frequencies, bandwidth, weighting, alpha, group_size)`},
		{"preset of a choice", "{frequencies: paper}", "{frequencies: papr}", `tiny.yaml:16:53: unknown preset "papr", did you mean "paper"?`},
		{"frozen sets of none", "take: {bandwidth: drf-1.3.1}", "take: {frequencies: paper}", `tiny.yaml:17:11: variant "frozen": forest: frozen seed is 2 with frequencies "per-node", expected frequencies "frozen"`},
		{"no frozen sets", "frozen_sets: 2", "frozen_sets: 0", `frozen_sets is 0, expected a whole number from 1`},
		{"method", "[coupled]", "[coupled, vimp-drf]", `profile "paper": method "vimp-drf" measures no forest, expected one of: coupled`},
		{"claims", "figure: switches", "claims: []", `unknown key "claims"`},
		{"figure", "figure: switches", "figure: bars", `unknown figure "bars" (one of: switches, frozen-sets)`},
		{"data", "rows: 140", "n: [140]", `unknown key "n" (one of: datasets, rows) in data`},
		{"key of a profile", "rows: 130", "p: [3]", `unknown key "p" (one of: methods, trees, repetitions, evaluation_rows, datasets, rows) in profile "quick"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ablations(t, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
}

// TestAblationKeys checks that variants of one repetition see the same rows and
// random numbers, and that everything that matters is in the key.
func TestAblationKeys(t *testing.T) {
	withoutData(t)
	base := unitsOf(t, mustAblation(t))
	keys := make(map[string]bool)
	seeds := make(map[[2]any][2]uint64)
	for _, u := range base {
		if keys[u.key] {
			t.Errorf("%s has the key of another unit", u.id())
		}
		keys[u.key] = true
		at := [2]any{u.cell.table.set, u.repetition}
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
		s, err := ablations(t, change[0], change[1])
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
	withoutData(t)
	spec := mustAblation(t)
	run := func(options Options) map[string]results.Record {
		t.Helper()
		options.Profile = "paper"
		if err := Run(context.Background(), []Spec{spec}, options); err != nil {
			t.Fatal(err)
		}
		store, err := results.Open(options.Out)
		if err != nil {
			t.Fatal(err)
		}
		records, err := store.Records(spec.Name)
		if err != nil {
			t.Fatal(err)
		}
		all := make(map[string]results.Record)
		for _, r := range records {
			all[strings.TrimPrefix(r.ID, spec.Name+"/")] = r
		}
		return all
	}
	dir := t.TempDir()
	records := run(Options{Out: dir, Workers: 2})
	if len(records) != 12 {
		t.Fatalf("records %v, expected 12", slices.Sorted(maps.Keys(records)))
	}
	r := records["fresh-bivariate-coupled-drf-1.1.0-authors/r001"]
	for _, u := range unitsOf(t, spec) {
		if u.id() != r.ID {
			continue
		}
		estimator, err := u.cell.method.New(u.settings)
		if err != nil {
			t.Fatal(err)
		}
		scenario, err := simulate.Named("bivariate")
		if err != nil {
			t.Fatal(err)
		}
		x, y := scenario.Draw(140, 10, u.dataSeed)
		want, err := estimator.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: "authors", Subsample: 50, Seed: u.inputs.Seed, Workers: 1})
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

	records = run(Options{Out: dir, Workers: 2, Data: filepath.Dir(golden.Data(t, "jura.arff"))})
	jura := records["drf-jura-coupled-drf-1.1.0-authors/r000"]
	if len(records) != 18 || len(jura.Variables) != 15 || jura.Variables[0] != "Xloc" || jura.Values["population"] != nil || jura.Notes["data_sha256"] == "" {
		t.Errorf("%d records; %+v", len(records), jura)
	}
}
