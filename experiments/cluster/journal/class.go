package journal

import (
	"bytes"
	"os"
	"strings"
)

// Class says why a worker ended before its work was done, or why a unit failed.
type Class string

const (
	ProgramError Class = "program error"
	OutOfMemory  Class = "out of memory"
	TimeOut      Class = "time-out"
	NodeFailure  Class = "node failure"
	Preempted    Class = "preempted"
	Cancelled    Class = "cancelled"
	Storage      Class = "file system"
	Killed       Class = "killed"      // nobody says why
	NotStarted   Class = "not started" // the job is gone and no worker wrote a journal
	Terminated   Class = "terminated"  // by a signal, until it is known why
)

// Budget is the number of attempts at a unit that was in progress when its worker ended
// by the class. Only classes that a second attempt may cure have more than one.
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

// said are the classes of Slurm's messages in a job's output, the more specific first,
// in lower case. Sites without cgroups report FAILED of jobs out of memory, and those
// without accounting nothing at all.
var said = []struct {
	text  string
	class Class
}{
	{"exceeded memory limit", OutOfMemory}, {"oom-kill", OutOfMemory}, {"oom_kill", OutOfMemory}, {"out of memory", OutOfMemory},
	{"due to time limit", TimeOut}, {"due to node failure", NodeFailure}, {"due to preemption", Preempted},
	{"due to job requeue", Terminated}, {"cancelled at", Cancelled},
}

// Classify returns the reason for which a worker ended early: from its own journal,
// from Slurm's final state, empty if none, and from the log.
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

// Mark begins the line of a log, with the name of the journal, from which on it speaks
// of an attempt.
const Mark = "this is attempt "

// LogOf returns the part of a log on an attempt: from its mark to that of the next
// attempt.
func (a Attempt) LogOf(path string) []byte {
	text, _ := os.ReadFile(path) // without it the class is that of other sources
	_, after, found := bytes.Cut(text, []byte(Mark+a.Name+"\n"))
	if !found {
		return nil
	}
	before, _, _ := bytes.Cut(after, []byte(Mark))
	return before
}
