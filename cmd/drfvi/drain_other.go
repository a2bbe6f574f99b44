//go:build !unix

package main

import "os"

// drainSignals returns what tells a worker that its time is nearly over: nothing here.
func drainSignals() <-chan os.Signal { return nil }
