//go:build unix

package durable

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// publish gives a written file its name. The file stays locked until then.
func publish(f *os.File, path string) error {
	// A network file system that loses an answer repeats the request, and the file is
	// already renamed.
	if err := os.Rename(f.Name(), path); err != nil && !(errors.Is(err, fs.ErrNotExist) && isAt(f, path)) {
		return err
	}
	_ = f.Close() // its bytes are on the disk
	return nil
}

// inherit gives a new file the owner and permissions of an old one. Where its group cannot be
// kept, another has no more than all others.
func inherit(f *os.File, old fs.FileInfo) error {
	mode := old.Mode().Perm()
	if was, ok := old.Sys().(*syscall.Stat_t); ok && f.Chown(int(was.Uid), int(was.Gid)) != nil && f.Chown(-1, int(was.Gid)) != nil {
		mode &= 0o707 | mode&0o007<<3
	}
	return f.Chmod(mode)
}

// syncDir waits until the names in a folder are on the disk.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
