package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestReportBeside sets the leaderboard of one folder beside that of another, and has the
// reason where that cannot be.
func TestReportBeside(t *testing.T) {
	dir := t.TempDir()
	run := func(name, seed, methods string) string {
		t.Helper()
		file, out := filepath.Join(dir, name+".yaml"), filepath.Join(dir, name)
		text := "name: " + name + "\ntitle: Board\nsource: own\norder: 1\nseed: " + seed + `
repetitions: 2
trees: 10
data: {tables: [{scenario: linear, n: [80], p: [3]}]}
methods: ` + methods + `
variants: {all: {presets: [paper], kernels: [median]}}
population_draws: 100
figure: leaderboard
description: A board.
`
		check(t, os.WriteFile(file, []byte(text), 0o600))
		if code, _, stderr := call(context.Background(), "run", file, "--out", out); code != codeDone {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		return out
	}
	ours, mine, other := run("ours", "3", "[hsic, vimp-drf]"), run("mine", "3", "[hsic, mda-per-output]"), run("other", "4", "[mda-per-output]")
	to := filepath.Join(dir, "report")
	if code, _, stderr := call(context.Background(), "report", "--results", ours, "--beside", mine, "--to", to); code != codeDone {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	table, err := os.ReadFile(filepath.Join(to, "ours.tex"))
	check(t, err)
	for _, want := range []string{"HSIC &", "vimp-drf &", "MDA per output &"} {
		if !strings.Contains(string(table), want) {
			t.Errorf("the table lacks %q:\n%s", want, table)
		}
	}
	code, _, stderr := call(context.Background(), "report", "--results", ours, "--beside", other, "--to", to)
	if want := other + ": other: repetition 0 of linear, "; code != codeFailed || !strings.Contains(stderr, want) || !strings.Contains(stderr, "a specification with the same seed draws it") {
		t.Errorf("exit code %d, %s, expected %s", code, stderr, want)
	}
}
