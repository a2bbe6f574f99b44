package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestRecipes checks that recipes for packagers leave the same places open, and that the commands
// which they try exist.
func TestRecipes(t *testing.T) {
	command := regexp.MustCompile(`drfvi"?\}? (example \w+|describe \S+\.csv|completion)`)
	for _, name := range []string{"homebrew/drfvi.rb", "scoop/drfvi.json", "conda/meta.yaml"} {
		text := readText(t, filepath.Join("packaging", name))
		for _, place := range []string{"VERSION", "ADDRESS", "SHA256"} {
			if !strings.Contains(text, place) {
				t.Errorf("%s leaves no place for %s", name, place)
			}
		}
		for _, match := range command.FindAllStringSubmatch(text, -1) {
			if err := parse("drfvi " + match[1]); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	for _, name := range []string{"packaging/scoop/drfvi.json", ".zenodo.json"} {
		if text := readText(t, name); !json.Valid([]byte(text)) {
			t.Errorf("%s is not JSON", name)
		}
	}
}

// TestPaper checks that what the paper cites is in its bibliography, and nothing else.
func TestPaper(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, "paper", "paper.bib")); err != nil {
		t.Fatal(err)
	}
	cited, listed := map[string]bool{}, map[string]bool{}
	for _, match := range regexp.MustCompile(`@([a-z]+[0-9]{4})`).FindAllStringSubmatch(readText(t, "paper/paper.md"), -1) {
		cited[match[1]] = true
	}
	for _, match := range regexp.MustCompile(`(?m)^@\w+\{(\w+),`).FindAllStringSubmatch(readText(t, "paper/paper.bib"), -1) {
		listed[match[1]] = true
	}
	for key := range cited {
		if !listed[key] {
			t.Errorf("%s is cited, but not in the bibliography", key)
		}
	}
	for key := range listed {
		if !cited[key] {
			t.Errorf("%s is in the bibliography, but not cited", key)
		}
	}
}
