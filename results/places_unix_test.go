//go:build unix

package results

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPlaces: where the store writes, what is no regular file is refused by name. Nothing behind a
// link is made or changed, and nobody waits for a pipe.
func TestPlaces(t *testing.T) {
	e, records := sample()
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	for _, file := range []string{lockName, "sample" + experimentSuffix, "sample" + recordsSuffix, "sample" + timingsSuffix} {
		for thing, put := range map[string]func(path string) error{
			" is a link":             func(path string) error { return os.Symlink(elsewhere, path) },
			" is a folder":           func(path string) error { return os.Mkdir(path, 0o777) },
			" is not a regular file": func(path string) error { return syscall.Mkfifo(path, 0o600) },
		} {
			s := open(t, t.TempDir())
			s.disk = hastyDisk{}
			path := filepath.Join(s.Dir(), file)
			must(t, put(path))
			err := session(s, e, records)
			if thing == " is a folder" && strings.Contains(file, "jsonl") { // read before
				thing = " is not a regular file"
			}
			fails(t, err, path+thing+", expected ")
			if _, err := os.Lstat(elsewhere); err == nil {
				t.Fatalf("%s leads to a new file", file)
			}
		}
	}
}

// TestLinkedJournal: a journal that is a link is read, and its link removed by the merge, not what is
// behind; one that is a pipe is refused.
func TestLinkedJournal(t *testing.T) {
	e, records := sample()
	s, path, _ := journaled(t, e, records)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	must(t, os.Rename(path, elsewhere))
	must(t, os.Symlink(elsewhere, path))
	must(t, second(s.Merge("sample")))
	if _, err := os.Stat(elsewhere); err != nil || len(journals(t, s)) > 0 {
		t.Errorf("journals %v, %v", journals(t, s), err)
	}
	pipe := s.journalPath("sample")
	must(t, syscall.Mkfifo(pipe, 0o600))
	fails(t, second(s.Records("sample")), pipe+" is not a regular file, expected one that drfvi wrote")
}
