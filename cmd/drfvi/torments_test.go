//go:build unix

package main_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// torments are what is done to the program, in turn.
var torments = []struct {
	name    string
	inflict func(*victim)
}{
	{"runs killed at random moments", killedRuns},
	{"runs killed at chosen system calls", killedCalls},
	{"reports killed at random moments", killedReports},
	{"system calls that fail", failingCalls},
	{"two runs on one folder", twoRuns},
	{"signals", signalled},
	{"full disks", fullDisks},
	{"output that is closed", closedOutput},
	{"folders and records removed during runs", removed},
	{"folders that must not be written", readOnly},
}

// die kills a process after some time.
func (v *victim) die(most time.Duration) func(*os.Process) {
	pause := v.sometime(most)
	return func(p *os.Process) { pause(); _ = p.Kill() }
}

// shortest is what a run or a report takes at least, by which kills are timed.
const shortest = 200 * time.Millisecond

// killedRuns kills runs until one comes through. In between the times of files jump.
func killedRuns(v *victim) {
	out, before := filepath.Join(v.folder, "out"), 0
	for range 20 {
		e := v.wait(v.run(out), v.die(v.runTime/2))
		if e.code == 0 {
			// Of a machine that was busier before.
			v.runTime = max(min(v.runTime, e.time), shortest)
			break
		}
		v.kills++
		before = v.keeps(out, before)
		v.jump(out)
	}
	v.recovers(out)
	v.timed(out)
}

// jump sets the times of files to any in twenty years.
func (v *victim) jump(dir string) {
	_ = filepath.Walk(dir, func(path string, _ os.FileInfo, err error) error {
		if err == nil {
			at := time.Now().Add(time.Duration(v.random.IntN(20*365*24)-10*365*24) * time.Hour)
			_ = os.Chtimes(path, at, at)
		}
		return nil
	})
}

// calls are those that change what is on the disk.
var calls = []string{"openat", "fsync", "renameat", "unlinkat", "mkdirat", "flock"}

// strace prepares a command one of whose system calls, at most the 60th of its kind, is
// tampered with; nil where there is no strace.
func (v *victim) strace(c *exec.Cmd, tamper string) *exec.Cmd {
	path, err := exec.LookPath("strace")
	if err != nil {
		v.Log("skipped: needs strace")
		return nil
	}
	call := calls[v.random.IntN(len(calls))]
	inject := fmt.Sprintf("inject=%s:%s:when=%d", call, tamper, 1+v.random.IntN(60))
	traced := exec.Command(path, append([]string{"-f", "-qq", "-o", os.DevNull, "-e", "trace=" + call, "-e", inject}, c.Args...)...)
	traced.Dir = c.Dir
	return traced
}

func killedCalls(v *victim) {
	out, before := filepath.Join(v.folder, "out"), 0
	for range 12 {
		c := v.strace(v.run(out), "signal=KILL")
		if c == nil {
			return
		}
		if e := v.wait(c, nil); e.code == 0 {
			break
		}
		v.kills++
		before = v.keeps(out, before)
	}
	v.recovers(out)
	v.timed(out)
}

// failingCalls lets calls fail as on disks that are full or broken, or for want of file
// descriptors.
func failingCalls(v *victim) {
	out, before := filepath.Join(v.folder, "out"), 0
	for range 6 {
		c := v.strace(v.run(out), "error="+[]string{"ENOSPC", "EIO", "EMFILE", "EACCES"}[v.random.IntN(4)])
		if c == nil {
			return
		}
		e := v.wait(c, nil)
		v.faults++
		before = v.keeps(out, before)
		if strings.Contains(e.stderr, "remove the file") {
			v.Errorf("advises to remove a good file: %s", e.stderr)
		}
		if e.code == 0 && before != units {
			v.Errorf("a run with %d of %d records says that all is well", before, units)
		}
	}
	v.recovers(out)
	v.timed(out)
}

func killedReports(v *victim) {
	out, to := filepath.Join(v.folder, "..", "whole"), filepath.Join(v.folder, "report")
	for range 4 {
		if e := v.wait(v.reporting(out, to), v.die(v.reportTime)); e.code == 0 {
			break
		}
		v.kills++
		for name, data := range v.report {
			if got, err := os.ReadFile(filepath.Join(to, name)); err == nil && string(got) != data {
				v.different++
				v.Errorf("%s is half-written", name)
			}
		}
	}
	e := v.wait(v.reporting(out, to), nil)
	if e.code != 0 {
		v.Errorf("an undisturbed report ends with code %d: %s", e.code, e.stderr)
	}
	v.reportTime = max(min(v.reportTime, e.time), shortest)
	v.same(to, v.report)
	v.same(out, v.records)
}

// twoRuns lets two runs into one folder; one may be killed.
func twoRuns(v *victim) {
	out := filepath.Join(v.folder, "out")
	first, second := v.run(out), v.run(out)
	begun := v.sometime(v.runTime)
	kill := v.random.IntN(2) == 0
	die := v.die(v.runTime)
	done := make(chan ended)
	go func() {
		begun()
		done <- v.wait(second, nil)
	}()
	e := v.wait(first, func(p *os.Process) {
		if kill {
			die(p)
		}
	})
	for _, e := range []ended{e, <-done} {
		switch {
		case e.code < 0:
			v.kills++
		case e.code != 0 && strings.Contains(e.stderr, "another run is writing there"):
			v.refused++
		case e.code != 0:
			v.Errorf("one of two runs ends with code %d: %s", e.code, e.stderr)
		}
	}
	v.recovers(out)
	v.timed(out)
}

// signalled asks runs and reports to end.
func signalled(v *victim) {
	out, to, before := filepath.Join(v.folder, "out"), filepath.Join(v.folder, "report"), 0
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		pause := v.sometime(v.runTime)
		e := v.wait(v.run(out), func(p *os.Process) { pause(); _ = p.Signal(s) })
		v.signals++
		switch {
		case e.code == 0, e.code < 0 && e.stderr == "": // too late, or before the program could listen
		case e.code != 128+int(s) || !strings.Contains(e.stderr, "the same run again goes on from there") && !strings.Contains(e.stderr, "interrupted"):
			v.Errorf("%v: exit code %d, messages %q", s, e.code, e.stderr)
		}
		before = v.keeps(out, before)
	}
	v.recovers(out)
	v.timed(out)
	pause := v.sometime(v.reportTime)
	e := v.wait(v.reporting(out, to), func(p *os.Process) { pause(); _ = p.Signal(syscall.SIGTERM) })
	v.signals++
	if e.code > 0 && e.code != 128+int(syscall.SIGTERM) {
		v.Errorf("report: exit code %d, messages %q", e.code, e.stderr)
	}
}

// fullDisks runs into small file systems of their own, which then grow.
func fullDisks(v *victim) {
	disk := filepath.Join(v.folder, "disk")
	if err := os.Mkdir(disk, 0o777); err != nil {
		v.Fatal(err)
	}
	size := func(kibibytes int) string { return fmt.Sprintf("size=%dk", kibibytes) }
	if err := syscall.Mount("none", disk, "tmpfs", 0, size(8+4*v.random.IntN(80))); err != nil {
		v.Logf("skipped: a full disk needs the right to mount one: %v", err)
		return
	}
	defer func() {
		if err := syscall.Unmount(disk, 0); err != nil {
			v.Error(err)
		}
	}()
	out, before := filepath.Join(disk, "out"), 0
	for range 2 {
		e := v.wait(v.run(out), nil)
		v.faults++
		if e.code != 0 && !strings.Contains(e.stderr, "no space left on device") || e.code == 0 && v.finished(out) != units {
			v.Errorf("full disk: exit code %d, messages %q", e.code, e.stderr)
		}
		before = v.keeps(out, before)
	}
	whole := filepath.Join(v.folder, "..", "whole")
	if e := v.wait(v.reporting(whole, filepath.Join(disk, "report")), nil); e.code != 0 && !strings.Contains(e.stderr, "no space left on device") {
		v.Errorf("full disk: exit code %d, messages %q", e.code, e.stderr)
	}
	if err := syscall.Mount("none", disk, "tmpfs", syscall.MS_REMOUNT, size(64<<10)); err != nil {
		v.Fatal(err)
	}
	v.recovers(out)
	v.timed(out)
	if e := v.wait(v.reporting(whole, filepath.Join(disk, "report")), nil); e.code != 0 {
		v.Errorf("with room again: %s", e.stderr)
	}
	v.same(filepath.Join(disk, "report"), v.report)
}

// closedOutput lets nobody listen, or nothing be written.
func closedOutput(v *victim) {
	out := filepath.Join(v.folder, "out")
	listener, deaf, err := os.Pipe()
	if err != nil {
		v.Fatal(err)
	}
	listener.Close()
	defer deaf.Close()
	c := v.run(out)
	c.Stderr = deaf
	v.wait(c, nil)
	v.faults++
	v.recovers(out)
	v.timed(out)
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return // not here
	}
	defer full.Close()
	for _, args := range [][]string{
		{"report", "--results", filepath.Join(v.folder, "..", "whole"), "--to", filepath.Join(v.folder, "report")}, {"export", "--results", out}, {"verify", "--results", out}, {"list"}, {"--version"},
		{"simulate", "bivariate"}, {"run", v.spec, "--out", out, "--dry-run"},
	} {
		for _, closed := range []*os.File{deaf, full} {
			c := exec.Command(v.program, args...)
			c.Dir, c.Stdout = v.folder, closed
			e := v.wait(c, nil)
			v.faults++
			if e.code == 0 || closed == full && !strings.Contains(e.stderr, "no space left on device") {
				v.Errorf("%q without output: exit code %d, messages %q", args, e.code, e.stderr)
			}
		}
	}
	v.same(out, v.records)
	v.same(filepath.Join(v.folder, "report"), v.report)
}

// removed takes away what is being written.
func removed(v *victim) {
	for _, what := range []string{"out", "out/.lock", "out/tortured.experiment.json", "journal"} {
		out, pause := filepath.Join(v.folder, "out"), v.sometime(v.runTime)
		e := v.wait(v.run(out), func(*os.Process) {
			pause()
			path := filepath.Join(v.folder, what)
			if what == "journal" {
				found, _ := filepath.Glob(filepath.Join(out, "tortured.*.journal"))
				if len(found) == 0 {
					return
				}
				path = found[len(found)/2]
			}
			_ = os.RemoveAll(path)
		})
		v.faults++
		now := 0
		if e.code == 0 {
			if now = v.finished(out); now != units && what != "out" && what != "out/tortured.experiment.json" {
				v.Errorf("%s removed: a run with %d of %d records says that all is well", what, now, units)
			}
		}
		v.recovers(out) // but for timings, which may have gone without their records
		if err := os.RemoveAll(out); err != nil {
			v.Fatal(err)
		}
	}
}

// readOnly runs into folders without the right to write there, which a run needs unless it ended before it was killed.
func readOnly(v *victim) {
	out, to := filepath.Join(v.folder, "out"), filepath.Join(v.folder, "report")
	v.wait(v.run(out), v.die(v.runTime))
	v.kills++
	before, ended := v.keeps(out, 0), v.finished(out) == units
	if err := os.MkdirAll(to, 0o777); err != nil {
		v.Fatal(err)
	}
	whole := filepath.Join(v.folder, "..", "whole")
	for k, c := range []*exec.Cmd{v.run(out), v.reporting(whole, to)} {
		if os.Getuid() == 0 { // may write anywhere
			const nobody = 65534
			c.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		}
		for _, dir := range []string{out, to} {
			_ = os.Chmod(dir, 0o555)
		}
		e := v.wait(c, nil)
		v.faults++
		for _, dir := range []string{out, to} {
			_ = os.Chmod(dir, 0o777)
		}
		nothingToWrite := ended && k == 0 && e.code == 0
		if !nothingToWrite && (e.code != 1 || !strings.Contains(e.stderr, "permission denied")) {
			v.Errorf("%q: exit code %d, messages %q", c.Args, e.code, e.stderr)
		}
	}
	v.keeps(out, before)
	v.recovers(out)
	v.timed(out)
}
