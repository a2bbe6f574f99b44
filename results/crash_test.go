package results

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

var errCrash = errors.New("crash")

// hastyDisk is osDisk without the waiting for bytes to be on the disk, which
// thousands of files are too many for.
type hastyDisk struct{ osDisk }

func (hastyDisk) create(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

func (hastyDisk) append(file *os.File, text []byte) error {
	_, err := file.Write(text)
	return err
}

func (hastyDisk) writeFile(path string, data []byte) error {
	temp := filepath.Join(filepath.Dir(path), ".hasty.json1234567890123456789")
	if err := os.WriteFile(temp, data, 0o600); err != nil {
		return err
	}
	return os.Rename(temp, path)
}

// crashingDisk is a disk of a machine that dies at its left-th step: the step
// is not done, or half-done, and nothing is done after it.
type crashingDisk struct {
	disk
	left  int
	half  bool
	lines int // appended
}

func (d *crashingDisk) step() error {
	d.left--
	if d.left < 0 {
		return errCrash
	}
	return nil
}

func (d *crashingDisk) create(path string) (*os.File, error) {
	if err := d.step(); err != nil {
		return nil, err
	}
	return d.disk.create(path)
}

func (d *crashingDisk) append(file *os.File, text []byte) error {
	if err := d.step(); err != nil {
		if d.left == -1 && d.half {
			if err := d.disk.append(file, text[:len(text)/2]); err != nil {
				return err
			}
		}
		return err
	}
	d.lines++
	return d.disk.append(file, text)
}

func (d *crashingDisk) writeFile(path string, data []byte) error {
	if err := d.step(); err != nil {
		if d.left == -1 && d.half {
			temp := filepath.Join(filepath.Dir(path), ".half.json1234567890123456789")
			if err := os.WriteFile(temp, data[:len(data)/2], 0o600); err != nil {
				return err
			}
		}
		return err
	}
	return d.disk.writeFile(path, data)
}

func (d *crashingDisk) remove(path string) error {
	if err := d.step(); err != nil {
		return err
	}
	return d.disk.remove(path)
}

// session does what a run does: the experiment, the records not there yet, the
// merge.
func session(s *Store, e Experiment, records []Record) error {
	unlock, err := s.Lock()
	if err != nil {
		return err
	}
	// The lock of a process that dies goes with it.
	defer func() { _ = unlock() }()
	if err := s.PutExperiment(e); err != nil {
		return err
	}
	finished, err := s.Finished(e)
	if err != nil {
		return err
	}
	done := make(map[string]bool)
	for _, r := range finished.Records {
		done[r.ID] = true
	}
	for _, r := range records {
		if !done[r.ID] {
			if err := s.Put(r, timing(r)); err != nil {
				return err
			}
		}
	}
	_, err = s.Merge(e.Name)
	return err
}

func TestCrashAtEveryStep(t *testing.T) {
	e, records := sample()
	whole := open(t, t.TempDir())
	must(t, session(whole, e, records))
	want := contents(t, whole.Dir())

	// A changed experiment over a complete one goes through every step, too.
	before, old := sample()
	for i := range before.Units {
		old[i].configure("old")
		before.Units[i].Key = old[i].Key
	}
	for _, replaced := range []bool{false, true} {
		for _, half := range []bool{false, true} {
			crashes := 0
			for step := 0; ; step++ {
				s := open(t, t.TempDir())
				s.disk = hastyDisk{}
				if replaced {
					must(t, session(s, before, old))
				}
				crashing := &crashingDisk{disk: hastyDisk{}, left: step, half: half}
				s.disk = crashing
				err := session(s, e, records)
				if err == nil {
					break
				}
				if !errors.Is(err, errCrash) {
					t.Fatalf("step %d: %v", step, err)
				}
				crashes++
				s.Close() // as the end of the process does
				// A reader sees whole records only, and all that were put.
				if some, err := s.Finished(e); err != nil || len(some.Records) < crashing.lines {
					t.Fatalf("step %d: %d records of %d, %v", step, len(some.Records), crashing.lines, err)
				}
				// Two more crashes on the way, then through.
				for again := range 2 {
					s.disk = &crashingDisk{disk: hastyDisk{}, left: again + 1, half: half}
					if err := session(s, e, records); err != nil && !errors.Is(err, errCrash) {
						t.Fatalf("step %d, resumed: %v", step, err)
					}
				}
				s.disk = hastyDisk{}
				must(t, session(s, e, records))
				if got := contents(t, s.Dir()); !reflect.DeepEqual(got, want) {
					t.Fatalf("step %d: files %v, expected %v", step, got, want)
				}
			}
			// The experiment, each record, the journal and its end, and each merged file take one step;
			// the timings of the changed experiment are the same.
			want := len(records) + 5
			if replaced {
				want--
			}
			if crashes != want {
				t.Errorf("%d points to crash at, expected %d", crashes, want)
			}
		}
	}
}

func TestLock(t *testing.T) {
	s := open(t, t.TempDir())
	must(t, os.MkdirAll(filepath.Join(s.Dir(), "notes"), 0o777))
	const part = ".sample.json1234567890123456789"
	old := time.Now().Add(-24 * time.Hour)
	for folder, stays := range map[string]bool{"": false, "notes": true} {
		path := filepath.Join(s.Dir(), folder, part)
		must(t, os.WriteFile(path, []byte("half"), 0o600))
		must(t, os.Chtimes(path, old, old))
		unlock, err := s.Lock()
		must(t, err)
		must(t, unlock())
		if _, err := os.Stat(path); (err == nil) != stays {
			t.Errorf("%s: %v, expected that it stays: %v", path, err, stays)
		}
	}
	unlock, err := s.Lock()
	must(t, err)
	_, err = open(t, s.Dir()).Lock()
	fails(t, err, s.Dir(), "another run is writing there; wait for it to end, or give another directory")
	if !errors.Is(err, ErrLocked) {
		t.Errorf("%v does not wrap ErrLocked", err)
	}
	must(t, unlock())
	unlock, err = s.Lock()
	must(t, err)
	must(t, unlock())
}
