//go:build !unix

package campaign

import "os"

// Drain returns what tells a worker that its time is nearly over: nothing here.
func Drain() <-chan os.Signal { return nil }
