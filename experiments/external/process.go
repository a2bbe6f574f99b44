//go:build unix

package external

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// grace is the time between asking a program to end and killing it.
const grace = 5 * time.Second

// limited runs a program with a limit on the memory of each of its processes, in kilobytes, where
// the system has one.
const limited = `ulimit -d "$0" 2>/dev/null; exec "$@"`

// run runs the program to its end, with all that is in its process group. The error is ctx's or of
// the system.
func (p process) run(ctx context.Context) (e ended, err error) {
	program, err := exec.LookPath(p.words[0])
	if err != nil {
		return ended{reason: "cannot be started: " + err.Error()}, nil
	}
	stdin, err := os.Open(p.stdin)
	if err != nil {
		return e, err
	}
	defer stdin.Close()
	within, stop := context.WithTimeout(ctx, p.timeout)
	defer stop()
	printed, complaints := &head{over: stop}, &tail{}
	cmd := exec.CommandContext(
		within, "/bin/sh",
		append([]string{"-c", limited, strconv.FormatInt(p.memory/1024, 10), program}, p.words[1:]...)...,
	)
	cmd.Dir, cmd.Env, cmd.WaitDelay, cmd.SysProcAttr = p.scratch, p.environment(), grace, attributes()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, printed, complaints
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGTERM) }
	if err := cmd.Start(); err != nil {
		return ended{reason: "cannot be started: " + err.Error()}, nil
	}
	state, err := cmd.Process.Wait()
	late := within.Err() != nil // not later: a process that the program has left may hold its output
	killAll(cmd.Process.Pid)
	_ = cmd.Wait() // for the end of the output alone: the program has ended
	if err != nil {
		return e, err
	}
	if err := ctx.Err(); err != nil {
		return e, err
	}
	e = ended{
		stdout: printed.kept,
		trace:  Trace{Stderr: complaints.text(), Processor: state.UserTime() + state.SystemTime(), PeakBytes: peak(state)},
	}
	status := state.Sys().(syscall.WaitStatus)
	switch {
	case printed.excess:
		e.reason = fmt.Sprintf("printed more than %d MiB on standard output, expected one JSON object", mostOutput>>20)
	case late:
		e.reason = fmt.Sprintf("was not done after %v", p.timeout)
	case status.Signaled():
		e.reason = fmt.Sprintf("ended by signal %d (%v)", int(status.Signal()), status.Signal())
	case status.ExitStatus() != 0:
		e.reason = fmt.Sprintf("ended with exit code %d", status.ExitStatus())
	}
	return e, nil
}

// environment returns the environment of the program: the paths of programs and libraries, and
// settings that keep results independent of the machine.
func (p process) environment() []string {
	variables := []string{
		"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "TMPDIR=" + p.scratch, "OMP_NUM_THREADS=1",
		"OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1",
	}
	for _, name := range []string{
		"PATH", "HOME", "LD_LIBRARY_PATH", "R_LIBS", "R_LIBS_USER", "PYTHONPATH", "VIRTUAL_ENV",
		"JULIA_DEPOT_PATH",
	} {
		if value, set := os.LookupEnv(name); set {
			variables = append(variables, name+"="+value)
		}
	}
	return variables
}

// killAll kills a process group. It looks again for processes just being started.
func killAll(group int) {
	for range 20 {
		if syscall.Kill(-group, syscall.SIGKILL) != nil {
			return // there are none
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// peak returns the peak resident memory of the largest of the program's processes, 0 if unknown: a
// process starts with the peak of its parent, which hides smaller ones.
func peak(state *os.ProcessState) int64 {
	var usageHere syscall.Rusage
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &usageHere) != nil || usage.Maxrss <= usageHere.Maxrss {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
