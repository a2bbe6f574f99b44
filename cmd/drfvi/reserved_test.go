package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFull checks that commands whose output cannot be written fail.
func TestFull(t *testing.T) {
	for _, line := range []string{"help", "--help", "--version", "list", "help importance", "importance --help", "help exit-codes", "completion bash", "completion zsh", "completion fish", "completion powershell", "data", "data list", "new", "simulate bivariate -n 5"} {
		var stderr strings.Builder
		if code := run(context.Background(), strings.Fields(line), strings.NewReader(""), full{}, &stderr); code != codeFailed || !strings.Contains(stderr.String(), "no space left on device") {
			t.Errorf("%s: exit code %d, messages %q", line, code, &stderr)
		}
	}
}

// TestReservedNames runs specifications that have names of drfvi's own, or such as no
// file can have.
func TestReservedNames(t *testing.T) {
	folder := t.TempDir()
	for name, want := range map[string]string{
		"all": `the name "all" is one of drfvi's own, expected another name`, "paper": "is one of drfvi's own", "evidence": "is one of drfvi's own", "bivariate": "is one of drfvi's own",
		strings.Repeat("n", 300): "expected a word of at most 64 small letters, digits and -",
	} {
		spec := filepath.Join(folder, "mine.yaml")
		if err := os.WriteFile(spec, []byte(strings.Replace(interruptible, "name: long", "name: "+name, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := call(context.Background(), "run", spec, "--out", filepath.Join(folder, "out")); code == codeDone || !strings.Contains(stderr, want) {
			t.Errorf("%.20s: exit code %d, messages %q", name, code, stderr)
		}
	}
	if code, _, stderr := call(context.Background(), "importance", simulated(t), "--targets", "y1", "--group", strings.Repeat("g", 300)+"=x1,x2"); code != codeUsage || !strings.Contains(stderr, "has a name of 300 letters, expected at most 200") {
		t.Errorf("group: exit code %d, messages %q", code, stderr)
	}
}

// TestSoon interrupts commands that keep nothing.
func TestSoon(t *testing.T) {
	folder := partOfPaper(t, "bivariate")
	for _, line := range []string{"simulate bivariate -n 2000000", "verify --results " + folder, "report --results " + folder + " --to " + filepath.Join(t.TempDir(), "r"), "compare " + folder + " " + folder, "export --results " + folder} {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(20*time.Millisecond, cancel)
		start := time.Now()
		var stderr strings.Builder
		code := run(ctx, strings.Fields(line), strings.NewReader(""), new(strings.Builder), &stderr)
		// Half of the patience of other commands: the machine may be slow.
		if took := time.Since(start); took > time.Second {
			t.Errorf("%s: exit code %d after %v, messages %q", line, code, took, &stderr)
		}
	}
}
