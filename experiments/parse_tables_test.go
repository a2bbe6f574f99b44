package experiments

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// parted is a specification whose data are in parts.
const parted = `name: parted
title: Several scenarios
source: Theorem 0
order: 1
seed: 7
repetitions: 3
trees: 4
data:
  tables:
    - {scenario: univariate, n: [20, 30], p: [10]}
    - {scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]}
methods: [fake, fake-preset]
variants:
  textbook: {presets: [paper], kernels: [median]}
population_draws: 50
fourier: 64
relevant: [X1, X2]
claims:
  - {text: A claim, source: here, cell: {scenario: bivariate, n: 20}, kind: greater, above: [X1], below: [X2], profiles: [paper, quick]}
profiles:
  paper: {}
  quick: {tables: [{scenario: bivariate, n: [20], p: [3]}], repetitions: 1}
description: Nothing to speak of.
`

func parseParted(t *testing.T, oldnew ...string) (Spec, error) {
	t.Helper()
	text := parted
	for i := 0; i < len(oldnew); i += 2 {
		if !strings.Contains(text, oldnew[i]) {
			t.Fatalf("the specification has no %q to replace", oldnew[i])
		}
		text = strings.Replace(text, oldnew[i], oldnew[i+1], 1)
	}
	return Parse("parted.yaml", []byte(text))
}

func TestParseParts(t *testing.T) {
	s, err := parseParted(t)
	if err != nil {
		t.Fatal(err)
	}
	want := Data{Tables: []Tables{
		{Scenario: "univariate", N: []int{20, 30}, P: []int{10}},
		{Scenario: "bivariate", N: []int{20}, P: []int{2, 4}, Repetitions: 2, Methods: []string{"fake-preset"}},
	}}
	if !reflect.DeepEqual(s.Data, want) || s.Fourier != 64 || s.PopulationDraws != 50 || s.OfPaper() {
		t.Errorf("read %+v", s)
	}
	paper, err := s.At("paper")
	if err != nil {
		t.Fatal(err)
	}
	var cells []string
	units := 0
	for _, c := range paper.cells() {
		cells = append(cells, c.slug())
		units += c.repetitions
	}
	wanted := []string{
		"textbook-univariate-n20-p10-fake-paper-median", "textbook-univariate-n20-p10-fake-preset-paper",
		"textbook-univariate-n30-p10-fake-paper-median", "textbook-univariate-n30-p10-fake-preset-paper",
		"textbook-bivariate-n20-p2-fake-preset-paper", "textbook-bivariate-n20-p4-fake-preset-paper",
	}
	if !slices.Equal(cells, wanted) || units != 4*3+2*2 {
		t.Errorf("%d units of cells\n%s\nexpected\n%s", units, strings.Join(cells, "\n"), strings.Join(wanted, "\n"))
	}
	if values := paper.cells()[4].values(); values["scenario"] != "bivariate" || values["p"] != "2" {
		t.Errorf("cell %v", values)
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if cells := quick.cells(); len(cells) != 2 || cells[0].repetitions != 1 || cells[0].table != (table{scenario: "bivariate", n: 20, p: 3}) {
		t.Errorf("under quick: %+v", cells)
	}
	// A profile's repetitions stand for those of parts too, unless it has parts.
	s, err = parseParted(t, "quick: {tables: [{scenario: bivariate, n: [20], p: [3]}], repetitions: 1}", "quick: {repetitions: 1}")
	if err != nil {
		t.Fatal(err)
	}
	quick, err = s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range quick.cells() {
		if c.repetitions != 1 {
			t.Errorf("%s has %d repetitions under quick", c.slug(), c.repetitions)
		}
	}
	if s.Data.Tables[1].Repetitions != 2 {
		t.Error("a profile altered the specification")
	}
}

// TestPlasmodeTables has tables of a data set that is not there: named in cells, and
// not run.
func TestPlasmodeTables(t *testing.T) {
	s, err := parseParted(t, "    - {scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]}",
		"    - {plasmode: jura, null: Zn, n: [50], methods: [fake-preset]}\n    - {scenario: bivariate, n: [20], p: [2]}")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan([]Spec{s}, Options{Profile: "paper", Out: t.TempDir(), Data: t.TempDir(), Workers: 1})
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
	s, err := parseParted(t, "presets: [paper]", "presets: [paper], sample_exponent: 0.7")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range s.cells() {
		config, err := c.settings(s.Trees).config()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := config.DrawnRows(c.table.n), int(math.Pow(float64(c.table.n), 0.7)); got != want {
			t.Errorf("%s: trees of %d rows, expected %d", c.slug(), got, want)
		}
	}
}

func TestParsePartFaults(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"scenario", "scenario: univariate", "scenario: univarate", `parted.yaml:10:18: unknown scenario "univarate", did you mean "univariate"?`},
		{"no p", ", p: [10]}", "}", `parted.yaml:10:7: a part of the tables has no "p"`},
		{"unknown key", ", p: [10]}", ", p: [10], reps: 3}", `parted.yaml:10:52: unknown key "reps" (one of: scenario, p, n, repetitions, methods) in a part of the tables`},
		{"plasmode of nothing", "scenario: univariate, n: [20, 30], p: [10]", "plasmode: jora, null: Zn, n: [50]", `parted.yaml:10:18: unknown data set "jora", did you mean "jura"?`},
		{"plasmode without null", "scenario: univariate, n: [20, 30], p: [10]", "plasmode: jura, n: [50]", `parted.yaml:10:7: a part of the tables has no "null"`},
		{"plasmode and scenario", "scenario: univariate, n: [20, 30], p: [10]", "plasmode: jura, null: Zn, n: [50], scenario: univariate", `unknown key "scenario" (one of: plasmode, null, n, repetitions, methods) in a part of the tables`},
		{"small p", "p: [10]", "p: [9]", `profile "paper": scenario univariate: p is 9, expected at least 10 inputs`},
		{"twice", "scenario: bivariate, n: [20], p: [2, 4], repetitions: 2", "scenario: univariate, n: [30], p: [10], repetitions: 2", `parted.yaml:11:7: tables have scenario "univariate" with n = 30 and p = 10 twice`},
		{"method", "methods: [fake-preset]", "methods: [fake-pre-set]", `parted.yaml:11:75: unknown method "fake-pre-set"`},
		{"univariate method", "methods: [fake-preset]", "methods: [fake-plain]", `profile "paper": method "fake-plain" needs a single response, scenario "bivariate" has 2`},
		{"repetitions", "repetitions: 2", "repetitions: 0", `parted.yaml:11:62: repetitions is 0, expected a whole number from 1`},
		{"beside a scenario", "data:\n", "data:\n  scenario: bivariate\n", `parted.yaml:9:3: unknown key "scenario" (one of: tables) in data`},
		{"n in a profile", "repetitions: 1}", "n: [20]}", `unknown key "n"`},
		{"no list", "    - {scenario: univariate, n: [20, 30], p: [10]}\n    - {scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]}", "    {}", `parted.yaml:10:5: tables is a mapping, expected a list`},
		{"claim's scenario", "cell: {scenario: bivariate, n: 20}", "cell: {scenario: motivating}", `no cell of profile "paper" is {scenario: motivating}`},
		{"unknown population", "scenario: univariate", "scenario: functional", `profile "paper": population values of scenario "functional" are not known, expected no "population_draws"`},
		{"sample exponent", "presets: [paper]", "presets: [paper], sample_exponent: 1", "sample_exponent is 1, expected a number between 0 and 1"},
		{"draws", "population_draws: 50", "population_draws: 1", "population_draws is 1, expected a whole number from 2"},
		{"features", "fourier: 64", "fourier: 0", "fourier is 0, expected a whole number from 1"},
		{"convergence of variables", "kind: greater, above", "kind: converges, above", `a claim of kind "converges" has "above", "below" or "than", expected the kind alone`},
		{"convergence at one n", "kind: greater, above: [X1], below: [X2]", "kind: converges", `a claim of kind "converges" is about one "n", expected all`},
		{"errors without population", "population_draws: 50", "figure: convergence", `profile "paper": figure "convergence" shows errors against population values, expected "population_draws"`},
		{"variable beyond p", "relevant: [X1, X2]", "relevant: [X1, X3]", `profile "paper" has the variables X1 to X2, found X3`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := parseParted(t, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
	// Parts are for simulated tables.
	text := strings.Replace(eliminating, "data:\n", "data:\n  tables: []\n", 1)
	if _, err := Parse("e.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), `unknown key "tables"`) {
		t.Errorf("parts of an elimination: %v", err)
	}
}

// Settings of the aggregation and of population values are part of the key of
// methods that use a kernel, and of no other.
func TestKeysOfParts(t *testing.T) {
	units := func(oldnew ...string) []unit {
		s, err := parseParted(t, oldnew...)
		if err != nil {
			t.Fatal(err)
		}
		return unitsOf(t, s)
	}
	base := units()
	if base[0].cell.method.Name != "fake" || base[3].cell.method.Name != "fake-preset" {
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
	alone := unitsOf(t, parsed(t, "methods: [fake, fake-preset, fake-plain]", "methods: [fake, fake-preset]"))
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
	s, err := parseParted(t, "n: [20, 30], p: [10]", "n: [120], p: [10]", "scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]", "scenario: bivariate, n: [120], p: [3]",
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
		if u.cell.method.Name == "vimp-drf" {
			if r.Values["population"] != nil || r.Values["aggregation_se"] != nil {
				t.Errorf("%s has values of kernel methods", r.ID)
			}
			continue
		}
		scenario, err := simulate.Named(u.cell.table.scenario)
		if err != nil {
			t.Fatal(err)
		}
		want, se, _ := scenario.Population(r.Values["gamma"][0], u.cell.table.p, 50, u.inputs.Population.Seed)
		if !slices.Equal(r.Values["population"], want) {
			t.Errorf("%s: population values %v, expected %v", r.ID, r.Values["population"], want)
		}
		if scenario.Name == "bivariate" && r.Values["population_se"] != nil || scenario.Name == "univariate" && !slices.Equal(r.Values["population_se"], se) {
			t.Errorf("%s: standard errors of population values %v, expected %v", r.ID, r.Values["population_se"], se)
		}
		estimator, err := u.cell.method.New(u.settings)
		if err != nil {
			t.Fatal(err)
		}
		x, y := scenario.Draw(120, u.cell.table.p, u.dataSeed)
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
