package results

import (
	"os"

	"drfvi/internal/durable"
)

// disk is how the store changes files. Tests put one in its place that stops
// at a given step, as a power cut would, or that is full.
type disk interface {
	makeDir(path string) error
	// writeFile makes the file's new content durable, or leaves the old one.
	writeFile(path string, data []byte) error
	remove(path string) error
	// lock takes the lock of an open file; see durable.Lock.
	lock(f *os.File) error
}

// osDisk is the file system of the operating system.
type osDisk struct{}

func (osDisk) makeDir(path string) error                { return durable.MakeDir(path) }
func (osDisk) writeFile(path string, data []byte) error { return durable.WriteFile(path, data) }
func (osDisk) remove(path string) error                 { return os.Remove(path) }
func (osDisk) lock(f *os.File) error                    { return durable.Lock(f) }
