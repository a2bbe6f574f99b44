// Package imports checks that the packages of a module import each other in
// one direction only. A test of this package holds the rules of drfvi and
// applies them to its source.
package imports

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Graph lists the imports of each package of a module, sorted: import paths as
// written, except that packages of the module itself are named by their folder
// ("internal/rng"), and so are the keys. Test files are not part of it.
type Graph map[string][]string

// Rule says what the package in a folder may import.
type Rule struct {
	// Folder is the package's folder; "cmd/..." stands for all below cmd.
	Folder string
	// Local are the folders of the module it may import, with "..." likewise.
	Local []string
	// Forbidden are import paths of other modules and of the standard library
	// that it must not import.
	Forbidden []string
}

// Read returns the imports of all packages of the module in the folder root,
// whose go.mod names the module. Files of every platform count.
func Read(root string) (Graph, error) {
	module, err := moduleName(filepath.Join(root, "go.mod"))
	if err != nil {
		return nil, err
	}
	g := Graph{}
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

// Check returns a sentence for every import that the rules do not allow and
// for every package that has no rule, in the order of the folders.
func (g Graph) Check(rules []Rule) []string {
	var faults []string
	folders := make([]string, 0, len(g))
	for folder := range g {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	for _, folder := range folders {
		at := slices.IndexFunc(rules, func(r Rule) bool { return matches(r.Folder, folder) })
		if at < 0 {
			faults = append(faults, fmt.Sprintf("package %s has no rule", folder))
			continue
		}
		rule := rules[at]
		for _, imported := range g[folder] {
			local, isLocal := strings.CutPrefix(imported, "./")
			switch {
			case isLocal && !slices.ContainsFunc(rule.Local, func(pattern string) bool { return matches(pattern, local) }):
				faults = append(faults, fmt.Sprintf("package %s imports %s, which is not below it (allowed: %s)",
					folder, local, strings.Join(rule.Local, ", ")))
			case !isLocal && slices.ContainsFunc(rule.Forbidden, func(pattern string) bool { return matches(pattern, imported) }):
				faults = append(faults, fmt.Sprintf("package %s imports %s, which it must not know", folder, imported))
			}
		}
	}
	return faults
}

// matches reports whether a folder or import path is the pattern or, for a
// pattern that ends in "/...", is it or below it.
func matches(pattern, name string) bool {
	if above, ok := strings.CutSuffix(pattern, "/..."); ok {
		return name == above || strings.HasPrefix(name, above+"/")
	}
	return name == pattern
}
