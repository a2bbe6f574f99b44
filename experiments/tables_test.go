package experiments

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// TestPlasmodeTables has tables of a data set that is not there: named in cells, and
// not run.
func TestPlasmodeTables(t *testing.T) {
	s, err := read(t, parted, "    - {scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]}",
		"    - {plasmode: jura, null: Zn, n: [50], methods: [fake-preset]}\n    - {scenario: bivariate, n: [20], p: [2]}")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan([]spec.Experiment{s}, Options{Profile: "paper", Out: t.TempDir(), Data: t.TempDir(), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, u := range plan.Units {
		if strings.Contains(u.ID, "plasmode-jura-n50-p15") {
			if found++; u.NotRun != "data missing" || u.Data != "jura" {
				t.Errorf("%s: not run for %q of %q", u.ID, u.NotRun, u.Data)
			}
		}
	}
	if found == 0 {
		t.Error("no unit has a plasmode table")
	}
}

// TestSampleExponent checks that trees of a variant are grown from n^β rows.
func TestSampleExponent(t *testing.T) {
	s, err := read(t, parted, "presets: [paper]", "presets: [paper], sample_exponent: 0.7")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.Cells() {
		config, err := settingsOf(c, s.Trees).Config()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := config.DrawnRows(c.Table.N), int(math.Pow(float64(c.Table.N), 0.7)); got != want {
			t.Errorf("%s: trees of %d rows, expected %d", c.Slug(), got, want)
		}
	}
}

// Settings of the aggregation and of population values are part of the key of
// methods that use a kernel, and of no other.
func TestKeysOfParts(t *testing.T) {
	units := func(oldnew ...string) []unit {
		s, err := read(t, parted, oldnew...)
		if err != nil {
			t.Fatal(err)
		}
		return unitsOf(t, s)
	}
	base := units()
	if base[0].method.Name != "fake" || base[3].method.Name != "fake-preset" {
		t.Fatalf("units %s, %s", base[0].id(), base[3].id())
	}
	for _, change := range [][]string{{"fourier: 64", "fourier: 32"}, {"population_draws: 50", "population_draws: 60"}, {"fourier: 64\n", ""}, {"population_draws: 50\n", ""}} {
		u := units(change...)
		if u[0].key == base[0].key {
			t.Errorf("%q for %q does not change the key", change[1], change[0])
		}
		if u[3].key != base[3].key {
			t.Errorf("%q for %q changes the key of a method without a kernel", change[1], change[0])
		}
	}
	// A table is the same whether it is in a part or the only kind there is.
	alone := unitsOf(t, parsed(t, minimal, "methods: [fake, fake-preset, fake-plain]", "methods: [fake, fake-preset]"))
	if alone[0].dataSeed != base[0].dataSeed {
		t.Error("the data of a table depend on being in a part")
	}
	seeds := make(map[uint64]string)
	for _, u := range base {
		if other, taken := seeds[u.inputs.Seed]; taken {
			t.Errorf("%s and %s share a seed", u.id(), other)
		}
		seeds[u.inputs.Seed] = u.id()
	}
}

// TestPopulationAndFourierAreRecorded runs a real method and compares what is
// recorded with direct calls.
func TestPopulationAndFourierAreRecorded(t *testing.T) {
	s, err := read(t, parted, "n: [20, 30], p: [10]", "n: [120], p: [10]", "scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]", "scenario: bivariate, n: [120], p: [3]",
		"methods: [fake, fake-preset]", "methods: [projected, vimp-drf]", "repetitions: 3", "repetitions: 1", "{scenario: bivariate, n: 20}", "{scenario: bivariate, n: 120}",
		", profiles: [paper, quick]", "")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run1(t, dir, 2, s)
	store, err := results.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	records, err := store.Records("parted")
	if err != nil || len(records) != 4 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	for k, u := range unitsOf(t, s) {
		r := records[k]
		if u.method.Name == "vimp-drf" {
			if r.Values["population"] != nil || r.Values["aggregation_se"] != nil {
				t.Errorf("%s has values of kernel methods", r.ID)
			}
			continue
		}
		scenario, err := simulate.Named(s.Scenario(u.cell.Table))
		if err != nil {
			t.Fatal(err)
		}
		want, se, _ := scenario.Population(r.Values["gamma"][0], u.cell.Table.P, 50, u.inputs.Population.Seed)
		if !slices.Equal(r.Values["population"], want) {
			t.Errorf("%s: population values %v, expected %v", r.ID, r.Values["population"], want)
		}
		if scenario.Name == "bivariate" && r.Values["population_se"] != nil || scenario.Name == "univariate" && !slices.Equal(r.Values["population_se"], se) {
			t.Errorf("%s: standard errors of population values %v, expected %v", r.ID, r.Values["population_se"], se)
		}
		estimator, err := u.method.New(u.settings)
		if err != nil {
			t.Fatal(err)
		}
		x, y := scenario.Draw(120, u.cell.Table.P, u.dataSeed)
		direct, err := estimator.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Fourier: 64, Seed: u.inputs.Seed, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Values["raw"], direct.Raw) || !slices.Equal(r.Values["aggregation_se"], direct.AggregationSE) {
			t.Errorf("%s: %v ± %v, direct %v ± %v", r.ID, r.Values["raw"], r.Values["aggregation_se"], direct.Raw, direct.AggregationSE)
		}
		if !strings.Contains(r.Notes["aggregation"], "64 random Fourier features") || !strings.Contains(r.Notes["aggregation"], "standard error at most") {
			t.Errorf("%s: aggregation %q", r.ID, r.Notes["aggregation"])
		}
		if math.IsNaN(r.Values["aggregation_se"][0]) || r.Values["aggregation_se"][0] <= 0 {
			t.Errorf("%s: aggregation_se %v", r.ID, r.Values["aggregation_se"])
		}
	}
}
