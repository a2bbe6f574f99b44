package cluster

import (
	"context"
	"fmt"
	"slices"
	"time"

	"drfvi/internal/durable"
)

// Again returns the request for the remaining units of a folder's rounds, with the settings of the
// last one.
func Again(out string) (Request, error) {
	rounds, err := Rounds(out)
	if err != nil {
		return Request{}, err
	}
	if len(rounds) == 0 {
		return Request{}, fmt.Errorf("%s: %w", out, ErrNoRounds)
	}
	last := rounds[len(rounds)-1]
	q := Request{Options: last.options(), Settings: last.Settings}
	q.Options.RetryFailed = false
	for _, r := range latest(rounds) {
		if r.Profile != last.Profile {
			continue // submitted separately, as it can be again
		}
		specs, err := r.specs()
		if err != nil {
			return Request{}, err
		}
		q.Specs = append(q.Specs, specs...)
	}
	return q, nil
}

// settling is the time that Finish waits for jobs to end that did not end orderly.
const settling = 10 * time.Minute

// Finish merges the complete experiments and resends remaining units that have attempts left. The
// last job of a round calls it; for rounds given to another scheduler it sends nothing.
func (e Engine) Finish(ctx context.Context, out string) (View, Submission, error) {
	v, err := e.settled(ctx, out)
	if err != nil {
		return v, Submission{}, err
	}
	for _, r := range latest(v.Rounds) {
		specs, err := r.specs()
		if err == nil {
			err = gather(ctx, specs, r.options())
		}
		if err != nil {
			return v, Submission{}, err
		}
	}
	var sub Submission
	if v.Doubt == nil && v.Count(Open) > 0 && !v.Rounds[len(v.Rounds)-1].Settings.NoSend {
		q, err := Again(out)
		if err != nil {
			return v, sub, err
		}
		q.automatic = true
		if sub, err = e.Submit(ctx, q); err != nil {
			return v, sub, fmt.Errorf("the rest could not be sent from here, drfvi submit sends it: %w", err)
		}
	}
	v, err = e.Look(ctx, out)
	return v, sub, err
}

// settled looks until no worker lives whose job is gone: a killed one seems alive for two more
// heartbeats.
func (e Engine) settled(ctx context.Context, out string) (View, error) {
	begin := time.Now()
	for {
		v, err := e.Look(ctx, out)
		if err != nil || v.ending == 0 || time.Since(begin) > settling {
			return v, err
		}
		select {
		case <-ctx.Done():
			return v, ctx.Err()
		case <-time.After(v.Rounds[len(v.Rounds)-1].Settings.Heartbeat / 2):
		}
	}
}

// Cancel cancels all jobs of a folder's rounds and returns their number, arrays counting as one.
// Their last jobs do not resend anything.
func (e Engine) Cancel(ctx context.Context, out string) (cancelled int, err error) {
	// A last job may be sending another round.
	for range 3 {
		rounds, err := Rounds(out)
		if err != nil {
			return cancelled, err
		}
		if len(rounds) == 0 {
			return cancelled, fmt.Errorf("%s: %w", out, ErrNoRounds)
		}
		q, err := e.Slurm.Queue(ctx)
		if err != nil {
			return cancelled, err
		}
		var jobs []string
		for _, r := range rounds {
			before := len(jobs)
			for _, a := range append(slices.Clone(r.Arrays), Array{Name: lastJob}) {
				if job := q.Job(r.jobName(a.Name)); job != "" {
					jobs = append(jobs, job)
				}
			}
			if len(jobs) > before && !r.cancelled() {
				if err := durable.WriteFile(r.path("cancelled"), nil); err != nil {
					return cancelled, err
				}
				cancelled += len(jobs) - before
			}
		}
		if len(jobs) == 0 {
			break
		}
		if err := e.Slurm.Cancel(ctx, jobs); err != nil {
			return cancelled, err
		}
	}
	return cancelled, nil
}
