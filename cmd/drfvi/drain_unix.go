//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// drainSignals returns what tells a worker that its time is nearly over.
func drainSignals() <-chan os.Signal {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	return signals
}
