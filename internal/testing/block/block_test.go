package block

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCompare: blocks are written anew, texts around them and other blocks stay, and a second time
// nothing differs.
func TestCompare(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.md")
	const text = "# A\n\n<!-- from here -->\nold\n<!-- end -->\n\nwords <!-- from -->\n<!-- from there\nwith more\n-->\n<!-- end -->\nlast\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, update := range []bool{true, false} {
		if n := Compare(t, file, "from", update, strings.ToUpper); n != 2 {
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
