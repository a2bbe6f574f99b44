package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// names returns what is in a folder.
func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return strings.Join(all, " ")
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, content := range []string{"one", "", "another"} {
		must(t, WriteFile(path, []byte(content)))
		if got, err := os.ReadFile(path); err != nil || string(got) != content {
			t.Errorf("content %q, %v, expected %q", got, err, content)
		}
	}
	if got := names(t, dir); got != "a" {
		t.Errorf("files %q", got)
	}
	// The error names the file that is wanted, and nothing is left of the attempt.
	missing := filepath.Join(dir, "missing", "b")
	if err := WriteFile(missing, nil); !errors.Is(err, fs.ErrNotExist) || err.Error() != "cannot write "+missing+": no such file or directory" {
		t.Errorf("error %v", err)
	}
	folder := filepath.Join(dir, "folder")
	must(t, os.MkdirAll(filepath.Join(folder, "full"), 0o777))
	if err := WriteFile(folder, nil); err == nil || !strings.HasPrefix(err.Error(), "cannot write "+folder+": ") {
		t.Errorf("error %v", err)
	}
	if got := names(t, dir); got != "a folder" {
		t.Errorf("files %q", got)
	}
}

func TestWritable(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	must(t, Writable(path))
	must(t, os.WriteFile(path, []byte("old"), 0o666))
	must(t, Writable(path))
	if got, err := os.ReadFile(path); err != nil || string(got) != "old" || names(t, dir) != "a" {
		t.Errorf("content %q of files %q, %v", got, names(t, dir), err)
	}
	if err := Writable(dir); err == nil || err.Error() != "cannot write "+dir+": it is a folder" {
		t.Errorf("error %v", err)
	}
	missing := filepath.Join(dir, "missing", "b")
	if err := Writable(missing); err == nil || err.Error() != "cannot write "+missing+": no such file or directory" {
		t.Errorf("error %v", err)
	}
}

func TestMakeDir(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b", "c")
	for range 2 {
		must(t, MakeDir(dir))
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Error(err)
	}
}

func TestSweep(t *testing.T) {
	dir := t.TempDir()
	live, err := create(dir)
	must(t, err)
	for _, name := range []string{Prefix + "dead", "data", ".hidden"} {
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("half"), 0o666))
	}
	must(t, os.Mkdir(filepath.Join(dir, Prefix+"folder"), 0o777))
	must(t, os.Symlink("data", filepath.Join(dir, Prefix+"link")))
	must(t, Sweep(dir))
	want := strings.Join([]string{filepath.Base(live.Name()), Prefix + "folder", Prefix + "link", ".hidden", "data"}, " ")
	if got := names(t, dir); got != want {
		t.Errorf("left %q, expected %q", got, want)
	}
	// Its writer dies.
	must(t, live.Close())
	must(t, Sweep(dir))
	if _, err := os.Stat(live.Name()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a dead writer's file is left: %v", err)
	}
}

// TestSweepOfWriters sweeps all the time while files are written: none is lost.
func TestSweepOfWriters(t *testing.T) {
	dir := t.TempDir()
	done := make(chan bool)
	var sweeping, writing sync.WaitGroup
	sweeping.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				if err := Sweep(dir); err != nil {
					t.Error(err)
				}
			}
		}
	})
	for w := range 4 {
		writing.Go(func() {
			for i := range 50 {
				if err := WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%02d", w, i)), []byte("content")); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writing.Wait()
	close(done)
	sweeping.Wait()
	entries, err := os.ReadDir(dir)
	must(t, err)
	if len(entries) != 200 {
		t.Errorf("%d files, expected 200: %s", len(entries), names(t, dir))
	}
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() *os.File {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		must(t, err)
		return f
	}
	first, second := open(), open()
	must(t, Lock(first))
	if err := Lock(second); !errors.Is(err, ErrHeld) {
		t.Errorf("a second lock: %v", err)
	}
	must(t, first.Close())
	must(t, Lock(second))
	if !Same(second) {
		t.Error("the file is not that of its name")
	}
	must(t, os.Rename(path, path+"2"))
	must(t, os.Symlink(path+"2", path))
	if Same(second) {
		t.Error("a link counts as the file")
	}
}

// TestMakeDirBesideRemovals makes folders below one that others remove whenever it is
// empty, as workers do who end one experiment while others begin the next.
func TestMakeDirBesideRemovals(t *testing.T) {
	parent := filepath.Join(t.TempDir(), "pending")
	done := make(chan struct{})
	var removing sync.WaitGroup
	removing.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				_ = os.Remove(parent)
			}
		}
	})
	for i := range 200 {
		child := filepath.Join(parent, strconv.Itoa(i))
		if err := MakeDir(child); err != nil {
			t.Errorf("folder %d: %v", i, err)
			break
		}
		must(t, os.Remove(child))
	}
	close(done)
	removing.Wait()
}
