//go:build unix

// Command cores prints what importances take with 1, 2, 4, … workers, up to the cores of the machine:
//
//	CGO_ENABLED=0 go build -o build/ ./cmd/drfvi ./bench/cores && build/cores build/drfvi
//
// Both programs are static: they run on any machine of the same kind as they are. Each time is the least of
// -runs whole processes, from reading a table to writing its result, which must be the same for any number
// of workers but for the seconds that it names.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// work is one row of the table: a simulated table of two responses, and how its importances are estimated.
type work struct {
	name         string
	rows, inputs int
	options      []string
}

var works = []work{
	{"default", 500, 10, nil},
	{"default", 3000, 10, nil},
	{"default, no tests", 3000, 10, []string{"--no-test"}},
	{"loco", 3000, 10, []string{"--method", "loco"}},
	{"coupled", 10000, 20, []string{"--method", "coupled", "--preset", "paper", "--exact"}},
	{"projected", 10000, 20, []string{"--method", "projected", "--preset", "paper", "--exact"}},
	{"retrain", 3000, 10, []string{"--method", "retrain", "--preset", "paper"}},
	{"coupled", 500, 200, []string{"--method", "coupled", "--preset", "paper"}},
}

func main() {
	runs := flag.Int("runs", 3, "number of runs, of which the least counts")
	most := flag.Int("workers", runtime.NumCPU(), "largest number of workers")
	picture := flag.String("draw", "", "draw a table of speed-ups, such as docs/cores.csv, into the picture beside it, and measure nothing")
	only := flag.String("only", "", "a regular expression that names of works match, such as 'default 3000'")
	flag.Parse()
	if *picture != "" {
		if err := draw(*picture); err != nil {
			fmt.Fprintln(os.Stderr, "cores:", err)
			os.Exit(1)
		}
		return
	}
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "cores: expected one argument, the program drfvi; usage: cores [-runs N] [-workers N] [-only PATTERN] DRFVI")
		os.Exit(2)
	}
	if err := table(flag.Arg(0), *runs, *most, *only); err != nil {
		fmt.Fprintln(os.Stderr, "cores:", err)
		os.Exit(1)
	}
}

// table prints the rows of works whose names match.
func table(drfvi string, runs, most int, only string) error {
	pattern, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "cores")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	fmt.Println("| work | workers | seconds | times as fast | processor seconds | of one worker's | memory |")
	fmt.Println("|---|---|---|---|---|---|---|")
	for _, w := range works {
		name := fmt.Sprintf("%s %d × %d", w.name, w.rows, w.inputs)
		if !pattern.MatchString(name) {
			continue
		}
		file := filepath.Join(dir, fmt.Sprintf("%d-%d.csv", w.rows, w.inputs))
		if err := w.simulate(drfvi, file); err != nil {
			return err
		}
		var one measurement
		for workers := 1; workers <= most; workers *= 2 {
			m, err := w.measure(drfvi, file, workers, runs)
			if err != nil {
				return fmt.Errorf("%s, %d workers: %w", name, workers, err)
			}
			if workers == 1 {
				one = m
			} else if !bytes.Equal(m.result, one.result) {
				return fmt.Errorf("%s: %d workers and one have different results", name, workers)
			}
			fmt.Printf("| %s | %d | %.2f | %.2f | %.2f | %.2f | %.2f GB |\n", name, workers,
				m.wall.Seconds(), one.wall.Seconds()/m.wall.Seconds(),
				m.processor.Seconds(), m.processor.Seconds()/one.processor.Seconds(), m.bytes/1e9)
		}
	}
	return nil
}

// simulate writes the table, unless another work has.
func (w work) simulate(drfvi, file string) error {
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	rows, err := exec.Command(drfvi, "simulate", "bivariate", "-n", strconv.Itoa(w.rows), "-p", strconv.Itoa(w.inputs), "--seed", "1").Output()
	if err != nil {
		return fmt.Errorf("%s simulate: %w", drfvi, err)
	}
	return os.WriteFile(file, rows, 0o600)
}

// measurement is what runs take, and their result.
type measurement struct {
	wall, processor time.Duration
	bytes           float64
	result          []byte
}

var elapsed = regexp.MustCompile(`"elapsed_seconds": [^,\n]*`)

// measure returns the least that some runs take.
func (w work) measure(drfvi, file string, workers, runs int) (least measurement, err error) {
	options := append([]string{"importance", file, "--targets", "y1,y2", "--seed", "1", "--format", "json", "--workers", strconv.Itoa(workers)}, w.options...)
	for run := range max(runs, 1) {
		var result, messages bytes.Buffer
		command := exec.Command(drfvi, options...)
		command.Stdout, command.Stderr = &result, &messages
		begin := time.Now()
		if err := command.Run(); err != nil {
			return least, fmt.Errorf("drfvi %s: %w: %s", strings.Join(options, " "), err, messages.String())
		}
		wall, used := time.Since(begin), command.ProcessState
		processor, peak := used.UserTime()+used.SystemTime(), float64(used.SysUsage().(*syscall.Rusage).Maxrss)
		if runtime.GOOS != "darwin" { // kilobytes
			peak *= 1024
		}
		if run == 0 {
			least = measurement{wall, processor, peak, elapsed.ReplaceAll(result.Bytes(), nil)}
		}
		least.wall, least.processor, least.bytes = min(least.wall, wall), min(least.processor, processor), min(least.bytes, peak)
	}
	return least, nil
}
