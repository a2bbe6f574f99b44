//go:build unix

package durable

import "os"

// publish gives a file that is written its name. It stays locked until it has it.
func publish(f *os.File, path string) error {
	if err := os.Rename(f.Name(), path); err != nil {
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
