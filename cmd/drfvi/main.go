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
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal asks to stop, the second one kills.
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
