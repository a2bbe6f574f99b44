//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The picture of the documents is that of the table beside it.
func TestDraw(t *testing.T) {
	table, err := os.ReadFile("../../docs/cores.csv")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "cores.csv")
	if err := os.WriteFile(file, table, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := draw(file); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(filepath.Dir(file), "cores.png"))
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("../../docs/cores.png")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/cores.png is not that of docs/cores.csv: go run ./bench/cores -draw docs/cores.csv")
	}
	if err := draw(filepath.Join(t.TempDir(), "none.csv")); err == nil {
		t.Error("a table that is not there was drawn")
	}
}
