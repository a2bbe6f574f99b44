//go:build !unix

package durable

import (
	"io/fs"
	"os"
)

// publish gives a written file its name. Open files cannot be renamed here.
func publish(f *os.File, path string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// inherit does nothing: permissions are those of the folder here.
func inherit(*os.File, fs.FileInfo) error { return nil }

// syncDir does nothing: folders cannot be synchronised here.
func syncDir(string) error { return nil }
