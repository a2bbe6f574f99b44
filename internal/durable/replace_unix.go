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
	f, unlock, err := pending(target, mode)
	if err != nil {
		return err
	}
	defer unlock()
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
		if now, there := os.Lstat(target); there == nil && os.SameFile(written, now) {
			err = nil
		}
	}
	if err == nil {
		syncDir(filepath.Dir(target))
	}
	return err
}

// pending makes the file beside target that is to replace it, and locks it until unlock, after it is closed and renamed: by
// the lock others tell that its writer lives. Where there are no locks they tell by its age.
func pending(target string, mode fs.FileMode) (f *renameio.PendingFile, unlock func(), err error) {
	for {
		f, err = renameio.NewPendingFile(target, renameio.WithTempDir(filepath.Dir(target)), renameio.WithPermissions(mode))
		if err != nil {
			return nil, nil, err
		}
		held, err := syscall.Dup(int(f.Fd()))
		if err != nil {
			return f, func() {}, nil
		}
		syscall.CloseOnExec(held)
		unlock = func() { _ = syscall.Close(held) }
		if lock(held, syscall.LOCK_EX) != nil {
			return f, unlock, nil
		}
		made, err := f.Stat()
		if now, gone := os.Lstat(f.Name()); err != nil || gone == nil && os.SameFile(made, now) {
			return f, unlock, nil
		}
		unlock() // it was swept before it was locked
		_ = f.Cleanup()
	}
}

// lock locks an open file, as far as the file system can.
func lock(fd, how int) error {
	for {
		if err := syscall.Flock(fd, how); !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

// removeDead removes a file unless its writer lives.
func removeDead(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR|syscall.O_NOFOLLOW, 0)
	if err != nil {
		return removeStale(path)
	}
	defer f.Close()
	switch err := lock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case err == nil:
		return os.Remove(path)
	case errors.Is(err, syscall.EWOULDBLOCK):
		return nil
	}
	return removeStale(path)
}

// inherit gives a new file the owner and permissions of an old one, as far as possible. Where its
// group cannot be kept, another has no more than all others.
func inherit(f *os.File, old fs.FileInfo) {
	mode := old.Mode().Perm()
	if was, ok := old.Sys().(*syscall.Stat_t); ok && f.Chown(int(was.Uid), int(was.Gid)) != nil && f.Chown(-1, int(was.Gid)) != nil {
		mode &= 0o707 | mode&0o007<<3
	}
	_ = f.Chmod(mode) // it was created with no more than that
}
