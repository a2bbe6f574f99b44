package external

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// TestSweep: scratch folders of runs that ended without removing theirs go, those of others, of runs
// that go on and of runs that begin stay.
func TestSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	made := func(method string) (folder string, release func()) {
		folder, release, err := newScratch(method)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(folder, "of", "the", "program"), 0o777); err != nil {
			t.Fatal(err)
		}
		return folder, release
	}
	age := func(folder string) {
		old := time.Now().Add(-2 * scratchAge)
		if err := os.Chtimes(filepath.Join(folder, scratchLock), old, old); err != nil {
			t.Fatal(err)
		}
	}
	dead, release := made("dead")
	age(dead)
	release() // as the end of the process does
	running, release := made("running")
	defer release()
	age(running)
	begun, release := made("begun")
	release()
	other := filepath.Join(os.TempDir(), scratchPrefix+"other")
	if err := os.Mkdir(other, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(os.TempDir(), scratchPrefix+"link")
	elsewhere := t.TempDir()
	if err := os.WriteFile(filepath.Join(elsewhere, scratchLock), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	age(elsewhere)
	if err := os.Symlink(elsewhere, link); err != nil {
		t.Fatal(err)
	}
	Sweep()
	left, err := filepath.Glob(filepath.Join(os.TempDir(), "*"))
	want := []string{running, begun, other, link}
	slices.Sort(want)
	if err != nil || !slices.Equal(left, want) {
		t.Errorf("left are %q, %v, expected %q", left, err, want)
	}
	if _, err := os.Stat(filepath.Join(elsewhere, scratchLock)); err != nil {
		t.Error(err)
	}
}
