package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"drfvi/experiments"
	"drfvi/experiments/cluster/journal"
	"drfvi/experiments/cluster/slurm"
	"drfvi/results"
)

// State is the state of a unit.
type State string

const (
	Done    State = "done"
	Running State = "running" // in progress in a live worker
	Waiting State = "waiting" // in the queue, or in the chunk of a live worker
	Silent  State = "silent"  // its job runs according to Slurm, without heartbeat
	Unknown State = "unknown" // sent, and Slurm does not answer
	Open    State = "open"    // not computed before the next drfvi submit
	Failed  State = "failed"  // not tried again unless requested
	NotRun  State = "not run" // its data cannot be had
)

// States returns the states in display order.
func States() []State { return []State{Done, Running, Waiting, Silent, Unknown, Open, Failed, NotRun} }

// Unit is the state of a unit.
type Unit struct {
	experiments.PlannedUnit
	State State
	Class journal.Class // of Failed, and of Open if its last worker ended early
	Error string        // in words, if any

	faults   map[journal.Class]int // attempts used up
	withheld bool                  // open, but cancelled and left to the user to submit
	seconds  float64               // taken
}

// View is the state of all units submitted into a folder of results.
type View struct {
	Rounds  []Round
	Units   []Unit
	Workers int           // live ones
	Jobs    int           // waiting in the queue
	Left    time.Duration // estimated time to the end; 0 if nothing runs
	Doubt   error         // why the queue is unknown
	Lost    []error       // lost files of chunks, whose units are open unless done or in another round

	queue  slurm.Queue
	states map[slurm.Task]string  // final ones, by job and index
	seen   map[results.Unit]*Unit // by journals and queue; without a state if no longer in a job
	failed []string               // nodes that failed in the last round
	ending int                    // live workers without a job, and jobs about to end
}

// ErrNoRounds is wrapped by the error of Look if nothing was submitted.
var ErrNoRounds = errors.New("nothing was submitted into this folder")

// Count returns the number of units in a state.
func (v View) Count(s State) int {
	n := 0
	for _, u := range v.Units {
		if u.State == s {
			n++
		}
	}
	return n
}

// Look returns the state of all units submitted into a folder of results. It reads the queue first
// and the store last, so that concurrent changes are seen late but not lost.
func (e Engine) Look(ctx context.Context, out string) (View, error) {
	rounds, err := Rounds(out)
	if err != nil {
		return View{}, err
	}
	if len(rounds) == 0 {
		return View{}, fmt.Errorf("%s: %w; see drfvi submit", out, ErrNoRounds)
	}
	v := View{Rounds: rounds, seen: make(map[results.Unit]*Unit)}
	if slices.ContainsFunc(rounds, func(r Round) bool { return !r.Settings.NoSend }) {
		if v.queue, v.Doubt = e.Slurm.Queue(ctx); ctx.Err() != nil {
			return View{}, v.Doubt
		}
	}
	for _, r := range rounds {
		if err := v.survey(ctx, e.Slurm, r); err != nil {
			return View{}, err
		}
	}
	planned, err := plan(rounds)
	if err != nil {
		return View{}, err
	}
	for _, u := range planned {
		v.Units = append(v.Units, v.judge(u))
	}
	v.estimate()
	return v, nil
}

// latest returns the rounds with only those experiments that no later round has, without rounds
// that have none left.
func latest(rounds []Round) []Round {
	seen := make(map[string]bool)
	var all []Round
	for _, r := range slices.Backward(rounds) {
		r.RetryFailed = false
		r.Experiments = slices.DeleteFunc(slices.Clone(r.Experiments), func(name string) bool { return seen[name] })
		for _, name := range r.Experiments {
			seen[name] = true
		}
		if len(r.Experiments) > 0 {
			all = append(all, r)
		}
	}
	return all
}

// plan returns the units of all experiments of the rounds.
func plan(rounds []Round) ([]experiments.PlannedUnit, error) {
	var units []experiments.PlannedUnit
	for _, r := range latest(rounds) {
		specs, err := r.specs()
		if err != nil {
			return nil, err
		}
		p, err := experiments.NewPlan(specs, r.options())
		if err != nil {
			return nil, err
		}
		units = append(units, p.Units...)
	}
	return units, nil
}

// survey determines the state of the units of a round from journals and queue.
func (v *View) survey(ctx context.Context, s slurm.Client, r Round) error {
	chunks, lost, err := r.sentChunks()
	if err != nil {
		return err
	}
	v.Lost = append(v.Lost, lost...)
	v.failed = nil
	cancelled := r.cancelled()
	for _, c := range chunks {
		if v.states == nil && v.Doubt == nil && v.unexplained(c) {
			v.states = s.Ended(ctx, sent(v.Rounds))
		}
		v.surveyChunk(r, c, cancelled)
	}
	return nil
}

// unexplained reports whether the last worker on a chunk ended without a reason, or the job of the
// chunk ended before it started one.
func (v *View) unexplained(c sentChunk) bool {
	if _, queued := v.queue[c.queued]; queued {
		return false
	}
	if len(c.attempts) == 0 {
		return c.task.Job != ""
	}
	last := c.attempts[len(c.attempts)-1]
	return !last.Alive() && (!last.Ended || last.Class == journal.Terminated)
}

// surveyChunk determines the state of the units of a chunk of a round.
func (v *View) surveyChunk(r Round, c sentChunk, cancelled bool) {
	now, queued := v.queue[c.queued]
	// Unless a newer round sends a unit again, this one determines its state.
	state, was := State(""), c.task.Job != ""
	alive := slices.ContainsFunc(c.attempts, journal.Attempt.Alive)
	switch {
	case alive:
		state = Waiting
	case queued && (now.State == "RUNNING" || now.State == "COMPLETING"):
		state = Silent
	case queued:
		state = Waiting
		v.Jobs++
	case v.Doubt != nil && was:
		state = Unknown
	}
	if alive && !queued && !r.Settings.NoSend || now.State == "COMPLETING" {
		v.ending++
	}
	here := make(map[string]*Unit)
	for _, u := range c.Units {
		old := v.seen[u]
		if old == nil || r.RetryFailed {
			old = &Unit{faults: make(map[journal.Class]int)}
		}
		n := &Unit{State: state, faults: maps.Clone(old.faults), seconds: old.seconds}
		if old.State == Running || state == "" {
			n.State = old.State // a worker of an older round is alive
		}
		here[u.ID], v.seen[u] = n, n
	}
	if len(c.attempts) == 0 && state == "" && was {
		log, _ := os.ReadFile(c.log) // missing if the job did not start
		class := journal.Classify(journal.Attempt{}, v.states[c.task], log)
		if class == journal.Killed {
			class = journal.NotStarted
		}
		blame(here, journal.Attempt{}, class)
	}
	for i, a := range c.attempts {
		v.surveyAttempt(c, a, i == len(c.attempts)-1, here)
	}
	if cancelled && state == "" {
		blame(here, journal.Attempt{}, journal.Cancelled)
	}
}

// surveyAttempt applies an attempt to the units of its chunk.
func (v *View) surveyAttempt(c sentChunk, a journal.Attempt, last bool, here map[string]*Unit) {
	for unit, seconds := range a.Done {
		if s := here[unit]; s != nil {
			s.seconds = seconds
		}
	}
	for unit, message := range a.Failed {
		if s := here[unit]; s != nil {
			s.faults[journal.ProgramError]++
			s.Class, s.Error = journal.ProgramError, message
			if a.Alive() {
				s.State = Failed
			}
		}
	}
	if a.Alive() {
		v.Workers++
		for _, unit := range a.InHand {
			if s := here[unit]; s != nil {
				s.State = Running
			}
		}
		return
	}
	if a.Ended && a.Class == "" {
		return
	}
	state := ""
	if last {
		state = v.states[c.task]
	}
	class := journal.Classify(a, state, a.LogOf(c.log))
	if class == journal.Killed && !last {
		class = journal.Preempted // requeued by Slurm itself
	}
	if class == journal.NodeFailure && !slices.Contains(v.failed, a.Host) {
		v.failed = append(v.failed, a.Host)
	}
	blame(here, a, class)
}

// blame counts a failed attempt, an empty one if no worker began, against the units in progress. If
// there were none, because the worker ended before the first, or if the class concerns the whole
// worker, it counts against all that were not done.
func blame(here map[string]*Unit, a journal.Attempt, class journal.Class) {
	for id, u := range here {
		_, done := a.Done[id]
		blamed := !done && a.Failed[id] == ""
		if class != journal.ProgramError && len(a.InHand)+len(a.Done)+len(a.Failed) > 0 {
			blamed = slices.Contains(a.InHand, id)
		}
		if blamed {
			u.Class, u.Error = class, a.Error
		}
		if class == journal.Cancelled { // by the user, not the unit's fault
			u.withheld = true
		} else if blamed {
			u.faults[class]++
		}
	}
}

// judge returns the state of a unit: by the store, then the journals, then the queue.
func (v *View) judge(u experiments.PlannedUnit) Unit {
	judged := Unit{}
	if seen := v.seen[u.Unit]; seen != nil {
		judged = *seen
	}
	judged.PlannedUnit = u
	switch {
	case u.Done:
		judged.State, judged.Class, judged.Error = Done, "", ""
	case u.NotRun != "":
		judged.State, judged.Error = NotRun, u.NotRun
	case judged.State == "":
		judged.State = Open
		for _, class := range slices.Sorted(maps.Keys(judged.faults)) {
			if judged.faults[class] >= class.Budget() {
				judged.State, judged.Class = Failed, class
			}
		}
	}
	return judged
}

// estimate computes the time left with the live workers at their pace so far.
func (v *View) estimate() {
	var left, planned, took time.Duration
	for _, u := range v.Units {
		switch {
		case u.State == Done && u.seconds > 0:
			planned += u.Time
			took += time.Duration(u.seconds * float64(time.Second))
		case u.State == Running || u.State == Waiting || u.State == Silent:
			left += u.Time
		}
	}
	at := v.Workers * v.Rounds[len(v.Rounds)-1].Settings.Cores
	if at == 0 {
		return
	}
	pace := 1.0
	if planned > 0 {
		pace = float64(took) / float64(planned)
	}
	v.Left = time.Duration(pace * float64(left) / float64(at))
}
