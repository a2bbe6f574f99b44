// Package slurm calls the commands of Slurm and reads their output.
package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Client calls Slurm's commands. Its zero value is ready for use.
type Client struct {
	// Say, if not nil, is called when the controller does not answer.
	Say func(string)
	// Patience is the time for retrying calls; 0 for three minutes.
	Patience time.Duration
}

// standardPatience outlasts the restart of a controller.
const standardPatience = 3 * time.Minute

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

// passing are parts of Slurm's messages when it is temporarily out of reach.
var passing = []string{
	"unable to contact slurm controller", "socket timed out", "connection refused", "connect failure", "zero bytes were transmitted",
	"unexpected message received", "temporarily unable", "resource temporarily unavailable", "transport endpoint", "communication connection failure",
	"slurmctld is in standby", "slurm backup controller in standby", "connection reset", "connection timed out", "slurmctld(primary) at",
}

// passes reports whether an error may be temporary.
func passes(err error) bool {
	var call callError
	return errors.As(err, &call) && slices.ContainsFunc(passing, func(part string) bool {
		return strings.Contains(strings.ToLower(call.said), part)
	})
}

// once calls a command and returns its output.
func (s Client) once(ctx context.Context, command string, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, command, args...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, fmt.Errorf("there is no %s on the path, expected the commands of Slurm; for other schedulers see drfvi submit --no-send: %w", command, err)
	}
	if err == nil {
		return stdout.Bytes(), nil
	}
	text := strings.TrimSpace(stderr.String())
	if text == "" { // scontrol ends its output by "Slurmctld(primary) at HOST is DOWN"
		lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
		text = lines[len(lines)-1]
	}
	said := strings.Join(strings.Fields(strings.TrimPrefix(text, command+": error: ")), " ")
	return nil, callError{command, said, err}
}

// retry calls try with growing waits until it succeeds or fails permanently.
func retry[T any](ctx context.Context, s Client, try func() (T, error)) (T, error) {
	begin, wait, patience := time.Now(), time.Second, s.Patience
	if patience == 0 {
		patience = standardPatience
	}
	for {
		answer, err := try()
		if err == nil || !passes(err) || ctx.Err() != nil {
			return answer, err
		}
		if time.Since(begin)+wait > patience {
			return answer, fmt.Errorf("Slurm has not answered for %v, the same command goes on from here: %w", time.Since(begin).Round(time.Second), err)
		}
		if s.Say != nil {
			s.Say(fmt.Sprintf("%v; trying again in %v", err, wait))
		}
		select {
		case <-ctx.Done():
			return answer, ctx.Err()
		case <-time.After(wait):
		}
		wait = min(2*wait, 30*time.Second)
	}
}

// call calls a command that may safely be repeated.
func (s Client) call(ctx context.Context, command string, args ...string) ([]byte, error) {
	return retry(ctx, s, func() ([]byte, error) { return s.once(ctx, command, args...) })
}

// Send submits a script and returns its job. A call whose answer was lost may have succeeded, so
// that the queue is searched for the job's name before another attempt.
func (s Client) Send(ctx context.Context, name, script string) (string, error) {
	asked := false
	job, err := retry(ctx, s, func() (string, error) {
		if asked {
			q, err := s.queueOnce(ctx)
			if job := q.Job(name); err != nil || job != "" {
				return job, err
			}
		}
		asked = true
		out, err := s.once(ctx, "sbatch", "--parsable", script)
		job, _, _ := strings.Cut(strings.TrimSpace(string(out)), ";") // the cluster's name may follow
		return job, err
	})
	if _, number := strconv.Atoi(job); err == nil && number != nil {
		err = fmt.Errorf("sbatch: found %q, expected the number of a job", job)
	}
	return job, err
}

// Task is an element of an array, identified by its job's name in queues and by the job's number
// elsewhere; the index is 0 outside arrays.
type Task struct {
	Job   string
	Index int
}

// Queued is the state of a task in the queue.
type Queued struct {
	Job   string // number, of the array
	State string // "PENDING", "RUNNING", "COMPLETING", …
}

// Queue holds the tasks that Slurm has not finished.
type Queue map[Task]Queued

// Job returns the job with a name, empty if none.
func (q Queue) Job(name string) string {
	for t, of := range q {
		if t.Job == name {
			return of.Job
		}
	}
	return ""
}

// Queue returns the user's jobs.
func (s Client) Queue(ctx context.Context) (Queue, error) {
	return retry(ctx, s, func() (Queue, error) { return s.queueOnce(ctx) })
}

// queueOnce asks once. Job names come last because they may contain anything.
func (s Client) queueOnce(ctx context.Context) (Queue, error) {
	out, err := s.once(ctx, "squeue", "--me", "--noheader", "--array", "--format=%F|%K|%T|%j")
	if err != nil {
		return nil, err
	}
	q := make(Queue)
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		fields := strings.SplitN(line, "|", 4)
		if len(fields) < 4 {
			return nil, fmt.Errorf("squeue: found %q, expected four fields with | between them", line)
		}
		index, err := strconv.Atoi(fields[1])
		if err != nil && fields[1] != "N/A" {
			return nil, fmt.Errorf("squeue: found %q in %q, expected the index of a job in its array", fields[1], line)
		}
		q[Task{fields[3], index}] = Queued{fields[0], fields[2]}
	}
	return q, nil
}

// Ended returns the final state, such as "OUT_OF_MEMORY", of the elements of arrays by job and
// index. Unknown ones are absent: sites without accounting forget a job after minutes.
func (s Client) Ended(ctx context.Context, jobs []string) map[Task]string {
	states := make(map[Task]string)
	if len(jobs) == 0 {
		return states
	}
	out, err := s.once(ctx, "sacct", "--noheader", "--parsable2", "--allocations", "--array", "--format=JobID,State", "--jobs="+strings.Join(jobs, ","))
	if err == nil {
		for line := range strings.Lines(string(out)) {
			id, state, _ := strings.Cut(strings.TrimSpace(line), "|")
			job, index, _ := strings.Cut(id, "_")
			number, err := strconv.Atoi(index)
			if words := strings.Fields(state); err == nil && len(words) > 0 { // "CANCELLED by 0"
				states[Task{job, number}] = words[0]
			}
		}
		return states
	}
	for _, job := range jobs {
		out, err := s.once(ctx, "scontrol", "--oneliner", "show", "job", job)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(out)) {
			fields := make(map[string]string)
			for _, word := range strings.Fields(line) {
				key, value, _ := strings.Cut(word, "=")
				fields[key] = value
			}
			if number, err := strconv.Atoi(fields["ArrayTaskId"]); err == nil {
				states[Task{fields["ArrayJobId"], number}] = fields["JobState"]
			}
		}
	}
	return states
}

// StandardArray is the largest array under Slurm's default settings.
const StandardArray = 1000

// MostInArray returns the largest number of jobs in an array with indices from 1.
func (s Client) MostInArray(ctx context.Context) (int, error) {
	out, err := s.call(ctx, "scontrol", "show", "config")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(out)) {
		if key, value, _ := strings.Cut(line, "="); strings.TrimSpace(key) == "MaxArraySize" {
			most, err := strconv.Atoi(strings.TrimSpace(value))
			if err != nil || most < 2 {
				return 0, fmt.Errorf("scontrol: MaxArraySize is %q, expected a number of at least 2: arrays are not allowed", strings.TrimSpace(value))
			}
			return most - 1, nil
		}
	}
	return StandardArray, nil
}

// Nodes returns the names of all usable nodes.
func (s Client) Nodes(ctx context.Context) ([]string, error) {
	out, err := s.call(ctx, "sinfo", "--noheader", "--Node", "--states=idle,alloc,mix", "--format=%N")
	return strings.Fields(string(out)), err
}

func (s Client) Cancel(ctx context.Context, jobs []string) error {
	_, err := s.call(ctx, "scancel", jobs...)
	return err
}
