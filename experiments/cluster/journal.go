package cluster

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// StandardHeartbeat is the time between two signs of life of a worker.
const StandardHeartbeat = 30 * time.Second

// eventKind says what happened to a worker.
type eventKind string

const (
	eventStart  eventKind = "start"
	eventBegin  eventKind = "begin"  // a unit
	eventDone   eventKind = "done"   // a unit's record is on the disk
	eventFailed eventKind = "failed" // a unit could not be computed
	eventStore  eventKind = "store"  // a record could not be written
	eventBeat   eventKind = "beat"
	eventEnd    eventKind = "end"
)

// event is a line of a journal. Its time is by the clock of the worker's machine, for
// reading only.
type event struct {
	Event   eventKind `json:"event"`
	At      time.Time `json:"at"`
	Host    string    `json:"host,omitempty"`
	Job     string    `json:"job,omitempty"`
	Unit    string    `json:"unit,omitempty"`
	Seconds float64   `json:"seconds,omitempty"`
	Peak    int64     `json:"peak,omitempty"` // bytes
	Class   Class     `json:"class,omitempty"`
	Error   string    `json:"error,omitempty"`
}

// journal is written by one worker alone, line by line, and never altered: what is in
// it when the worker is killed is true. It is no error if it cannot be written, which
// shows as silence.
type journal struct {
	mutex sync.Mutex
	file  *os.File
	begin time.Time
	torn  bool // the last line may be cut
}

// openJournal begins a journal, with a first line that is on the disk.
func openJournal(r Round, array string, index int, host, job string) (*journal, error) {
	begin := time.Now()
	name := fmt.Sprintf("%s-%d.%s-%d-%x", array, index, strings.ReplaceAll(host, string(filepath.Separator), "_"), os.Getpid(), begin.UnixNano())
	f, err := os.OpenFile(r.path("journal", name), os.O_WRONLY|os.O_APPEND|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	j := &journal{file: f, begin: begin}
	return j, j.write(event{Event: eventStart, Host: host, Job: job})
}

// write appends an event. Those that come seldom wait for the disk: on network file
// systems others see no line before that.
func (j *journal) write(e event) error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	e.At = time.Now().UTC().Truncate(time.Millisecond)
	line, err := json.Marshal(e)
	if err != nil {
		panic("cluster: " + err.Error()) // strings and finite numbers
	}
	line = append(line, '\n')
	if j.torn {
		line = append([]byte("\n"), line...)
	}
	_, err = j.file.Write(line)
	j.torn = err != nil
	if e.Event != eventBegin && e.Event != eventDone {
		err = errors.Join(err, j.file.Sync())
	}
	return err
}

// end writes how the worker ended; an empty class if its work is done.
func (j *journal) end(class Class, cause error) error {
	e := event{Event: eventEnd, Class: class, Seconds: time.Since(j.begin).Seconds(), Peak: peak()}
	if cause != nil {
		e.Error = cause.Error()
	}
	return errors.Join(j.write(e), j.file.Close())
}

// peak is the most memory that this process had resident; 0 where the system does
// not tell.
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

// Attempt is what a journal says of one worker on one chunk.
type Attempt struct {
	Journal   string // path
	Host, Job string
	Begun     time.Time
	Silent    time.Duration // since the last sign of life, by the clock of the file system
	InHand    []string      // units begun and not ended
	Done      map[string]float64
	Failed    map[string]string // units with errors
	Ended     bool
	Class     Class  // why it ended before its work was done
	Error     string // in words
	Peak      int64

	array string
	index int
	beat  time.Duration
}

// Alive tells whether the worker has given a sign of life within two heartbeats.
func (a Attempt) Alive() bool { return !a.Ended && a.Silent <= 2*a.beat }

// attempts reads all journals of a round, the first begun first.
func (r Round) attempts() ([]Attempt, error) {
	entries, err := os.ReadDir(r.path("journal"))
	if err != nil {
		return nil, err
	}
	now := r.serverTime()
	var all []Attempt
	for _, entry := range entries {
		chunk, _, _ := strings.Cut(entry.Name(), ".")
		array, index, _ := strings.Cut(chunk, "-")
		number, err := strconv.Atoi(index)
		if err != nil {
			continue
		}
		path := r.path("journal", entry.Name())
		// Opened before it is asked for its age: a network file system then asks anew.
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(path)
		if err != nil {
			return nil, err
		}
		a := readAttempt(data)
		a.Journal, a.array, a.index, a.beat = path, array, number, r.Settings.Heartbeat
		a.Silent = max(0, now.Sub(info.ModTime()))
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b Attempt) int {
		return cmp.Or(a.Begun.Compare(b.Begun), strings.Compare(a.Journal, b.Journal))
	})
	return all, nil
}

// readAttempt reads a journal. A line that is cut is its last one.
func readAttempt(data []byte) Attempt {
	a := Attempt{Done: make(map[string]float64), Failed: make(map[string]string)}
	for line := range bytes.Lines(data) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		switch e.Event {
		case eventStart:
			a.Host, a.Job, a.Begun = e.Host, e.Job, e.At
		case eventBegin:
			a.InHand = append(a.InHand, e.Unit)
		case eventDone, eventFailed:
			a.InHand = slices.DeleteFunc(a.InHand, func(id string) bool { return id == e.Unit })
			if e.Event == eventDone {
				a.Done[e.Unit] = e.Seconds
			} else {
				a.Failed[e.Unit] = e.Error
			}
		case eventEnd:
			a.Ended, a.Class, a.Error, a.Peak = true, e.Class, e.Error, e.Peak
		}
		if e.Peak > a.Peak {
			a.Peak = e.Peak
		}
	}
	return a
}

// serverTime is the time by the clock that stamps files in the round: clocks of
// machines differ. Where nothing can be written it is that of this one.
func (r Round) serverTime() time.Time {
	f, err := os.CreateTemp(r.path("journal"), "clock*")
	if err != nil {
		return time.Now()
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString(".")
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return time.Now()
	}
	info, err := os.Stat(f.Name())
	if err != nil {
		return time.Now()
	}
	return info.ModTime()
}
