//go:build unix

package durable

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestSweepTheDead: what a writer left that died a moment ago is swept, what a living one has is not, nor, beside one file,
// what is of another.
func TestSweepTheDead(t *testing.T) {
	dir := t.TempDir()
	begun := func(name string) (path string, die func()) {
		f, unlock, err := pending(filepath.Join(dir, name), 0o666)
		must(t, err)
		_, err = f.WriteString("half")
		must(t, err)
		return filepath.Base(f.Name()), func() { // as the end of a process does
			unlock()
			must(t, f.Close())
		}
	}
	dead, die := begun("a")
	die()
	other, die := begun("b")
	die()
	living, end := begun("a")
	defer end()
	must(t, SweepBeside(filepath.Join(dir, "a")))
	if got := names(t, dir); strings.Contains(got, dead) || !strings.Contains(got, living) || !strings.Contains(got, other) {
		t.Errorf("left %q beside a: %s was dead, %s is of b, %s lives", got, dead, other, living)
	}
	must(t, Sweep(dir))
	if got := names(t, dir); got != living {
		t.Errorf("left %q, expected %s, which lives", got, living)
	}
	must(t, WriteFile(filepath.Join(dir, "a"), []byte("whole")))
	must(t, SweepBeside(filepath.Join(dir, "a")))
	if got := names(t, dir); got != living+" a" {
		t.Errorf("left %q", got)
	}
}

// TestSweepBesideWriters: writers lose nothing to others that sweep without pause.
func TestSweepBesideWriters(t *testing.T) {
	dir := t.TempDir()
	done := make(chan struct{})
	var sweeping, writing sync.WaitGroup
	for range 2 {
		sweeping.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					if err := Sweep(dir); err != nil {
						t.Error(err)
						return
					}
				}
			}
		})
	}
	for w := range 4 {
		writing.Go(func() {
			for i := range 50 {
				if err := WriteFile(filepath.Join(dir, fmt.Sprint(w)), fmt.Appendf(nil, "%d", i)); err != nil {
					t.Errorf("writer %d: %v", w, err)
					return
				}
			}
		})
	}
	writing.Wait()
	close(done)
	sweeping.Wait()
	if got := names(t, dir); got != "0 1 2 3" {
		t.Errorf("files %q", got)
	}
	for w := range 4 {
		if got, err := os.ReadFile(filepath.Join(dir, fmt.Sprint(w))); err != nil || string(got) != "49" {
			t.Errorf("writer %d: %q, %v", w, got, err)
		}
	}
}
