//go:build unix

package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// pastedNames would run a command, or fall apart, where they stand in a shell as they are.
var pastedNames = []string{"$(touch pwned)", "`touch pwned`", "; touch pwned", "it's", "a b", `say "so"`, "-x", "a,b", "&&touch pwned", "*"}

// pasted returns the words that a shell makes of a text, in an empty folder that has to stay empty.
func pasted(t *testing.T, text string) []string {
	t.Helper()
	shell := exec.Command("sh", "-c", `printf '%s\n' `+text)
	shell.Dir = t.TempDir()
	out, err := shell.Output()
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
	if made, err := os.ReadDir(shell.Dir); err != nil || len(made) > 0 {
		t.Errorf("pasting %s has run a command", text)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// TestPastedColumns: what a warning proposes for a column of any name can be pasted, and names it.
func TestPastedColumns(t *testing.T) {
	proposed := regexp.MustCompile(`(--cluster .*) keeps them together`)
	for _, name := range pastedNames {
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.Write([]string{name, "week", "diet", "weight"})
		for unit := range 10 {
			for week := range 6 {
				w.Write([]string{fmt.Sprint(unit + 1), fmt.Sprint(week), []string{"corn", "hay"}[unit%2], fmt.Sprint(20 + 3*(unit*unit%7) + 2*week + unit*week%3)})
			}
		}
		w.Flush()
		table := writeTable(t, "animals.csv", b.String())
		code, stdout, stderr := call(context.Background(), "importance", table, "--targets", "weight", "--trees", "10", "--no-test", "--quiet")
		if code != codeDone {
			t.Fatal(stderr)
		}
		found := proposed.FindStringSubmatch(stdout)
		if found == nil {
			t.Fatalf("%s: no proposal in %s", name, stdout)
		}
		words := pasted(t, found[1])
		if code, _, stderr := call(context.Background(), append([]string{"importance", table, "--targets", "weight", "--trees", "10", "--no-test"}, words...)...); code != codeDone {
			t.Errorf("%s: %s is refused: %s", name, found[1], stderr)
		}
	}
}

// TestPastedPaths: what an error proposes for a file of any name can be pasted, and names it.
func TestPastedPaths(t *testing.T) {
	proposed := regexp.MustCompile(`such as drfvi describe (.*)`)
	for _, name := range pastedNames {
		path := filepath.Join(t.TempDir(), strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(path, []byte("x,y\n1,2\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, _, stderr := call(context.Background(), path)
		found := proposed.FindStringSubmatch(stderr)
		if found == nil {
			t.Fatalf("%s: no proposal in %s", name, stderr)
		}
		if words := pasted(t, strings.TrimSpace(found[1])); len(words) != 1 || words[0] != path {
			t.Errorf("%s becomes %q", path, words)
		}
	}
}
