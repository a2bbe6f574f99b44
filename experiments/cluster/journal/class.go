package journal

import (
	"bytes"
	"os"
	"strings"
)

// Class is the reason why a worker ended early, or why a unit failed.
type Class string

const (
	ProgramError Class = "program error"
	OutOfMemory  Class = "out of memory"
	TimeOut      Class = "time-out"
	NodeFailure  Class = "node failure"
	Preempted    Class = "preempted"
	Cancelled    Class = "cancelled"
	Storage      Class = "file system"
	Killed       Class = "killed"      // without known reason
	NotStarted   Class = "not started" // the job is gone and no worker wrote a journal
	Terminated   Class = "terminated"  // by a signal, until the reason is known
)

// Budget is the number of attempts at a unit in progress when its worker ended by the class: above
// one only for classes that another attempt may cure.
func (c Class) Budget() int {
	switch c {
	case ProgramError:
		return 1
	case Preempted, Terminated:
		return 20
	}
	return 5
}

// states are the classes of Slurm's final states.
var states = map[string]Class{
	"OUT_OF_MEMORY": OutOfMemory, "TIMEOUT": TimeOut, "DEADLINE": TimeOut, "NODE_FAIL": NodeFailure, "BOOT_FAIL": NodeFailure,
	"PREEMPTED": Preempted, "CANCELLED": Cancelled, "REVOKED": Cancelled,
}

// said are the classes of Slurm's messages in a job's output, in lower case, most specific first.
// Sites without cgroups report FAILED for jobs out of memory, those without accounting nothing.
var said = []struct {
	text  string
	class Class
}{
	{"exceeded memory limit", OutOfMemory}, {"oom-kill", OutOfMemory}, {"oom_kill", OutOfMemory}, {"out of memory", OutOfMemory},
	{"due to time limit", TimeOut}, {"due to node failure", NodeFailure}, {"due to preemption", Preempted},
	{"due to job requeue", Terminated}, {"cancelled at", Cancelled},
}

// Classify returns the reason why a worker ended early from its own journal, Slurm's final state,
// empty if none, and the log.
func Classify(a Attempt, state string, log []byte) Class {
	if a.Ended && a.Class != Terminated {
		return a.Class
	}
	if class, known := states[state]; known && class != Cancelled {
		return class
	}
	lower := strings.ToLower(string(log))
	for _, s := range said {
		if strings.Contains(lower, s.text) {
			return s.class
		}
	}
	switch {
	case states[state] != "":
		return states[state]
	case a.Ended:
		return a.Class
	}
	return Killed
}

// Mark begins the line of a log, with the name of the journal, from which it concerns an attempt.
const Mark = "this is attempt "

// LogOf returns the part of a log about an attempt: from its mark to that of the next attempt.
func (a Attempt) LogOf(path string) []byte {
	text, _ := os.ReadFile(path) // if unreadable, other sources give the class
	_, after, found := bytes.Cut(text, []byte(Mark+a.Name+"\n"))
	if !found {
		return nil
	}
	before, _, _ := bytes.Cut(after, []byte(Mark))
	return before
}
