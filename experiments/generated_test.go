//go:build linux

package experiments

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/results"
)

// drawing prints a table of n rows and p inputs from the seed of its request.
const drawing = `read -r request
get() { printf '%s' "$request" | sed "s/.*\"$1\":\\([0-9]*\\).*/\\1/"; }
awk -v n="$(get n)" -v p="$(get p)" -v seed="$(get seed)" 'BEGIN {
  srand(seed); for (j = 1; j <= p; j++) printf "in%d,", j; print "y"
  for (i = 0; i < n; i++) { first = 0; for (j = 1; j <= p; j++) { x = rand(); if (j == 1) first = x; printf "%.6f,", x } printf "%.6f\n", first + rand() / 9 }
}'
`

// generating writes a specification whose tables a program draws.
func generating(t *testing.T, folder, program string) string {
	t.Helper()
	file := filepath.Join(folder, "law.yaml")
	text := `name: tiny
title: My own law
description: The first input moves the response.
seed: 1
repetitions: 2
trees: 10
data: {program: [sh, gen.sh], targets: [y], n: [70, 80], p: [3], timeout: 60s}
methods: [coupled, mda]
variants: {usual: {presets: [paper], kernels: [median]}}
relevant: [in1]
`
	for name, text := range map[string]string{"gen.sh": program, "law.yaml": text} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return file
}

// A program draws the tables of a grid, one for all methods of a repetition; another program is another
// experiment.
func TestGenerated(t *testing.T) {
	folder, dir := t.TempDir(), t.TempDir()
	records, _, err := outcomeOf(t, generating(t, folder, drawing), dir, false)
	if err != nil || len(records) != 8 {
		t.Fatalf("%d records, %v", len(records), err)
	}
	tables := make(map[string]string)
	for _, r := range records {
		key := r.Cell["n"] + r.ID[len(r.ID)-4:]
		if other, known := tables[key]; known && other != r.Notes["table_sha256"] || r.Notes["table_sha256"] == "" {
			t.Errorf("%s has another table than the other method: %v", r.ID, r.Notes)
		}
		tables[key] = r.Notes["table_sha256"]
		if strings.Join(r.Variables, " ") != "in1 in2 in3" || !(r.Values["raw"][0] > r.Values["raw"][1]) {
			t.Errorf("%s: %v, %v", r.ID, r.Variables, r.Values["raw"])
		}
	}
	if len(tables) != 4 {
		t.Errorf("tables %v", tables)
	}
	elsewhere, _, _ := outcomeOf(t, generating(t, t.TempDir(), drawing), t.TempDir(), false)
	for i, r := range records {
		if elsewhere[i].Key != r.Key {
			t.Errorf("%s has another key in another folder", r.ID)
		}
	}
	if _, _, err := outcomeOf(t, generating(t, folder, drawing+"# changed\n"), dir, false); err == nil || !strings.Contains(err.Error(), "holds 8 finished units of another experiment") {
		t.Errorf("another program: %v", err)
	}
}

// A program that fails, or prints something else than the table, makes its units fail with the reason.
func TestGeneratedFaults(t *testing.T) {
	for program, want := range map[string]string{
		"echo 'Error: no law' >&2; exit 3\n": "the generator ended with exit code 3: Error: no law",
		"true\n":                             "the generator has not printed the table: its output: ",
		"echo in1,in2,in3,z; echo 1,2,3,4; echo 1,2,3,5": `unknown target "y"`,
		drawing + "echo 1,2,3,4\n":                       "it has 71 rows and 3 inputs besides the targets, expected 70 and 3",
	} {
		records, _, err := outcomeOf(t, generating(t, t.TempDir(), program), t.TempDir(), false)
		if err == nil || len(records) != 8 || !strings.Contains(records[0].Failure, want) || records[0].Values != nil {
			t.Errorf("%v: %s, expected %s", err, records[0].Failure, want)
		}
	}
}

// A list of rows makes a grid of a table of the user.
func TestSizes(t *testing.T) {
	folder := t.TempDir()
	rows := []string{"a,b,y"}
	for i := range 90 {
		rows = append(rows, fmt.Sprintf("%d,%d,%d", i*i%17, i%5, i*i%17+i%3))
	}
	for name, text := range map[string]string{"t.csv": strings.Join(rows, "\n") + "\n", "grid.yaml": `name: tiny
title: A grid
description: Numbers of rows.
seed: 1
repetitions: 2
trees: 10
data: {file: t.csv, targets: [y], rows: [40, 80]}
methods: [coupled]
variants: {usual: {presets: [auto], kernels: [median]}}
`} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	records, _, err := outcomeOf(t, filepath.Join(folder, "grid.yaml"), t.TempDir(), false)
	var sizes []string
	for _, r := range records {
		sizes = append(sizes, r.Cell[results.KeyN])
	}
	if err != nil || strings.Join(sizes, " ") != "40 40 80 80" {
		t.Errorf("sizes %v, %v", sizes, err)
	}
}
