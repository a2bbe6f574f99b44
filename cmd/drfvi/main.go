// Command drfvi tells which inputs a distribution depends on: MMD-based
// variable importance for Distributional Random Forests, on the user's tables
// and in the experiments of the paper it comes from.
//
// The program is the function run; main only connects it to the process.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"drfvi/cmd/drfvi/internal/terminal"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		caught := <-signals
		// The first signal asks to stop, the second one kills.
		signal.Stop(signals)
		cancel(terminal.Interrupt{Signal: caught})
	}()
	limit = func(workers int) { runtime.GOMAXPROCS(min(workers, runtime.GOMAXPROCS(0))) }
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
