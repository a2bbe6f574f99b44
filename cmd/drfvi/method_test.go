package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMethodsDocument saves the methods and the specification that docs/experiments.md
// prints, and does with them what it says.
func TestMethodsDocument(t *testing.T) {
	if testing.Short() {
		t.Skip("long: starts R a dozen times")
	}
	for _, needed := range [][]string{{"Rscript", "-e", "library(jsonlite)"}, {"python3", "-c", "import statistics; statistics.correlation"}} {
		if err := exec.Command(needed[0], needed[1:]...).Run(); err != nil {
			t.Skipf("skipped: %q fails", needed)
		}
	}
	text, folder := section(t, "docs/experiments.md", "Methods of your own"), t.TempDir()
	for name, info := range map[string]string{"my-loco.R": "r", "my_cor.py": "python", "mine.yaml": "yaml"} {
		found := blocks(text, info)
		if len(found) != 1 {
			t.Fatalf("docs/experiments.md has %d blocks of %s, expected one", len(found), info)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(found[0]+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(blocks(text, "sh")[0]) {
		command, _, _ := strings.Cut(strings.TrimSpace(line), " #")
		words := strings.Fields(command)
		cmd := exec.Command(words[0], words[1:]...) // TestMain has put drfvi on the path
		cmd.Dir = folder
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command, err, out)
		} else {
			t.Logf("%s\n%s", command, out)
		}
	}
	report, err := os.ReadFile(filepath.Join(folder, "reports", "mine", "report.html"))
	if err != nil || !strings.Contains(string(report), "my-loco") || !strings.Contains(string(report), "my-cor") || strings.Contains(string(report), "failed (") {
		t.Errorf("the report: %v", err)
	}
}
