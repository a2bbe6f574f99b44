package results

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"drfvi/internal/durable"
)

// ErrLocked is wrapped by the error of Lock when another process writes to the store, ErrNoLocks
// when that cannot be determined.
var (
	ErrLocked  = errors.New("another run is writing there")
	ErrNoLocks = durable.ErrNoLocks
)

// lockName is the file locked by a writing process.
const lockName = ".lock"

// Lock reserves the store for this process until unlock is called or the process ends, in
// whatever way, and removes the partial files of interrupted writers. The error wraps
// ErrLocked if another process has the lock.
//
// Without locks the error wraps ErrNoLocks and unlock is valid: a caller that continues must
// make sure that nobody else writes to the store.
func (s *Store) Lock() (unlock func() error, err error) {
	path := filepath.Join(s.dir, lockName)
	for {
		f, err := s.openLock(path)
		if err != nil {
			return nil, err
		}
		err = s.disk.lock(f)
		unknown := errors.Is(err, ErrNoLocks)
		if err != nil && !unknown {
			_ = f.Close()
			if errors.Is(err, durable.ErrHeld) {
				return nil, fmt.Errorf("results: %s: %w%s", s.dir, ErrLocked, holder(path))
			}
			return nil, fmt.Errorf("results: cannot lock %s: %w", s.dir, err)
		}
		// The previous holder removes the file when done. A lock on a removed file protects
		// nothing: start again.
		if !durable.Same(f) {
			_ = f.Close()
			continue
		}
		if err := s.hold(f); err != nil {
			_ = f.Close()
			return nil, err
		}
		unlock = func() error {
			err := s.check()
			s.held = nil
			if err != nil {
				return errors.Join(err, f.Close())
			}
			return durable.Unlock(f)
		}
		if unknown {
			err = fmt.Errorf("results: %s: %w", s.dir, ErrNoLocks)
		}
		return unlock, err
	}
}

// openLock opens the lock's file.
func (s *Store) openLock(path string) (*os.File, error) {
	if info, err := os.Lstat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("results: %s is not a regular file, expected the lock of a run or nothing: remove it, or give another directory", path)
	}
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("results: cannot write to %s: %w", s.dir, err)
	}
	return f, nil
}

// hold records this process in the file of its lock, and removes the partial files of
// interrupted writers.
func (s *Store) hold(f *os.File) error {
	text, err := io.ReadAll(io.LimitReader(f, 32))
	if _, wrong := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && len(text) > 0 && wrong != nil {
		return fmt.Errorf("results: %s holds %q, expected the number of a process: it is not the lock of a run; give another directory", f.Name(), text)
	}
	// For the message to a later process; it may fail.
	if f.Truncate(0) == nil {
		_, _ = f.WriteAt(fmt.Appendln(nil, os.Getpid()), 0)
	}
	if s.held, err = f.Stat(); err != nil {
		return fmt.Errorf("results: cannot lock %s: %w", s.dir, err)
	}
	return s.sweep()
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

// holder names the process that has the lock, if known.
func holder(path string) string {
	text, err := os.ReadFile(path)
	if err != nil || len(strings.TrimSpace(string(text))) == 0 {
		return ""
	}
	return fmt.Sprintf(" (process %s); wait for it to end, or give another directory", strings.TrimSpace(string(text)))
}

// sweep removes partial files of stopped writers.
func (s *Store) sweep() error {
	return filepath.WalkDir(s.dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			if path != s.dir && filepath.Base(path) != pendingFolder && filepath.Base(filepath.Dir(path)) != pendingFolder {
				return fs.SkipDir
			}
			err = durable.Sweep(path)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // swept in between
			return ofResults(err)
		}
		return nil
	})
}
