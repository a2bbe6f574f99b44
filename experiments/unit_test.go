package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// unitsOf returns the units of a specification under the profile "paper".
func unitsOf(t *testing.T, s Spec) []unit {
	t.Helper()
	s, err := s.At("paper")
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLibrary("", []Spec{s})
	if err != nil {
		t.Fatal(err)
	}
	units, err := s.units(l)
	if err != nil {
		t.Fatal(err)
	}
	return units
}

func TestCells(t *testing.T) {
	var got []string
	for _, c := range parsed(t).cells() {
		got = append(got, c.slug())
	}
	want := []string{
		"published-n20-p10-fake-drf-1.1.0-authors",
		"published-n20-p10-fake-preset-drf-1.1.0",
		"published-n20-p10-fake-plain",
		"published-n30-p10-fake-drf-1.1.0-authors",
		"published-n30-p10-fake-preset-drf-1.1.0",
		"published-n30-p10-fake-plain",
		"textbook-n20-p10-fake-paper-median",
		"textbook-n20-p10-fake-paper-0.5",
		"textbook-n20-p10-fake-drf-1.3.1-median",
		"textbook-n20-p10-fake-drf-1.3.1-0.5",
		"textbook-n20-p10-fake-preset-paper",
		"textbook-n20-p10-fake-preset-drf-1.3.1",
		"textbook-n30-p10-fake-paper-median",
		"textbook-n30-p10-fake-paper-0.5",
		"textbook-n30-p10-fake-drf-1.3.1-median",
		"textbook-n30-p10-fake-drf-1.3.1-0.5",
		"textbook-n30-p10-fake-preset-paper",
		"textbook-n30-p10-fake-preset-drf-1.3.1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("cells\n%s\nexpected\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestSeeds(t *testing.T) {
	units := unitsOf(t, parsed(t))
	data := make(map[[3]int]uint64) // by n, p and repetition
	owner := make(map[uint64]string)
	for _, u := range units {
		at := [3]int{u.cell.table.n, u.cell.table.p, u.repetition}
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
	base := unitsOf(t, parsed(t))
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
	if again := unitsOf(t, parsed(t)); again[0].key != base[0].key {
		t.Error("the same specification gives other keys")
	}
	// Words about the experiment change nothing.
	if u := unitsOf(t, parsed(t, "A tiny", "Another", "Nothing", "Much", "order: 1", "order: 2")); u[0].key != base[0].key {
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
		if u := unitsOf(t, parsed(t, change...)); u[0].key == base[0].key {
			t.Errorf("%q for %q does not change the key", change[1], change[0])
		}
	}
	registry[slices.IndexFunc(registry, func(m Method) bool { return m.Name == "fake" })].versions["fake"] = "2"
	u := unitsOf(t, parsed(t))
	registry[slices.IndexFunc(registry, func(m Method) bool { return m.Name == "fake" })].versions["fake"] = "1"
	if u[0].key == base[0].key {
		t.Error("another version of the algorithm does not change the key")
	}
}

func TestConfigIsResolved(t *testing.T) {
	u := unitsOf(t, parsed(t))[0]
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
