package reports

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drfvi/internal/document"
)

// Every text that a package asks for is in its notes, and no other.
func TestTexts(t *testing.T) {
	for folder, notes := range map[string]string{".": "text/notes.md", "internal/view": "internal/view/notes.md", "internal/verdict": "internal/verdict/notes.md"} {
		file, err := os.ReadFile(notes)
		if err != nil {
			t.Fatal(err)
		}
		texts := document.ParseTexts(string(file))
		sources, err := filepath.Glob(filepath.Join(folder, "*.go"))
		if err != nil || len(sources) == 0 {
			t.Fatalf("%s: %v", folder, err)
		}
		asked := make(map[string]bool)
		for _, name := range sources {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, call := range regexp.MustCompile(`\b(?:texts\.Of|text)\("([^"]*)"\)`).FindAllStringSubmatch(string(source), -1) {
				asked[call[1]] = true
				if len(texts[call[1]]) == 0 {
					t.Errorf("%s: no text %q", name, call[1])
				}
			}
		}
		for name := range texts {
			if !asked[name] {
				t.Errorf("%s: nobody asks for the text %q", notes, name)
			}
		}
	}
}
