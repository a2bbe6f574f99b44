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
	"sync"

	"drfvi/internal/durable"
)

// Store keeps experiments, their records and their timings in a directory:
//
//	<experiment>.experiment.json    the Experiment
//	<experiment>.jsonl.zst          its records, one JSON object per line, in
//	                                canonical order, once complete
//	<experiment>.timings.jsonl.zst  their timings, in the same order
//	<experiment>.<token>.journal    records and timings of an incomplete
//	                                experiment, as one process appended them.
//
// The first three are replaced as a whole, so that a reader never sees part of one, however the
// writer stopped. The bytes of the record files do not depend
// on the order of Put. Every object ends with a seal, and reading fails if an object or the order
// of merged lines was altered. The last line of a journal counts for nothing until it is whole.
//
// Put is safe for concurrent use, by any number of processes on any machines: each appends to
// journals of its own. Only one process at a time may merge (see Lock). Any number may read
// meanwhile.
type Store struct {
	dir      string
	disk     disk
	mutex    sync.Mutex          // guards journals and writing to them
	journals map[string]*journal // of this process, by experiment
}

// Open returns the store in an existing directory. The error wraps fs.ErrNotExist if there is
// none.
func Open(dir string) (*Store, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("results: there is no directory %s; a run makes it: %w", dir, fs.ErrNotExist)
	case err != nil:
		return nil, ofResults(err)
	case !info.IsDir():
		return nil, fmt.Errorf("results: %s is a file, expected a directory with results", dir)
	}
	return &Store{dir: dir, disk: osDisk{}, journals: make(map[string]*journal)}, nil
}

// Create returns the store in a directory, creating it if necessary.
func Create(dir string) (*Store, error) {
	if err := durable.MakeDir(dir); err != nil {
		return nil, fmt.Errorf("results: cannot make the directory for results: %w", err)
	}
	return Open(dir)
}

// Dir returns the store's directory.
func (s *Store) Dir() string { return s.dir }

// Suffixes of the store's files.
const (
	experimentSuffix = ".experiment.json"
	recordsSuffix    = ".jsonl.zst"
	timingsSuffix    = ".timings.jsonl.zst"
	journalSuffix    = ".journal"
)

func (s *Store) path(experiment, suffix string) string {
	return filepath.Join(s.dir, experiment+suffix)
}

// Experiments returns the experiments of the store by Order, then Name.
func (s *Store) Experiments() ([]Experiment, error) { return s.experiments(nil) }

// experiments returns the experiments of the store. Records without a description are an error,
// except those of experiments that are about to be written.
func (s *Store) experiments(toWrite []string) ([]Experiment, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, ofResults(err)
	}
	var experiments []Experiment
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		if name, ok := strings.CutSuffix(entry.Name(), experimentSuffix); ok {
			e, err := s.Experiment(name)
			if err != nil {
				return nil, err
			}
			experiments = append(experiments, e)
		}
		name := recordedIn(entry.Name())
		if name != "" && !slices.Contains(toWrite, name) && !s.has(name, experimentSuffix) {
			return nil, fmt.Errorf("results: there is no %s beside %s; %s",
				name+experimentSuffix, s.path(entry.Name(), ""), redoDescription)
		}
	}
	slices.SortFunc(experiments, func(a, b Experiment) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.Name, b.Name))
	})
	return experiments, nil
}

// recordedIn returns the experiment whose records a file of that name has, "" if it has none.
func recordedIn(file string) string {
	if strings.HasSuffix(file, timingsSuffix) {
		return ""
	}
	if name, ok := strings.CutSuffix(file, recordsSuffix); ok {
		return name
	}
	return journalOf(file)
}

// has reports whether a file of an experiment exists.
func (s *Store) has(experiment, suffix string) bool {
	_, err := os.Stat(s.path(experiment, suffix))
	return err == nil
}

// Experiment returns the experiment with the given name, without claims in the form of version
// 1.0.0, which the next run writes anew. The error wraps fs.ErrNotExist if the store has none.
func (s *Store) Experiment(name string) (Experiment, error) {
	if err := checkName(name); err != nil {
		return Experiment{}, err
	}
	var found Experiment
	_, err := readOne(s.path(name, experimentSuffix), redoExperiment, func(e Experiment) error {
		earlier := func(c Claim) bool { return c.Holds == "" }
		e.Claims, e.Statements = slices.DeleteFunc(e.Claims, earlier), slices.DeleteFunc(e.Statements, earlier)
		found = e
		if e.Name != name {
			return fmt.Errorf("holds experiment %q, expected %q", e.Name, name)
		}
		return e.check()
	})
	if errors.Is(err, fs.ErrNotExist) {
		return Experiment{}, fmt.Errorf("results: %s holds no experiment %q: %w", s.dir, name, fs.ErrNotExist)
	}
	return found, err
}

// PutExperiment stores the description of an experiment, replacing an earlier one. Records that
// it does not list are ignored from then on; they stay on the disk until the experiment is
// complete.
func (s *Store) PutExperiment(e Experiment) error {
	if err := e.check(); err != nil {
		return ofResults(err)
	}
	data, err := encode(e, "\t")
	if err != nil {
		return fmt.Errorf("results: experiment %q: %w", e.Name, err)
	}
	path, sealed := s.path(e.Name, experimentSuffix), sealOne(data)
	if stored, err := readFile(path, mostBytes); err == nil && slices.Equal(stored, sealed) {
		return nil
	}
	return s.replace(path, sealed)
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
	object, err := encode(entry{Record: r, Timing: t}, "")
	if err != nil {
		return fmt.Errorf("results: record %q: %w", r.ID, err)
	}
	return ofResults(s.append(r.Experiment, sealOne(object)))
}

// Check reads everything in the store before a run that writes the named experiments, but the
// records of these, which the run reads. The error is that of the first altered file.
func (s *Store) Check(toWrite ...string) error {
	experiments, err := s.experiments(toWrite)
	if err != nil {
		return err
	}
	for _, e := range experiments {
		if slices.Contains(toWrite, e.Name) {
			continue
		}
		if _, err := s.Finished(e); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the journals of this process. The store can still be used.
func (s *Store) Close() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for experiment := range s.journals {
		s.closeJournal(experiment)
	}
}
