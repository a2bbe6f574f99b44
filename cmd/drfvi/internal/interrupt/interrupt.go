// Package interrupt ends commands that a signal has interrupted: soon, with the exit
// code that shells give, and a message that says how to go on.
package interrupt

import (
	"context"
	"os"
	"strings"
	"syscall"
	"time"
)

// By is the cause of a context that a signal has cancelled.
type By struct{ Signal os.Signal }

func (b By) Error() string { return b.Signal.String() }

// exitSignal and the number of the signal make the exit code of a program that it
// has ended, as shells have it.
const exitSignal = 128

// ExitCode returns the exit code of a command that was interrupted.
func ExitCode(ctx context.Context) int {
	if by, ok := context.Cause(ctx).(By); ok {
		if number, ok := by.Signal.(syscall.Signal); ok {
			return exitSignal + int(number)
		}
	}
	return exitSignal + int(syscall.SIGINT)
}

// patience is for how long an interrupted command may take to end by itself, and to
// say what it has kept.
const patience = 5 * time.Second

// Attend runs the work until it ends or, when it was interrupted and does not
// notice, for not much longer. It may then be left as a crash would leave it: no
// file is half-written.
func Attend(ctx context.Context, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return ctx.Err()
	}
}

// Message says how an interrupted command ended and how to go on: in its own words
// if it has any.
func Message(err error) string {
	cancelled := context.Canceled.Error()
	if err.Error() == cancelled {
		return "interrupted; the same command begins anew (drfvi run and drfvi data fetch go on from what they have kept)"
	}
	return strings.ReplaceAll(err.Error(), ": "+cancelled, "")
}
