// Package durable writes files atomically: if a writer is killed, the disk is full or the
// power fails, a file holds its old content or its new one. Partial files of killed writers
// are told apart from those being written, and removed.
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

// ErrHeld reports that another process has the lock, ErrNoLocks that the system or file
// system has no locks.
var (
	ErrHeld    = errors.New("another process has the lock")
	ErrNoLocks = errors.New("there are no file locks here")
)

// WriteFile replaces or creates a file. It keeps owner and permissions of the one that is there,
// the first as far as the user may; a new one has the permissions of the user's mask. When it
// returns nil, content and name are on the disk; on error, which names path, the old content is
// intact. Links are followed, and what is no file, as a device or a pipe, is written to and stays.
func WriteFile(path string, data []byte) error {
	target, old, err := behind(path)
	if err != nil {
		return unwritable(path, err)
	}
	if old != nil && !old.Mode().IsRegular() {
		return writeThrough(path, data)
	}
	f, err := create(filepath.Dir(target))
	if err != nil {
		return unwritable(path, err)
	}
	if old != nil {
		err = inherit(f, old) // before there is anything to read
	}
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = publish(f, target)
	}
	if err == nil {
		err = syncDir(filepath.Dir(target))
	}
	if err != nil {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return unwritable(path, err)
	}
	return nil
}

// mostLinks is the number of links that are followed, that of Linux.
const mostLinks = 40

// behind returns the path that the links at a path lead to, and what is there; nil for nothing.
func behind(path string) (target string, info fs.FileInfo, err error) {
	info, err = os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", nil, errFolder
	case err == nil && !info.Mode().IsRegular():
		return path, info, nil // its links may be no names of files, as those of /dev/stdout
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", nil, err
	case err != nil:
		info = nil
	}
	for range mostLinks {
		to, err := os.Readlink(path)
		if err != nil {
			return path, info, nil // no link
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", nil, syscall.ELOOP
}

// errFolder is the error of a path to write to.
var errFolder = errors.New("it is a folder")

// writeThrough writes to what is no regular file.
func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return unwritable(path, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// create creates a file for writing, locked while it is written so that Sweep leaves it.
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

// Same reports whether an open file is still the one at its name, and not behind a link.
func Same(f *os.File) bool { return isAt(f, f.Name()) }

// isAt reports whether an open file is the one at path.
func isAt(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, now)
}

// unwritable names path in an error instead of the temporary file.
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

// Writable returns an error unless a file can be written at path. An existing file is left
// alone.
func Writable(path string) error {
	target, old, err := behind(path)
	if err != nil {
		return unwritable(path, err)
	}
	if old != nil && !old.Mode().IsRegular() {
		return nil // opening a pipe would wait for its reader
	}
	probe, err := create(filepath.Dir(target))
	if err != nil {
		return unwritable(path, err)
	}
	_, _ = probe.Close(), os.Remove(probe.Name()) // unless swept already
	return nil
}

// mkdirTries is the number of attempts at a folder whose parent others keep removing.
const mkdirTries = 100

// MakeDir creates a folder and its parents, and waits until their names are on the disk.
// Parents that others remove while they are empty are created again.
func MakeDir(path string) error {
	var parents []string // of missing folders
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

// Sweep removes partial files that dead writers left in a folder. Without locks it cannot
// recognise them and leaves everything.
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
		return nil // renamed in between: now a finished file
	}
	return Unlock(f)
}
