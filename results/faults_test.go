package results

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/gofrs/flock"
)

// TestReaderDuringMerge reads while records move from the pending files to the merged
// one: all are there at any time.
func TestReaderDuringMerge(t *testing.T) {
	e, records := sample()
	for range 100 {
		s := open(t, t.TempDir())
		s.disk = hastyDisk{}
		must(t, s.PutExperiment(e))
		for _, r := range records {
			must(t, s.Put(r, timing(r)))
		}
		var merging sync.WaitGroup
		begun, done := make(chan bool), make(chan bool)
		merging.Go(func() {
			<-begun
			if complete, err := s.Merge(e.Name); err != nil || !complete {
				t.Errorf("merged: %v, %v", complete, err)
			}
			close(done)
		})
		close(begun)
		for reading := true; reading; {
			select {
			case <-done:
				reading = false
			default:
			}
			found, err := s.Finished(e)
			if err != nil || len(found.Records) != len(records) || len(found.Timings) != len(records) {
				t.Fatalf("%d records and %d timings of %d, %v", len(found.Records), len(found.Timings), len(records), err)
			}
		}
		merging.Wait()
	}
}

// TestUnreadable checks that nobody is advised to remove a file that may be good.
func TestUnreadable(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	must(t, s.Put(records[0], timing(records[0])))
	for _, path := range []string{
		pendingFile(s, records[0].ID, pendingTimingSuffix), pendingFile(s, records[0].ID, pendingSuffix),
		s.path(e.Name, timingsSuffix), s.path(e.Name, recordsSuffix), s.path(e.Name, experimentSuffix),
	} {
		good, err := os.ReadFile(path)
		for _, put := range []func() error{
			func() error { return os.Mkdir(path, 0o777) },
			func() error { return os.Symlink("/dev/zero", path) }, // has no end
		} {
			_ = os.Remove(path)
			must(t, put())
			_, err := s.Records(e.Name)
			fails(t, err, path+" is not a regular file")
			if strings.Contains(err.Error(), "remove") {
				t.Errorf("advises to remove a file that was not read: %v", err)
			}
			must(t, os.Remove(path))
		}
		if err == nil {
			must(t, os.WriteFile(path, good, 0o666))
		}
	}
}

// lockless is a disk without locks.
type lockless struct{ osDisk }

func (lockless) lock(lock *flock.Flock) (bool, error) {
	_, err := lock.TryLock() // which makes the file
	return false, errors.Join(err, lock.Unlock(), syscall.ENOLCK)
}

func TestNoLocks(t *testing.T) {
	s := open(t, t.TempDir())
	s.disk = lockless{}
	for range 2 {
		unlock, err := s.Lock()
		fails(t, err, s.Dir(), "there are no file locks here")
		if !errors.Is(err, ErrNoLocks) {
			t.Errorf("%v does not wrap ErrNoLocks", err)
		}
		must(t, unlock())
	}
}

// fullDisk has room for so many more files; there is always enough to remove some.
type fullDisk struct {
	hastyDisk
	left int
}

func (d *fullDisk) writeFile(path string, data []byte) error {
	if d.left--; d.left < 0 {
		return &os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	}
	return d.hastyDisk.writeFile(path, data)
}

func TestFullDisk(t *testing.T) {
	e, records := sample()
	whole := open(t, t.TempDir())
	must(t, session(whole, e, records))
	want := contents(t, whole.Dir())
	fills := 0
	for room := 0; ; room++ {
		s := open(t, t.TempDir())
		s.disk = &fullDisk{left: room}
		err := session(s, e, records)
		if err == nil {
			break
		}
		fills++
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("room for %d files: %v", room, err)
		}
		// There is room again.
		s.disk = hastyDisk{}
		must(t, session(s, e, records))
		if got := contents(t, s.Dir()); !reflect.DeepEqual(got, want) {
			t.Fatalf("room for %d files: files %v, expected %v", room, got, want)
		}
	}
	if want := 2*len(records) + 3; fills != want { // records, timings, both merged, the experiment
		t.Errorf("full at %d writes, expected %d", fills, want)
	}
}

// TestFolderGone removes or replaces the folder while it is written to.
func TestFolderGone(t *testing.T) {
	e, records := sample()
	for _, replaced := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "out")
		s, err := Create(dir)
		must(t, err)
		unlock, err := s.Lock()
		must(t, err)
		must(t, s.PutExperiment(e))
		must(t, s.Put(records[0], timing(records[0])))
		must(t, os.RemoveAll(dir))
		var other func() error
		if replaced {
			second, err := Create(dir)
			must(t, err)
			other, err = second.Lock()
			must(t, err)
		}
		const sentence = " or the lock in it was removed or replaced during the run; the same run again computes what is no longer there"
		_, merged := s.Merge(e.Name)
		for _, err := range []error{s.PutExperiment(e), s.Put(records[1], timing(records[1])), merged, unlock()} {
			fails(t, err, dir+sentence)
		}
		if replaced {
			must(t, other()) // its lock is still there
		} else if _, err := os.Stat(dir); err == nil {
			t.Error("the folder is made again without a lock")
		}
	}
}
