package results

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// TestWriteBesideOthers writes files while another process begins runs, which takes the
// temporary ones for those of an interrupted writer.
func TestWriteBesideOthers(t *testing.T) {
	dir := t.TempDir()
	other, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
			}
			if err := other.removeTemporary(); err != nil {
				t.Error(err)
				return
			}
		}
	})
	failed := 0
	for i := range 60 {
		path := filepath.Join(dir, fmt.Sprint(i))
		// As a network file system leaves it that reports a rename as failed which has
		// succeeded.
		there := i%2 == 0
		if there {
			if err := os.WriteFile(path, []byte("whole"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := (osDisk{}).writeFile(path, []byte("whole")); err != nil {
			failed++
			if there || !errors.Is(err, fs.ErrNotExist) {
				t.Error(err)
			}
			continue
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "whole" {
			t.Errorf("%s holds %q: %v", path, text, err)
		}
	}
	close(stop)
	group.Wait()
	// Nobody but this test removes three files in a row.
	if failed > 20 {
		t.Errorf("%d of 60 files could not be written", failed)
	}
	if err := (osDisk{}).writeFile(filepath.Join(dir, "none", "file"), []byte("whole")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("into a folder that is not there: %v", err)
	}
}
