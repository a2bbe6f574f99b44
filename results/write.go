package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/gofrs/flock"

	"drfvi/internal/durable"
)

// PutExperiment stores the description of an experiment, replacing an earlier one. Records that
// it does not list are ignored from then on; they stay on the disk until the experiment is
// complete.
func (s *Store) PutExperiment(e Experiment) error {
	if err := s.check(); err != nil {
		return err
	}
	if err := e.check(); err != nil {
		return ofResults(err)
	}
	data, err := encode(e, "\t")
	if err != nil {
		return fmt.Errorf("results: experiment %q: %w", e.Name, err)
	}
	path, sealed := s.path(e.Name, experimentSuffix), sealOne(data)
	if old, err := readFile(path, mostBytes); err == nil && bytes.Equal(old, sealed) {
		return nil
	}
	return ofResults(s.disk.writeFile(path, sealed))
}

// Put stores a finished record and its timing, on the disk when it returns nil. It refuses NaN
// and infinite values.
func (s *Store) Put(r Record, t Timing) error {
	if err := r.Check(); err != nil {
		return ofResults(err)
	}
	if t.ID != r.ID {
		return fmt.Errorf("results: timing of %q given for record %q", t.ID, r.ID)
	}
	record, err := encode(r, "")
	if err != nil {
		return fmt.Errorf("results: record %q: %w", r.ID, err)
	}
	timing, err := encode(t, "")
	if err != nil {
		return fmt.Errorf("results: timing %q: %w", r.ID, err)
	}
	if err := s.check(); err != nil {
		return err
	}
	folder, err := s.pending(r.Experiment)
	if err == nil {
		err = s.disk.makeDir(folder)
	}
	// The record comes last: its presence means that the unit is done and its timing stored.
	if err == nil {
		err = s.disk.writeFile(filepath.Join(folder, pendingName(r.ID, pendingTimingSuffix)), sealOne(timing))
	}
	if err == nil {
		err = s.disk.writeFile(filepath.Join(folder, pendingName(r.ID, pendingSuffix)), sealOne(record))
	}
	return ofResults(err)
}

// Merge writes the records and timings of a complete experiment to their files and removes the
// pending ones. It does nothing and returns false while records are missing, except those of
// cells that could not be run. It may be interrupted at any point and called again.
func (s *Store) Merge(experiment string) (complete bool, err error) {
	if err := s.check(); err != nil {
		return false, err
	}
	e, err := s.Experiment(experiment)
	if err != nil {
		return false, err
	}
	c, err := s.Finished(e)
	if err != nil || !e.complete(c.Records) {
		return false, err
	}
	records, err := encodeLines(c.Records)
	if err != nil {
		return false, err
	}
	timings, err := encodeLines(c.Timings)
	if err == nil {
		err = s.writeMerged(e.Name, timingsSuffix, timings)
	}
	if err == nil {
		err = s.writeMerged(e.Name, recordsSuffix, records)
	}
	if err != nil {
		return false, err
	}
	return true, s.removePending(e.Name)
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

// writeMerged writes lines as the merged records or timings of an experiment unless the file
// holds them already, however packed. Without lines there is no file.
func (s *Store) writeMerged(experiment, suffix string, lines []byte) error {
	path := s.path(experiment, suffix)
	old, err := readFile(path, mostBytes)
	switch {
	case len(lines) > 0:
		if err == nil {
			old, err = unpack(old)
		}
		if err == nil && bytes.Equal(old, lines) {
			return nil
		}
		err = s.disk.writeFile(path, pack(lines))
	case errors.Is(err, fs.ErrNotExist):
		return nil
	default:
		err = s.disk.remove(path)
	}
	return ofResults(err)
}

// ofUnit are the names of pending files.
var ofUnit = regexp.MustCompile(`_r[0-9]{3,}(\.timing)?\.json$`)

// removePending removes the pending files of a complete experiment, whole and partial, and their folders when
// those are empty.
func (s *Store) removePending(experiment string) error {
	dir, err := s.pending(experiment)
	if err != nil {
		return ofResults(err)
	}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return ofResults(err)
	}
	for _, entry := range entries {
		if !ofUnit.MatchString(entry.Name()) && !durable.Partial(entry.Name()) {
			continue
		}
		if err := s.disk.remove(filepath.Join(dir, entry.Name())); err != nil {
			return ofResults(err)
		}
	}
	// Folders with other content stay, so the error is of no interest.
	if s.disk.remove(dir) == nil {
		_ = s.disk.remove(filepath.Dir(dir))
	}
	return nil
}

// disk is the store's access to files. Tests replace it by one that stops at a given step, as in
// a power cut, or is full.
type disk interface {
	makeDir(path string) error
	// writeFile durably replaces the file's content, or leaves the old one.
	writeFile(path string, data []byte) error
	remove(path string) error
	// lock reports whether it got a lock that no other process has.
	lock(*flock.Flock) (bool, error)
}

// osDisk is the file system of the operating system.
type osDisk struct{}

func (osDisk) makeDir(path string) error                { return durable.MakeDir(path) }
func (osDisk) writeFile(path string, data []byte) error { return durable.WriteFile(path, data) }
func (osDisk) remove(path string) error                 { return os.Remove(path) }
func (osDisk) lock(lock *flock.Flock) (bool, error)     { return lock.TryLock() }
