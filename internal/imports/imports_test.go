// Package imports holds the rules of who may import whom, as tests of the source.
package imports

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// below has the packages from the bottom up. Those before a colon may import what is
// behind it and whatever that may import; "forest/..." is forest and all below it. The
// first line that names a package holds for it.
const below = `
internal/elementary internal/par internal/nearest internal/mention methods/method:
internal/rank internal/simd: internal/elementary
internal/linalg: internal/elementary internal/simd
internal/durable internal/format internal/version:
internal/rng: internal/elementary
internal/process: internal/linalg internal/rng
forest/design: internal/linalg
simulate: internal/rng internal/linalg internal/par internal/nearest
mmd: internal/rng internal/linalg internal/par internal/nearest internal/rank internal/simd
forest/internal/...: internal/linalg internal/rank internal/rng
forest: forest/internal/... forest/design mmd
forest/conditional: forest internal/rank
forest/modelfile: forest
importance/hierarchy: internal/linalg internal/rank
importance/internal/...: forest
importance: importance/internal/... internal/mention internal/rank
importance/inference/internal/...: importance
importance/inference: importance/inference/internal/... internal/process
baselines: importance
importance/aspects importance/shapley importance/sensitivity: importance/inference
importance/answer: importance/aspects importance/hierarchy importance/shapley
importance/effect importance/censored: importance/answer
datasets/internal/...: internal/mention
datasets: datasets/internal/... internal/format importance
datasets/library: datasets internal/durable
results: internal/durable internal/nearest internal/simd internal/version
results/compare: results internal/format
experiments/external: datasets simulate internal/par internal/nearest
methods: importance/... baselines methods/method
experiments/spec: experiments/external methods datasets/library results
experiments: experiments/spec results/compare
internal/chart: internal/durable internal/format internal/rank methods/method
internal/document: internal/chart
reports/internal/stat: internal/format internal/rank
reports/internal/summary: reports/internal/stat results methods/method
reports/internal/verdict: reports/internal/summary internal/document
reports/internal/view: reports/internal/verdict simulate
reports: reports/internal/view
cmd/drfvi/...: experiments reports results/compare importance/... forest/conditional forest/modelfile datasets/...
internal/testing/golden:
internal/testing/goldenforest: internal/testing/golden forest
internal/testing/lawtest: importance
internal/testing/fixture: results
`

// computing are the packages that must not know what is outside the program.
var computing = strings.Fields("internal/elementary internal/linalg internal/process internal/par internal/nearest internal/mention internal/simd internal/rank methods/method internal/rng " +
	"simulate mmd forest/... importance/... baselines reports/internal/stat")

// outside are files, settings, clocks, logs, flags and the environment.
var outside = strings.Fields("os/... io/fs embed log/... time flag gopkg.in/... github.com/spf13/... net/... syscall")

// rule says what packages may import.
type rule struct{ packages, local []string }

// rules returns the lines of below.
func rules() []rule {
	var all []rule
	for line := range strings.Lines(strings.TrimSpace(below)) {
		packages, local, _ := strings.Cut(line, ":")
		all = append(all, rule{strings.Fields(packages), strings.Fields(local)})
	}
	return all
}

// graph lists the imports of each package of a module, sorted: import paths as
// written, except that packages of the module itself are named by their folder
// ("internal/rng"), and so are the keys. Test files are not part of it.
type graph map[string][]string

// read returns the imports of all packages of the module in the folder root,
// whose go.mod names the module. Files of every platform count.
func read(root string) (graph, error) {
	module, err := moduleName(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	g := graph{}
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return skip(name, relative)
		}
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder := path.Dir(filepath.ToSlash(relative))
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if local, ok := strings.CutPrefix(imported, module+"/"); ok {
				imported = "./" + local
			}
			g[folder] = append(g[folder], imported)
		}
		if g[folder] == nil {
			g[folder] = []string{}
		}
		return nil
	})
	for folder, imported := range g {
		slices.Sort(imported)
		g[folder] = slices.Compact(imported)
	}
	return g, err
}

// skip returns fs.SkipDir for folders that the go command does not look into.
func skip(name, relative string) error {
	if relative == "." {
		return nil
	}
	if relative == "build" {
		return fs.SkipDir // what make builds
	}
	base := filepath.Base(name)
	if base == "testdata" || base == "vendor" || base[0] == '.' || base[0] == '_' {
		return fs.SkipDir
	}
	if _, err := os.Stat(filepath.Join(name, "go.mod")); err == nil {
		return fs.SkipDir
	}
	return nil
}

// moduleName returns the name that a go.mod file gives to its module.
func moduleName(file string) (string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(name), nil
		}
	}
	return "", fmt.Errorf("%s: no module line", file)
}

// check returns a sentence for every import that the rules do not allow and
// for every package that has no rule, in the order of the folders.
func (g graph) check() []string {
	rules := rules()
	var faults []string
	for _, folder := range slices.Sorted(maps.Keys(g)) {
		at := slices.IndexFunc(rules, func(r rule) bool { return matches(r.packages, folder) })
		if at < 0 {
			faults = append(faults, fmt.Sprintf("package %s has no rule: name it in internal/imports", folder))
			continue
		}
		for _, imported := range g[folder] {
			local, isLocal := strings.CutPrefix(imported, "./")
			switch {
			case isLocal && !reaches(rules[:at+1], at, local):
				faults = append(faults, fmt.Sprintf("package %s imports %s, which is not below it (allowed: %s and what these may import)",
					folder, local, strings.Join(rules[at].local, ", ")))
			case !isLocal && matches(computing, folder) && matches(outside, imported):
				faults = append(faults, fmt.Sprintf("package %s imports %s, which it must not know", folder, imported))
			}
		}
	}
	return faults
}

// reaches reports whether the packages of the rule at may import a folder: packages of
// one pattern each other, others by a path of rules further up in the list.
func reaches(rules []rule, at int, folder string) bool {
	for _, pattern := range rules[at].packages {
		if strings.HasSuffix(pattern, "/...") && matches([]string{pattern}, folder) {
			return true
		}
	}
	if matches(rules[at].local, folder) {
		return true
	}
	for earlier, r := range rules[:at] {
		named := func(name string) bool { return matches(rules[at].local, strings.TrimSuffix(name, "/...")) }
		if slices.ContainsFunc(r.packages, named) && reaches(rules, earlier, folder) {
			return true
		}
	}
	return false
}

// matches reports whether a folder or import path is one of the patterns or, for a
// pattern that ends in "/...", is it or below it.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		above, all := strings.CutSuffix(pattern, "/...")
		return name == above || all && strings.HasPrefix(name, above+"/")
	})
}

// TestImportsPointDown applies the rules to the source of the module.
func TestImportsPointDown(t *testing.T) {
	g, err := read(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"forest", "mmd", "importance", "results", "cmd/drfvi"} {
		if _, ok := g[folder]; !ok {
			t.Errorf("package %s was not found", folder)
		}
	}
	for _, fault := range g.check() {
		t.Error(fault)
	}
}

// TestCheck breaks the rules in made-up modules.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name string
		g    graph
		want string // part of the only fault; empty for none
	}{
		{"down", graph{"importance": {"./forest", "./mmd", "fmt"}}, ""},
		{"up", graph{"forest": {"./importance"}}, "package forest imports importance, which is not below it"},
		{"up to the command", graph{"experiments": {"./cmd/drfvi"}}, "package experiments imports cmd/drfvi"},
		{"up from a leaf", graph{"internal/rng": {"./mmd"}}, "package internal/rng imports mmd"},
		{"report with an estimator", graph{"reports": {"./results", "./importance"}}, "package reports imports importance"},
		{"estimator with data sets", graph{"importance": {"./datasets"}}, "package importance imports datasets"},
		{"results with anything", graph{"results": {"./experiments"}}, "package results imports experiments"},
		{"test helpers in a program", graph{"forest": {"./internal/testing/golden"}}, "package forest imports internal/testing/golden"},
		{"file", graph{"forest": {"os"}}, "package forest imports os, which it must not know"},
		{"clock", graph{"importance": {"time"}}, "package importance imports time"},
		{"log", graph{"baselines": {"log/slog"}}, "package baselines imports log/slog"},
		{"plain log", graph{"baselines": {"log"}}, "package baselines imports log"},
		{"yaml", graph{"mmd": {"gopkg.in/yaml.v3"}}, "package mmd imports gopkg.in/yaml.v3"},
		{"flags", graph{"forest": {"flag"}}, "package forest imports flag"},
		{"yaml where it belongs", graph{"experiments": {"gopkg.in/yaml.v3", "./forest"}}, ""},
		{"below a folder", graph{"reports/page": {"./experiments"}}, "package reports/page has no rule"},
		{"scenario with data sets", graph{"simulate": {"./datasets"}}, "package simulate imports datasets"},
		{"unknown", graph{"utils": {"fmt"}}, "package utils has no rule"},
	} {
		faults := c.g.check()
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
	got, err := read(root)
	if err != nil {
		t.Fatal(err)
	}
	want := graph{".": {"./b"}, "b": {"examples/c", "fmt", "os"}, "empty": {}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, expected %v", got, want)
	}
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("go 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := read(root); err == nil || !strings.Contains(err.Error(), "no module line") {
		t.Errorf("a go.mod without a module: %v", err)
	}
	if _, err := read(filepath.Join(root, "b")); err == nil {
		t.Error("a folder without go.mod is read")
	}
}
