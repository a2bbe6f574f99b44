package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// root is the folder of the repository.
const root = "../.."

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// section returns the part of a document under a heading of the second level.
func section(t *testing.T, name, heading string) string {
	t.Helper()
	_, text, ok := strings.Cut(readText(t, name), "\n## "+heading+"\n")
	if !ok {
		t.Fatalf("%s has no section %q", name, heading)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	return text
}

// blocks returns the fenced blocks of a Markdown text with the given info
// string.
func blocks(text, info string) []string {
	var found []string
	for {
		_, rest, ok := strings.Cut(text, "\n```"+info+"\n")
		if !ok {
			return found
		}
		block, after, _ := strings.Cut(rest, "\n```")
		found = append(found, block)
		text = after
	}
}

var (
	link     = regexp.MustCompile(`\]\(([^)#:]+)\)`)
	testName = regexp.MustCompile(`\b(Test[A-Z]\w*)(…?)`)
)

// documents are the Markdown files written by hand.
var documents = []string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "GOVERNANCE.md",
	"docs/tutorial.md", "docs/effects.md", "docs/censored.md", "docs/manual.md", "docs/experiments.md", "docs/development.md", "docs/dependencies.md", "docs/reference.md",
	"docs/inference.md", "docs/definitions.md", "docs/paper.md", "docs/choosing.md", "docs/evidence.md",
}

func TestDocumentsLink(t *testing.T) {
	for _, name := range documents {
		for _, match := range link.FindAllStringSubmatch(readText(t, name), -1) {
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(name), match[1])); err != nil {
				t.Errorf("%s links to %s: %v", name, match[1], err)
			}
		}
	}
}

// TestDocumentsNameTests checks that the tests that documents name exist.
func TestDocumentsNameTests(t *testing.T) {
	function := regexp.MustCompile(`(?m)^func (Test\w+)\(`)
	exists := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, match := range function.FindAllStringSubmatch(string(text), -1) {
			exists[match[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range documents {
		for _, match := range testName.FindAllStringSubmatch(readText(t, name), -1) {
			if match[2] == "" && !exists[match[1]] {
				t.Errorf("%s names %s, which does not exist", name, match[1])
			}
		}
	}
}

// TestDocumentsNameFiles checks that the files and folders exist that the documents for developers
// name by their path in the repository.
func TestDocumentsNameFiles(t *testing.T) {
	path := regexp.MustCompile("`([a-z]+(?:/[a-zA-Z0-9_.-]+)+)`")
	found := 0
	for _, name := range []string{"CONTRIBUTING.md", "docs/development.md", "docs/dependencies.md"} {
		for _, match := range path.FindAllStringSubmatch(readText(t, name), -1) {
			first, _, _ := strings.Cut(match[1], "/")
			if _, err := os.Stat(filepath.Join(root, first)); err != nil {
				continue // of another project
			}
			found++
			if _, err := os.Stat(filepath.Join(root, strings.TrimSuffix(match[1], "/..."))); err != nil {
				t.Errorf("%s names %s: %v", name, match[1], err)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d paths were found", found)
	}
}

// TestDevelopmentNamesCode checks that what docs/development.md names between backticks where it explains the
// code, in a row of its last table or in the text of a section, is in the folders that are named there too, as a
// file or as what the code declares.
func TestDevelopmentNamesCode(t *testing.T) {
	text := readText(t, "docs/development.md")
	var parts []string
	for _, title := range []string{"From rows to p-values", "From a unit to a report"} {
		_, part, _ := strings.Cut(text, "\n### "+title+"\n")
		part, _, _ = strings.Cut(part, "\n### ")
		parts = append(parts, part)
	}
	_, table, _ := strings.Cut(text, "\n| to add |")
	table, _, _ = strings.Cut(table, "\n\n")
	parts = append(parts, strings.Split(table, "\n")[2:]...)
	quoted := regexp.MustCompile("`([^`]+)`")
	code := regexp.MustCompile(`^[A-Za-z]\w*(?:\.\w+)?$`)
	checked, folders := 0, make(map[string][]string)
	for _, part := range parts {
		var names []string
		there := make(map[string]bool)
		for _, match := range quoted.FindAllStringSubmatch(part, -1) {
			folder, _, _ := strings.Cut(match[1], ".")
			if info, err := os.Stat(filepath.Join(root, match[1])); err == nil && !info.IsDir() {
				folder = path.Dir(match[1])
			}
			if info, err := os.Stat(filepath.Join(root, folder)); err == nil && info.IsDir() {
				if folders[folder] == nil {
					folders[folder] = held(t, folder)
				}
				for _, name := range folders[folder] {
					there[name] = true
				}
			}
			if code.MatchString(match[1]) && match[1] != folder {
				names = append(names, match[1])
			}
		}
		for _, name := range names {
			checked++
			for word := range strings.SplitSeq(name, ".") {
				if !there[name] && !there[word] {
					t.Errorf("docs/development.md names %s, of which %s is not in the folders named beside it:\n%s", name, word, part)
				}
			}
		}
	}
	if checked < 50 {
		t.Errorf("only %d names were checked", checked)
	}
}

// held lists the name of a folder of the repository, its files, and what their code declares.
func held(t *testing.T, folder string) []string {
	t.Helper()
	all := []string{path.Base(folder)}
	files, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		all = append(all, file.Name())
		if !strings.HasSuffix(file.Name(), ".go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, folder, file.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				all = append(all, n.Name.Name)
			case *ast.TypeSpec:
				all = append(all, n.Name.Name)
			case *ast.ValueSpec:
				for _, name := range n.Names {
					all = append(all, name.Name)
				}
			case *ast.Field:
				for _, name := range n.Names {
					all = append(all, name.Name)
				}
			}
			return true
		})
	}
	return all
}

// TestDependencies checks that docs/dependencies.md explains the modules of go.mod.
func TestDependencies(t *testing.T) {
	required := regexp.MustCompile(`(?m)^\t(\S+) v\S+`).FindAllStringSubmatch(readText(t, "go.mod"), -1)
	explained := regexp.MustCompile("(?m)^\\| `(.*?)`").FindAllStringSubmatch(section(t, "docs/dependencies.md", "Dependencies"), -1)
	names := func(found [][]string) []string {
		var list []string
		for _, match := range found {
			list = append(list, match[1])
		}
		slices.Sort(list)
		return list
	}
	if got, want := names(explained), names(required); !slices.Equal(got, want) {
		t.Errorf("docs/dependencies.md explains\n%s\nbut go.mod requires\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestReadme checks that the README stays one that is read to its end.
func TestReadme(t *testing.T) {
	const most = 150
	if lines := strings.Count(readText(t, "README.md"), "\n"); lines > most {
		t.Errorf("README.md has %d lines, expected at most %d: the rest goes into docs", lines, most)
	}
}

// TestHelp checks that every command is explained, briefly, with examples that parse.
func TestHelp(t *testing.T) {
	top := newRoot()
	examples := 0
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		if c.Short == "" || c.Long == "" || c.Example == "" {
			t.Errorf("%s: its help lacks a summary, a text or examples", c.CommandPath())
		}
		const most = 100 // lines
		if lines := strings.Count(c.UsageString(), "\n"); lines > most {
			t.Errorf("%s: its help has %d lines, expected at most %d: details go into docs/manual.md", c.CommandPath(), lines, most)
		}
		for line := range strings.Lines(c.Example) {
			for part := range strings.SplitSeq(line, "|") {
				if err := parse(part); err != nil {
					t.Errorf("%s: example %q: %v", c.CommandPath(), strings.TrimSpace(line), err)
				}
				examples++
			}
		}
		for _, child := range c.Commands() {
			visit(child)
		}
	}
	visit(top)
	if examples < 15 {
		t.Errorf("only %d examples were checked", examples)
	}
}

// parse checks command and flags of an example without running it.
func parse(example string) error {
	_, example, ok := strings.Cut(example, "drfvi ")
	if !ok {
		return fmt.Errorf("does not call drfvi")
	}
	example, _, _ = strings.Cut(example, " >")
	example, _, _ = strings.Cut(example, " <")
	example, _, _ = strings.Cut(example, " |")
	top := newRoot()
	cmd, rest, err := top.Find(strings.Fields(strings.TrimSuffix(strings.TrimSpace(example), ")")))
	if err != nil {
		return err
	}
	cmd.InitDefaultHelpFlag()
	if err := cmd.ParseFlags(rest); err != nil {
		return err
	}
	return cmd.ValidateArgs(cmd.Flags().Args())
}
