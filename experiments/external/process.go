//go:build unix

package external

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// process is a program to run.
type process struct {
	words          []string
	scratch, stdin string // a folder, and a file in it
	timeout        time.Duration
	memory         int64 // bytes
}

// ended is how a program ran.
type ended struct {
	stdout []byte
	reason string // why it failed, empty if it did not
	trace  Trace
}

// grace is the time between the request to end and the end; for a run that is
// stopped it is haste, because somebody is waiting.
const (
	grace = 10 * time.Second
	haste = time.Second
)

// glance is the time between two looks at the memory of a program.
const glance = 100 * time.Millisecond

// run runs the program to its end. The error is ctx's or of the system.
func (p process) run(ctx context.Context) (e ended, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// For good: confine takes rights from the thread, which ends with the
		// goroutine. It must live as long as the program, which dies with it.
		runtime.LockOSThread()
		e, err = p.supervise(ctx)
	}()
	<-done
	return e, err
}

// supervise starts the program from this thread, and watches over it.
func (p process) supervise(ctx context.Context) (e ended, err error) {
	stdin, err := os.Open(p.stdin)
	if err != nil {
		return e, err
	}
	defer stdin.Close()
	printed, said := &head{over: make(chan struct{})}, &tail{}
	stdout, err := newStream(printed)
	if err != nil {
		return e, err
	}
	stderr, err := newStream(said)
	if err != nil {
		stdout.close()
		return e, err
	}
	defer func() {
		stdout.close()
		stderr.close()
		e.stdout, e.trace.Stderr = printed.kept, said.text()
	}()
	cmd := exec.Command(p.words[0], p.words[1:]...)
	cmd.Dir, cmd.Env = p.scratch, p.environment()
	cmd.Stdin, cmd.Stdout, cmd.Stderr = stdin, stdout.out, stderr.out
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
	e.reason, e.trace.PeakBytes = p.watch(ctx, cmd, printed.over)
	e.trace.Left = killAll(cmd.Process.Pid, p.scratch)
	if err := ctx.Err(); err != nil {
		return e, err
	}
	if e.reason == "" {
		e.reason = reason(cmd.ProcessState)
	}
	e.trace.Processor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	e.trace.PeakBytes = max(e.trace.PeakBytes, peak(cmd.ProcessState))
	return e, nil
}

// watch returns when the program has ended, of itself or by a limit: then it says
// which. peak is the most memory seen of all its processes.
func (p process) watch(ctx context.Context, cmd *exec.Cmd, over <-chan struct{}) (reason string, peak int64) {
	exited := make(chan error, 1)
	go func() { exited <- cmd.Wait() }()
	deadline, look := time.NewTimer(p.timeout), time.NewTimer(glance/10)
	defer deadline.Stop()
	defer look.Stop()
	pid, cancelled, force := cmd.Process.Pid, ctx.Done(), (<-chan time.Time)(nil)
	end := func(why string, after time.Duration) {
		if force == nil {
			reason, force = why, time.After(after)
			_ = syscall.Kill(-pid, syscall.SIGTERM) // it may be gone
		}
	}
	for {
		select {
		case <-exited:
			return reason, peak
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

// environment returns the environment of the program: the places of programs and
// libraries, and settings that keep results from depending on the machine.
func (p process) environment() []string {
	all := []string{"LANG=C.UTF-8", "LC_ALL=C.UTF-8", "TZ=UTC", "TMPDIR=" + p.scratch, "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1"}
	for _, name := range []string{"PATH", "HOME", "LD_LIBRARY_PATH", "R_LIBS", "R_LIBS_USER", "PYTHONPATH", "VIRTUAL_ENV", "JULIA_DEPOT_PATH"} {
		if value, set := os.LookupEnv(name); set {
			all = append(all, name+"="+value)
		}
	}
	return all
}

// killAll ends all processes of a program and returns how many it found. Looking
// again finds those that were being started.
func killAll(group int, scratch string) (found int) {
	for range 20 {
		err := syscall.Kill(-group, syscall.SIGKILL)
		strays := processes(group, scratch)
		for _, pid := range strays {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may be gone
		}
		found = max(found, len(strays))
		if errors.Is(err, syscall.ESRCH) && len(strays) == 0 {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	return found
}

// reason says why a program that ended of itself failed; empty if it did not.
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

// peak returns the most memory that one of the program's processes had resident,
// 0 if that is not known: a process begins with the peak of the one that started
// it, which hides smaller ones.
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
