//go:build unix

package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"drfvi/internal/par"
)

// grace is the time between asking a program to end and killing it; haste replaces it when a run is
// stopped, because somebody is waiting.
const (
	grace = 10 * time.Second
	haste = time.Second
)

// glance is the interval of checks of a program's memory.
const glance = 100 * time.Millisecond

// run runs the program to its end. The error is ctx's or of the system.
func (p process) run(ctx context.Context) (e ended, err error) {
	var thread sync.WaitGroup
	thread.Go(func() {
		// Without unlocking: confine restricts the thread, which ends with the goroutine.
		// It must live as long as the program, which dies with it.
		runtime.LockOSThread()
		err = par.Try(func() (err error) {
			e, err = p.supervise(ctx)
			return err
		})
	})
	thread.Wait()
	return e, err
}

// supervise starts the program from this thread and watches it.
func (p process) supervise(ctx context.Context) (e ended, err error) {
	stdin, err := os.Open(p.stdin)
	if err != nil {
		return e, err
	}
	defer stdin.Close()
	printed, said := &head{over: make(chan struct{})}, &tail{}
	cmd := exec.Command(p.words[0], p.words[1:]...)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.scratch, p.environment(), patience
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, printed, said
	cmd.SysProcAttr = attributes()
	if cmd.Err == nil {
		if err := confine(p.scratch); err != nil {
			return e, fmt.Errorf("cannot confine a method to its folder: %w", err)
		}
		cmd.Err = cmd.Start()
	}
	if cmd.Err != nil {
		e.reason = "cannot be started: " + cmd.Err.Error()
		return e, nil
	}
	var state *os.ProcessState
	e.reason, state, e.trace.PeakBytes = p.watch(ctx, cmd.Process, printed.over)
	killAll(cmd.Process.Pid, p.scratch)
	_ = cmd.Wait() // for the end of the output alone: the program has ended
	e.stdout, e.trace.Stderr = printed.kept, said.text()
	if err := ctx.Err(); err != nil {
		return e, err
	}
	if e.reason == "" {
		e.reason = reason(state)
	}
	e.trace.Processor = state.UserTime() + state.SystemTime()
	e.trace.PeakBytes = max(e.trace.PeakBytes, peak(state))
	return e, nil
}

// watch returns when the program has ended, by itself or by a limit, which is then the reason. peak
// is the largest total memory seen of its processes.
func (p process) watch(ctx context.Context, program *os.Process, over <-chan struct{}) (reason string, state *os.ProcessState, peak int64) {
	exited := make(chan *os.ProcessState, 1)
	go func() {
		state, _ := program.Wait() // nobody else waits for it
		exited <- state
	}()
	deadline, look := time.NewTimer(p.timeout), time.NewTimer(glance/10)
	defer deadline.Stop()
	defer look.Stop()
	pid, cancelled, force := program.Pid, ctx.Done(), (<-chan time.Time)(nil)
	end := func(why string, after time.Duration) {
		if force == nil {
			reason, force = why, time.After(after)
			_ = syscall.Kill(-pid, syscall.SIGTERM) // may have ended
		}
	}
	for {
		select {
		case state := <-exited:
			return reason, state, peak
		case <-deadline.C:
			end(fmt.Sprintf("was not done after %v", p.timeout), grace)
		case <-cancelled:
			cancelled = nil
			end("stopped", haste)
		case <-over:
			over = nil
			end(fmt.Sprintf("printed more than %d MiB on standard output, expected one JSON object", mostOutput>>20), 0)
		case <-look.C:
			used := memory(pid, p.memory)
			if peak = max(peak, used); used > p.memory {
				end(fmt.Sprintf("needed more than %d MB of memory", p.memory/1e6), 0)
			}
			look.Reset(glance)
		case <-force:
			killAll(pid, p.scratch)
		}
	}
}

// environment returns the environment of the program: the paths of programs and libraries, and
// settings that keep results independent of the machine.
func (p process) environment() []string {
	all := []string{"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "TMPDIR=" + p.scratch, "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1"}
	for _, name := range []string{"PATH", "HOME", "LD_LIBRARY_PATH", "R_LIBS", "R_LIBS_USER", "PYTHONPATH", "VIRTUAL_ENV", "JULIA_DEPOT_PATH"} {
		if value, set := os.LookupEnv(name); set {
			all = append(all, name+"="+value)
		}
	}
	return all
}

// killAll kills all processes of a program. It looks again for those just being started.
func killAll(group int, scratch string) {
	for range 20 {
		err := syscall.Kill(-group, syscall.SIGKILL)
		strays := processes(group, scratch)
		for _, pid := range strays {
			_ = syscall.Kill(pid, syscall.SIGKILL) // may have ended
		}
		if errors.Is(err, syscall.ESRCH) && len(strays) == 0 {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// reason returns the reason why a program that ended by itself failed; empty if it did not.
func reason(state *os.ProcessState) string {
	status := state.Sys().(syscall.WaitStatus)
	switch {
	case status.Signaled():
		return fmt.Sprintf("ended by signal %d (%v)", int(status.Signal()), status.Signal())
	case status.ExitStatus() != 0:
		return fmt.Sprintf("ended with exit code %d", status.ExitStatus())
	}
	return ""
}

// peak returns the peak resident memory of one of the program's processes, 0 if unknown: a process
// starts with the peak of its parent, which hides smaller ones.
func peak(state *os.ProcessState) int64 {
	var own syscall.Rusage
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok || syscall.Getrusage(syscall.RUSAGE_SELF, &own) != nil || usage.Maxrss <= own.Maxrss {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
