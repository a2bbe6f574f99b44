//go:build !unix

package durable

import (
	"io/fs"
	"os"
	"path/filepath"
)

// replace writes a file beside target and gives it that name. Open files cannot be renamed here,
// and permissions are those of the folder.
func replace(target string, data []byte, _ fs.FileInfo) error {
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target))
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), target)
	}
	return err
}
