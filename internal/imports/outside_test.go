package imports

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// elsewhere writes a module outside of the repository that requires drfvi by a replace line,
// and returns what a command of go prints in it.
func elsewhere(t *testing.T, program string, arguments ...string) (string, error) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	read := func(name string) string {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	// The other requirements are those of drfvi itself: nothing is to be fetched.
	requirements := strings.Replace(read("go.mod"), "module drfvi\n", "module outside\n", 1) +
		fmt.Sprintf("\nrequire drfvi v0.0.0\n\nreplace drfvi => %q\n", root)
	for name, text := range map[string]string{"main.go": program, "go.sum": read("go.sum"), "go.mod": requirements} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", arguments...)
	command.Dir = folder
	command.Env = append(os.Environ(), "GOPROXY=off", "GOWORK=off", "GOFLAGS=-mod=mod "+os.Getenv("GOFLAGS"))
	output, err := command.CombinedOutput()
	return string(output), err
}

// A module outside of the repository compiles against the libraries, and runs: nobody needs
// a package that is internal.
func TestModuleOutside(t *testing.T) {
	program, err := os.ReadFile("testdata/outside/main.go")
	if err != nil {
		t.Fatal(err)
	}
	output, err := elsewhere(t, string(program), "run", ".")
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
	if err != nil || output != want {
		t.Errorf("go run: %v\n%s\nexpected\n%s", err, output, want)
	}
}

// TestManualFromGo compiles the example in Go that the manual shows.
func TestManualFromGo(t *testing.T) {
	manual, err := os.ReadFile("../../docs/manual.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(manual), "\n```go\n")
	example, _, closed := strings.Cut(example, "```")
	if !found || !closed {
		t.Fatal("the manual has no example in Go")
	}
	program := `package main

import (
	"context"
	"fmt"

	"drfvi/datasets"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/mmd"
)

func main() {
	ctx := context.Background()
	` + example + `
	_ = err
}
`
	if output, err := elsewhere(t, program, "vet", "."); err != nil {
		t.Errorf("go vet: %v\n%s", err, output)
	}
}
