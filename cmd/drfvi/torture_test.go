//go:build unix

package main_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"
	"time"

	"drfvi/internal/durable"
	"drfvi/results"
)

// durationVariable says for how long to go on, as in make torture.
const durationVariable = "DRFVI_TORTURE"

// specification has units of some milliseconds.
const specification = `name: tortured
title: An experiment of many units
source: Table 0
order: 1
seed: 7
repetitions: 12
trees: 50
data: {scenario: bivariate, n: [100], p: [4]}
methods: [retrain, coupled, projected]
variants:
  published: {presets: [drf-1.1.0], kernels: [authors]}
figure: bars
description: Nothing to speak of.
`

// units is how many the specification has.
const units = 36

// victim is what is tortured.
type victim struct {
	*testing.T
	random  *rand.Rand
	program string
	other   string // the same, with a clock of its own, years away
	folder  string // of this round
	spec    string
	// What undisturbed commands write.
	records, report map[string]string
	runTime         time.Duration
	reportTime      time.Duration

	kills, signals, faults, refused int
	lost, different                 int
}

// ended is how a command ended.
type ended struct {
	code   int // −1 if a signal ended it
	stderr string
	time   time.Duration
}

// command prepares a command of the program, now and then of the one with another
// clock.
func (v *victim) command(args ...string) *exec.Cmd {
	program := v.program
	if v.other != "" && v.random.IntN(4) == 0 {
		program = v.other
	}
	c := exec.Command(program, args...)
	c.Dir = v.folder
	return c
}

func (v *victim) run(out string) *exec.Cmd {
	return v.command("run", v.spec, "--out", out, "--workers", fmt.Sprint(1+v.random.IntN(3)))
}

func (v *victim) reporting(out, to string) *exec.Cmd {
	return v.command("report", "--results", out, "--to", to)
}

// wait runs a command, and what is done to it meanwhile.
func (v *victim) wait(c *exec.Cmd, meanwhile func(*os.Process)) ended {
	v.Helper()
	var stderr bytes.Buffer
	if c.Stderr == nil {
		c.Stderr = &stderr
	}
	begin := time.Now()
	if err := c.Start(); err != nil {
		v.Fatal(err)
	}
	over := make(chan bool)
	if meanwhile != nil {
		go func() { meanwhile(c.Process); close(over) }()
	} else {
		close(over)
	}
	hang := time.AfterFunc(2*time.Minute, func() { _ = c.Process.Signal(syscall.SIGQUIT) })
	err := c.Wait()
	if !hang.Stop() {
		v.Errorf("%q hangs", c.Args)
	}
	<-over
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		v.Fatal(err)
	}
	e := ended{c.ProcessState.ExitCode(), plain(stderr.String()), time.Since(begin)}
	v.checkSentences(c, e)
	return e
}

// plain takes the heads of messages away that a program with a clock of its own writes.
func plain(text string) string {
	const mark = "\x00\x00PB"
	var b strings.Builder
	for {
		at := strings.Index(text, mark)
		if at < 0 || len(text) < at+16 { // mark, time, length
			return b.String() + text
		}
		b.WriteString(text[:at])
		text = text[at+16:]
	}
}

// checkSentences checks that a command that did not come to its end says why in
// sentences.
func (v *victim) checkSentences(c *exec.Cmd, e ended) {
	v.Helper()
	said := 0
	for line := range strings.Lines(e.stderr) {
		line, ok := strings.CutPrefix(line, "drfvi: ")
		if !ok || strings.Contains(line, "panic") || strings.Contains(line, "goroutine") {
			v.Errorf("%q says:\n%s", c.Args, e.stderr)
			return
		}
		if !strings.HasPrefix(line, "note: ") && !strings.HasPrefix(line, "warning: ") && !strings.HasPrefix(line, "tortured") {
			said++
		}
	}
	if e.code > 0 && said == 0 && c.Stderr != nil {
		if _, discarded := c.Stderr.(*os.File); !discarded {
			v.Errorf("%q ends with code %d and says nothing: %q", c.Args, e.code, e.stderr)
		}
	}
}

// sometime waits for a random time, at most the one given.
func (v *victim) sometime(most time.Duration) func() {
	d := time.Duration(v.random.Int64N(int64(most)))
	return func() { time.Sleep(d) }
}

// files returns the files below a folder that must not depend on what happened.
func files(dir string) (map[string]string, error) {
	all := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, ".timings.jsonl.zst") || entry.Name() == ".lock" || durable.Partial(entry.Name()) {
			return err // timings differ, the lock stays, and what a dead writer left is swept an hour later
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		all[name] = string(data)
		return err
	})
	return all, err
}

// finished counts the records in a folder.
func (v *victim) finished(out string) int {
	v.Helper()
	store, err := results.Open(out)
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	if err != nil {
		v.Error(err)
		return 0
	}
	records, err := store.Records("tortured")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		v.Errorf("after a fault: %v", err)
	}
	return len(records)
}

// keeps checks that no record went away, and returns how many there are now.
func (v *victim) keeps(out string, before int) int {
	v.Helper()
	now := v.finished(out)
	if now < before {
		v.lost += before - now
		v.Errorf("%d records of %d are left", now, before)
	}
	return now
}

// recovers checks that an undisturbed run comes to the same bytes.
func (v *victim) recovers(out string) {
	v.Helper()
	if e := v.wait(v.run(out), nil); e.code != 0 {
		v.Errorf("an undisturbed run ends with code %d: %s", e.code, e.stderr)
	}
	v.same(out, v.records)
}

// timed checks that every record has its timing.
func (v *victim) timed(out string) {
	v.Helper()
	store, err := results.Open(out)
	if err != nil {
		v.Fatal(err)
	}
	if c, err := store.Read("tortured"); err != nil || len(c.Timings) != units {
		v.lost += units - len(c.Timings)
		v.Errorf("%d timings, %v", len(c.Timings), err)
	}
}

// same checks that a folder has the files wanted.
func (v *victim) same(dir string, want map[string]string) {
	v.Helper()
	got, err := files(dir)
	if err != nil {
		v.Error(err)
	}
	if reflect.DeepEqual(got, want) {
		return
	}
	for name := range want {
		if got[name] != want[name] {
			v.different++
			v.Errorf("%s: %s has other bytes", dir, name)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			v.different++
			v.Errorf("%s: %s is left", dir, name)
		}
	}
}

// TestTorture maltreats the program: it is killed, its disk is full, its folder goes away, its clock
// jumps. Nothing may be lost and nothing wrong, and whatever ends a command is told in a sentence.
func TestTorture(t *testing.T) {
	limit, err := time.ParseDuration(os.Getenv(durationVariable))
	if err != nil {
		t.Skipf("%s is %q, expected for how long to go on, such as 2m; make torture does", durationVariable, os.Getenv(durationVariable))
	}
	folder := t.TempDir()
	if err := os.Chmod(filepath.Dir(folder), 0o755); err != nil { // for whoever may not write
		t.Fatal(err)
	}
	v := &victim{T: t, random: rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1)), program: filepath.Join(folder, "drfvi"), folder: folder, spec: filepath.Join(folder, "tortured.yaml")}
	build := func(program string, flags ...string) error {
		c := exec.Command("go", append(append([]string{"build", "-o", program}, flags...), "drfvi/cmd/drfvi")...)
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	if err := build(v.program); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(v.spec, []byte(specification), 0o666); err != nil {
		t.Fatal(err)
	}
	v.undisturbed()
	// The clock of the playground: it begins in 2009 and stands still while anything is
	// computed.
	if other := v.program + "-2009"; build(other, "-tags", "faketime") == nil && exec.Command(other, "--version").Run() == nil {
		v.other = other
	} else {
		t.Log("no program with another clock: the clock does not jump")
	}
	begin := time.Now()
	for round := 0; time.Since(begin) < limit && !t.Failed(); round++ {
		torment := torments[round%len(torments)]
		v.folder = filepath.Join(folder, fmt.Sprint(round))
		if err := os.Mkdir(v.folder, 0o777); err != nil {
			t.Fatal(err)
		}
		torment.inflict(v)
		if t.Failed() {
			t.Logf("in round %d: %s", round, torment.name)
			break
		}
		if err := os.RemoveAll(v.folder); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d kills, %d other signals, %d faults, %d second runs refused: %d records lost, %d files with other bytes",
		v.kills, v.signals, v.faults, v.refused, v.lost, v.different)
}

// undisturbed notes what commands write that nothing happens to.
func (v *victim) undisturbed() {
	v.Helper()
	out, to := filepath.Join(v.folder, "whole"), filepath.Join(v.folder, "whole-report")
	e := v.wait(v.run(out), nil)
	r := v.wait(v.reporting(out, to), nil)
	if e.code != 0 || r.code != 0 {
		v.Fatal(e.stderr, r.stderr)
	}
	v.runTime, v.reportTime = e.time, r.time
	var err error
	if v.records, err = files(out); err == nil {
		v.report, err = files(to)
	}
	if err != nil || len(v.records) != 2 || len(v.report) < 7 || v.finished(out) != units {
		v.Fatal(len(v.records), len(v.report), v.finished(out), err)
	}
}
