package results

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Store keeps experiments, their records and their timings in a directory:
//
//	<experiment>.experiment.json  the Experiment
//	<experiment>.jsonl            its records, one JSON object a line, in
//	                              canonical order, once all are there
//	<experiment>.timings.jsonl    their timings, in the same order
//	pending/<experiment>/         a file for each record and timing of an
//	                              experiment that is not complete yet
//
// Every file appears under its name only when it is whole and on the disk, so
// a reader never sees half of one, whenever the writer was stopped. The bytes
// of the record files do not depend on the order in which records were put.
//
// Several goroutines may call Put at once. Only one process at a time may
// write: see Lock.
type Store struct {
	dir  string
	disk disk
}

// Open returns the store in an existing directory. The error wraps
// fs.ErrNotExist if there is none.
func Open(dir string) (*Store, error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("results: there is no directory %s; a run makes it: %w", dir, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("results: %s is a file, expected a directory with results", dir)
	}
	return &Store{dir: dir, disk: osDisk{}}, nil
}

// Create returns the store in a directory, which it makes if there is none.
func Create(dir string) (*Store, error) {
	if err := (osDisk{}).makeDir(dir); err != nil {
		return nil, fmt.Errorf("results: cannot make the directory for results: %w", err)
	}
	return Open(dir)
}

// Dir returns the directory the store is in.
func (s *Store) Dir() string { return s.dir }

// Suffixes of the store's files.
const (
	experimentSuffix    = ".experiment.json"
	recordsSuffix       = ".jsonl"
	timingsSuffix       = ".timings.jsonl"
	pendingFolder       = "pending"
	pendingSuffix       = ".json"
	pendingTimingSuffix = ".timing.json"
)

func (s *Store) path(name, suffix string) string { return filepath.Join(s.dir, name+suffix) }

func (s *Store) pendingDir(experiment string) string {
	return filepath.Join(s.dir, pendingFolder, experiment)
}

// Experiments returns the experiments of the store by Order, then Name.
func (s *Store) Experiments() ([]Experiment, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	var all []Experiment
	for _, entry := range entries {
		name, ok := strings.CutSuffix(entry.Name(), experimentSuffix)
		if !ok || entry.IsDir() || isTemporary(entry.Name()) {
			continue
		}
		e, err := s.Experiment(name)
		if err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	slices.SortFunc(all, func(a, b Experiment) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.Name, b.Name))
	})
	return all, nil
}

// Experiment returns the experiment of that name. The error wraps
// fs.ErrNotExist if the store has none.
func (s *Store) Experiment(name string) (Experiment, error) {
	if err := checkName(name); err != nil {
		return Experiment{}, err
	}
	var e Experiment
	path := s.path(name, experimentSuffix)
	if err := readDocument(path, &e); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return Experiment{}, fmt.Errorf("results: %s holds no experiment %q: %w", s.dir, name, fs.ErrNotExist)
		}
		return Experiment{}, err
	}
	if err := e.check(); err != nil {
		return Experiment{}, fmt.Errorf("%s: %w", path, err)
	}
	if e.Name != name {
		return Experiment{}, fmt.Errorf("%s: holds experiment %q, expected %q", path, e.Name, name)
	}
	return e, nil
}

// Records returns the finished records of an experiment in canonical order.
// Records with another key than the experiment asks for are left out.
func (s *Store) Records(experiment string) ([]Record, error) {
	e, err := s.Experiment(experiment)
	if err != nil {
		return nil, err
	}
	return s.recordsOf(e)
}

// Finished returns the records that an experiment asks for, of those in the
// store, in canonical order. The experiment itself need not be in the store.
func (s *Store) Finished(e Experiment) ([]Record, error) {
	if err := e.check(); err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	return s.recordsOf(e)
}

// recordsOf returns the records that e asks for, of those on the disk.
func (s *Store) recordsOf(e Experiment) ([]Record, error) {
	known := make(map[Unit]Record)
	add := func(r Record) error {
		if r.Experiment != e.Name {
			return fmt.Errorf("record %q is of experiment %q, expected %q", r.ID, r.Experiment, e.Name)
		}
		if err := r.Check(); err != nil {
			return err
		}
		known[Unit{r.ID, r.Key}] = r
		return nil
	}
	if err := readLines(s.path(e.Name, recordsSuffix), add); err != nil {
		return nil, err
	}
	for _, unit := range e.Units {
		// Read after the merged ones: where both have the key that is asked
		// for, a merge was interrupted and they are equal.
		path := s.pendingPath(e.Name, unit.ID, pendingSuffix)
		var r Record
		err := readDocument(path, &r)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			if err = add(r); err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%w (remove the file to have the unit computed again)", err)
		}
	}
	var records []Record
	for _, unit := range e.Units {
		if r, ok := known[unit]; ok {
			records = append(records, r)
		}
	}
	return records, nil
}

// Timings returns the timings of an experiment's finished records in
// canonical order. Records without one are passed over.
func (s *Store) Timings(experiment string) ([]Timing, error) {
	e, err := s.Experiment(experiment)
	if err != nil {
		return nil, err
	}
	records, err := s.recordsOf(e)
	if err != nil {
		return nil, err
	}
	return s.timingsOf(e, records)
}

func (s *Store) timingsOf(e Experiment, records []Record) ([]Timing, error) {
	known := make(map[string]Timing)
	add := func(t Timing) error { known[t.ID] = t; return nil }
	if err := readLines(s.path(e.Name, timingsSuffix), add); err != nil {
		return nil, err
	}
	var timings []Timing
	for _, r := range records {
		var t Timing
		err := readDocument(s.pendingPath(e.Name, r.ID, pendingTimingSuffix), &t)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w (remove the file to go on without it)", err)
		}
		if err == nil {
			known[t.ID] = t
		}
		if t, ok := known[r.ID]; ok {
			timings = append(timings, t)
		}
	}
	return timings, nil
}

// pendingPath is where the record or timing with that ID waits for the others
// of its experiment.
func (s *Store) pendingPath(experiment, id, suffix string) string {
	inside := strings.TrimPrefix(id, experiment+"/")
	return filepath.Join(s.pendingDir(experiment), strings.ReplaceAll(inside, "/", "_")+suffix)
}
