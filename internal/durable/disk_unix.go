//go:build unix

package durable

import (
	"errors"
	"io/fs"
	"os"
)

// publish gives a file that is written its name. It stays locked until it has it.
func publish(f *os.File, path string) error {
	// A network file system whose answer got lost asks again, and then there is nothing
	// to rename any more.
	if err := os.Rename(f.Name(), path); err != nil && !(errors.Is(err, fs.ErrNotExist) && isAt(f, path)) {
		return err
	}
	_ = f.Close() // its bytes are on the disk
	return nil
}

// remove removes an open file.
func remove(f *os.File) error { return os.Remove(f.Name()) }

// syncDir waits until the names in a folder are on the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
