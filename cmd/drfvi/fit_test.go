package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/forest/kept"
)

// TestKeptFormats predicts from models that earlier versions have kept, a file for each
// format, never written anew: what was promised to be read is.
func TestKeptFormats(t *testing.T) {
	dir := filepath.Join("testdata", "kept")
	want, err := os.ReadFile(filepath.Join(dir, "predicted.csv"))
	check(t, err)
	files, err := filepath.Glob(filepath.Join(dir, "*.drf"))
	check(t, err)
	if len(files) != kept.Format {
		t.Errorf("%d files for %d formats", len(files), kept.Format)
	}
	for _, file := range files {
		code, stdout, stderr := call(context.Background(), "predict", "--model", file, "--new", filepath.Join(dir, "new.csv"), "--format", "csv")
		if code != codeDone || stdout != string(want) {
			t.Errorf("%s: exit code %d, messages %q, predictions\n%s, expected\n%s", file, code, stderr, stdout, want)
		}
	}
}

// TestNotes has models whose notes do not agree with their forest, which the program did
// not write.
func TestNotes(t *testing.T) {
	path := filepath.Join("testdata", "kept", "format-1.drf")
	data, err := os.ReadFile(path)
	check(t, err)
	whole, err := kept.Decode(data)
	check(t, err)
	for _, c := range []struct{ old, new string }{
		{string(whole.Notes), ""}, {string(whole.Notes), "{}"},
		{`"Width":1`, `"Width":2`}, {`"First":1`, `"First":-1`}, {`"Columns":[0]`, `"Columns":[]`}, {`"Columns":[0]`, `"Columns":[9]`},
		{`"Responses":["y",`, `"Responses":[`}, {`"Kind":"text"`, `"Kind":"test"`}, {`"About":{`, `"Abort":{`},
	} {
		m := whole
		m.Notes = []byte(strings.ReplaceAll(string(whole.Notes), c.old, c.new))
		if string(m.Notes) == string(whole.Notes) {
			t.Fatalf("the notes have no %s: %s", c.old, whole.Notes)
		}
		data, err := m.Encode()
		check(t, err)
		file := filepath.Join(t.TempDir(), "m.drf")
		check(t, os.WriteFile(file, data, 0o600))
		if _, err := readModel(file); err == nil || err.Error() != file+" has a forest, but not the columns of its table: expected a model that drfvi fit has written" {
			t.Errorf("%.30s for %.30s: %v", c.new, c.old, err)
		}
	}
}

// TestWarningsOnce: a table that is predicted from itself says everything once.
func TestWarningsOnce(t *testing.T) {
	a := analysis{Warnings: []string{"decimal commas", "few rows"}, OfRows: []string{"decimal commas", "another"}}
	if got := strings.Join(a.allWarnings(), ", "); got != "decimal commas, few rows, another" {
		t.Error(got)
	}
}
