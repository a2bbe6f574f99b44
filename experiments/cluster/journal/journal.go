// Package journal reads and writes the journals of workers on chunks: a file for each attempt, with
// a line for every event and a heartbeat.
package journal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// kind is the kind of an event.
type kind string

const (
	start  kind = "start"
	begin  kind = "begin"  // a unit
	done   kind = "done"   // a unit's record is on the disk
	failed kind = "failed" // a unit could not be computed
	stuck  kind = "stuck"  // a record could not be written; retried
	beat   kind = "beat"
	end    kind = "end"
)

// event is a line. Its time, by the clock of the worker's machine, is for reading only.
type event struct {
	Event   kind      `json:"event"`
	At      time.Time `json:"at"`
	Host    string    `json:"host,omitempty"`
	Job     string    `json:"job,omitempty"`
	Unit    string    `json:"unit,omitempty"`
	Seconds float64   `json:"seconds,omitempty"`
	Peak    int64     `json:"peak,omitempty"` // bytes
	Class   Class     `json:"class,omitempty"`
	Error   string    `json:"error,omitempty"`
}

// Writer writes the journal of one worker, line by line, so that it is valid even if the worker is
// killed. A line that cannot be written is no error; it shows as silence. A Writer is safe for
// concurrent use.
type Writer struct {
	mutex sync.Mutex
	file  *os.File
	begun time.Time
	torn  bool // the last line may be incomplete
}

// New begins the journal of a worker on a chunk with a line that is on the disk.
func New(folder, chunk, host, job string) (*Writer, error) {
	begun := time.Now()
	name := fmt.Sprintf("%s.%s-%d-%x", chunk, strings.ReplaceAll(host, string(filepath.Separator), "_"), os.Getpid(), begun.UnixNano())
	f, err := os.OpenFile(filepath.Join(folder, name), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f, begun: begun}
	return w, w.write(event{Event: start, Host: host, Job: job})
}

// Name is the name of the file.
func (w *Writer) Name() string { return filepath.Base(w.file.Name()) }

// Begin records the start of a unit, Done and Failed its end, and Stuck that its record cannot be
// written.
func (w *Writer) Begin(unit string) { _ = w.write(event{Event: begin, Unit: unit}) }
func (w *Writer) Done(unit string, seconds float64) {
	_ = w.write(event{Event: done, Unit: unit, Seconds: seconds})
}
func (w *Writer) Failed(unit string, err error) {
	_ = w.write(event{Event: failed, Unit: unit, Error: err.Error()})
}
func (w *Writer) Stuck(unit string, err error) {
	_ = w.write(event{Event: stuck, Unit: unit, Error: err.Error()})
}

// Beat writes a heartbeat.
func (w *Writer) Beat() { _ = w.write(event{Event: beat, Peak: peak()}) }

// End records the worker's end; the class is empty if its work is done.
func (w *Writer) End(class Class, cause error) error {
	e := event{Event: end, Class: class, Seconds: time.Since(w.begun).Seconds(), Peak: peak()}
	if cause != nil {
		e.Error = cause.Error()
	}
	return errors.Join(w.write(e), w.file.Close())
}

// write appends a line. Rare lines are synchronised to the disk: on network file systems others do
// not see them before.
func (w *Writer) write(e event) error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	e.At = time.Now().UTC().Truncate(time.Millisecond)
	line, err := json.Marshal(e)
	if err != nil {
		panic("journal: " + err.Error()) // only strings and finite numbers
	}
	line = append(line, '\n')
	if w.torn {
		line = append([]byte("\n"), line...)
	}
	_, err = w.file.Write(line)
	w.torn = err != nil
	if e.Event != begin && e.Event != done {
		err = errors.Join(err, w.file.Sync())
	}
	return err
}

// peak is the peak resident memory of this process; 0 if the system does not report it.
func peak() int64 {
	text, _ := os.ReadFile("/proc/self/status")
	_, after, _ := strings.Cut(string(text), "VmHWM:")
	fields := strings.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kibibytes, _ := strconv.ParseInt(fields[0], 10, 64)
	return kibibytes << 10
}

// Attempt is the content of the journal of one worker.
type Attempt struct {
	Name      string // of the journal
	Chunk     string
	Host, Job string
	Begun     time.Time
	Silent    time.Duration      // since the last heartbeat, by the clock of the file system
	InHand    []string           // units in progress
	Done      map[string]float64 // seconds taken by units
	Failed    map[string]string  // errors of units
	Ended     bool
	Class     Class  // why it ended early
	Error     string // in words

	heartbeat time.Duration
}

// Alive reports whether the worker gave a heartbeat within the last two intervals.
func (a Attempt) Alive() bool { return !a.Ended && a.Silent <= 2*a.heartbeat }

// Read reads all journals of a folder, in the order of their beginning.
func Read(folder string, heartbeat time.Duration) ([]Attempt, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	now := serverTime(folder)
	var all []Attempt
	for _, entry := range entries {
		chunk, _, isJournal := strings.Cut(entry.Name(), ".")
		if !isJournal {
			continue
		}
		path := filepath.Join(folder, entry.Name())
		// Read before its age: a network file system then asks anew.
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		a := parse(data)
		a.Name, a.Chunk, a.heartbeat, a.Silent = entry.Name(), chunk, heartbeat, max(0, now.Sub(info.ModTime()))
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b Attempt) int {
		return cmp.Or(a.Begun.Compare(b.Begun), strings.Compare(a.Name, b.Name))
	})
	return all, nil
}

// parse reads a journal. It skips incomplete lines.
func parse(data []byte) Attempt {
	a := Attempt{Done: make(map[string]float64), Failed: make(map[string]string)}
	for line := range bytes.Lines(data) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		switch e.Event {
		case start:
			a.Host, a.Job, a.Begun = e.Host, e.Job, e.At
		case begin:
			a.InHand = append(a.InHand, e.Unit)
		case done, failed:
			a.InHand = slices.DeleteFunc(a.InHand, func(id string) bool { return id == e.Unit })
			if e.Event == done {
				a.Done[e.Unit] = e.Seconds
			} else {
				a.Failed[e.Unit] = e.Error
			}
		case end:
			a.Ended, a.Class, a.Error = true, e.Class, e.Error
		}
	}
	return a
}

// serverTime is the time by the clock that stamps files in the folder, since the clocks of machines
// differ; this machine's where nothing can be written.
func serverTime(folder string) time.Time {
	now := time.Now()
	f, err := os.CreateTemp(folder, "clock*")
	if err != nil {
		return now
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString("\n")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return now
	}
	info, err := os.Stat(f.Name())
	if err != nil {
		return now
	}
	return info.ModTime()
}
