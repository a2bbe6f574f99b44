// Package durable writes files that are whole whenever they are there: a writer that is
// killed, a full disk or a power cut leave the old content or the new one. Partial
// files of killed writers are distinguished from those being written, and removed.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Prefix begins the names of files that are being written.
const Prefix = ".drfvi-"

// ErrHeld says that another process has the lock; ErrNoLocks that the system or the
// file system has none.
var (
	ErrHeld    = errors.New("another process has the lock")
	ErrNoLocks = errors.New("there are no file locks here")
)

// WriteFile replaces the content of a file, or makes it, with the permissions that
// the user's mask allows. When it returns nil, content and name are on the disk; with
// an error, which names path, the old content is as it was.
func WriteFile(path string, data []byte) error {
	f, err := create(filepath.Dir(path))
	if err != nil {
		return unwritable(path, err)
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = publish(f, path)
	}
	if err == nil {
		err = syncDir(filepath.Dir(path))
	}
	if err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return unwritable(path, err)
	}
	return nil
}

// create makes a file to write to, locked as long as it is written so that Sweep
// leaves it.
func create(dir string) (*os.File, error) {
	for {
		name := filepath.Join(dir, fmt.Sprintf("%s%016x", Prefix, rand.Uint64()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		err = Lock(f)
		if err == nil && !Same(f) || errors.Is(err, ErrHeld) {
			// Swept between the two steps.
			_ = f.Close()
			continue
		}
		if err != nil && !errors.Is(err, ErrNoLocks) {
			_ = f.Close()
			_ = os.Remove(name)
			return nil, err
		}
		return f, nil
	}
}

// Same reports whether an open file is still the one of its name, and not a link to it.
func Same(f *os.File) bool { return isAt(f, f.Name()) }

// isAt reports whether an open file is the one of a name.
func isAt(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, now)
}

// unwritable names the file that cannot be written instead of the one in its place.
func unwritable(path string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &at):
		err = at.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// Writable returns an error unless a file can be written at path. It leaves an existing
// file as it is.
func Writable(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder", path)
	}
	probe, err := create(filepath.Dir(path))
	if err != nil {
		return unwritable(path, err)
	}
	_, _ = probe.Close(), os.Remove(probe.Name()) // or somebody has swept it
	return nil
}

// mkdirTries is how often a folder is tried whose parent others keep removing.
const mkdirTries = 100

// MakeDir makes a folder and those above it, and waits for their names to be on the
// disk. Others may remove the folders above while they are empty: these are made again.
func MakeDir(path string) error {
	var parents []string // of folders that are not there yet
	for p := path; ; p = filepath.Dir(p) {
		if info, err := os.Stat(p); err == nil {
			if !info.IsDir() {
				return &fs.PathError{Op: "mkdir", Path: p, Err: syscall.ENOTDIR}
			}
			break
		}
		parents = append(parents, filepath.Dir(p))
		if filepath.Dir(p) == p {
			break
		}
	}
	err := os.MkdirAll(path, 0o777)
	for i := 1; i < mkdirTries && errors.Is(err, fs.ErrNotExist); i++ {
		err = os.MkdirAll(path, 0o777)
	}
	if err != nil {
		return err
	}
	for _, parent := range parents {
		if err := syncDir(parent); err != nil {
			return err
		}
	}
	return nil
}

// Sweep removes the partial files that dead writers have left in a folder. Without
// locks it cannot distinguish them, and leaves everything.
func Sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), Prefix) && entry.Type().IsRegular() {
			if err := sweep(filepath.Join(dir, entry.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// sweep removes a file unless its writer is alive.
func sweep(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	switch err := Lock(f); {
	case errors.Is(err, ErrHeld), errors.Is(err, ErrNoLocks):
		return nil
	case err != nil:
		return err
	}
	if !Same(f) {
		return nil // renamed in between: it is somebody's file now
	}
	return remove(f)
}
