//go:build unix

package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/renameio/v2"
)

// replace writes a file beside target and gives it that name, with owner and permissions of the
// old one, if any.
func replace(target string, data []byte, old fs.FileInfo) error {
	mode := fs.FileMode(0o666)
	if old != nil {
		mode = old.Mode().Perm()
	}
	f, err := renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)), renameio.WithPermissions(mode))
	if err != nil {
		return err
	}
	defer f.Cleanup()
	if old != nil {
		inherit(f.File, old)
	}
	written, err := f.Stat()
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = f.CloseAtomicallyReplace()
	}
	// A network file system that loses an answer repeats the request, and the file is already
	// renamed.
	if errors.Is(err, fs.ErrNotExist) {
		if now, missing := os.Lstat(target); missing == nil && os.SameFile(written, now) {
			err = nil
		}
	}
	if err == nil {
		syncDir(filepath.Dir(target))
	}
	return err
}

// inherit gives a new file the owner and permissions of an old one, as far as possible. Where its
// group cannot be kept, another has no more than all others.
func inherit(f *os.File, old fs.FileInfo) {
	mode := old.Mode().Perm()
	if was, ok := old.Sys().(*syscall.Stat_t); ok && f.Chown(int(was.Uid), int(was.Gid)) != nil &&
		f.Chown(-1, int(was.Gid)) != nil {
		mode &= 0o707 | mode&0o007<<3
	}
	_ = f.Chmod(mode) // it was created with no more than that
}
