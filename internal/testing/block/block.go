// Package block compares blocks of documents with what tests print. A block begins with a comment
// that says what it shows, and ends with another:
//
//	<!-- from results/evidence: accuracy
//	…
//	-->
//	what a test prints
//	<!-- end -->
package block

import (
	"os"
	"strings"
	"testing"
)

const (
	opening = "\n<!-- " // in a line of its own
	closing = "-->\n"
	end     = "<!-- end -->"
)

// Compare compares the blocks of a file whose comment begins with a word with what print makes of
// the rest of the comment, or writes that into the file. It returns how many there are.
func Compare(t *testing.T, file, word string, update bool, print func(rest string) string) (found int) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rest, made := string(data), ""
	for {
		before, after, ok := strings.Cut(rest, opening+word+" ")
		if !ok {
			break
		}
		comment, after, closed := strings.Cut(after, closing)
		shown, after, ended := strings.Cut(after, end)
		if !closed || !ended || strings.Contains(shown, opening) {
			first, _, _ := strings.Cut(comment, "\n")
			t.Fatalf("%s: the block %q has no end", file, first)
		}
		found++
		want := "\n" + strings.TrimSpace(print(strings.TrimSpace(comment))) + "\n\n"
		if shown != want && !update {
			t.Errorf("%s shows\n%s\nwhere the test prints\n%s\n(-update writes that)", file, shown, want)
		}
		made += before + opening + word + " " + comment + closing + want + end
		rest = after
	}
	if made += rest; update && made != string(data) {
		if err := os.WriteFile(file, []byte(made), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return found
}
