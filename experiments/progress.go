package experiments

import (
	"maps"
	"slices"
	"sync"
	"time"
)

// progress tracks a run and reports on it.
type progress struct {
	report func(Event)
	begin  time.Time
	mutex  sync.Mutex // guards the fields below, and calls of report
	// done, failures and total count units.
	done, failures, total int
	paces                 map[string]*pace   // by method
	running               map[string]advance // units in progress, by ID
	share                 float64            // last reported
}

// pace compares the expected work of the units of a method with the time that they take, in seconds
// of one processor.
type pace struct {
	planned float64 // work of the queue
	ended   float64 // work of its units that have ended
	seconds float64 // time that these took
}

const (
	// workPerSecond is the expected pace of a method of which no unit has ended.
	workPerSecond = 1e7
	// mostShare is the largest share before the last unit has ended: not even rounded is it all.
	mostShare = 0.99
)

// secondsFor returns the expected time of a method's work, by its units that have ended.
func (p *pace) secondsFor(work float64) float64 {
	if p.ended > 0 {
		return work * p.seconds / p.ended
	}
	return work / workPerSecond
}

// newProgress starts tracking a run over the queue; done units are already in the store.
func newProgress(report func(Event), queue []unit, done int) *progress {
	if report == nil {
		report = func(Event) {}
	}
	p := &progress{
		report: report, begin: time.Now(), done: done, total: done + len(queue),
		paces: make(map[string]*pace), running: make(map[string]advance),
	}
	for _, u := range queue {
		name := u.cell.Method.Name
		if p.paces[name] == nil {
			p.paces[name] = new(pace)
		}
		p.paces[name].planned += u.cost.Work
	}
	p.say(Event{Kind: RunBegun})
	return p
}

// update changes the state of the run, and sends an event with its counts.
func (p *progress) update(e Event, change func()) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	change()
	e.Done, e.Total, e.Elapsed, e.Share = p.done, p.total, time.Since(p.begin), 1
	if p.done+p.failures < p.total {
		p.share = max(p.share, min(p.expectedShare(), mostShare)) // the share never falls
		e.Share = p.share
	}
	p.report(e)
}

// expectedShare returns the time that units have taken as a share of the time that all are expected
// to take.
func (p *progress) expectedShare() float64 {
	past, whole := 0.0, 0.0
	for _, name := range slices.Sorted(maps.Keys(p.paces)) {
		method := p.paces[name]
		past += method.seconds
		whole += method.seconds + method.secondsFor(method.planned-method.ended)
	}
	for _, running := range p.running {
		past += p.paces[running.method].secondsFor(running.work)
	}
	if whole == 0 {
		return 0
	}
	return past / whole
}

// event returns an event of the unit.
func (u unit) event(kind EventKind) Event {
	return Event{Kind: kind, Experiment: u.experiment, Unit: u.id()}
}

func (p *progress) begun(u unit) { p.say(u.event(UnitBegun)) }

// advance is the work that is done of a unit in progress.
type advance struct {
	method string
	work   float64
}

// advanced is called by the goroutine that computes the unit.
func (p *progress) advanced(u unit, share float64) {
	p.update(u.event(UnitAdvanced), func() {
		p.running[u.id()] = advance{u.cell.Method.Name, share * u.cost.Work}
	})
}

// end counts a unit as ended that took some seconds of one processor, none if it was not tried.
func (p *progress) end(u unit, seconds float64) {
	delete(p.running, u.id())
	method := p.paces[u.cell.Method.Name]
	if seconds > 0 {
		method.ended += u.cost.Work
		method.seconds += seconds
	} else {
		method.planned -= u.cost.Work
	}
}

func (p *progress) finished(u unit, seconds float64, warnings []string) {
	e := u.event(UnitDone)
	e.Warnings = warnings
	p.update(e, func() {
		p.end(u, seconds)
		p.done++
	})
}

func (p *progress) failed(u unit, seconds float64) {
	p.update(u.event(UnitFailed), func() {
		p.end(u, seconds)
		p.failures++
	})
}

// say reports what changes no counts.
func (p *progress) say(e Event) { p.update(e, func() {}) }

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
	// Share of the run done, in [0, 1], by the time that units have taken and are expected to take;
	// it is at most 0.99 until all have ended. What was done before the run does not count.
	Share   float64
	Elapsed time.Duration // since the run began
	// Warnings are the statistical doubts about a unit that is done.
	Warnings []string
}
