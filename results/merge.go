package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// WithheldError reports that an experiment is complete but not merged: units that failed would
// take the place of values of other settings, such as of an earlier version of a user's method.
// These stay until no such unit fails.
type WithheldError struct {
	Experiment, Dir string
	Failed          int // units
}

func (e WithheldError) Error() string {
	return fmt.Sprintf("%s: %d units failed that have values of earlier settings in %s: these values stay "+
		"there until none of the units fails, and are used again under those settings",
		e.Experiment, e.Failed, e.Dir)
}

// Merge writes the records and timings of a complete experiment to their files and removes its
// journals. It does nothing and returns false while records are missing, except those of cells
// that could not be run; the error is a WithheldError while failures would replace values. It may
// be interrupted at any point and called again.
func (s *Store) Merge(experiment string) (complete bool, err error) {
	e, err := s.Experiment(experiment)
	if err != nil {
		return false, err
	}
	h, err := s.load(e)
	if err != nil {
		return false, err
	}
	c := h.contents(e)
	if !e.complete(c.Records) {
		return false, nil
	}
	if failed := h.withheld(e); failed > 0 {
		return false, WithheldError{e.Name, s.dir, failed}
	}
	// Records come last: their presence means that the timings are stored.
	if err := writeMerged(s, s.path(e.Name, timingsSuffix), c.Timings); err != nil {
		return false, err
	}
	if err := writeMerged(s, s.path(e.Name, recordsSuffix), c.Records); err != nil {
		return false, err
	}
	return true, s.removeJournals(e.Name, h)
}

// complete reports whether all units that could be run have records; these are in canonical
// order.
func (e Experiment) complete(records []Record) bool {
	for _, unit := range e.Units {
		if len(records) > 0 && records[0].ID == unit.ID {
			records = records[1:]
		} else if !e.NotRun(unit.ID) {
			return false
		}
	}
	return true
}

// NotRun reports whether the unit's cell could not be run.
func (e Experiment) NotRun(id string) bool {
	return slices.ContainsFunc(e.Cells, func(c CellInfo) bool {
		return c.NotRun != "" && strings.HasPrefix(id, e.Name+"/"+c.Slug+"/")
	})
}

// writeMerged writes values as the lines of a merged file unless that holds them already, however
// packed. Without values there is no file.
func writeMerged[T any](s *Store, path string, values []T) error {
	lines, err := encodeLines(values)
	if err != nil {
		return err
	}
	stored, err := readFile(path, mostBytes)
	if len(lines) == 0 {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return ofResults(s.disk.remove(path))
	}
	if err == nil {
		stored, err = unpack(stored)
	}
	if err == nil && bytes.Equal(stored, lines) {
		return nil
	}
	return s.replace(path, pack(lines))
}

// removeJournals removes the journals whose lines are merged. One to which another process has
// appended since stays.
func (s *Store) removeJournals(experiment string, merged holdings) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.closeJournal(experiment)
	for path := range merged.journals {
		if !merged.unchanged(path) {
			continue
		}
		if err := s.disk.remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return ofResults(err)
		}
	}
	return nil
}
