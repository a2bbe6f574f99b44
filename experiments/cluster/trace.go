package cluster

import (
	"errors"
	"fmt"
	"slices"

	"drfvi/experiments/cluster/journal"
	"drfvi/results"
)

// Trace is an attempt at the chunk of a unit, or the chunk if there was none.
type Trace struct {
	Round   int
	Chunk   string // "1-7"
	Attempt *journal.Attempt
	Log     string // path
}

// TraceOf returns the attempts at a unit, oldest first.
func TraceOf(out, unit string) ([]Trace, error) {
	rounds, err := Rounds(out)
	if err != nil {
		return nil, err
	}
	var found []Trace
	var lost []error
	for _, r := range rounds {
		chunks, without, err := r.sentChunks()
		if err != nil {
			return nil, err
		}
		lost = append(lost, without...)
		for _, c := range chunks {
			if !slices.ContainsFunc(c.Units, func(u results.Unit) bool { return u.ID == unit }) {
				continue
			}
			t := Trace{Round: r.Number, Chunk: c.name, Log: c.log}
			if len(c.attempts) == 0 {
				found = append(found, t)
			}
			for _, a := range c.attempts {
				t.Attempt = &a
				found = append(found, t)
			}
		}
	}
	switch {
	case len(found) == 0 && len(lost) > 0:
		return nil, fmt.Errorf("nothing is known of unit %q: %w", unit, errors.Join(lost...))
	case len(found) == 0:
		return nil, fmt.Errorf("no unit %q was submitted into %s; drfvi run --dry-run lists all units", unit, out)
	}
	return found, nil
}
