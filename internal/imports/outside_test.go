package imports

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A module outside of the repository compiles against the libraries by a replace line, and
// runs: nobody needs a package that is internal.
func TestModuleOutside(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	copied := func(from, to string, change func(string) string) {
		t.Helper()
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, to), []byte(change(string(data))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	same := func(s string) string { return s }
	copied("testdata/outside/main.go", "main.go", same)
	copied(filepath.Join(root, "go.sum"), "go.sum", same)
	// The other requirements are those of drfvi itself: nothing is to be fetched.
	copied(filepath.Join(root, "go.mod"), "go.mod", func(s string) string {
		s = strings.Replace(s, "module drfvi\n", "module outside\n", 1)
		return s + fmt.Sprintf("\nrequire drfvi v0.0.0\n\nreplace drfvi => %q\n", root)
	})
	command := exec.Command("go", "run", "-mod=mod", ".")
	command.Dir = folder
	command.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=")
	output, err := command.CombinedOutput()
	const want = `clusters and weights: [kind hours] 2 2
kernel median: near true, 3 importances
kernel authors: near true, 3 importances
kernel 0.5: near true, 3 importances
kernel 0.50: near true, 3 importances
kernel half at the median distance: near true, 3 importances
categories: [city town village] true
intervals: true true
law: 200 true
registry: stacked stacked
`
	if err != nil || string(output) != want {
		t.Errorf("go run: %v\n%s\nexpected\n%s", err, output, want)
	}
}
