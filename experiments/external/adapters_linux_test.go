package external

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

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
	"gcm-ranger":               {"Rscript", "-e", "library(jsonlite); library(ranger)"},
	"residual-dcov":            {"Rscript", "-e", "library(jsonlite); library(ranger)"},
	"kernel-test":              {"python3", "-c", "import numpy, scipy"},
	"partial-f":                {"Rscript", "-e", "library(jsonlite)"},
}

// adapters returns the methods of a specification in adapters.
func adapters(t *testing.T, specification string) []Method {
	t.Helper()
	// Packages of the system are for the system's interpreters.
	t.Setenv("PATH", "/usr/bin:"+os.Getenv("PATH"))
	data, err := os.ReadFile("../../adapters/" + specification)
	var list struct{ Methods []yaml.Node }
	if err = errors.Join(err, yaml.Unmarshal(data, &list)); err != nil {
		t.Fatal(err)
	}
	var methods []Method
	for _, item := range list.Methods {
		var w struct {
			Name, Version string
			Command       []string
		}
		if item.Kind != yaml.MappingNode {
			continue
		}
		if err := item.Decode(&w); err != nil {
			t.Fatal(err)
		}
		m := New("../../adapters", w.Name, w.Version)
		for _, word := range w.Command {
			if err := m.Add(word); err != nil {
				t.Fatal(err)
			}
		}
		methods = append(methods, m)
	}
	return methods
}

// TestAdapters tries all adapters whose packages are there.
func TestAdapters(t *testing.T) {
	for _, m := range slices.Concat(adapters(t, "adapters.yaml"), adapters(t, "tests.yaml")) {
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
			if last := len(m.words) - 1; isNumber(m.words[last]) {
				m.words[last] = "100" // trees: enough to see that all works
			}
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

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// TestAdaptersTest looks at the p-values of adapters that test, on a table of which X1 moves
// the mean and X2 makes the spread four times as large: the former is found by all, the
// latter by those that are not of means alone, and not all others are.
func TestAdaptersTest(t *testing.T) {
	for _, m := range adapters(t, "tests.yaml") {
		t.Run(m.Name, func(t *testing.T) {
			if testing.Short() || exec.Command(needs[m.Name][0], needs[m.Name][1:]...).Run() != nil {
				t.Skipf("skipped: long, or %v fails", needs[m.Name])
			}
			x, y := drawn("motivating", 5)
			for i := range trialRows {
				noise := y.At(i, 0)
				if x.At(i, 0) > 0 {
					noise -= 0.8
				}
				if x.At(i, 1) > 0 {
					noise *= 2
				}
				y.Set(i, 0, noise+float64(3*x.At(i, 0)))
			}
			a, _, err := m.Run(context.Background(), Table{X: x, Y: y, Inputs: Names("X", 5), Targets: Names("Y", 1)}, trialSeed)
			if err != nil {
				t.Fatal(err)
			}
			if len(a.P) != 5 || a.P[0] > 0.01 || max(a.P[3], a.P[4]) < 0.05 {
				t.Errorf("p-values %v, expected five, the first small", a.P)
			}
			if means := m.Name == "gcm-ranger" || m.Name == "partial-f"; means != (a.P[1] > 0.05) {
				t.Errorf("the p-value of an input that moves the spread alone is %v", a.P[1])
			}
		})
	}
}

// TestRangerAgrees compares ranger's permutation importance with mda, which grows
// the same kind of forest.
func TestRangerAgrees(t *testing.T) {
	methods := adapters(t, "adapters.yaml")
	m := methods[slices.IndexFunc(methods, func(m Method) bool { return m.Name == "ranger-permutation" })]
	if testing.Short() || exec.Command(needs[m.Name][0], needs[m.Name][1:]...).Run() != nil {
		t.Skip("skipped: long, or ranger is not there")
	}
	x, y := drawn("univariate", 10)
	var theirs, ours [][]float64
	for seed := range uint64(4) {
		a, _, err := m.Run(context.Background(), Table{X: x, Y: y, Inputs: Names("X", 10), Targets: Names("Y", 1)}, seed)
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
