package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drfvi/experiments"
)

// simulated writes a table of the bivariate scenario and returns its path.
func simulated(t *testing.T) string {
	t.Helper()
	code, csv, stderr := call(context.Background(), "simulate", "bivariate", "-n", "200", "-p", "4", "--seed", "5")
	if code != exitDone {
		t.Fatal(stderr)
	}
	path := filepath.Join(t.TempDir(), "bivariate.csv")
	if err := os.WriteFile(path, []byte(csv), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// keys finds the keys of an indented JSON object, in order.
var keys = regexp.MustCompile(`(?m)^  "(\w+)":`)

// TestImportanceJSON checks the form that other programs rely on.
func TestImportanceJSON(t *testing.T) {
	table := simulated(t)
	for _, m := range experiments.Methods {
		args := []string{"importance", table, "--targets", "y1", "--exclude", "y2", "--trees", "30", "--seed", "9", "--format", "json", "--method", m.Name}
		code, stdout, stderr := call(context.Background(), args...)
		if code != exitDone {
			t.Errorf("%s: exit code %d, %s", m.Name, code, stderr)
			continue
		}
		var order []string
		for _, match := range keys.FindAllStringSubmatch(stdout, -1) {
			order = append(order, match[1])
		}
		want := "method kernel preset n p d trees seed variables denominator elapsed_seconds warnings"
		switch m.Name {
		case "retrain":
			want = strings.Replace(want, "denominator", "bias denominator", 1)
		case "coupled", "projected", "projected-unbiased":
			want = strings.Replace(want, "denominator", "denominator forests", 1)
		}
		if got := strings.Join(order, " "); got != want {
			t.Errorf("%s: keys %s, expected %s", m.Name, got, want)
		}
		if !strings.Contains(stdout, `"warnings": []`) {
			t.Errorf("%s: no empty list of warnings", m.Name)
		}
		var got estimateJSON
		decoder := json.NewDecoder(strings.NewReader(stdout))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&got); err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		if decoder.More() {
			t.Errorf("%s: more than one object", m.Name)
		}
		if got.Method != m.Name || got.N != 200 || got.P != 4 || got.D != 1 || got.Trees != 30 || got.Seed != 9 || got.ElapsedSeconds <= 0 {
			t.Errorf("%s: %+v", m.Name, got)
		}
		if m.UsesKernel != (got.Kernel == "median") || m.UsesPreset != (got.Preset == "paper") {
			t.Errorf("%s: kernel %s and preset %s", m.Name, got.Kernel, got.Preset)
		}
		if len(got.Variables) != 4 || got.Variables[0].Name != "x1" || got.Variables[3].Name != "x4" {
			t.Errorf("%s: variables %+v", m.Name, got.Variables)
			continue
		}
		for _, v := range got.Variables {
			want := v.Raw
			if m.Clamped {
				want = max(v.Raw, 0)
			}
			if v.Clamped != want {
				t.Errorf("%s: %s is %v, clamped %v", m.Name, v.Name, v.Raw, v.Clamped)
			}
			if v.Name != "x1" && v.Raw >= got.Variables[0].Raw {
				t.Errorf("%s: %s comes before x1, on which alone y1 depends", m.Name, v.Name)
			}
		}
		if m.Name == "retrain" && (got.Bias == nil || got.Denominator <= 0) || m.Name != "retrain" && got.Bias != nil {
			t.Errorf("%s: bias %v and denominator %v", m.Name, got.Bias, got.Denominator)
		}
	}
}

// TestMeanings checks that every method says what its numbers mean, and is
// explained in the help and the README, forms of a method in the README alone.
func TestMeanings(t *testing.T) {
	help, readme := newImportance().Long, readText(t, "README.md")
	for _, m := range experiments.Methods {
		e := estimate{method: m, targets: []string{"the target"}}
		if got := e.meaning(); !strings.Contains(got, "An importance ") || !strings.Contains(got, "the target") {
			t.Errorf("%s: %q", m.Name, got)
		}
		form := strings.TrimSuffix(strings.TrimSuffix(m.Name, "-unbiased"), "-per-output")
		if !strings.Contains(help, "\n  "+form+" ") || !strings.Contains(readme, "\n| `"+m.Name+"` |") {
			t.Errorf("%s is not explained in the help or in the README", m.Name)
		}
	}
}

// TestWords checks that whatever has a name has a description.
func TestWords(t *testing.T) {
	c, err := newCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range [][]wordEntry{c.Presets, c.Kernels} {
		for _, w := range words {
			if w.Description == "" {
				t.Errorf("%s has no description", w.Name)
			}
		}
	}
	if len(c.Experiments) == 0 || len(c.Scenarios) == 0 || len(c.Methods) == 0 {
		t.Errorf("an empty list: %+v", c)
	}
}
