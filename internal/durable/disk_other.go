//go:build !unix

package durable

import "os"

// publish gives a file that is written its name. Files that are open have to keep
// theirs here.
func publish(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// remove removes a file; it must not be open here.
func remove(f *os.File) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Remove(f.Name())
}

// syncDir does nothing: folders cannot be synchronised here.
func syncDir(string) error { return nil }
