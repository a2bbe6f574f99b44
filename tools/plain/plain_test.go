package main

import (
	"os"
	"path/filepath"
	"testing"
)

// bounds are the largest counts that the project allows itself, other modules included. The aims of
// version 3.0.0 are 70 names, 70 comments, 210 lines of code, 70 sentences and 30 500 statements.
// Where a bound is above its aim it is about the count of today, and only goes down.
var bounds = map[kind]int{namesWithoutRole: 60, wideComments: 30, wideCode: 15, longSentences: 55}

const (
	mostStatements = 34650
	mostPackages   = 58
)

// TestProject counts the code of the project.
func TestProject(t *testing.T) {
	counts, err := countFolder("../..")
	if err != nil {
		t.Fatal(err)
	}
	sum := total(counts)
	if sum.statements < 10000 {
		t.Fatalf("only %d statements were counted", sum.statements)
	}
	for _, k := range kinds {
		if n := sum.number(k); n > bounds[k] {
			t.Errorf("%d %s are hard to read, expected at most %d; go run -C tools ./plain -where %s lists them", n, k, bounds[k], k)
		}
	}
	if sum.statements > mostStatements {
		t.Errorf("the code has %d statements, expected at most %d", sum.statements, mostStatements)
	}
	packages := 0
	for folder := range counts {
		if !inOtherModule(folder) {
			packages++
		}
	}
	if packages > mostPackages {
		t.Errorf("the code has %d packages, expected at most %d", packages, mostPackages)
	}
}

// inOtherModule reports whether a folder of the project belongs to a module of its own.
func inOtherModule(folder string) bool {
	for ; folder != "."; folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join("../..", folder, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

// TestCounts counts a file that has one place of each kind.
func TestCounts(t *testing.T) {
	folder := t.TempDir()
	source := `// Package sample is counted.
package sample

// total adds up one value after another, which is a sentence that goes on and on, so that
// nobody who reads it knows at its end how it began, nor what it was that it wanted to say to them.
func total(of []int) (sum int) {
	for _, value := range of {
		sum += value // ` + longText(130) + `
	}
	// ` + longText(101) + `
	return sum
}
`
	if err := os.WriteFile(filepath.Join(folder, "sample.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	// A test is not counted.
	if err := os.WriteFile(filepath.Join(folder, "sample_test.go"), []byte("package sample\n\nvar of, at int\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	counts, err := countFolder(folder)
	if err != nil {
		t.Fatal(err)
	}
	count := counts["."]
	for _, k := range kinds {
		if n := count.number(k); n != 1 {
			t.Errorf("%d places of the kind %s, expected 1: %v", n, k, count.places)
		}
	}
	// The range, the sum and the return.
	if count.statements != 3 {
		t.Errorf("%d statements, expected 3", count.statements)
	}
}

// longText returns a word of so many letters.
func longText(letters int) string {
	text := make([]byte, letters)
	for i := range text {
		text[i] = 'x'
	}
	return string(text)
}
