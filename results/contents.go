package results

import (
	"cmp"
	"maps"
	"os"
	"slices"
	"strings"
)

// Contents are what a store holds of an experiment.
type Contents struct {
	// Records are the finished ones in canonical order, without those whose key the experiment does
	// not ask for, and Timings those of them, where recorded.
	Records []Record
	Timings []Timing
	// Digest is the SHA-256 of the unpacked lines of the records, empty unless these are merged.
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

// Finished is Read of an experiment that need not be in the store.
func (s *Store) Finished(e Experiment) (Contents, error) {
	h, err := s.load(e)
	if err != nil {
		return Contents{}, err
	}
	return h.contents(e), nil
}

// Others returns the records of the experiment's name that its units do not ask for and that no
// record they ask for replaces: one for each unit, by ID. They have other settings, or are of units
// that it does not list.
func (s *Store) Others(e Experiment) ([]Record, error) {
	h, err := s.load(e)
	if err != nil {
		return nil, err
	}
	others := h.others(e)
	for _, unit := range e.Units {
		if _, found := h.entries[unit]; found {
			delete(others, unit.ID)
		}
	}
	return slices.SortedFunc(maps.Values(others), func(a, b Record) int { return strings.Compare(a.ID, b.ID) }), nil
}

// holdings are all that a store holds of an experiment's name.
type holdings struct {
	entries  map[Unit]entry // by ID and key, the one that supersedes the others
	text     []byte         // lines of the merged records
	lines    int            // number of these
	journals map[string]int // sizes of the journals that were read, by path
}

// load reads what the store holds of the experiment's name. Journals come before merged files, to
// which a concurrent merge moves their content.
func (s *Store) load(e Experiment) (holdings, error) {
	h := holdings{entries: make(map[Unit]entry), journals: make(map[string]int)}
	if err := e.check(); err != nil {
		return h, ofResults(err)
	}
	paths, err := s.listJournals(e.Name)
	if err != nil {
		return h, ofResults(err)
	}
	var journaled, merged []entry
	for _, path := range paths {
		h.journals[path], err = readJournal(path, func(n entry) error {
			journaled = append(journaled, n)
			return e.checkRecord(n.Record)
		})
		if err != nil {
			return h, err
		}
	}
	h.text, err = readLines(s.path(e.Name, recordsSuffix), redoRecords, func(r Record) error {
		merged = append(merged, entry{Record: r, merged: true})
		return e.checkRecord(r)
	})
	if err != nil {
		return h, err
	}
	timings := make(map[string]Timing)
	_, err = readLines(s.path(e.Name, timingsSuffix), redoTimings, func(t Timing) error {
		timings[t.ID] = t
		return checkID(t.ID, e.Name)
	})
	if err != nil {
		return h, err
	}
	h.lines = len(merged)
	for _, n := range merged {
		n.Timing = timings[n.Record.ID]
		h.add(n)
	}
	for _, n := range journaled {
		h.add(n)
	}
	return h, nil
}

// add adds an entry unless one that is there supersedes it, or is the same.
func (h holdings) add(n entry) {
	unit := Unit{n.Record.ID, n.Record.Key}
	if known, found := h.entries[unit]; !found || n.supersedes(known) {
		h.entries[unit] = n
	}
}

// contents returns what the units of the experiment ask for.
func (h holdings) contents(e Experiment) (c Contents) {
	unmerged := 0
	for _, unit := range e.Units {
		n, found := h.entries[unit]
		if !found {
			continue
		}
		c.Records = append(c.Records, n.Record)
		if n.Timing.ID != "" {
			c.Timings = append(c.Timings, n.Timing)
		}
		if !n.merged {
			unmerged++
		}
	}
	if h.lines > 0 && h.lines == len(c.Records) && unmerged == 0 {
		c.Digest = digest(h.text)
	}
	return c
}

// others returns the records that the units of the experiment do not ask for, one for each ID.
func (h holdings) others(e Experiment) map[string]Record {
	wanted := make(map[Unit]bool)
	for _, unit := range e.Units {
		wanted[unit] = true
	}
	chosen := make(map[string]entry)
	for unit, n := range h.entries {
		if wanted[unit] {
			continue
		}
		known, found := chosen[unit.ID]
		tie := found && !n.supersedes(known) && !known.supersedes(n)
		if !found || n.supersedes(known) || tie && cmp.Less(unit.Key, known.Record.Key) {
			chosen[unit.ID] = n
		}
	}
	records := make(map[string]Record, len(chosen))
	for id, n := range chosen {
		records[id] = n.Record
	}
	return records
}

// withheld counts the units that failed under the experiment's settings and have values under
// others.
func (h holdings) withheld(e Experiment) (count int) {
	others := h.others(e)
	for _, unit := range e.Units {
		n, found := h.entries[unit]
		other, before := others[unit.ID]
		if found && before && n.Record.Failure != "" && other.Failure == "" {
			count++
		}
	}
	return count
}

// unchanged reports whether a journal has the size that was read, so that nothing was appended.
func (h holdings) unchanged(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() == int64(h.journals[path])
}
