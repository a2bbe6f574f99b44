package external

import (
	"context"
	"math"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"drfvi/baselines"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

// needs are what adapters need, as commands that fail without it.
var needs = map[string][]string{
	"ranger-permutation":       {"Rscript", "-e", "library(jsonlite); library(ranger)"},
	"randomforest-permutation": {"Rscript", "-e", "library(jsonlite); library(randomForest)"},
	"party-conditional":        {"Rscript", "-e", "library(jsonlite); library(party)"},
	"drf-splits":               {"Rscript", "-e", "library(jsonlite); library(drf)"},
	"sklearn-permutation":      {"python3", "-c", "import sklearn"},
}

// adapters returns the methods of adapters/adapters.yaml.
func adapters(t *testing.T) []Method {
	t.Helper()
	// Packages of the system are for the system's interpreters.
	t.Setenv("PATH", "/usr/bin:"+os.Getenv("PATH"))
	methods, err := Load("../../adapters/adapters.yaml", nil)
	if err != nil {
		t.Fatal(err)
	}
	return methods
}

// TestAdapters tries all adapters whose packages are there.
func TestAdapters(t *testing.T) {
	for _, m := range adapters(t) {
		t.Run(m.Name, func(t *testing.T) {
			if text, err := os.ReadFile("../../adapters/" + m.Command[1]); err != nil || strings.Count(string(text), "\n") > 60 {
				t.Errorf("the adapter has more than 60 lines: %v", err)
			}
			if testing.Short() {
				t.Skip("long")
			}
			if err := exec.Command(needs[m.Name][0], needs[m.Name][1:]...).Run(); err != nil {
				t.Skipf("skipped: %v fails", needs[m.Name])
			}
			m.words[2] = "100" // trees: enough to see that all works
			err := m.Try(context.Background(), func(f Finding) {
				if f.Wrong != "" {
					t.Errorf("%s %s", f.Question, f.Wrong)
				}
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
}

// TestRangerAgrees compares ranger's permutation importance with mda, which grows
// the same kind of forest.
func TestRangerAgrees(t *testing.T) {
	methods := adapters(t)
	m := methods[slices.IndexFunc(methods, func(m Method) bool { return m.Name == "ranger-permutation" })]
	if testing.Short() || exec.Command(needs[m.Name][0], needs[m.Name][1:]...).Run() != nil {
		t.Skip("skipped: long, or ranger is not there")
	}
	x, y := drawn("univariate", 10)
	var theirs, ours [][]float64
	for seed := range uint64(4) {
		a, _, err := m.Run(context.Background(), Table{X: x, Y: y, Inputs: names("X", 10), Targets: names("Y", 1)}, seed)
		if err != nil {
			t.Fatal(err)
		}
		r, err := baselines.MDA{Config: forest.RegressionPreset(500)}.Estimate(context.Background(), importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: seed, Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		theirs, ours = append(theirs, a.Values), append(ours, r.Raw)
	}
	for j := range 10 {
		mean, spread := func(of [][]float64) float64 { return (of[0][j] + of[1][j] + of[2][j] + of[3][j]) / 4 }, 0.0
		for _, of := range [][][]float64{theirs, ours} {
			for _, row := range of {
				spread += (row[j] - mean(of)) * (row[j] - mean(of))
			}
		}
		// Eight values, six degrees of freedom, means of four; 5.2 is the
		// two-sided quantile of t for one false alarm in 500.
		if difference := mean(theirs) - mean(ours); math.Abs(difference) > 5.2*math.Sqrt(spread/6*2/4) {
			t.Errorf("X%d: ranger %v, mda %v, spread %v", j+1, mean(theirs), mean(ours), math.Sqrt(spread/6))
		}
	}
}
