package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ErrLocked is wrapped by the error of Lock when another process writes to
// the store.
var ErrLocked = errors.New("another run is writing there")

// lockName is the file that a writing process holds a lock on.
const lockName = ".lock"

// Lock reserves the store for this process until unlock is called or the
// process ends, however it ends. It removes what an interrupted writer left
// half-written. The error wraps ErrLocked if another process has the lock.
func (s *Store) Lock() (unlock func() error, err error) {
	path := filepath.Join(s.dir, lockName)
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
		if err != nil {
			return nil, fmt.Errorf("results: cannot write to %s: %w", s.dir, err)
		}
		if err := tryLock(f); err != nil {
			_ = f.Close()
			if errors.Is(err, ErrLocked) {
				return nil, fmt.Errorf("results: %s: %w%s", s.dir, ErrLocked, holder(path))
			}
			return nil, fmt.Errorf("results: cannot lock %s: %w", s.dir, err)
		}
		// The process that held the lock before removes the file when it is
		// done. A lock on a removed file protects nothing: begin again.
		mine, err := f.Stat()
		if err != nil {
			_ = f.Close()
			return nil, fmt.Errorf("results: cannot lock %s: %w", s.dir, err)
		}
		now, err := os.Stat(path)
		if err != nil || !os.SameFile(mine, now) {
			_ = f.Close()
			continue
		}
		// For the message to whoever comes second; it may fail.
		if f.Truncate(0) == nil {
			_, _ = fmt.Fprintf(f, "%d\n", os.Getpid())
		}
		if err := s.removeTemporary(); err != nil {
			_ = f.Close()
			return nil, err
		}
		return func() error { return errors.Join(os.Remove(path), f.Close()) }, nil
	}
}

// holder says which process has the lock, if that is known.
func holder(path string) string {
	text, err := os.ReadFile(path)
	if err != nil || len(strings.TrimSpace(string(text))) == 0 {
		return ""
	}
	return fmt.Sprintf(" (process %s); wait for it to end, or give another directory", strings.TrimSpace(string(text)))
}

// removeTemporary removes files that were being written when their writer was
// stopped.
func (s *Store) removeTemporary() error {
	return filepath.WalkDir(s.dir, func(path string, entry fs.DirEntry, err error) error {
		// What a worker on another machine renames meanwhile is gone.
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("results: %w", err)
		}
		if entry.IsDir() && path != s.dir && filepath.Base(path) != pendingFolder && filepath.Base(filepath.Dir(path)) != pendingFolder {
			return fs.SkipDir
		}
		if entry.IsDir() || !isTemporary(entry.Name()) {
			return nil
		}
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("results: %w", err)
		}
		return nil
	})
}
