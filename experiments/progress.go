package experiments

import (
	"sync"
	"time"
)

// progress keeps account of a run and tells whoever wants to know.
type progress struct {
	tell  func(Event)
	mutex sync.Mutex // guards what follows, and calls of tell
	// done, failures and total count units.
	done, failures, total int

	begin   time.Time
	all     float64            // work of the run
	finish  float64            // work of units that ended
	flights map[string]float64 // work done of units in flight, by ID
}

// newProgress begins the account of a run over the queue; done units are in
// the store already.
func newProgress(tell func(Event), queue []unit, done int) *progress {
	if tell == nil {
		tell = func(Event) {}
	}
	p := &progress{
		tell: tell, done: done, total: done + len(queue),
		begin: time.Now(), flights: make(map[string]float64),
	}
	for _, u := range queue {
		p.all += u.cost.Nanoseconds
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.send(Event{Kind: RunBegun})
	return p
}

// send fills in the counts and tells. The mutex must be held.
func (p *progress) send(e Event) {
	e.Done, e.Failed, e.Total = p.done, p.failures, p.total
	work := p.finish
	for _, part := range p.flights {
		work += part
	}
	if p.all > 0 {
		e.Share = min(1, work/p.all)
	} else {
		e.Share = 1
	}
	e.Elapsed = time.Since(p.begin)
	if e.Share > 0 {
		e.Left = time.Duration(float64(e.Elapsed) * (1 - e.Share) / e.Share)
	}
	p.tell(e)
}

func (p *progress) begun(u unit) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.flights[u.id()] = 0
	p.send(Event{Kind: UnitBegun, Experiment: u.experiment, Unit: u.id()})
}

// advanced is called by the goroutine that computes the unit.
func (p *progress) advanced(u unit, share float64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.flights[u.id()] = share * u.cost.Nanoseconds
	p.send(Event{Kind: UnitAdvanced, Experiment: u.experiment, Unit: u.id()})
}

// landed counts a unit's work as done.
func (p *progress) landed(u unit) {
	delete(p.flights, u.id())
	p.finish += u.cost.Nanoseconds
}

func (p *progress) finished(u unit, warnings []string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.landed(u)
	p.done++
	p.send(Event{Kind: UnitDone, Experiment: u.experiment, Unit: u.id(), Warnings: warnings})
}

func (p *progress) failed(u unit, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.landed(u)
	p.failures++
	p.send(Event{Kind: UnitFailed, Experiment: u.experiment, Unit: u.id(), Err: err})
}

func (p *progress) complete(experiment string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.send(Event{Kind: ExperimentDone, Experiment: experiment})
}

// notThere tells what the run has to do without.
func (p *progress) notThere(e Event) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.send(e)
}
