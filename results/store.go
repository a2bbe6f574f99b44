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
//	<experiment>.experiment.json    the Experiment
//	<experiment>.jsonl.zst          its records, one JSON object a line, in
//	                                canonical order, once all are there
//	<experiment>.timings.jsonl.zst  their timings, in the same order
//	pending/<experiment>/           a file for each record and timing of an
//	                                experiment that is not complete yet
//
// Every file appears under its name only when it is whole and on the disk, so
// a reader never sees half of one, whenever the writer was stopped. The bytes
// of the record files do not depend on the order in which records were put.
//
// Every object has a seal as its last member, and reading fails where an object,
// or the order of lines, is not the one that was written. Without seals, which
// older versions did not write, and without packing, files are read with what
// checks are left; see Unchecked. Merge writes them anew.
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
	packedSuffix        = ".zst"
	pendingFolder       = "pending"
	pendingSuffix       = ".json"
	pendingTimingSuffix = ".timing.json"
)

func (s *Store) path(name, suffix string) string { return filepath.Join(s.dir, name+suffix) }

func (s *Store) pendingDir(experiment string) string {
	return filepath.Join(s.dir, pendingFolder, experiment)
}

// Experiments returns the experiments of the store by Order, then Name.
func (s *Store) Experiments() ([]Experiment, error) { return s.experiments(nil) }

// experiments returns the experiments of the store. Records without an experiment
// are an error, but for those of the experiments that are to be written.
func (s *Store) experiments(toWrite []string) ([]Experiment, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	var all []Experiment
	for _, entry := range entries {
		if entry.IsDir() || isTemporary(entry.Name()) {
			continue
		}
		if name, ok := strings.CutSuffix(entry.Name(), experimentSuffix); ok {
			e, err := s.Experiment(name)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
		name, ok := strings.CutSuffix(entry.Name(), recordsSuffix+packedSuffix)
		if ok && !strings.HasSuffix(name, strings.TrimSuffix(timingsSuffix, recordsSuffix)) && !s.has(name, experimentSuffix) && !slices.Contains(toWrite, name) {
			return nil, fmt.Errorf("results: there is no %s beside %s; %s", name+experimentSuffix, s.path(entry.Name(), ""), redoExperiment)
		}
	}
	slices.SortFunc(all, func(a, b Experiment) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.Name, b.Name))
	})
	return all, nil
}

// has tells whether a file of an experiment is there.
func (s *Store) has(experiment, suffix string) bool {
	_, err := os.Stat(s.path(experiment, suffix))
	return err == nil
}

// Experiment returns the experiment of that name. The error wraps
// fs.ErrNotExist if the store has none.
func (s *Store) Experiment(name string) (Experiment, error) {
	e, _, err := s.readExperiment(name)
	return e, err
}

// readExperiment returns the experiment of that name, and whether it is sealed.
func (s *Store) readExperiment(name string) (Experiment, bool, error) {
	if err := checkName(name); err != nil {
		return Experiment{}, false, err
	}
	path := s.path(name, experimentSuffix)
	e, sealed, err := readDocument[Experiment](path, "\t")
	if errors.Is(err, fs.ErrNotExist) {
		return Experiment{}, false, fmt.Errorf("results: %s holds no experiment %q: %w", s.dir, name, fs.ErrNotExist)
	}
	if err == nil {
		if err = e.check(); err == nil && e.Name != name {
			err = fmt.Errorf("holds experiment %q, expected %q", e.Name, name)
		}
		if err == nil && sealed == nil && s.has(name, recordsSuffix+packedSuffix) {
			err = errors.New("has no seal, although its records have")
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
	}
	if err != nil {
		return Experiment{}, false, fmt.Errorf("%w; %s", err, redoExperiment)
	}
	return e, sealed != nil, nil
}

// Unchecked tells whether an experiment, or records of it that are complete, have
// no seals, as older versions wrote them.
func (s *Store) Unchecked(experiment string) (bool, error) {
	_, sealed, err := s.readExperiment(experiment)
	if err != nil {
		return false, err
	}
	return !sealed || s.has(experiment, recordsSuffix) && !s.has(experiment, recordsSuffix+packedSuffix), nil
}

// Digest returns the SHA-256 of the lines of an experiment's records, unpacked;
// empty unless they are complete.
func (s *Store) Digest(experiment string) (string, error) {
	m, err := s.readMerged(experiment, recordsSuffix)
	if err != nil || len(m.text) == 0 {
		return "", err
	}
	return digest(m.text), nil
}

// Check reads everything in the store before a run that writes the experiments
// of the given names; the error is that of the first file that is not as it was
// written.
func (s *Store) Check(toWrite ...string) error {
	all, err := s.experiments(toWrite)
	if err != nil {
		return err
	}
	for _, e := range all {
		if _, _, err := s.read(e); err != nil {
			return err
		}
	}
	return nil
}

// Records returns the finished records of an experiment in canonical order.
// Records with another key than the experiment asks for are left out.
func (s *Store) Records(experiment string) ([]Record, error) {
	e, err := s.Experiment(experiment)
	if err != nil {
		return nil, err
	}
	return s.Finished(e)
}

// Finished returns the records that an experiment asks for, of those in the
// store, in canonical order. The experiment itself need not be in the store.
func (s *Store) Finished(e Experiment) ([]Record, error) {
	if err := e.check(); err != nil {
		return nil, fmt.Errorf("results: %w", err)
	}
	records, _, err := s.read(e)
	return records, err
}

// Timings returns the timings of an experiment's finished records in
// canonical order. Records without one are passed over.
func (s *Store) Timings(experiment string) ([]Timing, error) {
	e, err := s.Experiment(experiment)
	if err != nil {
		return nil, err
	}
	_, timings, err := s.read(e)
	return timings, err
}

// read returns the records that e asks for, of those on the disk, and their
// timings. Whoever reads the one has checked the other.
func (s *Store) read(e Experiment) ([]Record, []Timing, error) {
	known, err := s.readRecords(e)
	if err != nil {
		return nil, nil, err
	}
	var records []Record
	for _, unit := range e.Units {
		if r, ok := known[unit]; ok {
			records = append(records, r)
		}
	}
	timings, err := s.readTimings(e, records)
	return records, timings, err
}

// readRecords returns all records of e that are on the disk.
func (s *Store) readRecords(e Experiment) (map[Unit]Record, error) {
	file, err := s.readMerged(e.Name, recordsSuffix)
	if err != nil {
		return nil, err
	}
	known, fits := make(map[Unit]Record), e.fits()
	err = eachLine(file, func(r Record) error {
		unit := Unit{r.ID, r.Key}
		if _, twice := known[unit]; twice {
			return fmt.Errorf("record %q is there twice", r.ID)
		}
		known[unit] = r
		return fits(r)
	})
	if err != nil {
		return nil, err
	}
	// By a list of the folder, which is fresh: network file systems remember for a
	// while that a file was not there.
	waiting := make(map[string]bool)
	entries, err := os.ReadDir(s.pendingDir(e.Name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("results: %w", err)
	}
	for _, entry := range entries {
		waiting[entry.Name()] = true
	}
	for _, unit := range e.Units {
		// Read after the merged ones: where both have the key that is asked
		// for, a merge was interrupted and they are equal.
		path := s.pendingPath(e.Name, unit.ID, pendingSuffix)
		if !waiting[filepath.Base(path)] {
			continue
		}
		r, _, err := readDocument[Record](path, "")
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			if err = fits(r); err == nil && r.ID != unit.ID {
				err = fmt.Errorf("holds record %q, expected %q", r.ID, unit.ID)
			}
			if err != nil {
				err = fmt.Errorf("%s:1: %w", path, err)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("%w (remove the file to have the unit computed again)", err)
		}
		known[Unit{r.ID, r.Key}] = r
	}
	return known, nil
}

// readTimings returns the timings of records of e.
func (s *Store) readTimings(e Experiment, records []Record) ([]Timing, error) {
	file, err := s.readMerged(e.Name, timingsSuffix)
	if err != nil {
		return nil, err
	}
	known := make(map[string]Timing)
	err = eachLine(file, func(t Timing) error {
		if _, twice := known[t.ID]; twice {
			return fmt.Errorf("timing %q is there twice", t.ID)
		}
		known[t.ID] = t
		return checkID(t.ID, e.Name)
	})
	if err != nil {
		return nil, err
	}
	var timings []Timing
	for _, r := range records {
		path := s.pendingPath(e.Name, r.ID, pendingTimingSuffix)
		t, _, err := readDocument[Timing](path, "")
		if err == nil && t.ID != r.ID {
			err = fmt.Errorf("%s:1: holds timing %q, expected %q", path, t.ID, r.ID)
		}
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
