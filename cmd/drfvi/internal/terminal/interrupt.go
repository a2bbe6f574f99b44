package terminal

import (
	"context"
	"os"
	"strings"
	"syscall"
	"time"

	"drfvi/internal/mention"
	"drfvi/internal/par"
)

// Interrupt is the cause of a context that a signal has cancelled.
type Interrupt struct{ Signal os.Signal }

func (i Interrupt) Error() string { return i.Signal.String() }

// exitSignal and the number of the signal make the exit code of a program that it
// has ended, as shells have it.
const exitSignal = 128

// InterruptCode returns the exit code of a command that was interrupted.
func InterruptCode(ctx context.Context) int {
	if interrupt, ok := context.Cause(ctx).(Interrupt); ok {
		if number, ok := interrupt.Signal.(syscall.Signal); ok {
			return exitSignal + int(number)
		}
	}
	return exitSignal + int(syscall.SIGINT)
}

// Patience is for how long an interrupted command may take to end by itself, and to
// say what it has kept; Soon is that of commands that keep nothing.
const (
	Patience = 2 * time.Second
	Soon     = 50 * time.Millisecond
)

// Run runs the work until it ends or, if it was interrupted and does not notice, as while it waits
// for input, for not much longer. It may then be left as a crash would leave it: no file is
// half-written.
func Run(ctx context.Context, patience time.Duration, work func() error) error {
	done := make(chan error, 1)
	go func() { done <- par.Try(work) }()
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

// InterruptMessage says how an interrupted command ended and how to go on: in its own words
// if it has any.
func InterruptMessage(err error) string {
	cancelled := context.Canceled.Error()
	if err.Error() == cancelled {
		return "interrupted; the same command starts again (drfvi run and drfvi data fetch resume from what they have kept)"
	}
	return strings.ReplaceAll(mention.Marked(err), ": "+cancelled, "")
}
