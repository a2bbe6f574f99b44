//go:build unix

package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestPublishTwice renames a file that has its name already, as a network file system
// does whose answer got lost, and one that is gone.
func TestPublishTwice(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for name, before := range map[string]func(f *os.File) error{
		"renamed": func(f *os.File) error { return os.Rename(f.Name(), path) },
		"gone":    func(f *os.File) error { return os.Remove(f.Name()) },
	} {
		f, err := create(filepath.Dir(path))
		must(t, err)
		must(t, before(f))
		err = publish(f, path)
		if renamed := name == "renamed"; renamed && err != nil || !renamed && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
