package external

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

const (
	scratchPrefix = "drfvi-"
	// scratchLock is locked in a scratch folder while a method runs there.
	scratchLock = ".drfvi-lock"
	// scratchAge is an age by which the lock of a new scratch folder is certainly taken.
	scratchAge = time.Minute
)

// newScratch makes a scratch folder for a method. Nobody sweeps it before release.
func newScratch(method string) (folder string, release func(), err error) {
	folder, err = os.MkdirTemp("", scratchPrefix+method+"-")
	if err != nil {
		return "", nil, fmt.Errorf("cannot make a scratch folder: %w", err)
	}
	lock := flock.New(filepath.Join(folder, scratchLock))
	_, _ = lock.TryLock() // without locks nothing is swept
	return folder, func() { _ = lock.Unlock() }, nil
}

// Sweep removes the scratch folders of runs that were killed.
func Sweep() {
	entries, err := os.ReadDir(os.TempDir())
	if err != nil {
		return
	}
	for _, entry := range entries {
		if entry.IsDir() && strings.HasPrefix(entry.Name(), scratchPrefix) {
			sweepScratch(filepath.Join(os.TempDir(), entry.Name()))
		}
	}
}

// sweepScratch removes a folder if it is a scratch folder whose run has ended.
func sweepScratch(folder string) {
	path := filepath.Join(folder, scratchLock)
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < scratchAge {
		return
	}
	lock := flock.New(path)
	if free, err := lock.TryLock(); !free || err != nil {
		return
	}
	_ = os.RemoveAll(folder) // the next run tries again
	_ = lock.Unlock()
}
