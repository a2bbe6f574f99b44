package texts

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every text that the source asks for is there, and no other.
func TestTexts(t *testing.T) {
	asked := make(map[string]bool)
	err := filepath.WalkDir(filepath.Join("..", ".."), func(file string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(file, ".go") {
			return err
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, call := range regexp.MustCompile(`texts\.Of\("([^"]*)"\)`).FindAllStringSubmatch(string(source), -1) {
			asked[call[1]] = true
			if len(texts[call[1]]) == 0 {
				t.Errorf("%s: no text %q", file, call[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range texts {
		if !asked[name] {
			t.Errorf("nobody asks for the text %q", name)
		}
	}
}
