package results

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// entry is a line of a journal: a record with its timing, which has no ID where none is stored.
type entry struct {
	Record Record `json:"record"`
	Timing Timing `json:"timing"`
	merged bool   // read from the merged files
}

// supersedes reports whether an entry takes the place of one of the same unit and key: values
// take that of a failure, and otherwise the later one that of the earlier.
func (n entry) supersedes(other entry) bool {
	failed, otherFailed := n.Record.Failure != "", other.Record.Failure != ""
	if failed != otherFailed {
		return otherFailed
	}
	return n.Timing.Finished > other.Timing.Finished
}

// journal is the file to which this process appends what it finishes of an experiment. No other
// process writes to it, so that appends need not be atomic on file systems that machines share.
type journal struct {
	path string
	file *os.File
}

// journalPath returns a path for a new journal, which no process on any machine has had.
func (s *Store) journalPath(experiment string) string {
	return s.path(experiment, "."+rand.Text()+journalSuffix)
}

// journalOf returns the experiment of a journal by the name of its file, "" for other files. The
// token has no dot, the name of the experiment may have some.
func journalOf(file string) string {
	name, ok := strings.CutSuffix(file, journalSuffix)
	if end := strings.LastIndexByte(name, '.'); ok && end > 0 {
		return name[:end]
	}
	return ""
}

// append adds a line to the experiment's journal of this process, on the disk when it returns
// nil. It begins a new one if that was merged or removed since, or may end within a line.
func (s *Store) append(experiment string, line []byte) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	current := s.journals[experiment]
	if current != nil && !current.listed() {
		s.closeJournal(experiment)
		current = nil
	}
	if current == nil {
		path := s.journalPath(experiment)
		file, err := s.disk.create(path)
		if err != nil {
			return err
		}
		current = &journal{path, file}
		s.journals[experiment] = current
	}
	err := s.disk.append(current.file, line)
	if err != nil {
		s.closeJournal(experiment)
	}
	return err
}

// listed reports whether the journal is still the file of its name.
func (j *journal) listed() bool {
	written, err := j.file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(j.path)
	return err == nil && os.SameFile(written, named)
}

// closeJournal closes the experiment's journal of this process, if any. Its lines are on the disk.
func (s *Store) closeJournal(experiment string) {
	if current := s.journals[experiment]; current != nil {
		_ = current.file.Close()
		delete(s.journals, experiment)
	}
}

// listJournals returns the paths of an experiment's journals, of all processes.
func (s *Store) listJournals(experiment string) ([]string, error) {
	// A fresh listing: network file systems remember for a while that a file was missing.
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, file := range files {
		if journalOf(file.Name()) == experiment {
			paths = append(paths, filepath.Join(s.dir, file.Name()))
		}
	}
	return paths, nil
}

// readJournal calls add for each whole line of a journal, and returns the size of the file. A
// journal that is no longer there, since it was merged, has no lines.
func readJournal(path string, add func(entry) error) (size int, err error) {
	text, err := readFile(path, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, ofResults(err)
	}
	number, end := 0, 0
	for line := range bytes.Lines(text) {
		number++
		end += len(line)
		if end == len(text) && unfinished(line) {
			break
		}
		if err := addEntry(line, add); err != nil {
			return 0, fmt.Errorf("%s: line %d: %w; restore the file from a copy, or remove that line to have its "+
				"unit computed again",
				path, number, err)
		}
	}
	return len(text), nil
}

// unfinished reports whether the last line of a journal is being written, or was when its writer
// stopped. A file system may store later bytes before earlier ones, which are zero until then.
func unfinished(line []byte) bool {
	return !bytes.HasSuffix(line, []byte("\n")) || bytes.IndexByte(line, 0) >= 0
}

// addEntry calls add for the object of a line of a journal.
func addEntry(line []byte, add func(entry) error) error {
	object, err := openOne(line)
	if err != nil {
		return err
	}
	var n entry
	if err := json.Unmarshal(object, &n); err != nil {
		return err
	}
	if n.Timing.ID != n.Record.ID {
		return fmt.Errorf("holds the timing of %q with record %q", n.Timing.ID, n.Record.ID)
	}
	return add(n)
}
