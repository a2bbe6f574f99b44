package spec

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParseParts(t *testing.T) {
	s, err := read(t, parted)
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
	for _, c := range paper.Cells() {
		cells = append(cells, c.Slug())
		units += c.Repetitions
	}
	wanted := []string{
		"textbook-univariate-n20-p10-fake-paper-median", "textbook-univariate-n20-p10-fake-preset-paper",
		"textbook-univariate-n30-p10-fake-paper-median", "textbook-univariate-n30-p10-fake-preset-paper",
		"textbook-bivariate-n20-p2-fake-preset-paper", "textbook-bivariate-n20-p4-fake-preset-paper",
	}
	if !slices.Equal(cells, wanted) || units != 4*3+2*2 {
		t.Errorf("%d units of cells\n%s\nexpected\n%s", units, strings.Join(cells, "\n"), strings.Join(wanted, "\n"))
	}
	if values := paper.Cells()[4].Values(); values["scenario"] != "bivariate" || values["p"] != "2" {
		t.Errorf("cell %v", values)
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if cells := quick.Cells(); len(cells) != 2 || cells[0].Repetitions != 1 || cells[0].Table != (Table{scenario: "bivariate", N: 20, P: 3}) {
		t.Errorf("under quick: %+v", cells)
	}
	// A profile's repetitions stand for those of parts too, unless it has parts.
	s, err = read(t, parted, "quick: {tables: [{scenario: bivariate, n: [20], p: [3]}], repetitions: 1}", "quick: {repetitions: 1}")
	if err != nil {
		t.Fatal(err)
	}
	quick, err = s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range quick.Cells() {
		if c.Repetitions != 1 {
			t.Errorf("%s has %d repetitions under quick", c.Slug(), c.Repetitions)
		}
	}
	if s.Data.Tables[1].Repetitions != 2 {
		t.Error("a profile altered the specification")
	}
}

func TestParsePartFaults(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"scenario", "scenario: univariate", "scenario: univarate", `tiny.yaml:10:18: unknown scenario "univarate", did you mean "univariate"?`},
		{"no p", ", p: [10]}", "}", `tiny.yaml:10:7: a part of the tables has "p" if it has a "scenario", and otherwise the inputs of its data set`},
		{"unknown key", ", p: [10]}", ", p: [10], reps: 3}", `tiny.yaml:10:52: unknown key "reps" (one of: scenario, plasmode, dataset, null, p, n, repetitions, methods) in a part of the tables`},
		{"plasmode of nothing", "scenario: univariate, n: [20, 30], p: [10]", "plasmode: jora, null: Zn, n: [50]", `tiny.yaml:10:18: unknown data set "jora", did you mean "jura"?`},
		{"plasmode without null", "scenario: univariate, n: [20, 30], p: [10]", "plasmode: jura, n: [50]", `tiny.yaml:10:7: a part of the tables has "null" if it has a "plasmode", and otherwise not`},
		{"plasmode and scenario", "scenario: univariate, n: [20, 30], p: [10]", "plasmode: jura, null: Zn, n: [50], scenario: univariate", `a part of the tables has 2 of "scenario", "plasmode" and "dataset", expected one`},
		{"small p", "p: [10]", "p: [9]", `profile "paper": scenario univariate: p is 9, expected at least 10 inputs`},
		{"twice", "scenario: bivariate, n: [20], p: [2, 4], repetitions: 2", "scenario: univariate, n: [30], p: [10], repetitions: 2", `tiny.yaml:11:7: tables have scenario "univariate" with n = 30 and p = 10 twice`},
		{"twice by a method", "scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]}", "scenario: univariate, n: [30], p: [10], methods: [fake-preset]}\n    - {scenario: univariate, n: [30], p: [10], methods: [fake, fake-preset]}", `n = 30 and p = 10 twice`},
		{"method", "methods: [fake-preset]", "methods: [fake-pre-set]", `tiny.yaml:11:75: unknown method "fake-pre-set"`},
		{"univariate method", "methods: [fake-preset]", "methods: [fake-plain]", `profile "paper": method "fake-plain" needs a single response, scenario "bivariate" has 2`},
		{"repetitions", "repetitions: 2", "repetitions: 0", `tiny.yaml:11:62: repetitions is 0, expected an integer from 1`},
		{"beside a scenario", "data:\n", "data:\n  scenario: bivariate\n", `tiny.yaml:9:3: unknown key "scenario" (one of: tables) in data`},
		{"n in a profile", "repetitions: 1}", "n: [20]}", `unknown key "n"`},
		{"no list", "    - {scenario: univariate, n: [20, 30], p: [10]}\n    - {scenario: bivariate, n: [20], p: [2, 4], repetitions: 2, methods: [fake-preset]}", "    {}", `tiny.yaml:10:5: tables is a mapping, expected a list`},
		{"claim's scenario", "cell: {scenario: bivariate, n: 20}", "cell: {scenario: motivating}", `no cell of profile "paper" is {scenario: motivating}`},
		{"unknown effects", "methods: [fake-preset]", "methods: [shapley]", `profile "paper": Shapley effects of scenario "bivariate" have no closed form, expected no "population_draws" or a scenario linear…`},
		{"unknown population", "scenario: univariate", "scenario: functional", `profile "paper": population values of scenario "functional" are not known, expected no "population_draws"`},
		{"oracle without population", "{scenario: univariate, n: [20, 30], p: [10]}", "{scenario: nothing, n: [20, 30], p: [10], methods: [oracle]}", `profile "paper": method "oracle" needs a scenario whose inputs can be redrawn, and "population_draws"`},
		{"oracle of a data set", "{scenario: univariate, n: [20, 30], p: [10]}", "{dataset: air, n: [20], methods: [oracle]}", `profile "paper": method "oracle" needs a scenario, whose law is known; data set air has none`},
		{"sample exponent", "presets: [paper]", "presets: [paper], sample_exponent: 1", "sample_exponent is 1, expected a number between 0 and 1"},
		{"draws", "population_draws: 50", "population_draws: 1", "population_draws is 1, expected an integer from 2"},
		{"features", "fourier: 64", "fourier: 0", "fourier is 0, expected an integer from 1"},
		{"convergence of variables", "importance(X1) > importance(X2)", "error_slope(X1) < 0", `error_slope is of no inputs, found "X1"`},
		{"convergence at one n", "importance(X1) > importance(X2)", "error_slope < 0", `error_slope is about all "n", the cell names one`},
		{"errors without population", "population_draws: 50", "figure: convergence", `profile "paper": figure "convergence" shows errors against population values, expected "population_draws"`},
		{"claim beyond any p", "importance(X1) >", "importance(X11) >", `profile "paper" has the variables X1 to X10, found X11`},
		{"variable beyond p", "relevant: [X1, X2]", "relevant: [X1, X3]", `profile "paper" has the variables X1 to X2, found X3`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := read(t, parted, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
	// Parts are for simulated tables.
	text := strings.Replace(eliminating, "data:\n", "data:\n  tables: []\n", 1)
	if _, err := Parse("e.yaml", []byte(text), testMethods()); err == nil || !strings.Contains(err.Error(), `unknown key "tables"`) {
		t.Errorf("parts of an elimination: %v", err)
	}
}
