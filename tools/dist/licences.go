package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
)

// legal matches the names of files that say under what terms a module is given.
var legal = regexp.MustCompile(`(?i)^(.*[-_.])?(licen[cs]es?|copying|copyright|notice|patents|ofl)([-_.].*)?$`)

// licences returns the licence texts of all modules in a program, and of Go itself, as they
// are in the module cache.
func licences(info *debug.BuildInfo) (licences []file) {
	root := output(nil, "go", "env", "GOROOT")
	folders := map[string]string{"go": ""} // its top alone: licences of its tools are not needed
	names := []string{"go"}
	for _, module := range info.Deps {
		names = append(names, module.Path)
	}
	listed := output(nil, "go", append([]string{"list", "-m", "-f", "{{.Path}} {{.Dir}}"}, names[1:]...)...)
	for line := range strings.Lines(string(listed)) {
		name, folder, _ := strings.Cut(strings.TrimSpace(line), " ")
		folders[name] = folder
	}
	folders["go"] = strings.TrimSpace(string(root))
	for _, name := range names {
		found := terms(folders[name], name != "go")
		if len(found) == 0 {
			check(fmt.Errorf("module %s has no licence text in %s", name, folders[name]))
		}
		for _, f := range found {
			f.name = "licences/" + name + "/" + f.name
			licences = append(licences, f)
		}
	}
	return licences
}

// terms returns the licence texts in a folder, and if deep in all below it.
func terms(folder string, deep bool) (found []file) {
	check(filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if path != folder && (!deep || entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !legal.MatchString(entry.Name()) && !legal.MatchString(filepath.Base(filepath.Dir(path))) ||
			filepath.Ext(path) == ".go" {
			return nil
		}
		name := must(filepath.Rel(folder, path))
		found = append(found, file{name: filepath.ToSlash(name), data: must(os.ReadFile(path))})
		return nil
	}))
	return found
}
