package experiments

import "time"

// EventKind is the kind of an event in a run.
type EventKind int

const (
	// RunBegun comes first: Total and Done are known.
	RunBegun EventKind = iota
	// UnitBegun: a unit is being computed.
	UnitBegun
	// UnitAdvanced: a unit has made some progress; comes often.
	UnitAdvanced
	// UnitDone: a unit's record is on the disk.
	UnitDone
	// UnitFailed: a unit could not be computed; Err says why. The others go
	// on.
	UnitFailed
	// ExperimentDone: all records of an experiment are there, those of cells
	// not run aside. Comes at the beginning for those that were complete before.
	ExperimentDone
	// DataNotThere: a data set of an experiment cannot be had, and its units
	// are not run; Reason says why. Comes after RunBegun.
	DataNotThere
	// NoLocks: the folder of the results, which Reason names, has no file locks, so
	// that nobody notices another run that writes there. Comes after RunBegun.
	NoLocks
)

// Event is a moment of a run.
type Event struct {
	Kind       EventKind
	Experiment string // empty for RunBegun
	Unit       string // the ID; empty unless the event is of a unit
	Data       string // the data set, of DataNotThere
	Reason     string // of DataNotThere: "data missing"; of NoLocks
	// Done, Failed and Total count units, those not run aside; Done includes
	// those that were in the store before.
	Done, Failed, Total int
	// Failing counts those that failed of the experiment, of ExperimentDone.
	Failing int
	// Share of the run's work that is done, in [0, 1], units weighted by their actual
	// or expected times; work done before the run began does not count.
	Share float64
	// Elapsed is the time since the run began, Left an estimate of the time
	// to its end, 0 while nothing is known.
	Elapsed, Left time.Duration
	// Warnings are the statistical doubts about a unit that is done.
	Warnings []string
	// Err is why a unit failed.
	Err error
}
