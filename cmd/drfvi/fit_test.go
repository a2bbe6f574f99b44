package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/forest/modelfile"
)

// TestModelFormats predicts from a model that an earlier version has written, never written anew:
// what was promised to be read is. One of a format before is refused with what to do.
func TestModelFormats(t *testing.T) {
	dir := filepath.Join("testdata", "models")
	want, err := os.ReadFile(filepath.Join(dir, "predicted.csv"))
	check(t, err)
	for format := 1; format <= modelfile.Format; format++ {
		file := filepath.Join(dir, fmt.Sprintf("format-%d.drf", format))
		args := []string{"predict", "--model", file, "--new", filepath.Join(dir, "new.csv"), "--format", "csv"}
		code, stdout, stderr := call(context.Background(), args...)
		if format == modelfile.Format {
			if code != codeDone || stdout != string(want) {
				t.Errorf("%s: exit code %d, messages %q, predictions\n%s, expected\n%s", file, code, stderr, stdout, want)
			}
			continue
		}
		refusal := "drfvi: " + file + " is a model of format 1, written by drfvi 0.1.0, which this version does not read: run drfvi fit again on its table\n"
		if code != codeFailed || stdout != "" || stderr != refusal {
			t.Errorf("%s: exit code %d, output %q, messages %q, expected %q", file, code, stdout, stderr, refusal)
		}
	}
}

// TestNotes has models whose notes do not agree with their forest, which the program did
// not write.
func TestNotes(t *testing.T) {
	path := filepath.Join("testdata", "models", "format-2.drf")
	data, err := os.ReadFile(path)
	check(t, err)
	whole, err := modelfile.Decode(data)
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
