package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestParseElimination(t *testing.T) {
	s := parsed(t, eliminating)
	if s.Task != Elimination || !slices.Equal(s.Data.Sets, []string{"bivariate", "jura"}) || s.Data.Rows != 140 || s.Data.N != nil ||
		!slices.Equal(s.Only["retrain"], []string{"jura"}) || s.Variants[1].Repetitions != 1 || s.Figure != "paths" {
		t.Errorf("read %+v", s)
	}
	if e := s.Expect[0]; e.Statistic != "cumulative" || e.Variable != "" || e.Digits != 2 || e.Repetitions != 2 {
		t.Errorf("expected %+v", e)
	}
	if c := s.Claims[0]; c.Holds != "loss < loss(method: vimp-drf)" || c.Cell["data"] != "bivariate" {
		t.Errorf("claim %+v", c)
	}
	var slugs []string
	for _, c := range s.Cells() {
		slugs = append(slugs, fmt.Sprint(c.Slug(), " ", c.Repetitions))
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
	if cells := quick.Cells(); len(cells) != 2 || cells[1].Repetitions != 3 || quick.Data.Rows != 130 || s.Variants[1].Repetitions != 1 {
		t.Errorf("under quick: %+v", quick)
	}
}

// Long cells stand among the others, and have the variant's repetitions or their own.
func TestLongCells(t *testing.T) {
	for text, want := range map[string][]string{
		"":                 {"published-bivariate-retrain-drf-1.1.0-authors 2", "textbook-bivariate-retrain-paper-median 1"},
		", repetitions: 5": {"published-bivariate-retrain-drf-1.1.0-authors 5", "textbook-bivariate-retrain-paper-median 5"},
	} {
		s := parsed(t, eliminating, "figure: paths", "long: [{methods: [retrain], datasets: [bivariate], variants: [published, textbook]"+text+"}]")
		var long []string
		for _, c := range s.Cells() {
			if c.Long {
				long = append(long, fmt.Sprint(c.Slug(), " ", c.Repetitions))
			}
		}
		if !slices.Equal(long, want) || len(s.Cells()) != 12 {
			t.Errorf("long cells %q of %d, expected %q of 12", long, len(s.Cells()), want)
		}
		quick, err := s.At("quick")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range quick.Cells() {
			if c.Repetitions != 3 {
				t.Errorf("under quick %s has %d repetitions, expected 3", c.Slug(), c.Repetitions)
			}
		}
	}
}

func TestParseFaultsOfEliminations(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"task", "task: elimination", "task: eliminaton", `tiny.yaml:5:7: unknown task "eliminaton", did you mean "elimination"? (one of: importance, elimination, ablation)`},
		{"data of importances", "  rows: 140\n", "  rows: 140\n  n: [10]\n", `tiny.yaml:12:3: unknown key "n" (one of: datasets, rows) in data`},
		{"no rows", "  rows: 140\n", "", `tiny.yaml:10:3: data has no "rows"`},
		{"few rows", "rows: 140", "rows: 3", `tiny.yaml:11:9: rows is 3, expected an integer from 4 to 1000000000`},
		{"data set", "bivariate, jura]", "bivariate, jora]", `tiny.yaml:10:25: unknown data set "jora", did you mean "jura"? (the nearest of ` + strconv.Itoa(len(setNames())) + `: jura, `},
		{"data set twice", "bivariate, jura]", "jura, jura]", `tiny.yaml:10:20: datasets lists jura twice`},
		{"method", "[coupled, vimp-drf, retrain]", "[coupled, vimp-drf, retrain, mda]", `tiny.yaml:1:1: profile "paper": variables cannot be eliminated by method "mda", expected one of: retrain, coupled, vimp-drf`},
		{"only for an unknown method", "only: {retrain:", "only: {retran:", `tiny.yaml:13:8: unknown method "retran", did you mean "retrain"?`},
		{"only on an unknown data set", "{retrain: [jura]}", "{retrain: [jur]}", `tiny.yaml:13:18: unknown data set "jur", did you mean "jura"?`},
		{"long cells that are not long", "figure: paths", "long: [{methods: [retrain], datasets: [jura], variants: [published]}]", `tiny.yaml:17:8: no cell left out by "only" is {variant: published, method: retrain, data: jura}`},
		{"long cells of no variant", "figure: paths", "long: [{methods: [retrain], datasets: [bivariate], variants: [publised]}]", `no cell left out by "only" is {variant: publised, method: retrain, data: bivariate}`},
		{"no cells", "{datasets: [bivariate], rows: 130, methods: [vimp-drf],", "{datasets: [bivariate], rows: 130, methods: [retrain],", `tiny.yaml:20:10: profile "quick": no method is run on any of its data sets`},
		{"evaluation rows", "figure: paths", "evaluation_rows: 5", `unknown key "evaluation_rows"`},
		{"figure", "figure: paths", "figure: bars", `tiny.yaml:17:9: unknown figure "bars" (one of: none, paths)`},
		{"key of a profile", "rows: 130", "p: [3]", `unknown key "p" (one of: methods, trees, repetitions, datasets, rows) in profile "quick"`},
		{"repetitions of a variant", "repetitions: 1}", "repetitions: 0}", `repetitions is 0, expected an integer from 1`},
		{"cell's key", "data: jura, method", "n: 5, method", `unknown key "n" (one of: variant, data, method, preset, kernel)`},
		{"statistic of a variable", "{statistic: cumulative,", "{variable: X1, statistic: cumulative,", `statistic "cumulative" is of no variable and no other quantity`},
		{"variable", "{statistic: cumulative,", "{variable: X1,", `an elimination has statistics of losses, not of variables`},
		{"claim's other cell", "loss(method: vimp-drf)", "loss(method: retrain)", `tiny.yaml:24:5: no cell of profile "paper" is {method: retrain, data: bivariate}`},
		{"claim's statistic", "loss < loss(method: vimp-drf)", "importance(X1) < 0", `importance is a statistic of the task importance`},
		{"claim's key", "loss(method: vimp-drf)", "loss(n: 1)", `unknown key "n"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := read(t, eliminating, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
	for _, c := range []struct{ text, want string }{
		{"expect: [{source: a, cell: {}, values: [{statistic: cumulative, value: 1}]}]", `statistic "cumulative" is of an elimination`},
		{"only: {fake: [jura]}", `unknown key "only"`},
	} {
		if _, err := Parse("tiny.yaml", []byte(minimal+c.text+"\n"), testMethods()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error\n%v\nexpected\n%s", err, c.want)
		}
	}
}
