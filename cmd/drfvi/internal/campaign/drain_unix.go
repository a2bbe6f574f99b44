//go:build unix

package campaign

import (
	"os"
	"os/signal"
	"syscall"
)

// Drain returns what tells a worker that its time is nearly over.
func Drain() <-chan os.Signal {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGUSR1)
	return signals
}
