package spec

import (
	"slices"
	"strings"
	"testing"

	"drfvi/methods"
)

func TestParseAblation(t *testing.T) {
	s := parsed(t, ablating)
	if s.Task != Ablation || s.EvaluationRows != 50 || s.Figure != "switches" || !slices.Equal(s.Variants[1].Take, []methods.Take{{Choice: "frequencies", Preset: "paper"}}) ||
		s.Variants[1].About != "Why." || s.Variants[2].FrozenSets != 2 {
		t.Errorf("read %+v", s)
	}
	var slugs []string
	for _, c := range s.Cells() {
		slugs = append(slugs, c.Slug())
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
	if c := s.Cells()[7].Values(); c["frozen_set"] != "2" {
		t.Errorf("cell %v", c)
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if quick.EvaluationRows != 20 || quick.Data.Rows != 130 || len(quick.Cells()) != 4 {
		t.Errorf("under quick: %+v", quick)
	}
}

func TestParseFaultsOfAblations(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"choice", "take: {frequencies:", "take: {frequency:", `tiny.yaml:16:40: unknown choice "frequency", did you mean "frequencies"? (one of: frequencies, bandwidth, weighting, alpha, group_size)`},
		{"preset of a choice", "{frequencies: paper}", "{frequencies: papr}", `tiny.yaml:16:53: unknown preset "papr", did you mean "paper"?`},
		{"frozen sets of none", "take: {bandwidth: drf-1.3.1}", "take: {frequencies: paper}", `tiny.yaml:17:11: variant "frozen": forest: frozen seed is 2 with frequencies "per-node", expected frequencies "frozen"`},
		{"no frozen sets", "frozen_sets: 2", "frozen_sets: 0", `frozen_sets is 0, expected an integer from 1`},
		{"method", "[coupled]", "[coupled, vimp-drf]", `profile "paper": method "vimp-drf" measures no forest, expected one of: coupled`},
		{"claims", "figure: switches", "claims: []", `claims is an empty list, expected a list of at least one item`},
		{"expected numbers", "figure: switches", "expect: []", `unknown key "expect"`},
		{"figure", "figure: switches", "figure: bars", `unknown figure "bars" (one of: switches, frozen-sets)`},
		{"data", "rows: 140", "n: [140]", `unknown key "n" (one of: datasets, rows) in data`},
		{"key of a profile", "rows: 130", "p: [3]", `unknown key "p" (one of: methods, trees, repetitions, evaluation_rows, datasets, rows) in profile "quick"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := read(t, ablating, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
}
