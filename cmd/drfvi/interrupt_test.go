package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/results"
)

const interruptible = `name: long
title: An experiment of many units
source: Table 0
order: 1
seed: 7
repetitions: 20
trees: 100
data: {scenario: bivariate, n: [200], p: [4]}
methods: [retrain]
variants:
  published: {presets: [drf-1.1.0], kernels: [authors]}
description: Nothing to speak of.
`

// Exit codes of a program that a signal has ended.
const (
	sigint  = 130
	sigterm = 143
	sighup  = 129
)

// call runs the program in this process.
func call(ctx context.Context, args ...string) (code int, stdout, stderr string) {
	var out, problems bytes.Buffer
	code = run(ctx, args, strings.NewReader(""), &out, &problems)
	for _, mark := range []string{"\x1d", `\x1d`, `\u001d`} {
		if strings.Contains(out.String()+problems.String(), mark) {
			panic("a setting that a message mentions has no word: " + out.String() + problems.String())
		}
	}
	return code, out.String(), problems.String()
}

// TestInterruptedRun stops a run by a signal once it has a record, and goes on.
func TestInterruptedRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	folder := t.TempDir()
	spec, out, whole := filepath.Join(folder, "long.yaml"), filepath.Join(folder, "out"), filepath.Join(folder, "whole")
	if err := os.WriteFile(spec, []byte(interruptible), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("drfvi", "run", spec, "--out", out, "--workers", "1")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	for {
		if store, err := results.Open(out); err == nil {
			if records, _ := store.Records("long"); len(records) > 0 {
				break
			}
		}
		if time.Since(begin) > time.Minute {
			_ = cmd.Process.Kill()
			t.Fatalf("no record after a minute: %s", &stderr)
		}
		time.Sleep(time.Millisecond)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := exitCode(cmd.Wait()); code != sigint {
		t.Errorf("exit code %d after an interrupt, expected %d", code, sigint)
	}
	if message := stderr.String(); !strings.Contains(message, "drfvi: stopped: ") || !strings.HasSuffix(message, "the same run again goes on from there\n") {
		t.Errorf("an interrupted run says %q", message)
	}
	if code, _, stderr := call(context.Background(), "run", spec, "--out", out); code != codeDone {
		t.Fatalf("going on: exit code %d, %s", code, stderr)
	}
	if code, _, stderr := call(context.Background(), "run", spec, "--out", whole); code != codeDone {
		t.Fatalf("without an interrupt: exit code %d, %s", code, stderr)
	}
	for _, name := range []string{"long.jsonl.zst", "long.experiment.json"} {
		interrupted, err := os.ReadFile(filepath.Join(out, name))
		if err != nil {
			t.Fatal(err)
		}
		uninterrupted, err := os.ReadFile(filepath.Join(whole, name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(interrupted, uninterrupted) {
			t.Errorf("%s depends on the interrupt", name)
		}
	}
}

// TestInterruptedStreams stops commands that wait for input, which they do not notice, or write files.
func TestInterruptedStreams(t *testing.T) {
	const message = "drfvi: interrupted; the same command starts again (drfvi run and drfvi data fetch resume from what they have kept)\n"
	for _, args := range [][]string{
		{"importance", "-", "--targets", "y1"},
		{"describe", "../../datasets/testdata/tables/hive_duckdb"}, {"importance", "../../datasets/testdata/tables/hive_duckdb", "--targets", "y"},
		{"report", "--results", "../../results/paper", "--to", filepath.Join(t.TempDir(), "report")},
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		cancel(terminal.Interrupt{Signal: syscall.SIGHUP})
		waiting, typist := io.Pipe()
		var stdout, stderr bytes.Buffer
		code := run(ctx, args, waiting, &stdout, &stderr)
		if code != sighup || stdout.Len() > 0 || stderr.String() != message {
			t.Errorf("%q: exit code %d, output %q, messages %q", args, code, &stdout, &stderr)
		}
		typist.Close()
	}
}

func TestInterruptedImportance(t *testing.T) {
	folder := t.TempDir()
	table, picture := filepath.Join(folder, "t.csv"), filepath.Join(folder, "t.png")
	code, csv, stderr := call(context.Background(), "simulate", "bivariate", "-n", "100", "--seed", "1")
	if code != codeDone {
		t.Fatal(stderr)
	}
	if err := os.WriteFile(table, []byte(csv), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, stdout, stderr := call(ctx, "importance", table, "--targets", "y1,y2", "--plot", picture, "--figures", filepath.Join(folder, "some", "figures"))
	if code != sigint || stdout != "" || stderr != "drfvi: interrupted, nothing was written; the same command starts again\n" {
		t.Errorf("interrupted: exit code %d, output %q, messages %q", code, stdout, stderr)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("beside the table is left %v, %v", left, err)
	}
}

// TestInattentive checks that a command that does not notice an interruption ends
// soon all the same.
func TestInattentive(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	release := make(chan struct{})
	defer close(release)
	cancel(terminal.Interrupt{Signal: syscall.SIGTERM})
	err := terminal.Run(ctx, terminal.Soon, func() error { <-release; return nil })
	var stderr bytes.Buffer
	if code := conclude(ctx, &stderr, err); code != sigterm || stderr.String() != "drfvi: interrupted; the same command starts again (drfvi run and drfvi data fetch resume from what they have kept)\n" {
		t.Errorf("exit code %d, messages %q", code, &stderr)
	}
}

// TestInterruptedWork stops estimations on a table by a signal once they are
// under way.
func TestInterruptedWork(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no signals")
	}
	table := simulated(t)
	picture := filepath.Join(t.TempDir(), "t.png")
	for command, sent := range map[string]os.Signal{"importance": os.Interrupt, "rfe": syscall.SIGTERM} {
		want := map[os.Signal]int{os.Interrupt: sigint, syscall.SIGTERM: sigterm}[sent]
		cmd := exec.Command("drfvi", command, table, "--targets", "y1,y2", "--trees", "100000", "--workers", "1", "--plot", picture)
		var stdout bytes.Buffer
		cmd.Stdout = &stdout
		messages, err := cmd.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(300 * time.Millisecond) // it reads the table, or computes for many seconds
		if err := cmd.Process.Signal(sent); err != nil {
			t.Fatal(err)
		}
		last, lines := "", bufio.NewScanner(messages)
		for lines.Scan() {
			last = lines.Text()
		}
		if code := exitCode(cmd.Wait()); code != want || stdout.Len() > 0 || !strings.HasPrefix(last, "drfvi: interrupted") {
			t.Errorf("%s: exit code %d, output %q, last message %q", command, code, &stdout, last)
		}
		if _, err := os.Stat(picture); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: a picture is left behind: %v", command, err)
		}
	}
}
