package reports

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drfvi/internal/document"
	"drfvi/reports/internal/view"
	"drfvi/results"
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
		if folder == "internal/view" {
			for _, views := range viewNotes(t) {
				asked[views] = true
				if len(texts[views]) == 0 {
					t.Errorf("views.yaml: no text %q", views)
				}
			}
		}
		for _, name := range sources {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			source, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, call := range regexp.MustCompile(`texts\.Of\("([^"]*)"\)`).FindAllStringSubmatch(string(source), -1) {
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

// viewNotes are the notes that the usual views ask for.
func viewNotes(t *testing.T) (notes []string) {
	for _, kind := range results.FigureKinds("") {
		for _, v := range view.Views(results.Experiment{Figure: kind}) {
			if v.Note != "" {
				notes = append(notes, v.Note)
			}
		}
	}
	if len(notes) == 0 {
		t.Fatal("no views")
	}
	return notes
}
