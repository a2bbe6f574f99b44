//go:build !unix

package results

import "os"

// tryLock does nothing: these systems have no lock in the standard library
// that ends with its process, and a lock that outlives it would stop the
// resuming of interrupted runs.
func tryLock(*os.File) error { return nil }

// syncDir does nothing: directories cannot be synchronised here.
func syncDir(string) error { return nil }
