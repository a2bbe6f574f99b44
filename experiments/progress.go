package experiments

import (
	"sync"
	"time"
)

// progress tracks a run and reports on it.
type progress struct {
	tell  func(Event)
	begin time.Time
	mutex sync.Mutex // guards the fields below, and calls of tell
	// done, failures and total count units.
	done, failures, total int
	// all and ended are the expected work of the queue, and of those of its units that have ended;
	// flying is that done of units in progress, by ID.
	all, ended float64
	flying     map[string]float64
	share      float64 // last reported
}

// newProgress starts tracking a run over the queue; done units are already in the store.
func newProgress(tell func(Event), queue []unit, done int) *progress {
	if tell == nil {
		tell = func(Event) {}
	}
	p := &progress{tell: tell, begin: time.Now(), done: done, total: done + len(queue), flying: make(map[string]float64)}
	for _, u := range queue {
		p.all += u.cost.Work
	}
	p.say(Event{Kind: RunBegun})
	return p
}

// report notes what has happened, and sends its event with the counts.
func (p *progress) report(e Event, note func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	note()
	e.Done, e.Total, e.Elapsed, e.Share = p.done, p.total, time.Since(p.begin), 1
	if p.done+p.failures < p.total && p.all > 0 {
		work := p.ended
		for _, done := range p.flying {
			work += done
		}
		p.share = min(max(p.share, work/p.all), 1) // the share never falls
		e.Share = p.share
	}
	p.tell(e)
}

// event returns an event of the unit.
func (u unit) event(kind EventKind) Event {
	return Event{Kind: kind, Experiment: u.experiment, Unit: u.id()}
}

func (p *progress) begun(u unit) { p.say(u.event(UnitBegun)) }

// advanced is called by the goroutine that computes the unit.
func (p *progress) advanced(u unit, share float64) {
	p.report(u.event(UnitAdvanced), func() { p.flying[u.id()] = share * u.cost.Work })
}

// landed counts the expected work of a unit as done.
func (p *progress) landed(u unit) {
	delete(p.flying, u.id())
	p.ended += u.cost.Work
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
	// Renewed: Units finished ones of an experiment are computed again for the Reason. Comes after
	// RunBegun.
	Renewed
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
	Reason     string // for LeftOut, "data missing" or NotAsked, and for Renewed and NoLocks
	Units      int    // for Renewed
	// Done and Total count units, except those not run; Done includes those in the store
	// before.
	Done, Total int
	// Failing is the number of the experiment's failed units, for ExperimentDone.
	Failing int
	// Share of the run's work done, in [0, 1], units weighted by their expected work; work before
	// the run does not count.
	Share   float64
	Elapsed time.Duration // since the run began
	// Warnings are the statistical doubts about a unit that is done.
	Warnings []string
}
