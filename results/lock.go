package results

import (
	"errors"
	"fmt"
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

// lockName is the file locked by a process that merges. It stays when the process ends.
const lockName = ".lock"

// Lock reserves the store for this process until unlock is called or the process ends, in
// whatever way, and removes the partial files of interrupted writers. The error wraps
// ErrLocked if another process has the lock.
//
// Without locks the error wraps ErrNoLocks and unlock is valid: a caller that continues must
// make sure that nobody else merges in the store.
func (s *Store) Lock() (unlock func() error, err error) {
	path := filepath.Join(s.dir, lockName)
	if err := checkPlace(path); err != nil {
		return nil, ofResults(err)
	}
	lock := flock.New(path, flock.SetPermissions(0o666))
	locked, err := s.disk.lock(lock)
	lockless := errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK)
	switch {
	case err != nil && !lockless:
		return nil, fmt.Errorf("results: cannot write to %s: %w", s.dir, err)
	case err == nil && !locked:
		return nil, fmt.Errorf("results: %s: %w; wait for it to end, or give another directory", s.dir, ErrLocked)
	}
	if err := durable.Sweep(s.dir); err != nil {
		_ = lock.Unlock()
		return nil, ofResults(err)
	}
	if lockless {
		return lock.Unlock, fmt.Errorf("results: %s: %w", s.dir, ErrNoLocks)
	}
	return lock.Unlock, nil
}
