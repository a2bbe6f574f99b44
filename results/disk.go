package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// disk is how the store changes files. Tests put one in its place that stops
// at a given step, as a power cut would.
type disk interface {
	makeDir(path string) error
	// writeFile makes the file's new content durable, or leaves the old one.
	writeFile(path string, data []byte) error
	remove(path string) error
}

// temporary begins the names of files that are being written.
const temporary = ".tmp-"

func isTemporary(name string) bool { return strings.HasPrefix(name, temporary) }

// osDisk is the file system of the operating system.
type osDisk struct{}

// makeDir makes a directory and those above it, and waits for their names to
// be on the disk.
func (d osDisk) makeDir(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	parent := filepath.Dir(path)
	if parent != path {
		if err := d.makeDir(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, 0o777); err != nil {
		// Another goroutine may have been quicker.
		if info, statErr := os.Stat(path); statErr != nil || !info.IsDir() {
			return err
		}
	}
	return syncDir(parent)
}

func (osDisk) remove(path string) error { return os.Remove(path) }

// writeFile writes a temporary file in the same directory, waits for its bytes
// to be on the disk, renames it, and waits for the new name to be on the disk.
func (d osDisk) writeFile(path string, data []byte) error {
	var err error
	for range 3 {
		if err = d.writeOnce(path, data); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		// The temporary file is gone. A network file system repeats a rename whose
		// answer got lost, and then finds it done; or a run that began meanwhile has
		// taken the file for one that an interrupted writer left.
		if written, _ := os.ReadFile(path); bytes.Equal(written, data) {
			return syncDir(filepath.Dir(path))
		}
	}
	return err
}

func (osDisk) writeOnce(path string, data []byte) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, temporary+"*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
			err = fmt.Errorf("cannot write %s: %w", path, err)
		}
	}()
	if _, err := f.Write(data); err != nil {
		return err
	}
	// CreateTemp gives the owner alone the right to read.
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}
