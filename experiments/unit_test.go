package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"testing"

	"drfvi/experiments/spec"
	"drfvi/methods"
)

// unitsOf returns the units of a specification under the profile "paper".
func unitsOf(t *testing.T, s spec.Experiment) []unit {
	t.Helper()
	s, err := s.At("paper")
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLibrary("", []spec.Experiment{s})
	if err != nil {
		t.Fatal(err)
	}
	units, err := units(s, l)
	if err != nil {
		t.Fatal(err)
	}
	return units
}

func TestSeeds(t *testing.T) {
	units := unitsOf(t, parsed(t, minimal))
	data := make(map[[3]int]uint64) // by n, p and repetition
	owner := make(map[uint64]string)
	for _, u := range units {
		at := [3]int{u.cell.Table.N, u.cell.Table.P, u.repetition}
		if seed, ok := data[at]; ok && seed != u.dataSeed {
			t.Errorf("%s sees other data than another method or variant", u.id())
		}
		data[at] = u.dataSeed
		if other, taken := owner[u.inputs.Seed]; taken {
			t.Errorf("%s and %s share a seed", u.id(), other)
		}
		owner[u.inputs.Seed] = u.id()
	}
	distinct := make(map[uint64]bool)
	for _, seed := range data {
		distinct[seed] = true
	}
	if len(distinct) != 4 {
		t.Errorf("%d different data sets, expected 4", len(distinct))
	}
}

func TestKeys(t *testing.T) {
	base := unitsOf(t, parsed(t, minimal))
	seen := make(map[string]bool)
	for _, u := range base {
		sum := sha256.Sum256(u.config)
		if u.key != hex.EncodeToString(sum[:]) {
			t.Fatalf("%s: the key is not the hash of the recorded settings", u.id())
		}
		if seen[u.key] {
			t.Errorf("%s has the key of another unit", u.id())
		}
		seen[u.key] = true
	}
	if again := unitsOf(t, parsed(t, minimal)); again[0].key != base[0].key {
		t.Error("the same specification gives other keys")
	}
	// Words about the experiment change nothing.
	if u := unitsOf(t, parsed(t, minimal, "A tiny", "Another", "Nothing", "Much", "order: 1", "order: 2")); u[0].key != base[0].key {
		t.Error("title, order or description changes keys")
	}
	for _, change := range [][]string{
		{"seed: 7", "seed: 8"},
		{"trees: 4", "trees: 6"},
		{"n: [20, 30]", "n: [21, 30]"},
		{"p: [10]", "p: [11]"},
		{"kernels: [authors]", "kernels: [median]"},
		{"presets: [drf-1.1.0]", "presets: [paper]"},
		{"order: 1", "order: 1\nevaluation_rows: 5"},
		{"scenario: univariate", "scenario: motivating"},
		{"methods: [fake,", "methods: [fake-slow,"},
	} {
		if u := unitsOf(t, parsed(t, minimal, change...)); u[0].key == base[0].key {
			t.Errorf("%q for %q does not change the key", change[1], change[0])
		}
	}
	registered[slices.IndexFunc(registered, func(m methods.Method) bool { return m.Name == "fake" })].Versions["fake"] = "2"
	u := unitsOf(t, parsed(t, minimal))
	registered[slices.IndexFunc(registered, func(m methods.Method) bool { return m.Name == "fake" })].Versions["fake"] = "1"
	if u[0].key == base[0].key {
		t.Error("another version of the algorithm does not change the key")
	}
}

func TestConfigIsResolved(t *testing.T) {
	u := unitsOf(t, parsed(t, minimal))[0]
	var config struct {
		Data struct {
			Scenario string
			N, P     int
		}
		Estimator struct {
			Config struct {
				Trees     int
				GroupSize int `json:"group_size"`
				Bandwidth string
			}
		}
		Kernel   string
		Versions map[string]string
	}
	if err := json.Unmarshal(u.config, &config); err != nil {
		t.Fatal(err)
	}
	if config.Data.N != 20 || config.Data.Scenario != "univariate" || config.Estimator.Config.GroupSize != 2 ||
		config.Estimator.Config.Bandwidth != "median-heuristic" || config.Kernel != "authors" ||
		config.Versions["fake"] != "1" || config.Versions["simulate"] == "" {
		t.Errorf("recorded settings %s", u.config)
	}
}
