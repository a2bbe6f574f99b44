// Package slurm sends a run of experiments to Slurm: an array of jobs, each of which computes a
// shard of the units, and a job after all of them, which computes what they left, merges, and
// reports. Requeues, limits and accounting are Slurm's own.
package slurm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"drfvi/internal/durable"
)

// Job is a run of experiments.
type Job struct {
	// Program is the path of drfvi, and Run and Report the words after it: of the run, without
	// a shard, and of the report on it.
	Program     string
	Run, Report []string
	// Shard are further words of the run of a shard.
	Shard  []string
	Out    string // full path of the folder of results
	Shards int
	Cores  int // of a job
	// Options are further ones of sbatch, "KEY=VALUE" or "KEY", which come after those of drfvi.
	Options []string
}

// name is unique among folders of results, so that jobs can be recognised by it.
func (j Job) name() string { return fmt.Sprintf("drfvi-%x", sha256.Sum256([]byte(j.Out)))[:18] }

// path returns a path in the folder of the scripts and the output of the jobs.
func (j Job) path(name string) string { return filepath.Join(j.Out, "slurm", name) }

// ShardScript returns the script of an element of the array. The program replaces the shell, so that
// signals reach it.
func (j Job) ShardScript() string {
	run := append(slices.Clone(j.Run), j.Shard...)
	return fmt.Sprintf("#!/bin/sh\n%sexec %s --shard \"$SLURM_ARRAY_TASK_ID/%d\"\n", j.threads(), quoted(j.Program, run), j.Shards)
}

// LastScript returns the script of the job after the array. Its exit code is that of the run.
func (j Job) LastScript() string {
	return fmt.Sprintf("#!/bin/sh\n%s%s\ncode=$?\n%s || exit\nexit $code\n", j.threads(), quoted(j.Program, j.Run), quoted(j.Program, j.Report))
}

// threads is a line that keeps a job to its cores: a node may have more.
func (j Job) threads() string { return fmt.Sprintf("export GOMAXPROCS=%d\n", j.Cores) }

// quoted quotes the words of a command for the shell.
func quoted(program string, words []string) string {
	all := append([]string{program}, words...)
	for i, word := range all {
		all[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return strings.Join(all, " ")
}

// Commands returns the calls of sbatch for the array, and for the job after it.
func (j Job) Commands(array string) (shards, last []string) {
	common := []string{"--parsable", "--job-name=" + j.name(), "--nodes=1", "--ntasks=1", "--cpus-per-task=" + strconv.Itoa(j.Cores), "--requeue", "--open-mode=append"}
	options := make([]string, len(j.Options))
	for i, o := range j.Options {
		options[i] = "--" + o
	}
	// Slurm would replace a percent sign in the name of a file.
	output := "--output=" + strings.ReplaceAll(j.path(""), "%", "%%")
	shards = append(append(append([]string{"sbatch"}, common...), fmt.Sprintf("--array=1-%d", j.Shards), output+"/%A-%a.log"), options...)
	last = append(append(append([]string{"sbatch"}, common...), output+"/%A-last.log"), options...)
	last = append(last, "--array=0", "--dependency=afterany:"+array)
	return append(shards, j.path("shard.sh")), append(last, j.path("last.sh"))
}

// Client calls Slurm's commands. Its zero value is ready for use.
type Client struct {
	// Say, if not nil, is called when the controller does not answer.
	Say func(string)
	// Patience is the time for retrying calls; 0 for three minutes.
	Patience time.Duration
}

// standardPatience outlasts the restart of a controller.
const standardPatience = 3 * time.Minute

// BusyError reports that jobs of the folder are in Slurm's queue already.
type BusyError struct{ Jobs []string }

func (e BusyError) Error() string {
	return fmt.Sprintf("Slurm has jobs of this folder already: %s; wait for their end, or scancel %s", strings.Join(e.Jobs, ", "), strings.Join(e.Jobs, " "))
}

// Send submits the jobs and returns their numbers, that of the array first. If only the array could
// be sent it is returned with the error.
func (c Client) Send(ctx context.Context, j Job) (jobs []string, err error) {
	before, err := c.jobs(ctx, j)
	if err == nil && len(before) > 0 {
		err = BusyError{before}
	}
	if err == nil {
		err = durable.MakeDir(j.path(""))
	}
	if err == nil {
		err = durable.WriteFile(j.path("shard.sh"), []byte(j.ShardScript()))
	}
	if err == nil {
		err = durable.WriteFile(j.path("last.sh"), []byte(j.LastScript()))
	}
	if err != nil {
		return nil, err
	}
	for len(jobs) < 2 {
		shards, last := j.Commands(strings.Join(jobs, ""))
		command := shards
		if len(jobs) == 1 {
			command = last
		}
		job, err := c.send(ctx, j, command, jobs)
		if err != nil {
			return jobs, err
		}
		jobs = append(jobs, job)
	}
	return jobs, nil
}

// send submits a job. A call whose answer was lost may have succeeded, so that the queue is searched
// for another job of the folder before the next attempt.
func (c Client) send(ctx context.Context, j Job, command, before []string) (string, error) {
	asked := false
	return retry(ctx, c, func() (string, error) {
		if asked {
			now, err := c.queue(ctx, j)
			if err != nil || len(now) > len(before) {
				return last(now), err
			}
		}
		asked = true
		out, err := call(ctx, command...)
		job, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the cluster's name may follow
		if _, number := strconv.Atoi(job); err == nil && number != nil {
			err = fmt.Errorf("sbatch: found %q, expected the number of a job", job)
		}
		return job, err
	})
}

// last returns the last of some jobs, empty for none.
func last(jobs []string) string {
	if len(jobs) == 0 {
		return ""
	}
	return jobs[len(jobs)-1]
}

// jobs returns the jobs of the folder that Slurm has not finished, oldest first.
func (c Client) jobs(ctx context.Context, j Job) ([]string, error) {
	return retry(ctx, c, func() ([]string, error) { return c.queue(ctx, j) })
}

// queue asks once.
func (c Client) queue(ctx context.Context, j Job) ([]string, error) {
	out, err := call(ctx, "squeue", "--me", "--noheader", "--sort=i", "--name="+j.name(), "--format=%F")
	var jobs []string
	for _, job := range strings.Fields(out) {
		if last(jobs) != job { // a line for each part of an array
			jobs = append(jobs, job)
		}
	}
	return jobs, err
}

// callError is a failed command of Slurm.
type callError struct {
	command, said string
	err           error
}

func (e callError) Error() string {
	if e.said == "" {
		return fmt.Sprintf("%s: %v", e.command, e.err)
	}
	return e.command + ": " + e.said
}

func (e callError) Unwrap() error { return e.err }

// call calls a command and returns its output.
func call(ctx context.Context, words ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return "", fmt.Errorf("there is no %s on the path, expected the commands of Slurm; other schedulers run shards: %w", words[0], err)
	}
	if err != nil {
		said := strings.TrimPrefix(strings.Join(strings.Fields(stderr.String()), " "), words[0]+": error: ")
		return "", callError{words[0], said, err}
	}
	return stdout.String(), nil
}

// passing are parts of Slurm's messages when it is temporarily out of reach.
var passing = []string{
	"unable to contact slurm controller", "timed out", "refused", "connect failure", "zero bytes were transmitted",
	"unexpected message received", "temporarily un", "transport endpoint", "communication connection failure", "in standby", "connection reset",
}

// passes reports whether an error may be temporary.
func passes(err error) bool {
	failed, ok := errors.AsType[callError](err)
	for _, part := range passing {
		if ok && strings.Contains(strings.ToLower(failed.said), part) {
			return true
		}
	}
	return false
}

// retry calls try with growing waits until it succeeds or fails permanently.
func retry[T any](ctx context.Context, c Client, try func() (T, error)) (T, error) {
	begin, wait, patience := time.Now(), time.Second, c.Patience
	if patience == 0 {
		patience = standardPatience
	}
	for {
		answer, err := try()
		if err == nil || !passes(err) || ctx.Err() != nil {
			return answer, err
		}
		if time.Since(begin)+wait > patience {
			return answer, fmt.Errorf("Slurm has not answered for %v: %w", time.Since(begin).Round(time.Second), err)
		}
		if c.Say != nil {
			c.Say(fmt.Sprintf("%v; trying again in %v", err, wait))
		}
		select {
		case <-ctx.Done():
			return answer, ctx.Err()
		case <-time.After(wait):
		}
		wait = min(2*wait, 30*time.Second)
	}
}
