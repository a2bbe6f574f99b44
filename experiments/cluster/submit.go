package cluster

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"

	"drfvi/experiments"
	"drfvi/experiments/cluster/journal"
	"drfvi/experiments/cluster/slurm"
	"drfvi/experiments/spec"
	"drfvi/internal/durable"
	"drfvi/results"
)

// Engine submits, looks and cancels through Slurm.
type Engine struct{ Slurm slurm.Client }

// Request is a request to submit units.
type Request struct {
	Specs    []spec.Experiment
	Options  experiments.Options
	Settings Settings
	// Dry computes the round without writing or sending anything.
	Dry bool

	automatic bool // by the last job of a round: cancelled units stay cancelled
}

// Submission is the outcome of a request.
type Submission struct {
	Round Round
	Units int      // sent
	Jobs  []string // of the arrays, then the last one
	// Done, Busy, Failed, Withheld and NotRun are the numbers of units not sent: in the store,
	// in jobs already, out of attempts, cancelled, without data.
	Done, Busy, Failed, Withheld, NotRun int
	Lost                                 []error // lost files of chunks, whose units were sent
}

// Submit sends the units that are neither done nor in jobs already, and merges the complete
// experiments. It may be called at any time, and continues an interrupted submission.
func (e Engine) Submit(ctx context.Context, q Request) (Submission, error) {
	var err error
	if q.Options.Out, err = filepath.Abs(q.Options.Out); err != nil {
		return Submission{}, err
	}
	q.Options.Workers = q.Settings.Cores
	rounds, err := Rounds(q.Options.Out)
	if err != nil {
		return Submission{}, err
	}
	if !q.Dry {
		if err := gather(ctx, q.Specs, q.Options); err != nil {
			return Submission{}, err
		}
	}
	var v View
	if len(rounds) > 0 {
		if last := rounds[len(rounds)-1]; !q.Dry && !last.Settings.NoSend && last.job(lastJob) == "" && !last.cancelled() {
			if err := e.resend(ctx, last); err != nil {
				return Submission{}, err
			}
		}
		if v, err = e.Look(ctx, q.Options.Out); err == nil {
			err = v.Doubt
		}
		if err != nil {
			return Submission{}, err
		}
	}
	sub, units, err := q.choose(v)
	sub.Lost = v.Lost
	if err != nil || len(units) == 0 {
		return sub, err
	}
	most := math.MaxInt
	if !q.Settings.NoSend {
		if most, err = e.Slurm.MostInArray(ctx); err != nil && !q.Dry {
			return sub, err
		} else if err != nil {
			most = slurm.StandardArray
		}
	}
	if sub.Round, err = q.round(rounds, len(units)+sub.Done+sub.Busy+sub.Failed+sub.Withheld); err != nil {
		return sub, err
	}
	sub.Round.Arrays = pack(units, q.Settings, most)
	if len(v.failed) > 0 {
		sub.Round.Exclude, err = e.exclude(ctx, v.failed)
	}
	if err != nil || q.Dry {
		return sub, err
	}
	if err := sub.Round.write(); err != nil || q.Settings.NoSend {
		return sub, err
	}
	sub.Jobs, err = e.sendRound(ctx, sub.Round, nil)
	return sub, err
}

// gather is experiments.Gather, waiting for a concurrent one to end.
func gather(ctx context.Context, specs []spec.Experiment, o experiments.Options) error {
	for wait := time.Second; ; wait *= 2 {
		err := experiments.Gather(specs, o)
		if !errors.Is(err, results.ErrLocked) || wait > time.Minute {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
		}
	}
}

// choose returns the units to send, with forecasts raised by earlier attempts.
func (q Request) choose(v View) (Submission, []experiments.PlannedUnit, error) {
	known := make(map[results.Unit]Unit)
	for _, u := range v.Units {
		known[u.Unit] = u
	}
	p, err := experiments.NewPlan(q.Specs, q.Options)
	if err != nil {
		return Submission{}, nil, err
	}
	var sub Submission
	var units []experiments.PlannedUnit
	for _, u := range p.Units {
		before := known[u.Unit]
		state := before.State
		if s := v.seen[u.Unit]; s != nil && s.State != "" {
			state = s.State // of one tried again although it has a record
		}
		switch {
		case u.Done:
			sub.Done++
		case u.NotRun != "":
			sub.NotRun++
		case slices.Contains([]State{Running, Waiting, Silent}, state):
			sub.Busy++
		case before.State == Failed && !q.Options.RetryFailed:
			sub.Failed++
		case before.withheld && q.automatic:
			sub.Withheld++
		default:
			u.Bytes = int64(float64(u.Bytes+memoryMargin)*math.Pow(memoryFactor, float64(before.faults[journal.OutOfMemory]))) - memoryMargin
			u.Time <<= before.faults[journal.TimeOut]
			units = append(units, u)
		}
	}
	sub.Units = len(units)
	return sub, units, nil
}

// round returns the round of the request, without arrays.
func (q Request) round(before []Round, units int) (Round, error) {
	r := Round{
		Number: 1, Profile: q.Options.Profile, Data: q.Options.Data, RetryFailed: q.Options.RetryFailed, Long: q.Options.Long,
		Version: program(), Settings: q.Settings, Units: units, Out: q.Options.Out,
	}
	if len(before) > 0 {
		r.Number = before[len(before)-1].Number + 1
	}
	// Skip the folder of an incompletely written round.
	for {
		if _, err := os.Stat(r.path()); err != nil {
			break
		}
		r.Number++
	}
	for _, spec := range q.Specs {
		name := spec.Name
		if own, err := experiments.Load(name); err != nil || own.File != spec.File || own.SHA256 != spec.SHA256 {
			if name, err = filepath.Abs(spec.File); err != nil {
				return r, err
			}
		}
		r.Experiments = append(r.Experiments, name)
	}
	return r, nil
}

// exclude returns the failed nodes, none if no others are left.
func (e Engine) exclude(ctx context.Context, failed []string) ([]string, error) {
	all, err := e.Slurm.Nodes(ctx)
	if slices.ContainsFunc(all, func(node string) bool { return !slices.Contains(failed, node) }) {
		return failed, err
	}
	return nil, err
}

// lastJob is the name of the job after all others of a round.
const lastJob = "last"

// resend continues a round whose sending was interrupted.
func (e Engine) resend(ctx context.Context, r Round) error {
	q, err := e.Slurm.Queue(ctx)
	if err == nil {
		_, err = e.sendRound(ctx, r, q)
	}
	return err
}

// sendRound sends the unsent arrays of a round and the last job.
func (e Engine) sendRound(ctx context.Context, r Round, q slurm.Queue) (jobs []string, err error) {
	for _, a := range r.Arrays {
		job, err := e.sendOne(ctx, r, a.Name, q)
		if err != nil {
			return jobs, err
		}
		jobs = append(jobs, job)
	}
	if err := durable.WriteFile(r.path(lastJob+".sh"), []byte(r.LastScript(jobs))); err != nil {
		return jobs, err
	}
	job, err := e.sendOne(ctx, r, lastJob, q)
	return append(jobs, job), err
}

// sendOne sends a script of a round, unless sent already, and records its job.
func (e Engine) sendOne(ctx context.Context, r Round, name string, q slurm.Queue) (string, error) {
	if job := r.job(name); job != "" {
		return job, nil
	}
	job := q.Job(r.jobName(name))
	if job == "" {
		var err error
		if job, err = e.Slurm.Send(ctx, r.jobName(name), r.path(name+".sh")); err != nil {
			return "", err
		}
	}
	return job, durable.WriteFile(r.path(name+".job"), []byte(job+"\n"))
}
