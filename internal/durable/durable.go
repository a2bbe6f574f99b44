// Package durable writes files atomically: if a writer is killed, the disk is full or the
// power fails, a file holds its old content or its new one.
package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// WriteFile replaces or creates a file. It keeps owner and permissions of the one that is there,
// as far as user and file system allow; a new one has the permissions of the user's mask. When it
// returns nil, content and name are on the disk; on error, which names path, the old content is
// intact. Links are followed, and what is no file, as a device or a pipe, is written to and stays;
// so is a file that cannot be replaced, but written to: in a folder that is write-protected, or
// mounted by itself.
func WriteFile(path string, data []byte) error {
	target, old, err := behind(path)
	if err != nil {
		return unwritable(path, err)
	}
	if old != nil && !old.Mode().IsRegular() {
		return writeThrough(path, data)
	}
	err = replace(target, data, old)
	if old != nil && irreplaceable(err) {
		return writeThrough(target, data)
	}
	if err != nil {
		return unwritable(path, err)
	}
	return nil
}

// irreplaceable reports whether an error is of a file's folder or mount, not of its content.
func irreplaceable(err error) bool {
	for _, cause := range []error{fs.ErrPermission, syscall.EROFS, syscall.EBUSY, syscall.EXDEV} {
		if errors.Is(err, cause) {
			return true
		}
	}
	return false
}

// behind returns the path that the links at a path lead to, and what is there; nil for nothing.
func behind(path string) (target string, info fs.FileInfo, err error) {
	info, err = os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return "", nil, errFolder
	case err == nil && !info.Mode().IsRegular():
		return path, info, nil // its links may be no names of files, as those of /dev/stdout
	case err == nil:
		target, err = filepath.EvalSymlinks(path)
		return target, info, err
	case !errors.Is(err, fs.ErrNotExist):
		return "", nil, err
	}
	to, err := os.Readlink(path)
	if err != nil {
		return path, nil, nil // no link
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(path), to)
	}
	return behind(to) // a circle of links would have been an error
}

// errFolder is the error of a path to write to.
var errFolder = errors.New("it is a folder")

// writeThrough writes to what is there.
func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return unwritable(path, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// unwritable names path in an error instead of the temporary file.
func unwritable(path string, err error) error {
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		err = file.Err
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
	probe, err := os.CreateTemp(filepath.Dir(target), ".drfvi-")
	if err == nil {
		_, _ = probe.Close(), os.Remove(probe.Name())
		return nil
	}
	if old != nil && irreplaceable(err) {
		var f *os.File
		if f, err = os.OpenFile(target, os.O_WRONLY, 0); err == nil {
			return f.Close()
		}
	}
	return unwritable(path, err)
}

// Create creates a file to append to, which must not be there, and waits until its name is on the
// disk.
func Create(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		syncDir(filepath.Dir(path))
	}
	return file, err
}

// MakeDir creates a folder and its parents, and waits until their names are on the disk.
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
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	for _, parent := range parents {
		syncDir(parent)
	}
	return nil
}

// syncDir waits until the names in a folder are on the disk, where the file system can.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_, _ = d.Sync(), d.Close()
	}
}

// Partial reports whether a file of that name is one that is being written, or that a dead writer
// left.
func Partial(name string) bool { return partial.MatchString(name) }

// partial are the names of files that are being written: by this version, and by earlier ones.
var partial = regexp.MustCompile(`^\.(.+[0-9]{15,19}|drfvi-[0-9a-f]{16})$`)

// stale is an age that no file reaches while it is written, by which dead writers are told.
const stale = time.Hour

// Sweep removes partial files that dead writers left in a folder.
func Sweep(dir string) error { return sweep(dir, Partial) }

// SweepBeside removes those of the file at a path alone, in a folder that has files of others.
func SweepBeside(path string) error {
	target, old, err := behind(path)
	if err != nil || old != nil && !old.Mode().IsRegular() {
		return err
	}
	begins := "." + filepath.Base(target)
	return sweep(filepath.Dir(target), func(name string) bool {
		digits, is := strings.CutPrefix(name, begins)
		return is && Partial(name) && strings.Trim(digits, "0123456789") == ""
	})
}

// sweep removes files of a folder that have not been written to for long, by their names.
func sweep(dir string, partial func(name string) bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !partial(entry.Name()) {
			continue
		}
		info, err := entry.Info()
		if err == nil && time.Since(info.ModTime()) >= stale {
			err = os.Remove(filepath.Join(dir, entry.Name()))
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // perhaps renamed since
			return err
		}
	}
	return nil
}
