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

// TestReaderDuringMerge reads while records move from a journal to the merged file: all are
// there at any time.
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
		journals(t, s)[0], s.path(e.Name, timingsSuffix), s.path(e.Name, recordsSuffix), s.path(e.Name, experimentSuffix),
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

// fullDisk has room for so many more writes; there is always enough to remove some.
type fullDisk struct {
	hastyDisk
	left int
}

func (d *fullDisk) room(path string) error {
	if d.left--; d.left < 0 {
		return &os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC}
	}
	return nil
}

func (d *fullDisk) create(path string) (*os.File, error) {
	if err := d.room(path); err != nil {
		return nil, err
	}
	return d.hastyDisk.create(path)
}

func (d *fullDisk) append(file *os.File, text []byte) error {
	if err := d.room(file.Name()); err != nil {
		return errors.Join(err, d.hastyDisk.append(file, text[:len(text)/3])) // what has room
	}
	return d.hastyDisk.append(file, text)
}

func (d *fullDisk) writeFile(path string, data []byte) error {
	if err := d.room(path); err != nil {
		return err
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
	if want := len(records) + 4; fills != want { // records, their journal, both merged, the experiment
		t.Errorf("full at %d writes, expected %d", fills, want)
	}
}

// TestFolderGone removes or replaces the folder while it is written to: no merge says that all is
// there, and the next record is in the new folder.
func TestFolderGone(t *testing.T) {
	e, records := sample()
	for _, replaced := range []bool{false, true} {
		s := open(t, filepath.Join(t.TempDir(), "out"))
		must(t, s.PutExperiment(e))
		for _, r := range records[:5] {
			must(t, s.Put(r, timing(r)))
		}
		must(t, os.RemoveAll(s.Dir()))
		if !replaced {
			fails(t, s.Put(records[5], timing(records[5])), "no such file or directory")
			fails(t, second(s.Merge(e.Name)), "holds no experiment")
			continue
		}
		must(t, session(open(t, s.Dir()), e, records[:1]))
		must(t, s.Put(records[5], timing(records[5])))
		if complete, err := s.Merge(e.Name); complete || err != nil {
			t.Errorf("complete is %v, %v", complete, err)
		}
		if found, err := s.Records(e.Name); err != nil || len(found) != 2 {
			t.Errorf("%d records, %v, expected 2", len(found), err)
		}
	}
}
