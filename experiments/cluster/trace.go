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

// LogOf is the part of the log about the attempt.
func (t Trace) LogOf() string { return string(t.Attempt.LogOf(t.Log)) }

// TraceOf returns the attempts at a unit, oldest first.
func TraceOf(out, unit string) ([]Trace, error) {
	rounds, err := Rounds(out)
	if err != nil {
		return nil, err
	}
	var found []Trace
	var lost []error
	for _, r := range rounds {
		by, err := r.attempts()
		if err != nil {
			return nil, err
		}
		for _, array := range r.Arrays {
			chunks, err := r.chunks(array)
			if errors.Is(err, errLost) {
				lost = append(lost, err)
				continue
			}
			if err != nil {
				return nil, err
			}
			at := slices.IndexFunc(chunks, func(c Chunk) bool {
				return slices.ContainsFunc(c.Units, func(u results.Unit) bool { return u.ID == unit })
			})
			if at < 0 {
				continue
			}
			chunk := chunkName(array.Name, at+1)
			t := Trace{Round: r.Number, Chunk: chunk, Log: r.path("log", chunk+".log")}
			before := len(found)
			for _, a := range by[chunk] {
				t.Attempt = &a
				found = append(found, t)
			}
			if len(found) == before {
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
