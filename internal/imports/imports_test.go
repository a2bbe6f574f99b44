package imports

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Layers of drfvi, from the bottom: what each may import of the module.
var (
	loops = []string{"internal/elementary", "internal/linalg", "internal/par", "internal/rng", "internal/simd"}
	data  = append(slices.Clone(loops), "internal/nearest", "internal/version",
		"mmd", "forest", "importance/...", "baselines", "simulate", "datasets", "datasets/library", "results")
)

// stages are the steps from records to a report.
var stages = []string{"results", "internal/format", "internal/chart", "internal/page", "reports/internal/stat", "reports/internal/summary", "reports/internal/texts", "reports/internal/verdict"}

// sections may know the stages, methods, and what sections share.
var sections = append(slices.Clone(stages), "internal/method", "reports/internal/section")

// outside is what the packages that compute must not know: files, settings,
// clocks, logs, flags and the environment.
var outside = []string{"os", "os/...", "io/fs", "embed", "log/...", "time", "flag", "gopkg.in/...", "github.com/spf13/...", "net/...", "syscall"}

// rules are those of docs/architecture.md.
var rules = []Rule{
	{Folder: "internal/version"}, // reads /proc
	{Folder: "internal/durable"},
	{Folder: "internal/elementary", Forbidden: outside},
	{Folder: "internal/linalg", Forbidden: outside},
	{Folder: "internal/rng", Local: []string{"internal/elementary"}, Forbidden: outside},
	{Folder: "internal/par", Forbidden: outside},
	{Folder: "internal/nearest", Forbidden: outside},
	{Folder: "internal/simd", Forbidden: outside},
	{Folder: "internal/method", Forbidden: outside},
	{Folder: "internal/rank", Forbidden: outside},
	{Folder: "forest/design", Local: []string{"internal/linalg"}, Forbidden: outside},
	{Folder: "internal/imports"},
	{Folder: "internal/golden"},
	{Folder: "internal/goldenforest", Local: []string{"forest", "internal/golden"}},
	{Folder: "results", Local: []string{"internal/durable", "internal/nearest", "internal/simd", "internal/version"}},
	{Folder: "results/compare", Local: []string{"results", "internal/format"}},
	{Folder: "datasets/internal/message"},
	{Folder: "datasets/internal/arffword", Local: []string{"datasets/internal/message"}},
	{Folder: "datasets/internal/parquet"},
	{Folder: "datasets/internal/rdata"},
	{Folder: "datasets/internal/unpack"},
	{Folder: "datasets/scale", Local: []string{"internal/elementary", "internal/linalg", "internal/rank"}, Forbidden: outside},
	{Folder: "datasets", Local: []string{"internal/format", "internal/nearest", "mmd", "datasets/scale", "datasets/internal/..."}},
	{Folder: "datasets/alike", Local: []string{"internal/nearest", "datasets"}},
	{Folder: "datasets/library", Local: []string{"internal/format", "internal/nearest", "datasets"}},
	{Folder: "mmd", Local: append(slices.Clone(loops), "internal/nearest"), Forbidden: outside},
	{Folder: "forest/internal/draw", Local: []string{"forest/design", "internal/elementary", "internal/rng"}, Forbidden: outside},
	{Folder: "forest/internal/criterion", Local: []string{"internal/linalg", "internal/simd"}, Forbidden: outside},
	{Folder: "forest/internal/features", Local: []string{"internal/elementary", "internal/rng", "internal/simd"}, Forbidden: outside},
	{Folder: "forest/internal/gains", Local: []string{"internal/rng"}, Forbidden: outside},
	{Folder: "forest/internal/levels", Local: []string{"internal/linalg", "internal/rng", "internal/simd"}, Forbidden: outside},
	{Folder: "forest/internal/order", Local: []string{"internal/simd"}, Forbidden: outside},
	{Folder: "forest/internal/part", Local: []string{"internal/simd"}, Forbidden: outside},
	{Folder: "forest", Local: append(slices.Clone(loops), "forest/design", "internal/nearest", "mmd", "forest/internal/..."), Forbidden: outside},
	{Folder: "forest/conditional", Local: []string{"forest/design", "internal/par", "internal/rank", "forest"}, Forbidden: outside},
	{Folder: "importance/internal/embedding", Local: []string{"internal/par", "internal/simd", "forest"}, Forbidden: outside},
	{Folder: "importance/internal/moves", Local: []string{"internal/par", "internal/simd", "forest", "importance/internal/embedding"}, Forbidden: outside},
	{Folder: "importance", Local: append(slices.Clone(loops), "forest/design", "mmd", "forest", "importance/internal/embedding", "importance/internal/moves"), Forbidden: outside},
	{Folder: "importance/inference", Local: append(slices.Clone(loops), "forest/design", "mmd", "forest", "importance", "importance/internal/embedding"), Forbidden: outside},
	{Folder: "importance/hierarchy", Local: []string{"internal/linalg", "internal/rank"}, Forbidden: outside},
	{Folder: "importance/shapley", Local: append(slices.Clone(loops), "forest/design", "mmd", "forest", "importance", "importance/inference"), Forbidden: outside},
	{Folder: "importance/aspects", Local: []string{"internal/elementary", "internal/linalg", "mmd", "importance", "importance/inference"}, Forbidden: outside},
	{Folder: "importance/lawtest", Local: []string{"internal/rng", "mmd", "forest", "importance"}, Forbidden: outside},
	{Folder: "baselines", Local: []string{"internal/elementary", "internal/linalg", "internal/par", "internal/rng", "mmd", "forest", "importance"}, Forbidden: outside},
	{Folder: "simulate", Local: []string{"internal/elementary", "internal/linalg", "internal/nearest", "internal/rng"}, Forbidden: outside},
	{Folder: "experiments/internal/located", Local: []string{"internal/nearest"}},
	{Folder: "experiments/internal/plasmode", Local: []string{"internal/linalg", "internal/nearest", "internal/rng", "forest"}, Forbidden: outside},
	{Folder: "experiments/external", Local: []string{"internal/nearest", "simulate", "experiments/internal/located"}},
	{Folder: "experiments/spec", Local: []string{
		"simulate", "forest", "mmd", "results", "datasets", "datasets/library", "internal/method", "internal/nearest", "experiments/external", "experiments/internal/located",
	}},
	{Folder: "experiments", Local: append(slices.Clone(data), "internal/method", "experiments/spec", "experiments/external", "experiments/internal/...")},
	{Folder: "experiments/cluster/slurm"},
	{Folder: "experiments/cluster/journal"},
	{Folder: "experiments/cluster", Local: []string{"internal/durable", "experiments", "experiments/spec", "results", "experiments/cluster/..."}},
	{Folder: "internal/format"},
	{Folder: "internal/chart", Local: []string{"internal/durable", "internal/format", "internal/method"}},
	{Folder: "reports/internal/stat", Local: []string{"internal/format"}, Forbidden: outside},
	{Folder: "internal/page", Local: []string{"internal/format", "internal/chart"}},
	{Folder: "reports/internal/summary", Local: []string{"results", "internal/method", "internal/format", "reports/internal/stat"}},
	{Folder: "reports/internal/texts", Local: []string{"internal/page"}},
	{Folder: "reports/internal/verdict", Local: []string{"results", "internal/format", "internal/page", "reports/internal/stat", "reports/internal/summary", "reports/internal/texts"}},
	{Folder: "reports/internal/section", Local: append(slices.Clone(stages), "internal/method")},
	{Folder: "reports/internal/importances", Local: sections},
	{Folder: "reports/internal/elimination", Local: sections},
	{Folder: "reports/internal/choices", Local: sections},
	{Folder: "reports/internal/growth", Local: sections},
	{Folder: "reports/internal/evidence", Local: sections},
	{Folder: "reports/internal/board", Local: sections},
	{Folder: "reports/internal/spread", Local: stages},
	{Folder: "reports/internal/fixture", Local: []string{"results"}}, // of tests
	{Folder: "reports", Local: append(slices.Clone(sections), "internal/durable", "reports/internal/importances", "reports/internal/elimination", "reports/internal/choices", "reports/internal/growth", "reports/internal/evidence", "reports/internal/board", "reports/internal/spread")},
	{Folder: "docs/scaling", Local: []string{"internal/chart"}},
	{Folder: "cmd/drfvi/internal/terminal"},
	{Folder: "cmd/drfvi/internal/interrupt"},
	{Folder: "cmd/drfvi/internal/flag", Local: []string{"internal/nearest", "internal/version", "mmd"}},
	{Folder: "cmd/drfvi/internal/help", Local: []string{"cmd/drfvi/internal/terminal"}},
	{Folder: "cmd/drfvi/internal/table", Local: []string{"cmd/drfvi/internal/terminal"}},
	{Folder: "cmd/drfvi/internal/exit", Local: []string{"datasets"}},
	{Folder: "cmd/drfvi/internal/encode", Local: []string{"importance"}},
	{Folder: "cmd/drfvi/internal/figures", Local: []string{"internal/chart", "internal/durable", "cmd/drfvi/internal/flag", "cmd/drfvi/internal/help"}},
	{Folder: "cmd/drfvi/internal/reading", Local: []string{"datasets", "datasets/scale", "cmd/drfvi/internal/flag", "cmd/drfvi/internal/help"}},
	{Folder: "cmd/drfvi/internal/sampling", Local: []string{"cmd/drfvi/internal/flag", "datasets", "forest/design", "internal/linalg"}},
	{Folder: "cmd/drfvi/internal/catalogue", Local: []string{"mmd", "simulate", "internal/method", "experiments", "experiments/spec", "cmd/drfvi/internal/terminal"}},
	{Folder: "cmd/drfvi/internal/starter", Local: []string{"experiments", "experiments/spec", "forest"}},
	{Folder: "cmd/drfvi/internal/samesize", Local: []string{"importance", "experiments"}},
	{Folder: "cmd/drfvi/internal/description", Local: []string{"internal/version", "datasets", "datasets/library", "results", "cmd/drfvi/internal/table", "cmd/drfvi/internal/terminal"}},
	{Folder: "cmd/drfvi/internal/campaign", Local: []string{"experiments/cluster/...", "cmd/drfvi/internal/terminal"}},
	{Folder: "cmd/drfvi/internal/against", Local: []string{"experiments", "reports", "results", "results/compare", "cmd/drfvi/internal/terminal"}},
	{Folder: "cmd/drfvi/internal/study", Local: []string{
		"importance", "importance/aspects", "importance/inference", "forest/conditional", "datasets", "datasets/alike", "experiments", "internal/chart", "internal/durable", "internal/linalg", "internal/nearest", "internal/page", "internal/rank",
		"cmd/drfvi/internal/encode", "cmd/drfvi/internal/exit", "cmd/drfvi/internal/figures", "cmd/drfvi/internal/help", "cmd/drfvi/internal/table", "cmd/drfvi/internal/terminal",
	}},
	{Folder: "cmd/drfvi/internal/estimate", Local: []string{
		"importance", "forest", "datasets/scale", "experiments", "results", "internal/chart", "internal/page", "internal/rank", "internal/version",
		"cmd/drfvi/internal/encode", "cmd/drfvi/internal/reading", "cmd/drfvi/internal/sampling", "cmd/drfvi/internal/study", "cmd/drfvi/internal/table", "cmd/drfvi/internal/terminal",
	}},
	{Folder: "cmd/drfvi/internal/selection", Local: []string{
		"importance", "datasets/scale", "internal/chart",
		"cmd/drfvi/internal/encode", "cmd/drfvi/internal/estimate", "cmd/drfvi/internal/sampling", "cmd/drfvi/internal/table", "cmd/drfvi/internal/terminal",
	}},
	{Folder: "cmd/drfvi/internal/groups", Local: []string{
		"importance/hierarchy", "cmd/drfvi/internal/encode", "cmd/drfvi/internal/estimate", "cmd/drfvi/internal/table", "cmd/drfvi/internal/terminal",
	}},
	{Folder: "cmd/drfvi/internal/shares", Local: []string{
		"importance/shapley", "internal/chart", "internal/format", "internal/rank", "cmd/drfvi/internal/encode", "cmd/drfvi/internal/estimate", "cmd/drfvi/internal/sampling", "cmd/drfvi/internal/table", "cmd/drfvi/internal/terminal",
	}},
	{Folder: "cmd/drfvi/internal/predictions", Local: []string{
		"datasets", "forest", "forest/conditional", "internal/chart", "cmd/drfvi/internal/encode", "cmd/drfvi/internal/estimate", "cmd/drfvi/internal/figures", "cmd/drfvi/internal/table", "cmd/drfvi/internal/terminal",
	}},
	{Folder: "cmd/drfvi/internal/estimation", Local: []string{
		"mmd", "forest", "importance", "importance/inference", "datasets", "datasets/scale", "experiments", "experiments/spec", "internal/chart", "internal/durable", "internal/nearest", "internal/page",
		"cmd/drfvi/internal/catalogue", "cmd/drfvi/internal/encode", "cmd/drfvi/internal/estimate", "cmd/drfvi/internal/exit", "cmd/drfvi/internal/flag", "cmd/drfvi/internal/help", "cmd/drfvi/internal/reading", "cmd/drfvi/internal/sampling", "cmd/drfvi/internal/terminal",
	}},
	{Folder: "cmd/drfvi", Local: append(slices.Clone(data), "datasets/alike", "datasets/scale", "internal/method", "internal/chart", "internal/durable", "internal/page", "experiments", "experiments/cluster/...", "experiments/external", "experiments/spec", "reports", "results/compare", "cmd/drfvi/internal/...")},
}

// TestImportsPointDown applies the rules to the source of the module.
func TestImportsPointDown(t *testing.T) {
	g, err := Read(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"forest", "mmd", "importance", "results", "cmd/drfvi"} {
		if _, ok := g[folder]; !ok {
			t.Errorf("package %s was not found", folder)
		}
	}
	for _, fault := range g.Check(rules) {
		t.Error(fault)
	}
}

// TestCheck breaks the rules in made-up modules.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name string
		g    Graph
		want string // part of the only fault; empty for none
	}{
		{"down", Graph{"importance": {"./forest", "./mmd", "fmt"}}, ""},
		{"up", Graph{"forest": {"./importance"}}, "package forest imports importance, which is not below it"},
		{"up to the command", Graph{"experiments": {"./cmd/drfvi"}}, "package experiments imports cmd/drfvi"},
		{"up from a leaf", Graph{"internal/rng": {"./mmd"}}, "package internal/rng imports mmd"},
		{"report with an estimator", Graph{"reports": {"./results", "./importance"}}, "package reports imports importance"},
		{"estimator with data sets", Graph{"importance": {"./datasets"}}, "package importance imports datasets"},
		{"results with anything", Graph{"results": {"./experiments"}}, "package results imports experiments"},
		{"test helpers in a program", Graph{"forest": {"./internal/golden"}}, "package forest imports internal/golden"},
		{"file", Graph{"forest": {"os"}}, "package forest imports os, which it must not know"},
		{"clock", Graph{"importance": {"time"}}, "package importance imports time"},
		{"log", Graph{"baselines": {"log/slog"}}, "package baselines imports log/slog"},
		{"plain log", Graph{"baselines": {"log"}}, "package baselines imports log"},
		{"yaml", Graph{"mmd": {"gopkg.in/yaml.v3"}}, "package mmd imports gopkg.in/yaml.v3"},
		{"flags", Graph{"forest": {"flag"}}, "package forest imports flag"},
		{"yaml where it belongs", Graph{"experiments": {"gopkg.in/yaml.v3", "./forest"}}, ""},
		{"below a folder", Graph{"reports/page": {"./experiments"}}, "package reports/page has no rule"},
		{"scenario with data sets", Graph{"simulate": {"./datasets"}}, "package simulate imports datasets"},
		{"unknown", Graph{"utils": {"fmt"}}, "package utils has no rule"},
	} {
		faults := c.g.Check(rules)
		switch {
		case c.want == "" && len(faults) > 0:
			t.Errorf("%s: %q, expected no fault", c.name, faults)
		case c.want != "" && (len(faults) != 1 || !strings.Contains(faults[0], c.want)):
			t.Errorf("%s: %q, expected one fault with %q", c.name, faults, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":               "module example\n\ngo 1.26\n",
		"a.go":                 "package a\n\nimport \"example/b\"\n",
		"b/b.go":               "package b\n\nimport (\n\t\"fmt\"\n\t\"examples/c\"\n)\n",
		"b/b_windows.go":       "package b\n\nimport \"os\"\n\nimport _ \"fmt\"\n",
		"b/b_test.go":          "package b\n\nimport \"example/d\"\n",
		"b/testdata/x.go":      "package x\n\nimport \"example/d\"\n",
		"tool/go.mod":          "module tool\n",
		"tool/main.go":         "package main\n\nimport \"example/d\"\n",
		"empty/e.go":           "package empty\n",
		".hidden/h.go":         "package h\n\nimport \"example/d\"\n",
		"docs/not-go/notes.md": "import \"example/d\"\n",
	} {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Read(root)
	if err != nil {
		t.Fatal(err)
	}
	want := Graph{".": {"./b"}, "b": {"examples/c", "fmt", "os"}, "empty": {}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("go 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(root); err == nil || !strings.Contains(err.Error(), "no module line") {
		t.Errorf("a go.mod without a module: %v", err)
	}
	if _, err := Read(filepath.Join(root, "b")); err == nil {
		t.Error("a folder without go.mod is read")
	}
}
