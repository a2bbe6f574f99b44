// Command scaling draws how time and memory grow with the size of a problem.
// It reads what go test -bench prints of BenchmarkScaling (package importance)
// and writes a figure and the numbers behind it:
//
//	go test -run '^$' -bench '^BenchmarkScaling$' -timeout 1h ./importance > scaling.txt
//	go run ./docs/scaling --to docs < scaling.txt
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"drfvi/internal/chart"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stderr)) }

// run is the command; it returns the exit code.
func run(args []string, stdin io.Reader, stderr io.Writer) int {
	flags := flag.NewFlagSet("scaling", flag.ContinueOnError)
	flags.SetOutput(stderr)
	to := flags.String("to", "docs", "`folder` that scaling.png and scaling.csv are written into")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(stderr, "scaling: unexpected argument %q; the output of the benchmark is read from standard input\n", flags.Arg(0))
		return 2
	}
	if err := draw(stdin, *to); err != nil {
		fmt.Fprintf(stderr, "scaling: %v\n", err)
		return 1
	}
	return 0
}

// draw reads the output of the benchmark and writes figure and numbers.
func draw(r io.Reader, folder string) error {
	m, err := parse(r)
	if err != nil {
		return err
	}
	if err := chart.Draw(filepath.Join(folder, "scaling.png"), m.chart()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "scaling.csv"), m.csv(), 0o644)
}
