//go:build !windows && (!unix || aix || solaris)

package durable

import (
	"errors"
	"os"
)

// Lock returns ErrNoLocks: the standard library has no lock for these systems that ends
// with its file, and one that outlived its process would prevent interrupted runs from
// resuming.
func Lock(*os.File) error { return ErrNoLocks }

// Unlock removes a locked file, and closes it.
func Unlock(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }
