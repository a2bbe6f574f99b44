package experiments

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	public "drfvi/datasets/library"
	"drfvi/experiments/spec"
	"drfvi/internal/testing/golden"
	"drfvi/results"
)

func embeddedSpecs(t *testing.T) map[string]spec.Experiment {
	t.Helper()
	specs, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	byName := make(map[string]spec.Experiment)
	for _, s := range specs {
		byName[s.Name] = s
	}
	return byName
}

func TestEmbedded(t *testing.T) {
	specs, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for i, s := range specs {
		names = append(names, s.Name)
		if s.File != "specs/"+s.Name+".yaml" {
			t.Errorf("%s holds experiment %q", s.File, s.Name)
		}
		if i > 0 && s.Order <= specs[i-1].Order {
			t.Errorf("%s: order %d is not after that of %s", s.File, s.Order, specs[i-1].File)
		}
		if _, ok := s.Profiles["quick"]; !ok {
			t.Errorf("%s has no quick profile", s.File)
		}
		if !s.OfPaper() && s.Task != spec.Ablation {
			checkBeyondPaper(t, s)
			continue
		}
		if s.Task == spec.Ablation {
			if !slices.Equal(s.Variants[0].Presets, []string{"drf-1.1.0"}) || s.Variants[0].Take != nil {
				t.Errorf("%s: the first variant is %+v, expected preset drf-1.1.0", s.File, s.Variants[0])
			}
		} else if len(s.Variants) != 2 || !slices.Equal(s.Variants[0].Presets, []string{"drf-1.1.0"}) || !slices.Equal(s.Variants[0].Kernels, []string{"authors"}) ||
			s.Variants[0].Name != "published" || s.Variants[1].Name != "textbook" ||
			!slices.Equal(s.Variants[1].Presets, []string{"paper"}) || !slices.Equal(s.Variants[1].Kernels, []string{"median"}) {
			t.Errorf("%s: variants %+v, expected the published one and its textbook twin", s.File, s.Variants)
		}
		repetitions := 10
		switch {
		case s.Name == "univariate-elimination": // which the paper does not have
			repetitions = 20
		case s.Task == spec.Elimination, s.Name == "rankings": // of the same halves
			repetitions = 40
		}
		if s.Trees != 500 && s.Figure != results.FigureLeaderboard || s.Repetitions != repetitions {
			t.Errorf("%s: %d trees and %d repetitions, the paper has 500 and %d", s.File, s.Trees, s.Repetitions, repetitions)
		}
		for _, e := range s.Expect {
			if e.Cell["variant"] != "published" {
				t.Errorf("%s: a printed number for cells %v", s.File, e.Cell)
			}
		}
		for _, c := range slices.Concat(s.Claims, s.Statements) {
			if c.Cell["variant"] != "published" {
				t.Errorf("%s: a claim of the paper for cells %v", s.File, c.Cell)
			}
		}
	}
	if want := "motivating univariate bivariate bivariate-scaling high-dimensional functional rfe rankings motivating-means aggregation aggregation-fourier permutation univariate-elimination univariate-shapley consistency ablation frozen-sets cost multivariate accuracy calibration leaderboard aspects shapley proxies gkcm xplainfi effects peers censored"; strings.Join(names, " ") != want {
		t.Errorf("experiments %v, expected %s", names, want)
	}
}

// checkBeyondPaper checks a specification that goes beyond the paper: it is of
// forests as the paper describes them, prints nothing and compares with
// population values.
func checkBeyondPaper(t *testing.T, s spec.Experiment) {
	t.Helper()
	if s.Suite == spec.SuitePaper && s.Variants[0].Name != "textbook" {
		t.Errorf("%s: variants %+v, expected the textbook one first", s.File, s.Variants)
	}
	for _, v := range s.Variants {
		if s.Suite == spec.SuitePaper && !slices.Equal(v.Presets, []string{"paper"}) || !slices.Equal(v.Kernels, []string{"median"}) {
			t.Errorf("%s: variant %+v, expected preset paper and kernel median", s.File, v)
		}
	}
	sharing := s.Name == "univariate-shapley"                                                              // values to look at, on small forests
	known := s.PopulationDraws > 0 || s.Figure == results.FigureAspects || sharing || s.Name == "censored" // what moves
	// Of the effects trees are for each of up to a thousand sets.
	few := s.Figure == results.FigureLeaderboard || s.Figure == results.FigureEffects || sharing
	if s.Trees != 500 && !few || !known || len(s.Expect) > 0 {
		t.Errorf("%s: %d trees, population values from %d draws, %d printed numbers", s.File, s.Trees, s.PopulationDraws, len(s.Expect))
	}
}

// TestQuickIsQuick bounds the estimate for the quick profile, of which two
// minutes on two cores are allowed.
func TestQuickIsQuick(t *testing.T) {
	specs, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := NewPlan(specs, Options{Profile: "quick", Out: t.TempDir() + "/none", Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	if plan.Bytes > 1e9 {
		t.Errorf("the quick profile takes about %d bytes", plan.Bytes)
	}
}

// TestGoldenPaperTables checks that every number printed in the paper is
// expected by its experiment.
func TestGoldenPaperTables(t *testing.T) {
	type printed struct{ Value, SE, Below *float64 }
	var tables map[string]map[string]yaml.Node
	if err := yaml.Unmarshal(golden.Reference(t, "paper_tables.yaml"), &tables); err != nil {
		t.Fatal(err)
	}
	specs := embeddedSpecs(t)
	for _, experiment := range []string{"motivating", "univariate", "bivariate", "high-dimensional", "functional"} {
		expected := make(map[string]results.Expected) // by method, statistic and variable
		for _, e := range specs[experiment].Expect {
			id := fmt.Sprint(e.Cell["method"], " ", e.Quantity, e.Statistic, " ", e.Variable)
			if _, twice := expected[id]; twice {
				t.Errorf("%s: %s is expected twice", experiment, id)
			}
			expected[id] = e
		}
		check := func(id string, want printed) {
			t.Helper()
			e, ok := expected[id]
			delete(expected, id)
			value := want.Value
			if want.Below != nil {
				value = want.Below
			}
			if !ok || e.Value != *value || e.Below != (want.Below != nil) ||
				(e.SE == nil) != (want.SE == nil) || e.SE != nil && *e.SE != *want.SE || e.Repetitions != 10 {
				t.Errorf("%s: %s is expected to be %+v, printed is %v", experiment, id, e, *value)
			}
		}
		for method, node := range tables[experiment] {
			if method == "regression_forest_explained_variance" {
				var value printed
				if err := node.Decode(&value); err != nil {
					t.Fatal(err)
				}
				check("mda explained_variancemean ", value)
				continue
			}
			var values map[string]printed
			if err := node.Decode(&values); err != nil {
				t.Fatal(err)
			}
			if method == "importance" {
				method = "retrain"
			}
			for variable, value := range values {
				switch {
				case variable == "X4..X10":
					for j := 4; j <= 10; j++ {
						check(fmt.Sprintf("%s mean X%d", method, j), value)
					}
				case variable == "largest_noise":
					for k := 1; k <= 4; k++ {
						check(fmt.Sprintf("%s largest-%d noise", method, k), value)
					}
				case variable == "noise":
					check(method+" mean-noise noise", value)
				case experiment == "functional" && variable == "X1": // labels exchanged in print
					check(method+" mean X2", value)
				case experiment == "functional" && variable == "X2":
					check(method+" mean X1", value)
				default:
					check(method+" mean "+variable, value)
				}
			}
		}
		if len(expected) > 0 {
			t.Errorf("%s expects what is not printed: %v", experiment, slices.Sorted(maps.Keys(expected)))
		}
	}
	if n := len(specs["univariate"].Expect); n != 41 {
		t.Errorf("univariate expects %d numbers, printed are 40 and the explained variance", n)
	}
}

// TestGoldenTableOfLosses checks that every number of Table 6 is expected, and
// a claim made of every data set for which the paper makes it.
func TestGoldenTableOfLosses(t *testing.T) {
	type printed struct{ Value, SE float64 }
	var tables struct {
		RFE map[string]struct {
			N, P, D    int
			Importance printed
			VimpDRF    printed `yaml:"vimp-drf"`
		} `yaml:"rfe"`
	}
	if err := yaml.Unmarshal(golden.Reference(t, "paper_tables.yaml"), &tables); err != nil {
		t.Fatal(err)
	}
	rfe := embeddedSpecs(t)["rfe"]
	if len(tables.RFE) != 9 || len(rfe.Expect) != 18 {
		t.Fatalf("%d data sets in Table 6 and %d numbers expected", len(tables.RFE), len(rfe.Expect))
	}
	for name, row := range tables.RFE {
		set, err := public.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if set.Inputs != row.P || set.Responses != row.D || min(set.Rows, rfe.Data.Rows) != row.N {
			t.Errorf("%s has %d rows, %d inputs and %d responses, printed are %d, %d and %d", name, set.Rows, set.Inputs, set.Responses, row.N, row.P, row.D)
		}
		for method, want := range map[string]printed{"retrain": row.Importance, "vimp-drf": row.VimpDRF} {
			cell := map[string]string{"variant": "published", "data": name, "method": method}
			at := slices.IndexFunc(rfe.Expect, func(e results.Expected) bool { return maps.Equal(e.Cell, cell) })
			if at < 0 {
				t.Errorf("nothing is expected of %v", cell)
			} else if e := rfe.Expect[at]; e.Value != want.Value || *e.SE != want.SE || e.Digits != 3 || e.Statistic != "cumulative" || e.Repetitions != 40 {
				t.Errorf("%v: expected is %+v, printed %v", cell, e, want)
			}
		}
		claimed := slices.ContainsFunc(rfe.Claims, func(c spec.Claim) bool { return c.Cell["data"] == name && strings.HasPrefix(c.Holds, "loss < loss(") })
		if claimed == (name == "births" || name == "air") {
			t.Errorf("%s: a claim is made: %v", name, claimed)
		}
	}
}

func TestDescribe(t *testing.T) {
	e, err := Describe(embeddedSpecs(t)["univariate"], "paper")
	if err != nil {
		t.Fatal(err)
	}
	if e.Profile != "paper" || len(e.Cells) != 8 || len(e.Units) != 80 || len(e.Expected) != 41 || len(e.Claims) != 8 ||
		e.Units[20].ID != "univariate/published-n3000-p10-vimp-drf-drf-1.1.0/r000" {
		t.Errorf("described as %d cells, %d units, %d numbers, %d claims", len(e.Cells), len(e.Units), len(e.Expected), len(e.Claims))
	}
	quick, err := Describe(embeddedSpecs(t)["bivariate"], "quick")
	if err != nil || quick.Expected != nil || len(quick.Claims) != 3 {
		t.Errorf("under quick: %d numbers, %d claims, %v", len(quick.Expected), len(quick.Claims), err)
	}
	if _, err := Describe(embeddedSpecs(t)["bivariate"], "slow"); err == nil {
		t.Error("described under an unknown profile")
	}
}

// A claim is quoted by itself, in reports and on their first page: it names what it is about.
func TestClaimsStandAlone(t *testing.T) {
	for _, s := range embeddedSpecs(t) {
		for _, claim := range slices.Concat(s.Claims, s.Statements) {
			first, _, _ := strings.Cut(claim.Text, " ")
			if slices.Contains([]string{"So", "They", "It", "This", "These", "Those", "Neither", "Both", "Also", "And"}, first) {
				t.Errorf("%s: %q depends on another claim", s.Name, claim.Text)
			}
		}
	}
}
