package reports

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Blocks of documents are compared with what tests print. A block begins with a comment
// that says what it shows, and ends with another:
//
//	<!-- from results/evidence: accuracy
//	…
//	-->
//	what a test prints
//	<!-- end -->
const (
	opening = "\n<!-- " // in a line of its own
	closing = "-->\n"
	end     = "<!-- end -->"
)

// compareBlocks compares the blocks of a file whose comment begins with a word with what print makes of
// the rest of the comment, or writes that into the file. It returns how many there are.
func compareBlocks(t *testing.T, file, word string, update bool, print func(rest string) string) (found int) {
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

// TestCompareBlocks: blocks are written anew, texts around them and other blocks stay, and a second time
// nothing differs.
func TestCompareBlocks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.md")
	const text = "# A\n\n<!-- from here -->\nold\n<!-- end -->\n\nwords <!-- from -->\n<!-- from there\nwith more\n-->\n<!-- end -->\nlast\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, update := range []bool{true, false} {
		if n := compareBlocks(t, file, "from", update, strings.ToUpper); n != 2 {
			t.Errorf("%d blocks, expected 2", n)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const want = "# A\n\n<!-- from here -->\n\nHERE\n\n<!-- end -->\n\nwords <!-- from -->\n<!-- from there\nwith more\n-->\n\nTHERE\nWITH MORE\n\n<!-- end -->\nlast\n"
	if string(got) != want {
		t.Errorf("%q, expected %q", got, want)
	}
}
