//go:build !windows && (!unix || aix || solaris)

package durable

import "os"

// Lock returns ErrNoLocks: these systems have no lock in the standard library that
// ends with its file, and one that outlives its process would stop the resuming of
// interrupted runs.
func Lock(*os.File) error { return ErrNoLocks }
