package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/gofrs/flock"

	"drfvi/internal/durable"
)

// disk is the store's access to files for writing. Tests replace it by one that stops at a given
// step, as in a power cut, or is full.
type disk interface {
	// create durably creates a file that is not there.
	create(path string) (*os.File, error)
	// append adds text to the end of a file and waits until it is on the disk.
	append(file *os.File, text []byte) error
	// writeFile durably replaces the file's content, or leaves the old one.
	writeFile(path string, data []byte) error
	remove(path string) error
	// lock reports whether it got a lock that no other process has.
	lock(*flock.Flock) (bool, error)
}

// osDisk is the file system of the operating system.
type osDisk struct{}

func (osDisk) create(path string) (*os.File, error) { return durable.Create(path) }

func (osDisk) append(file *os.File, text []byte) error {
	if _, err := file.Write(text); err != nil {
		return err
	}
	return file.Sync()
}

func (osDisk) writeFile(path string, data []byte) error { return durable.WriteFile(path, data) }
func (osDisk) remove(path string) error                 { return os.Remove(path) }
func (osDisk) lock(lock *flock.Flock) (bool, error)     { return lock.TryLock() }

// replace writes a file of the store.
func (s *Store) replace(path string, data []byte) error {
	err := checkPlace(path)
	if err == nil {
		err = s.disk.writeFile(path, data)
	}
	return ofResults(err)
}

// checkPlace returns an error if something other than a regular file stands where the store
// writes: what a link leads to is not the store's to change, and a pipe would wait for a reader.
func checkPlace(path string) error {
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	thing := "not a regular file"
	switch {
	case info.Mode().IsRegular():
		return nil
	case info.Mode()&fs.ModeSymlink != 0:
		thing = "a link"
	case info.IsDir():
		thing = "a folder"
	}
	return fmt.Errorf("%s is %s, expected a file that drfvi made: remove it, or give another directory", path, thing)
}
