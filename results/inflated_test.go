package results

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestInflated: a small file that unpacks to gigabytes is refused, by name and with a remedy,
// before it takes memory.
func TestInflated(t *testing.T) {
	dir := t.TempDir()
	bomb := bytes.Repeat(pack(make([]byte, 64<<20)), 30) // frames one after the other are one file
	path := filepath.Join(dir, "tiny"+recordsSuffix)
	if err := os.WriteFile(path, bomb, 0o666); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := readLines(path, redoRecords, func(struct{}) error { return nil })
	runtime.ReadMemStats(&after)
	if want := path + ": cannot be unpacked: unpacks to more than 100 times its size, which no records do; restore the file from a copy"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
		t.Errorf("%d kB take %d MB", len(bomb)>>10, used>>20)
	}
}

// TestHuge: a file that is too large for one of results is refused before it is read.
func TestHuge(t *testing.T) {
	dir := t.TempDir()
	for _, suffix := range []string{recordsSuffix, timingsSuffix} {
		path := filepath.Join(dir, "tiny"+suffix)
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 1<<42); err != nil { // sparse
			t.Skip(err)
		}
		if _, err := readLines(path, redoRecords, func(struct{}) error { return nil }); err == nil || !strings.Contains(err.Error(), path+" has 4398046511104 bytes, expected one that drfvi wrote, of at most 1073741824") {
			t.Errorf("%s: %v", suffix, err)
		}
	}
	path := filepath.Join(dir, "one.json")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 700<<20); err != nil {
		t.Skip(err)
	}
	if _, err := readOne(path, redoExperiment, func(struct{}) error { return nil }); err == nil || !strings.Contains(err.Error(), "734003200 bytes, expected one that drfvi wrote, of at most 134217728") {
		t.Errorf("error %v", err)
	}
}
