package durable

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// TestIrreplaceable: a file in a folder where none can be made is written to, and still is itself.
func TestIrreplaceable(t *testing.T) {
	dir, err := os.MkdirTemp("", "irreplaceable") // that of the test is closed to others
	must(t, err)
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "a")
	must(t, os.WriteFile(path, []byte("the old one is longer"), 0o666))
	must(t, os.Chmod(path, 0o666))
	must(t, os.Chmod(dir, 0o555))
	defer func() { _ = os.Chmod(dir, 0o777) }()
	if os.Getuid() == 0 { // whom permissions do not bind
		runtime.LockOSThread() // the thread ends with the test
		must(t, syscall.Setfsuid(65534))
		defer func() { _ = syscall.Setfsuid(0) }()
	}
	before, err := os.Stat(path)
	must(t, err)
	must(t, Writable(path))
	must(t, WriteFile(path, []byte("new")))
	after, err := os.Stat(path)
	must(t, err)
	if got, err := os.ReadFile(path); err != nil || string(got) != "new" || !os.SameFile(before, after) {
		t.Errorf("content %q, %v, the same file: %v", got, err, os.SameFile(before, after))
	}
	other := filepath.Join(dir, "b")
	for _, err := range []error{Writable(other), WriteFile(other, nil)} {
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a new file there: %v", err)
		}
	}
}

// TestMounted: a file that is mounted by itself cannot be replaced by another, and is written to.
func TestMounted(t *testing.T) {
	for err, want := range map[error]bool{
		&os.LinkError{Op: "rename", Err: fs.ErrPermission}: true, fs.ErrNotExist: false, os.ErrDeadlineExceeded: false,
	} {
		if irreplaceable(err) != want {
			t.Errorf("%v: %v", err, !want)
		}
	}
}
