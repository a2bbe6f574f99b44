package experiments

import (
	"sync"
	"time"
)

// progress tracks a run and reports on it.
type progress struct {
	tell  func(Event)
	mutex sync.Mutex // guards the fields below, and calls of tell
	// done, failures and total count units.
	done, failures, total int

	begin   time.Time
	kinds   map[string]*kind
	flights map[string]*flight // units in progress, by ID
	share   float64            // last reported
}

// kind is the units of one method in one experiment. The times of finished ones correct the
// estimates of the others, the only ones for a user's program.
type kind struct {
	program     bool    // a user's program
	left, ended float64 // estimated work of unfinished and finished units
	took        float64 // by finished ones, in nanoseconds of one worker
}

// flight is a unit in progress.
type flight struct {
	kind    *kind
	begin   time.Time
	workers int
	work    float64 // estimated, done so far
}

// kindOf names the kind of a unit.
func kindOf(u unit) string { return u.experiment + "/" + u.cell.Method.Name }

// newProgress starts tracking a run over the queue; done units are already in the store.
func newProgress(tell func(Event), queue []unit, done int) *progress {
	if tell == nil {
		tell = func(Event) {}
	}
	p := &progress{
		tell: tell, done: done, total: done + len(queue),
		begin: time.Now(), kinds: make(map[string]*kind), flights: make(map[string]*flight),
	}
	for _, u := range queue {
		if p.kinds[kindOf(u)] == nil {
			p.kinds[kindOf(u)] = &kind{program: u.method.program != nil}
		}
		p.kinds[kindOf(u)].left += u.cost.Nanoseconds
	}
	p.say(Event{Kind: RunBegun})
	return p
}

// report notes what has happened, and sends its event with the counts.
func (p *progress) report(e Event, note func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	note()
	e.Done, e.Total = p.done, p.total
	done, left := p.work()
	e.Elapsed = time.Since(p.begin)
	e.Share = 1
	if p.done+p.failures < p.total && left > 0 {
		p.share = max(p.share, done/(done+left)) // the share never falls
		e.Share = p.share
	}
	p.tell(e)
}

// work returns the work done and the work left. The mutex must be held.
func (p *progress) work() (done, left float64) {
	all := map[bool]*kind{false: {}, true: {}} // of programs, and of other methods
	for _, k := range p.kinds {
		of := all[k.program]
		of.ended, of.took = of.ended+k.ended, of.took+k.took
	}
	// The actual time of an estimated nanosecond.
	pace := func(k *kind) float64 {
		for _, of := range []*kind{k, all[k.program]} {
			if of.ended > 0 && of.took > 0 {
				return of.took / of.ended
			}
		}
		return 1
	}
	for _, k := range p.kinds {
		done += k.took
		left += float64(k.left * pace(k))
	}
	for _, f := range p.flights {
		work := float64(f.work * pace(f.kind))
		done, left = done+work, left-work
	}
	return done, max(left, 0)
}

// event returns an event of the unit.
func (u unit) event(kind EventKind) Event {
	return Event{Kind: kind, Experiment: u.experiment, Unit: u.id()}
}

func (p *progress) begun(u unit, workers int) {
	p.report(u.event(UnitBegun), func() {
		p.flights[u.id()] = &flight{kind: p.kinds[kindOf(u)], begin: time.Now(), workers: workers}
	})
}

// advanced is called by the goroutine that computes the unit.
func (p *progress) advanced(u unit, share float64) {
	p.report(u.event(UnitAdvanced), func() {
		p.flights[u.id()].work = share * u.cost.Nanoseconds
	})
}

// landed counts a unit's work as done. A refused unit took none.
func (p *progress) landed(u unit) {
	k := p.kinds[kindOf(u)]
	k.left -= u.cost.Nanoseconds
	if f := p.flights[u.id()]; f != nil {
		k.ended += u.cost.Nanoseconds
		k.took += float64(time.Since(f.begin) * time.Duration(f.workers))
		delete(p.flights, u.id())
	}
}

func (p *progress) finished(u unit, warnings []string) {
	e := u.event(UnitDone)
	e.Warnings = warnings
	p.report(e, func() {
		p.landed(u)
		p.done++
	})
}

func (p *progress) failed(u unit) {
	p.report(u.event(UnitFailed), func() {
		p.landed(u)
		p.failures++
	})
}

// say reports what changes no counts.
func (p *progress) say(e Event) { p.report(e, func() {}) }

// EventKind is the kind of an event in a run.
type EventKind int

const (
	// RunBegun comes first: Total and Done are known.
	RunBegun EventKind = iota
	// UnitBegun: a unit is being computed.
	UnitBegun
	// UnitAdvanced: a unit has made some progress; frequent.
	UnitAdvanced
	// UnitDone: a unit's record is on the disk.
	UnitDone
	// UnitFailed: a unit could not be computed. The others continue.
	UnitFailed
	// ExperimentDone: all records of an experiment are stored, except those of cells not run.
	// Comes at the beginning if complete before.
	ExperimentDone
	// LeftOut: units of an experiment are not run for the Reason, which concerns the Data set if
	// there is one. Comes after RunBegun.
	LeftOut
	// NoLocks: the folder of the results, in Reason, has no file locks, so that another run
	// may write there unnoticed. Comes after RunBegun.
	NoLocks
)

// Event is an event in a run.
type Event struct {
	Kind       EventKind
	Experiment string // empty for RunBegun
	Unit       string // the ID; empty unless about a unit
	Data       string // the unavailable data set, for LeftOut
	Reason     string // for LeftOut, "data missing" or NotAsked, and NoLocks
	// Done and Total count units, except those not run; Done includes those in the store
	// before.
	Done, Total int
	// Failing is the number of the experiment's failed units, for ExperimentDone.
	Failing int
	// Share of the run's work done, in [0, 1], units weighted by their actual or expected
	// times; work before the run does not count.
	Share   float64
	Elapsed time.Duration // since the run began
	// Warnings are the statistical doubts about a unit that is done.
	Warnings []string
}
