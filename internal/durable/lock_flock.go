//go:build unix && !aix && !solaris

package durable

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock locks an open file until it is closed or its process ends, in whatever way. The
// error wraps ErrHeld if another process has the lock, and ErrNoLocks if there are none.
func Lock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrHeld
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, syscall.ENOLCK):
			return fmt.Errorf("%w: %w", ErrNoLocks, err)
		}
		return err
	}
}

// Unlock removes a locked file, and closes it.
func Unlock(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }
