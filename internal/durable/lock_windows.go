package durable

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Lock takes the lock of an open file, which the operating system releases when the
// file is closed or its process ends, however it ends. The error wraps ErrHeld if
// somebody else has it.
func Lock(f *os.File) error {
	// A byte far behind the content, which others may then read.
	region := windows.Overlapped{OffsetHigh: 1 << 30}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &region)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return ErrHeld
	}
	return err
}
