package durable

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// Lock locks an open file until it is closed or its process ends, in whatever way. The
// error wraps ErrHeld if another process has the lock.
func Lock(f *os.File) error {
	// A byte far beyond the content, so that others can read that.
	region := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &region)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrHeld
	}
	return err
}

// Unlock closes a locked file, and then removes it: open files cannot be removed here. Another
// process that has opened it since has the lock, and removes it.
func Unlock(f *os.File) error {
	if err := f.Close(); err != nil {
		return err
	}
	err := os.Remove(f.Name())
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
