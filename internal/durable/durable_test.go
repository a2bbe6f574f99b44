package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// names returns what is in a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return strings.Join(all, " ")
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, content := range []string{"one", "", "another"} {
		must(t, WriteFile(path, []byte(content)))
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("content %q, %v, expected %q", got, err, content)
		}
	}
	if got := names(t, dir); got != "a" {
		t.Errorf("files %q", got)
	}
	// The error names the file that is wanted, and nothing is left of the attempt.
	missing := filepath.Join(dir, "missing", "b")
	if err := WriteFile(missing, nil); !errors.Is(err, fs.ErrNotExist) || err.Error() != "cannot write "+missing+": no such file or directory" {
		t.Errorf("error %v", err)
	}
	folder := filepath.Join(dir, "folder")
	must(t, os.MkdirAll(filepath.Join(folder, "full"), 0o777))
	if err := WriteFile(folder, nil); err == nil || !strings.HasPrefix(err.Error(), "cannot write "+folder+": ") {
		t.Errorf("error %v", err)
	}
	if got := names(t, dir); got != "a folder" {
		t.Errorf("files %q", got)
	}
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	must(t, Writable(path))
	must(t, os.WriteFile(path, []byte("old"), 0o666))
	must(t, Writable(path))
	if got, err := os.ReadFile(path); err != nil || string(got) != "old" || names(t, dir) != "a" {
		t.Errorf("content %q of files %q, %v", got, names(t, dir), err)
	}
	if err := Writable(dir); err == nil || err.Error() != "cannot write "+dir+": it is a folder" {
		t.Errorf("error %v", err)
	}
	missing := filepath.Join(dir, "missing", "b")
	if err := Writable(missing); err == nil || err.Error() != "cannot write "+missing+": no such file or directory" {
		t.Errorf("error %v", err)
	}
}

func TestMakeDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b", "c")
	for range 2 {
		must(t, MakeDir(dir))
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Error(err)
	}
}

// TestSweep: partial files go when no writer can still be at them; beside a file only its own.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-2 * stale)
	for _, name := range []string{".data.json1234567890123456789", ".data1234567890123456789", ".drfvi-0123456789abcdef", ".hidden", ".note2024", "data", ".data2234567890123456789"} {
		path := filepath.Join(dir, name)
		must(t, os.WriteFile(path, []byte("half"), 0o666))
		if name != ".data2234567890123456789" { // perhaps being written
			must(t, os.Chtimes(path, old, old))
		}
	}
	must(t, os.Mkdir(filepath.Join(dir, ".folder1234567890123456789"), 0o777))
	must(t, os.Symlink("data", filepath.Join(dir, ".link1234567890123456789")))
	must(t, SweepBeside(filepath.Join(dir, "data")))
	left := ".data2234567890123456789 .folder1234567890123456789 .hidden .link1234567890123456789 .note2024 data"
	if got, want := names(t, dir), ".data.json1234567890123456789 "+strings.Replace(left, " .folder", " .drfvi-0123456789abcdef .folder", 1); got != want {
		t.Errorf("left %q beside the file, expected %q", got, want)
	}
	must(t, Sweep(dir))
	if got := names(t, dir); got != left {
		t.Errorf("left %q, expected %q", got, left)
	}
}

// TestCreate: a file that is there is not created again, and no link to where there is none.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	file, err := Create(path)
	must(t, err)
	must(t, file.Close())
	must(t, os.Symlink(filepath.Join(dir, "b"), filepath.Join(dir, "link")))
	for _, there := range []string{path, filepath.Join(dir, "link")} {
		if _, err := Create(there); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: error %v", there, err)
		}
	}
	if got := names(t, dir); got != "a link" {
		t.Errorf("files %q", got)
	}
}
