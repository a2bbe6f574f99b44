package reports

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every text that the source asks for is there, and no other; the numbers in the
// note on kept variables are those of the table.
func TestTexts(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	asked := make(map[string]bool)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`texts\.Of\("([^"]*)"\)`).FindAllStringSubmatch(string(source), -1) {
			asked[call[1]] = true
			if len(texts[call[1]]) == 0 {
				t.Errorf("%s: no text %q", file, call[1])
			}
		}
	}
	for name := range texts {
		if !asked[name] {
			t.Errorf("nobody asks for the text %q", name)
		}
	}
	digits := regexp.MustCompile(`Of each data set the (\d) variables .* up to (\d);`).FindStringSubmatch(strings.Join(texts.Of("kept table"), " "))
	if !slices.Equal(digits[1:], []string{string(rune('0' + keptEach)), string(rune('0' + leastKept))}) {
		t.Errorf("the note speaks of %q variables, the table has %d and %d", digits, keptEach, leastKept)
	}
}
