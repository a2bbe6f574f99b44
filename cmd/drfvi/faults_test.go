package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"drfvi/results"
)

// TestAbsurdNumbers gives numbers that no machine has the memory or the time for.
func TestAbsurdNumbers(t *testing.T) {
	table := simulated(t)
	const tooLarge = "of memory are needed, more than the 4 GB that may be taken, so it was not tried; --memory allows more"
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--trees", "9000000000000000000"}, codeUsage, `--trees: found "9000000000000000000", expected an integer of at most 1000000000`},
		{[]string{"--trees", "90000000000000000000"}, codeUsage, `--trees: found "90000000000000000000", expected an integer of at most 1000000000`},
		{[]string{"--workers", "9223372036854775807"}, codeUsage, `--workers: found "9223372036854775807", expected an integer of at most 4096`},
		{[]string{"--workers", "1000000000"}, codeUsage, "--workers: "},
		{[]string{"--memory", "much"}, codeUsage, `--memory: found "much", expected an amount of memory such as 16GB or 500MB`},
		{[]string{"--memory", "-1GB"}, codeUsage, "--memory: "},
		{[]string{"--memory", "4GB", "--trees", "1000000000"}, codeFailed, tooLarge},
	} {
		for _, command := range []string{"importance", "shapley", "rfe"} {
			args := append([]string{command, table, "--targets", "y1,y2"}, c.args...)
			if code, stdout, stderr := call(context.Background(), args...); code != c.code || stdout != "" || !strings.Contains(stderr, c.want) {
				t.Errorf("%q: exit code %d, output %q, messages %q", args, code, stdout, stderr)
			}
		}
	}
	for _, args := range [][]string{
		{"simulate", "bivariate", "-n", "80000000", "--memory", "4GB"},
		{"importance", table, "--targets", "y1,y2", "--memory", "1MB"},
	} {
		if code, stdout, stderr := call(context.Background(), args...); code != codeFailed || stdout != "" || !strings.Contains(stderr, "so it was not tried; --memory allows more") {
			t.Errorf("%q: exit code %d, output %q, messages %q", args, code, stdout, stderr)
		}
	}
}

// TestTooLargeUnit runs a specification one of whose units needs more memory than it may
// take: the others are computed.
func TestTooLargeUnit(t *testing.T) {
	folder := t.TempDir()
	spec, out := filepath.Join(folder, "long.yaml"), filepath.Join(folder, "out")
	text := strings.NewReplacer("repetitions: 20", "repetitions: 1", "trees: 100", "trees: 10", "n: [200]", "n: [100, 100000000]").Replace(interruptible)
	if err := os.WriteFile(spec, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"run", spec, "--out", out, "--memory", "4GB"}
	if _, stdout, _ := call(context.Background(), append(args, "--dry-run")...); !strings.Contains(stdout, "1 unit would not be tried for want of memory; see --memory.") {
		t.Errorf("plan %q", stdout)
	}
	code, _, stderr := call(context.Background(), args...)
	if code != codeFailed || !strings.Contains(stderr, "n100000000") || !strings.Contains(stderr, "so it was not tried; --memory allows more") {
		t.Errorf("exit code %d, messages %q", code, stderr)
	}
	store, err := results.Open(out)
	check(t, err)
	if found, err := store.Records("long"); err != nil || len(found) != 1 {
		t.Errorf("%d records of the small unit, %v", len(found), err)
	}
}

// TestControlCharacters shows a table whose names and categories hold commands to the
// terminal.
func TestControlCharacters(t *testing.T) {
	var b strings.Builder
	b.WriteString("a\x1b[31m,\"b\nc\",d\u009b2J,y\x07\u202e\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d,%s,%d,%d\n", i*37%59, []string{"p\x1b]0;x", "q\x7f"}[i*7%11%2], i*13%17, i*37%59+i%7)
	}
	table := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(table, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	control := regexp.MustCompile(`[\x00-\x09\x0b-\x1f\x7f]|\x{80}-\x{9f}|\x{202e}`)
	for _, args := range [][]string{
		{"describe", table}, {"importance", table, "--targets", "y*"}, {"shapley", table, "--targets", "y*"}, {"rfe", table, "--targets", "y*", "--repeats", "2"},
		{"importance", table, "--targets", "nothing"}, {"importance", table, "--targets", "b*"}, {"importance", table, "--targets", "d*", "--cluster", "a\x1b"},
	} {
		var stdout, stderr bytes.Buffer
		run(context.Background(), args, strings.NewReader(""), &stdout, &stderr)
		shown := stdout.String() + stderr.String()
		if at := control.FindStringIndex(shown); at != nil || shown == "" {
			t.Errorf("%q shows %q, at %v", args, shown, at)
		}
	}
}
