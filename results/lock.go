package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/gofrs/flock"

	"drfvi/internal/durable"
)

// ErrLocked is wrapped by the error of Lock when another process writes to the store, ErrNoLocks
// when that cannot be determined.
var (
	ErrLocked  = errors.New("another run is writing there")
	ErrNoLocks = errors.New("there are no file locks here")
)

// lockName is the file locked by a writing process. It stays when the process ends.
const lockName = ".lock"

// Lock reserves the store for this process until unlock is called or the process ends, in
// whatever way, and removes the partial files of interrupted writers. The error wraps
// ErrLocked if another process has the lock.
//
// Without locks the error wraps ErrNoLocks and unlock is valid: a caller that continues must
// make sure that nobody else writes to the store.
func (s *Store) Lock() (unlock func() error, err error) {
	path := filepath.Join(s.dir, lockName)
	lock := flock.New(path, flock.SetPermissions(0o666))
	got, err := s.disk.lock(lock)
	lockless := errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK)
	switch {
	case err != nil && !lockless:
		return nil, fmt.Errorf("results: cannot write to %s: %w", s.dir, err)
	case err == nil && !got:
		return nil, fmt.Errorf("results: %s: %w; wait for it to end, or give another directory", s.dir, ErrLocked)
	}
	if s.held, err = os.Lstat(path); err == nil {
		err = s.sweep()
	}
	if err != nil {
		_ = lock.Unlock()
		return nil, ofResults(err)
	}
	unlock = func() error {
		err := s.check()
		s.held = nil
		return errors.Join(err, lock.Unlock())
	}
	if lockless {
		return unlock, fmt.Errorf("results: %s: %w", s.dir, ErrNoLocks)
	}
	return unlock, nil
}

// check returns an error if the store was locked and its folder has been replaced.
func (s *Store) check() error {
	if s.held == nil {
		return nil
	}
	now, err := os.Lstat(filepath.Join(s.dir, lockName))
	if err == nil && os.SameFile(s.held, now) {
		return nil
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("results: %s or the lock in it was removed or replaced during the run; the same run again computes what is no longer there", s.dir)
	}
	return ofResults(err)
}

// sweep removes partial files of stopped writers.
func (s *Store) sweep() error {
	folders := []string{s.dir}
	pending, err := os.ReadDir(filepath.Join(s.dir, pendingFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, entry := range pending {
		folder, err := s.pending(entry.Name())
		if err != nil {
			return err
		}
		if entry.IsDir() {
			folders = append(folders, folder)
		}
	}
	for _, folder := range folders {
		if err := durable.Sweep(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
