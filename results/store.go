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

	"drfvi/internal/durable"
)

// Store keeps experiments, their records and their timings in a directory:
//
//	<experiment>.experiment.json    the Experiment
//	<experiment>.jsonl.zst          its records, one JSON object per line, in
//	                                canonical order, once complete
//	<experiment>.timings.jsonl.zst  their timings, in the same order
//	pending/<experiment>/           a file for each record and timing of an
//	                                incomplete experiment
//
// Files appear under their names only when complete and on the disk, so that a reader never
// sees part of one, however the writer stopped. The bytes of the record files do not depend on
// the order of Put. Every object ends with a seal, and reading fails if an object or the order
// of lines was altered.
//
// Put is safe for concurrent use. Only one process at a time may write (see Lock); any number
// may read meanwhile.
type Store struct {
	dir  string
	disk disk
	held fs.FileInfo // the lock's file while this process has it
}

// Open returns the store in an existing directory. The error wraps fs.ErrNotExist if there is
// none.
func Open(dir string) (*Store, error) {
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("results: there is no directory %s; a run makes it: %w", dir, fs.ErrNotExist)
	}
	if err != nil {
		return nil, ofResults(err)
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("results: %s is a file, expected a directory with results", dir)
	}
	return &Store{dir: dir, disk: osDisk{}}, nil
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
	experimentSuffix    = ".experiment.json"
	recordsSuffix       = ".jsonl.zst"
	timingsSuffix       = ".timings.jsonl.zst"
	pendingFolder       = "pending"
	pendingSuffix       = ".json"
	pendingTimingSuffix = ".timing.json"
)

func (s *Store) path(name, suffix string) string { return filepath.Join(s.dir, name+suffix) }

// pending returns the folder of an experiment's pending files, which there may not be. A link in its
// place is an error: what is behind it is not the store's to remove.
func (s *Store) pending(experiment string) (string, error) {
	path := s.dir
	for _, name := range []string{pendingFolder, experiment} {
		path = filepath.Join(path, name)
		if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return "", fmt.Errorf("%s is a link, expected a folder that drfvi made: remove the link, or give another directory", path)
		}
	}
	return path, nil
}

// Experiments returns the experiments of the store by Order, then Name.
func (s *Store) Experiments() ([]Experiment, error) { return s.experiments(nil) }

// experiments returns the experiments of the store. Records without an experiment are an error,
// except for experiments to be written.
func (s *Store) experiments(toWrite []string) ([]Experiment, error) {
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, ofResults(err)
	}
	var all []Experiment
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		if name, ok := strings.CutSuffix(entry.Name(), experimentSuffix); ok {
			e, err := s.Experiment(name)
			if err != nil {
				return nil, err
			}
			all = append(all, e)
		}
		name, ok := strings.CutSuffix(entry.Name(), recordsSuffix)
		if ok && !strings.HasSuffix(name, strings.TrimSuffix(timingsSuffix, recordsSuffix)) && !s.has(name, experimentSuffix) && !slices.Contains(toWrite, name) {
			return nil, fmt.Errorf("results: there is no %s beside %s; %s", name+experimentSuffix, s.path(entry.Name(), ""), redoExperiment)
		}
	}
	slices.SortFunc(all, func(a, b Experiment) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), strings.Compare(a.Name, b.Name))
	})
	return all, nil
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

// Check reads everything in the store before a run that writes the named experiments, but the records of
// these, which the run reads; the error is that of the first altered file.
func (s *Store) Check(toWrite ...string) error {
	all, err := s.experiments(toWrite)
	if err != nil {
		return err
	}
	for _, e := range all {
		if slices.Contains(toWrite, e.Name) {
			continue
		}
		if _, err := s.Finished(e); err != nil {
			return err
		}
	}
	return nil
}

// Contents are what a store holds of an experiment.
type Contents struct {
	// Records are the finished ones in canonical order, without those whose key the experiment does
	// not ask for, and Timings those of them, where recorded.
	Records []Record
	Timings []Timing
	// Digest is the SHA-256 of the unpacked lines of the records; empty if incomplete.
	Digest string
}

// Read returns what the store holds of an experiment.
func (s *Store) Read(experiment string) (Contents, error) {
	e, err := s.Experiment(experiment)
	if err != nil {
		return Contents{}, err
	}
	return s.Finished(e)
}

// Records returns the records of Read.
func (s *Store) Records(experiment string) ([]Record, error) {
	c, err := s.Read(experiment)
	return c.Records, err
}

// Finished is Read of an experiment that need not be in the store. Pending files come before merged
// ones, to which a concurrent merge moves their content.
func (s *Store) Finished(e Experiment) (c Contents, err error) {
	if err := e.check(); err != nil {
		return c, ofResults(err)
	}
	known, took := make(map[Unit]Record), make(map[string]Timing)
	text, err := storedRecords.read(s, e, func(r Record) error {
		if _, newer := known[Unit{r.ID, r.Key}]; !newer {
			known[Unit{r.ID, r.Key}] = r
		}
		return e.checkRecord(r)
	})
	if err != nil {
		return c, err
	}
	_, err = storedTimings.read(s, e, func(t Timing) error {
		if _, newer := took[t.ID]; !newer {
			took[t.ID] = t
		}
		return checkID(t.ID, e.Name)
	})
	if err != nil {
		return c, err
	}
	for _, unit := range e.Units {
		r, ok := known[unit]
		if !ok {
			continue
		}
		c.Records = append(c.Records, r)
		if t, ok := took[r.ID]; ok {
			c.Timings = append(c.Timings, t)
		}
	}
	if len(text) > 0 {
		c.Digest = digest(text)
	}
	return c, nil
}

// stored is what a store holds of units: its names, what to do about an altered file of all or of one,
// and the ID of the unit.
type stored[T any] struct {
	what, suffix, pending, redo, redoOne string
	id                                   func(T) string
}

var (
	storedRecords = stored[Record]{"record", recordsSuffix, pendingSuffix, redoRecords, redoUnit, func(r Record) string { return r.ID }}
	storedTimings = stored[Timing]{"timing", timingsSuffix, pendingTimingSuffix, redoTimings, redoTiming, func(t Timing) string { return t.ID }}
)

// read calls add for the pending ones of e on the disk, then for the merged ones: those may be the same, after
// an interrupted merge, or older, where a failure was tried again. It returns the text of these.
func (o stored[T]) read(s *Store, e Experiment, add func(T) error) ([]byte, error) {
	folder, err := s.pending(e.Name)
	if err != nil {
		return nil, ofResults(err)
	}
	// From a fresh listing of the folder: network file systems remember for a while that a
	// file was missing.
	waiting := make(map[string]bool)
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, ofResults(err)
	}
	for _, entry := range entries {
		waiting[entry.Name()] = true
	}
	for _, unit := range e.Units {
		name := pendingName(unit.ID, o.pending)
		if !waiting[name] {
			continue
		}
		if _, err := readOne(filepath.Join(folder, name), o.redoOne, func(one T) error {
			if o.id(one) != unit.ID {
				return fmt.Errorf("holds %s %q, expected %q", o.what, o.id(one), unit.ID)
			}
			return add(one)
		}); err != nil && !errors.Is(err, fs.ErrNotExist) { // otherwise merged since
			return nil, err
		}
	}
	return readLines(s, e.Name, o.suffix, o.redo, add)
}

// pendingName is the name of the file in which a record or timing waits for the rest of its
// experiment.
func pendingName(id, suffix string) string {
	_, inside, _ := strings.Cut(id, "/")
	return strings.ReplaceAll(inside, "/", "_") + suffix
}
