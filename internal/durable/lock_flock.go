//go:build unix && !aix && !solaris

package durable

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Lock takes the lock of an open file, which the operating system releases when the
// file is closed or its process ends, however it ends. The error wraps ErrHeld if
// somebody else has it, and ErrNoLocks if there is none.
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
